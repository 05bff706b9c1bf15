//! The closed list of answers to an attempt.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Millis, TicketString};

/// The answer to one *Buy* press. A refusal is a value, not an error, and changes no account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// Units are held for the ticket; the order is being written.
    Admitted {
        /// The handle to poll.
        ticket: TicketString,
    },
    /// The sale opens later.
    NotStarted {
        /// When it opens.
        starts_at: Millis,
    },
    /// The sale is over.
    Ended,
    /// The merchant has paused the sale.
    Paused,
    /// No unit is free now.
    SoldOut,
    /// Fewer units are free than were asked for.
    NotEnough {
        /// Units that are free now.
        left: i64,
    },
    /// The shopper would hold more than the per-shopper limit.
    LimitReached {
        /// Units a shopper may hold.
        limit: i64,
        /// A ticket that the shopper holds already, if any.
        ticket: Option<TicketString>,
    },
    /// More people than the gate lets through are asking.
    TooBusy {
        /// When trying again makes sense.
        retry_after: Duration,
    },
    /// This caller asks too often.
    RateLimited {
        /// When trying again makes sense.
        retry_after: Duration,
    },
    /// The rules of the sale changed after the purchase token was given out.
    Changed,
    /// The accounts of the sale are being laid out or repaired.
    NotReady,
    /// The caller may not try.
    Forbidden(Forbidden),
}

/// Why a caller may not try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forbidden {
    /// The purchase token is not one of ours, or for something else.
    TokenInvalid,
    /// The purchase token was good once.
    TokenExpired,
}
