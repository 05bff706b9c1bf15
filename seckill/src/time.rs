//! Time as milliseconds since the epoch, UTC.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(i64);

impl Millis {
    /// Wraps a count of milliseconds since the epoch.
    pub const fn new(ms: i64) -> Self {
        Self(ms)
    }

    /// Milliseconds since the epoch.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// This moment moved into the future; stops at the last moment that can be written.
    pub fn plus(self, by: Duration) -> Self {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(by))
    }

    /// How long it is from this moment until `later`; zero if `later` has passed.
    pub fn until(self, later: Millis) -> Duration {
        let ms = later.0.saturating_sub(self.0);
        Duration::from_millis(u64::try_from(ms).unwrap_or(0))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

/// When a sale is open: `starts_at ≤ t < ends_at`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    starts_at: Millis,
    ends_at: Millis,
}

/// A sale must end after it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the end is not after the start")]
pub struct EmptyWindow;

/// Where a moment lies relative to a [`Window`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// `t < starts_at`
    Before,
    /// `starts_at ≤ t < ends_at`
    Inside,
    /// `ends_at ≤ t`
    After,
}

impl Window {
    /// A window that is open for at least a millisecond.
    pub fn new(starts_at: Millis, ends_at: Millis) -> Result<Self, EmptyWindow> {
        if starts_at < ends_at { Ok(Self { starts_at, ends_at }) } else { Err(EmptyWindow) }
    }

    /// The first moment at which the sale is open.
    pub const fn starts_at(self) -> Millis {
        self.starts_at
    }

    /// The first moment at which the sale is over.
    pub const fn ends_at(self) -> Millis {
        self.ends_at
    }

    /// Where `now` lies.
    pub fn position(self, now: Millis) -> Position {
        if now < self.starts_at {
            Position::Before
        } else if now < self.ends_at {
            Position::Inside
        } else {
            Position::After
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_window_is_open_from_its_start_to_just_before_its_end(start in -1_000_000i64..1_000_000, length in 1i64..1_000_000, at in -3_000_000i64..3_000_000) {
            let window = Window::new(Millis::new(start), Millis::new(start + length)).unwrap();
            let expected = if at < start { Position::Before } else if at < start + length { Position::Inside } else { Position::After };
            prop_assert_eq!(window.position(Millis::new(at)), expected);
        }

        #[test]
        fn an_empty_or_backward_window_does_not_exist(start: i64, back in 0i64..1_000_000) {
            let end = start.saturating_sub(back);
            prop_assert_eq!(Window::new(Millis::new(start), Millis::new(end)), Err(EmptyWindow));
        }

        #[test]
        fn waiting_and_adding_agree(start in -1_000_000_000i64..1_000_000_000, by in 0u64..1_000_000_000) {
            let start = Millis::new(start);
            let later = start.plus(Duration::from_millis(by));
            prop_assert_eq!(start.until(later), Duration::from_millis(by));
            prop_assert_eq!(later.until(start), Duration::ZERO);
        }
    }

    #[test]
    fn the_edges_belong_to_one_side_each() {
        let window = Window::new(Millis::new(10), Millis::new(20)).unwrap();
        assert_eq!(window.position(Millis::new(9)), Position::Before);
        assert_eq!(window.position(Millis::new(10)), Position::Inside);
        assert_eq!(window.position(Millis::new(19)), Position::Inside);
        assert_eq!(window.position(Millis::new(20)), Position::After);
    }
}
