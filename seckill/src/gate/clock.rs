//! Redis's clock, as an offset to this process's monotonic clock.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant},
};

use crate::Millis;

/// Redis's clock as the last answer showed it. The wall clock of this machine plays no part.
#[derive(Debug)]
pub struct Clock {
    base: Instant,
    offset_ms: AtomicI64,
}

impl Clock {
    pub(super) fn new() -> Self {
        Self { base: Instant::now(), offset_ms: AtomicI64::new(0) }
    }

    /// An answer that was asked for at `sent` and took `round_trip` said it is `now_ms`.
    pub(super) fn observe(&self, now_ms: i64, sent: Instant, round_trip: Duration) {
        let middle = sent.duration_since(self.base) + round_trip / 2;
        let elapsed = i64::try_from(middle.as_millis()).unwrap_or(0);
        self.offset_ms.store(now_ms - elapsed, Ordering::Relaxed);
    }

    /// What Redis's clock shows now, to about half a round trip.
    pub fn now(&self) -> Millis {
        let elapsed = i64::try_from(self.base.elapsed().as_millis()).unwrap_or(0);
        Millis::new(self.offset_ms.load(Ordering::Relaxed) + elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_is_taken_at_the_middle_of_the_round_trip() {
        let clock = Clock::new();
        clock.observe(1_000_000, clock.base, Duration::from_millis(200));
        let now = clock.now().get();
        assert!((999_900..999_990).contains(&now), "{now}");
    }
}
