//! How far the server's clock is ahead of the browser's monotonic one.

/// The server may have kept an answer for so long before it gave it out (`…/state` is cacheable for a second).
const ANSWER_AGE_MS: f64 = 1_000.0;

/// The server's clock as one answer told it.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The server's time in the answer, milliseconds since the epoch.
    pub server_ms: f64,
    /// Monotonic milliseconds when the question left.
    pub sent_ms: f64,
    /// Monotonic milliseconds when the answer came.
    pub received_ms: f64,
}

impl Sample {
    /// The offset after this sample, in milliseconds to add to the monotonic clock.
    ///
    /// The server looked at its clock between `sent` and `received`. An offset that agrees with that stays, so that a
    /// countdown does not jitter and a slow answer spoils nothing; any other is replaced by the middle.
    pub fn correct(self, current: Option<f64>) -> f64 {
        let least = self.server_ms - self.received_ms;
        let most = self.server_ms - self.sent_ms;
        match current {
            Some(offset) if least <= offset && offset <= most + ANSWER_AGE_MS => offset,
            _ => f64::midpoint(least, most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: Sample = Sample { server_ms: 10_000.0, sent_ms: 100.0, received_ms: 300.0 };

    #[test]
    fn half_the_round_trip_is_taken_off() {
        assert_eq!(SAMPLE.correct(None), 9_800.0);
    }

    #[test]
    fn an_offset_that_may_be_right_stays() {
        assert_eq!(SAMPLE.correct(Some(9_750.0)), 9_750.0);
        assert_eq!(SAMPLE.correct(Some(10_400.0)), 10_400.0, "the answer may have been a second old");
    }

    #[test]
    fn an_offset_that_cannot_be_right_goes() {
        assert_eq!(SAMPLE.correct(Some(9_600.0)), 9_800.0);
        assert_eq!(SAMPLE.correct(Some(86_400_000.0)), 9_800.0);
    }
}
