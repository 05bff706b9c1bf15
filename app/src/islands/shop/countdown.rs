//! What a countdown shows, from the server's time alone.

/// Where a sale stands, to the second. A second that has begun still counts as a whole one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Opens in so many seconds.
    Before(i64),
    /// Ends in so many seconds.
    Live(i64),
    /// Is over.
    Over,
}

impl Stage {
    /// The stage at `now`; all three in milliseconds since the epoch.
    pub fn at(now_ms: i64, starts_at_ms: i64, ends_at_ms: i64) -> Self {
        let seconds_to = |moment: i64| (moment - now_ms + 999) / 1000;
        if now_ms < starts_at_ms {
            Self::Before(seconds_to(starts_at_ms))
        } else if now_ms < ends_at_ms {
            Self::Live(seconds_to(ends_at_ms))
        } else {
            Self::Over
        }
    }

    /// The name for the style sheet.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before(_) => "before",
            Self::Live(_) => "live",
            Self::Over => "over",
        }
    }

    /// Seconds to the next stage.
    pub const fn left(self) -> Option<i64> {
        match self {
            Self::Before(left) | Self::Live(left) => Some(left),
            Self::Over => None,
        }
    }
}

/// Days, and `hh:mm:ss` of what is less than a day.
pub fn digits(left: i64) -> (i64, String) {
    (left / 86_400, format!("{:02}:{:02}:{:02}", left / 3600 % 24, left / 60 % 60, left % 60))
}

/// How much is left, as it is worth saying aloud.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoken {
    /// In the last hour, each minute.
    Minutes(i64),
    /// Once, ten seconds before.
    TenSeconds,
}

/// What to say. It changes only when something new is to be said, however many ticks were missed.
pub const fn spoken(left: i64) -> Option<Spoken> {
    match left {
        ..=10 => Some(Spoken::TenSeconds),
        11..=3600 => Some(Spoken::Minutes((left + 59) / 60)),
        // Hours ahead a voice every minute would only be in the way.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_belong_to_the_later_stage() {
        assert_eq!(Stage::at(0, 1_000, 2_000), Stage::Before(1));
        assert_eq!(Stage::at(999, 1_000, 2_000), Stage::Before(1));
        assert_eq!(Stage::at(1_000, 1_000, 2_000), Stage::Live(1));
        assert_eq!(Stage::at(1_999, 1_000, 2_000), Stage::Live(1));
        assert_eq!(Stage::at(2_000, 1_000, 2_000), Stage::Over);
    }

    #[test]
    fn digits_keep_their_width() {
        assert_eq!(digits(598), (0, "00:09:58".to_owned()));
        assert_eq!(digits(86_399), (0, "23:59:59".to_owned()));
        assert_eq!(digits(2 * 86_400 + 3_661), (2, "01:01:01".to_owned()));
    }

    #[test]
    fn each_minute_is_said_once_and_then_ten_seconds() {
        let mut said: Vec<_> = (0..=3_700).rev().filter_map(spoken).collect();
        said.dedup();
        assert_eq!(said.len(), 61);
        assert_eq!((said[0], said[59], said[60]), (Spoken::Minutes(60), Spoken::Minutes(1), Spoken::TenSeconds));
        assert_eq!(spoken(540), Some(Spoken::Minutes(9)));
    }
}
