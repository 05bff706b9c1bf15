//! The faces of the one button.

use super::{
    attempt::{Attempt, Reason},
    countdown::Stage,
};

/// What an item does now, by the server's last answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing is known against buying.
    Open,
    /// No unit was free.
    SoldOut {
        /// Until when an unpaid one may come back, milliseconds since the epoch.
        may_return_until_ms: Option<i64>,
    },
    /// The merchant has paused the sale.
    Paused,
    /// Over, whatever the window says.
    Ended,
}

/// What the button shows. Each has its sentence below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Face {
    /// Opens in so many seconds.
    Before {
        /// Seconds.
        left: i64,
        /// Nobody is signed in: better now than then.
        guest: bool,
    },
    /// Leads to the sign-in.
    SignIn {
        /// They were signed in when they pressed.
        again: bool,
    },
    /// To be pressed.
    Buy,
    /// On its way.
    Sending,
    /// Admitted.
    Queued(Option<(i64, i64)>),
    /// Leads to the order.
    Won {
        /// Which.
        order: String,
        /// When it must be paid, milliseconds since the epoch, once known.
        pay_before_ms: Option<i64>,
        /// The shopper had it before this press.
        before: bool,
    },
    /// Nothing is free.
    SoldOut(Option<i64>),
    /// The shopper lost the race for the last ones.
    LostRace,
    /// All that one may have.
    Limit(i64),
    /// The order could not be written because they had all they may have.
    LostLimit,
    /// Fewer are left than were asked for.
    NotEnough(i64),
    /// Another try makes sense in so many seconds; at 0 now.
    TooBusy(i64),
    /// The merchant has paused the sale.
    Paused,
    /// Over.
    Ended,
    /// The network is gone.
    Offline {
        /// The press has been admitted.
        admitted: bool,
    },
    /// The accounts are being laid out.
    Preparing,
    /// The page must be loaded again.
    Changed,
    /// The ticket ended without an order; trying again is fine.
    Lost,
    /// Refused in these words.
    Failed(String),
}

impl Face {
    /// Decides from what is known; what the shopper has or waits for comes before what the sale does.
    pub fn of(attempt: &Attempt, stage: Stage, status: Status, now_ms: i64, guest: bool) -> Self {
        match attempt {
            Attempt::Sending => return Self::Sending,
            Attempt::Following { place } => return Self::Queued(*place),
            Attempt::Preparing => return Self::Preparing,
            Attempt::Offline { admitted } => return Self::Offline { admitted: *admitted },
            // Whatever the clock says, it is that of another version.
            Attempt::Changed => return Self::Changed,
            Attempt::Won { order, pay_before_ms, before } => {
                return Self::Won { order: order.clone(), pay_before_ms: *pay_before_ms, before: *before };
            }
            _ => {}
        }
        match (stage, status) {
            (Stage::Over, _) | (_, Status::Ended) => return Self::Ended,
            (_, Status::Paused) => return Self::Paused,
            (Stage::Before(left), _) => return Self::Before { left, guest },
            (Stage::Live(_), Status::SoldOut { may_return_until_ms }) => {
                return match attempt {
                    Attempt::Limit(limit) => Self::Limit(*limit),
                    Attempt::Lost(Reason::SoldOut) => Self::LostRace,
                    _ => Self::SoldOut(may_return_until_ms.filter(|until| *until > now_ms)),
                };
            }
            (Stage::Live(_), Status::Open) => {}
        }
        match attempt {
            Attempt::SignedOut => Self::SignIn { again: true },
            _ if guest => Self::SignIn { again: false },
            Attempt::TooBusy { again_at_ms } => Self::TooBusy(((again_at_ms - now_ms).max(0) + 999) / 1_000),
            Attempt::SoldOut => Self::SoldOut(None),
            Attempt::NotEnough(left) => Self::NotEnough(*left),
            Attempt::Limit(limit) => Self::Limit(*limit),
            Attempt::Lost(Reason::Limit) => Self::LostLimit,
            Attempt::Lost(Reason::SoldOut) => Self::LostRace,
            Attempt::Lost(Reason::Other) => Self::Lost,
            Attempt::Failed(words) => Self::Failed(words.clone()),
            _ => Self::Buy,
        }
    }

    /// Whether the button can be pressed.
    pub const fn is_pressable(&self) -> bool {
        matches!(
            self,
            Self::SignIn { .. }
                | Self::Buy
                | Self::Won { .. }
                | Self::NotEnough(_)
                | Self::TooBusy(0)
                | Self::Changed
                | Self::Lost
                | Self::Failed(_)
        )
    }

    /// Whether something is under way, which a turning mark shows.
    pub const fn is_busy(&self) -> bool {
        matches!(self, Self::Sending | Self::Queued(_) | Self::Preparing | Self::Offline { .. })
    }

    /// The name for the style sheet and for tests.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Before { .. } => "before",
            Self::SignIn { .. } => "sign-in",
            Self::Buy => "buy",
            Self::Sending => "sending",
            Self::Queued(_) => "queued",
            Self::Won { .. } => "won",
            Self::SoldOut(_) | Self::LostRace => "sold-out",
            Self::Limit(_) | Self::LostLimit => "limit",
            Self::NotEnough(_) => "not-enough",
            Self::TooBusy(_) => "too-busy",
            Self::Paused => "paused",
            Self::Ended => "ended",
            Self::Offline { .. } => "offline",
            Self::Preparing => "preparing",
            Self::Changed => "changed",
            Self::Lost => "lost",
            Self::Failed(_) => "failed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Stage = Stage::Live(60);
    const SOLD_OUT: Status = Status::SoldOut { may_return_until_ms: Some(9_000) };

    fn face(attempt: Attempt, stage: Stage, status: Status) -> Face {
        Face::of(&attempt, stage, status, 1_000, false)
    }

    fn won() -> Attempt {
        Attempt::Won { order: "7".to_owned(), pay_before_ms: None, before: false }
    }

    #[test]
    fn what_the_shopper_has_or_waits_for_comes_first() {
        for (attempt, name) in [
            (won(), "won"),
            (Attempt::Following { place: None }, "queued"),
            (Attempt::Offline { admitted: false }, "offline"),
            (Attempt::Changed, "changed"),
            (Attempt::Sending, "sending"),
        ] {
            for stage in [Stage::Before(1), OPEN, Stage::Over] {
                for status in [Status::Open, SOLD_OUT, Status::Paused, Status::Ended] {
                    assert_eq!(face(attempt.clone(), stage, status).name(), name);
                }
            }
        }
    }

    #[test]
    fn the_clock_and_the_sale_decide_for_who_has_nothing() {
        assert_eq!(face(Attempt::Idle, Stage::Before(9), Status::Open), Face::Before { left: 9, guest: false });
        assert_eq!(face(Attempt::Idle, OPEN, Status::Open), Face::Buy);
        assert_eq!(face(Attempt::Idle, OPEN, Status::Paused), Face::Paused);
        assert_eq!(face(Attempt::Idle, Stage::Over, Status::Open), Face::Ended);
        assert_eq!(face(Attempt::Idle, OPEN, Status::Ended), Face::Ended, "it was closed by hand");
        assert_eq!(Face::of(&Attempt::Idle, OPEN, Status::Open, 0, true), Face::SignIn { again: false });
        assert_eq!(face(Attempt::SignedOut, OPEN, Status::Open), Face::SignIn { again: true });
    }

    #[test]
    fn sold_out_says_until_when_one_may_come_back() {
        assert_eq!(face(Attempt::Idle, OPEN, SOLD_OUT), Face::SoldOut(Some(9_000)));
        assert_eq!(Face::of(&Attempt::Idle, OPEN, SOLD_OUT, 9_000, false), Face::SoldOut(None), "that has passed");
        assert_eq!(Face::of(&Attempt::Idle, OPEN, SOLD_OUT, 0, true).name(), "sold-out", "no need to sign in for that");
        assert_eq!(face(Attempt::Lost(Reason::SoldOut), OPEN, SOLD_OUT), Face::LostRace);
    }

    #[test]
    fn too_busy_counts_down_and_then_can_be_pressed() {
        let busy = |now_ms| Face::of(&Attempt::TooBusy { again_at_ms: 3_000 }, OPEN, Status::Open, now_ms, false);
        assert_eq!(
            [busy(0), busy(2_001), busy(3_000), busy(9_000)].map(|face| (face.clone(), face.is_pressable())),
            [(Face::TooBusy(3), false), (Face::TooBusy(1), false), (Face::TooBusy(0), true), (Face::TooBusy(0), true),]
        );
    }
}
