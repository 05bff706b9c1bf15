//! The closed list of what can go wrong, as callers see it.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// A stable word for programs; people read `detail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request cannot be read: JSON, path or query is not well-formed.
    Malformed,
    /// The access token is missing, wrong or expired.
    Unauthenticated,
    /// Login or password is wrong.
    BadCredentials,
    /// The caller's role does not allow it.
    Forbidden,
    /// The purchase token is not one of ours, or for something else.
    TokenInvalid,
    /// The purchase token was good once.
    TokenExpired,
    /// There is nothing of that name, or it is not the caller's.
    NotFound,
    /// The address does not take this method.
    MethodNotAllowed,
    /// The request did not arrive in time.
    TimedOut,
    /// Somebody has this login.
    LoginTaken,
    /// The caller's copy is older than what is stored.
    VersionConflict,
    /// The sale is not in a state that allows this.
    WrongState,
    /// The sale is open or over; its rules stand.
    AlreadyStarted,
    /// The sale opens later, see `starts_at_ms`.
    NotStarted,
    /// The sale is over.
    Ended,
    /// The merchant has paused the sale.
    Paused,
    /// No unit is free now.
    SoldOut,
    /// Fewer units are free than were asked for, see `left`.
    NotEnough,
    /// The shopper would hold more than `limit`; `ticket` is one they hold.
    LimitReached,
    /// The rules changed after the purchase token was given out.
    Changed,
    /// The body is larger than this address takes.
    TooLarge,
    /// The body is not JSON, or not `multipart/form-data` where a file is taken.
    UnsupportedMediaType,
    /// Some fields cannot be accepted, see `errors`.
    Invalid,
    /// The idempotency key was used for a different quantity.
    KeyReused,
    /// More people than the gate lets through are asking.
    TooBusy,
    /// This caller asks too often.
    RateLimited,
    /// A fault of the server.
    Internal,
    /// The accounts of the sale are being laid out or repaired.
    NotReady,
    /// A part of the server does not answer. With `ticket`, the outcome of the attempt is what the ticket says.
    Unavailable,
}

impl Code {
    /// The HTTP status that goes with it.
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::BadCredentials => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::TokenInvalid | Self::TokenExpired => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TimedOut => StatusCode::REQUEST_TIMEOUT,
            Self::LoginTaken
            | Self::VersionConflict
            | Self::WrongState
            | Self::AlreadyStarted
            | Self::NotStarted
            | Self::Ended
            | Self::Paused
            | Self::SoldOut
            | Self::NotEnough
            | Self::LimitReached
            | Self::Changed => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Invalid | Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooBusy | Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::NotReady | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// For what the framework refuses by itself, before a handler is asked.
    pub(crate) fn of(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::REQUEST_TIMEOUT => Self::TimedOut,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            status if status.is_server_error() => Self::Internal,
            _ => Self::Malformed,
        }
    }
}
