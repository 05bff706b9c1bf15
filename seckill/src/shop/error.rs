//! What can go wrong behind the door.

use std::sync::Arc;

use crate::{Refusal, TicketString, gate::GateError};

/// A use case did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Expected: say it to the caller.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// The gate did not answer in time, so the outcome of this attempt is not known yet. Poll the ticket.
    #[error("the outcome of the attempt is unknown")]
    OutcomeUnknown(TicketString),
    /// A store cannot be reached or did not answer in time; trying again shortly is fine.
    #[error("{store} is unavailable")]
    Unavailable {
        /// `redis` or `postgres`.
        store: &'static str,
        /// For the log.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A fault of ours.
    #[error("internal fault")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// An error that several callers share, because one read was made for all of them.
    pub(super) fn shared(error: Arc<Self>) -> Self {
        match &*error {
            Self::Refused(refusal) => Self::Refused(refusal.clone()),
            Self::OutcomeUnknown(ticket) => Self::OutcomeUnknown(ticket.clone()),
            Self::Unavailable { store, .. } => Self::Unavailable { store, source: Box::new(error) },
            Self::Internal(_) => Self::Internal(Box::new(error)),
        }
    }

    pub(super) fn not_found() -> Self {
        Self::Refused(Refusal::NotFound)
    }
}

impl From<GateError> for Error {
    fn from(error: GateError) -> Self {
        match error {
            GateError::Redis(_) => Self::Unavailable { store: "redis", source: Box::new(error) },
            GateError::Unreadable(_) => Self::Internal(Box::new(error)),
        }
    }
}
