//! The closed list of refusals outside the hot path.

use crate::FieldError;

/// Why a use case did not do what was asked; expected, and said to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such thing, or it is not the caller's: the two look the same.
    NotFound,
    /// The access token is missing, wrong or expired.
    Unauthenticated,
    /// The caller's role does not allow it.
    Forbidden,
    /// Login or password is wrong.
    BadCredentials,
    /// Somebody has this login.
    LoginTaken,
    /// Some fields cannot be accepted.
    Invalid(Vec<FieldError>),
    /// The caller's copy is older than what is stored.
    VersionConflict,
    /// The sale is not in a state that allows this.
    WrongState,
    /// The sale is open or over; its rules stand.
    AlreadyStarted,
    /// The idempotency key was used for a different quantity.
    KeyReused,
    /// Too much work of this kind is waiting already; trying again shortly is fine.
    Overloaded,
}
