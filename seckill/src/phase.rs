//! The stored state of a sale, and the phase that follows from it and the clock.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Millis, Position, Window};

/// What is stored about a sale: `draft → published → (paused ⇄ published) → closed → archived`, or cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivityState {
    /// Being written; nobody but its merchant sees it.
    Draft,
    /// Visible, and open whenever the clock is inside its window.
    Published,
    /// Visible; attempts are refused until it is resumed.
    Paused,
    /// Ended by hand before its window closed.
    Closed,
    /// Taken back before it sold anything.
    Cancelled,
    /// Put away after its end.
    Archived,
}

impl ActivityState {
    /// The word in the store and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Paused => "paused",
            Self::Closed => "closed",
            Self::Cancelled => "cancelled",
            Self::Archived => "archived",
        }
    }

    /// Reads [`ActivityState::as_str`] back.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Draft, Self::Published, Self::Paused, Self::Closed, Self::Cancelled, Self::Archived]
            .into_iter()
            .find(|state| state.as_str() == word)
    }

    /// Whether shoppers may see the sale's page.
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Published | Self::Paused | Self::Closed)
    }
}

/// What a sale is doing now. Never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Not open yet, and the start is further away than the warm-up lead.
    Upcoming,
    /// Not open yet; its accounts are being laid out.
    Warming,
    /// Open.
    Live,
    /// Over, by the clock or by hand.
    Ended,
}

impl Phase {
    /// The word in JSON and in queries.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Warming => "warming",
            Self::Live => "live",
            Self::Ended => "ended",
        }
    }

    /// The phase at `now` of a sale that warms up `lead` before its start.
    pub fn at(state: ActivityState, window: Window, lead: Duration, now: Millis) -> Self {
        match state {
            ActivityState::Closed | ActivityState::Cancelled | ActivityState::Archived => Self::Ended,
            ActivityState::Draft | ActivityState::Published | ActivityState::Paused => match window.position(now) {
                Position::After => Self::Ended,
                Position::Inside => Self::Live,
                Position::Before if now.until(window.starts_at()) <= lead => Self::Warming,
                Position::Before => Self::Upcoming,
            },
        }
    }
}

/// Where a sale stands for its merchant, who also sees what is not public yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Being written.
    Draft,
    /// Published and not open yet.
    Upcoming,
    /// Inside its window, paused or not.
    Live,
    /// Over, by the clock or by hand.
    Ended,
}

impl Stage {
    /// All stages, in the order of a sale's life.
    pub const ALL: [Self; 4] = [Self::Draft, Self::Upcoming, Self::Live, Self::Ended];

    /// The word in JSON and in queries.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Upcoming => "upcoming",
            Self::Live => "live",
            Self::Ended => "ended",
        }
    }

    /// Reads [`Stage::as_str`] back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == word)
    }

    /// What follows from the stored state and the phase.
    pub const fn of(state: ActivityState, phase: Phase) -> Self {
        match (state, phase) {
            (ActivityState::Draft, _) => Self::Draft,
            (_, Phase::Upcoming | Phase::Warming) => Self::Upcoming,
            (_, Phase::Live) => Self::Live,
            (_, Phase::Ended) => Self::Ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_published_sale_is_live_exactly_inside_its_window(at in 0i64..3_000) {
            let window = Window::new(Millis::new(1_000), Millis::new(2_000)).unwrap();
            let phase = Phase::at(ActivityState::Published, window, Duration::from_millis(300), Millis::new(at));
            let expected = match at {
                ..700 => Phase::Upcoming,
                700..1_000 => Phase::Warming,
                1_000..2_000 => Phase::Live,
                _ => Phase::Ended,
            };
            prop_assert_eq!(phase, expected);
        }
    }

    #[test]
    fn every_state_reads_back() {
        for word in ["draft", "published", "paused", "closed", "cancelled", "archived"] {
            assert_eq!(ActivityState::parse(word).unwrap().as_str(), word);
        }
        assert_eq!(ActivityState::parse("live"), None);
        for stage in Stage::ALL {
            assert_eq!(Stage::parse(stage.as_str()), Some(stage));
        }
    }
}
