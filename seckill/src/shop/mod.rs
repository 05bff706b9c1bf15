//! The single door: one method per use case. Handlers, jobs and pages call these and nothing below them.

mod accounts;
mod browse;
mod buy;
mod fulfil;
mod office;
mod orders;
mod people;
mod warm;

use std::{sync::Arc, time::Duration};

pub use buy::{Attempt, PurchaseToken, TokenAnswer};
pub use people::{Person, Role, SignedIn, Staff, StaffSignedIn, Viewer};

use crate::{Refusal, Secret, TicketString};

/// What [`Shop::open`] needs to know.
#[derive(Debug, Clone)]
pub struct ShopConfig {
    /// Postgres: `postgres://user@host/db`.
    pub database_url: String,
    /// Most connections to Postgres of this process.
    pub database_connections: u32,
    /// Redis for accounts and streams; several URLs, comma-separated, name the nodes of a Cluster.
    pub redis_url: String,
    /// First part of every Redis key, so that several installations can share one Redis.
    pub redis_prefix: String,
    /// Signs tokens and tickets; the same on every instance.
    pub secret: Secret,
    /// How long before its start a sale is warmed up.
    pub warm_lead: Duration,
}

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
