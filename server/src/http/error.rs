//! From the domain's closed lists to problems: one exhaustive match each, so that a new word must be given its answer.

use std::time::Duration;

use seckill::{Admission, Error, Forbidden, PurchaseToken, Refusal, TicketString, TokenAnswer};

use super::{
    code::Code,
    problem::{Answer, Problem},
};

/// When a part that does not answer is worth another try.
const SOON: Duration = Duration::from_secs(1);

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => refusal.into(),
            Error::OutcomeUnknown(ref ticket) => {
                let ticket = ticket.clone();
                unavailable().with(|parts| parts.ticket = Some(ticket)).because(error)
            }
            Error::Unavailable { .. } => unavailable().because(error),
            Error::Internal(_) => Self::new(Code::Internal).because(error),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotFound => Self::new(Code::NotFound),
            Refusal::Unauthenticated => Self::new(Code::Unauthenticated),
            Refusal::Forbidden => Self::new(Code::Forbidden),
            Refusal::BadCredentials => Self::new(Code::BadCredentials),
            Refusal::LoginTaken => Self::new(Code::LoginTaken),
            Refusal::Invalid(fields) => Self::invalid(fields),
            Refusal::VersionConflict => Self::new(Code::VersionConflict),
            Refusal::WrongState => Self::new(Code::WrongState),
            Refusal::AlreadyStarted => Self::new(Code::AlreadyStarted),
            Refusal::KeyReused => Self::new(Code::KeyReused),
            Refusal::Overloaded => unavailable(),
        }
    }
}

/// The ticket of an attempt that was admitted.
pub(crate) fn admitted(admission: Admission) -> Answer<TicketString> {
    Err(match admission {
        Admission::Admitted { ticket } => return Ok(ticket),
        Admission::NotStarted { starts_at } => {
            Problem::new(Code::NotStarted).with(|parts| parts.starts_at = Some(starts_at))
        }
        Admission::Ended => Problem::new(Code::Ended),
        Admission::Paused => Problem::new(Code::Paused),
        Admission::SoldOut => Problem::new(Code::SoldOut),
        Admission::NotEnough { left } => Problem::new(Code::NotEnough).with(|parts| parts.left = Some(left)),
        Admission::LimitReached { limit, ticket } => Problem::new(Code::LimitReached).with(|parts| {
            parts.limit = Some(limit);
            parts.ticket = ticket;
        }),
        Admission::TooBusy { retry_after } => Problem::new(Code::TooBusy).retry_after(retry_after),
        Admission::RateLimited { retry_after } => Problem::new(Code::RateLimited).retry_after(retry_after),
        Admission::Changed => Problem::new(Code::Changed),
        Admission::NotReady => Problem::new(Code::NotReady).retry_after(SOON),
        Admission::Forbidden(Forbidden::TokenInvalid) => Problem::new(Code::TokenInvalid),
        Admission::Forbidden(Forbidden::TokenExpired) => Problem::new(Code::TokenExpired),
    })
}

/// The purchase token that was given out.
pub(crate) fn granted(answer: TokenAnswer) -> Answer<PurchaseToken> {
    Err(match answer {
        TokenAnswer::Granted(token) => return Ok(token),
        TokenAnswer::NotStarted { starts_at } => {
            Problem::new(Code::NotStarted).with(|parts| parts.starts_at = Some(starts_at))
        }
        TokenAnswer::Ended => Problem::new(Code::Ended),
        TokenAnswer::Paused => Problem::new(Code::Paused),
        TokenAnswer::Changed => Problem::new(Code::Changed),
        TokenAnswer::NotReady => Problem::new(Code::NotReady).retry_after(SOON),
    })
}

fn unavailable() -> Problem {
    Problem::new(Code::Unavailable).retry_after(SOON)
}
