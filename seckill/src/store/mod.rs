//! The store: Postgres keeps what exists, who people are, and the ledger of orders.

mod activities;
mod batch;
mod drafts;
mod images;
mod ledger;
mod orders;
mod people;
mod skus;

use std::time::Duration;

use chrono::{DateTime, TimeZone as _, Utc};
use sqlx::{PgPool, migrate::Migrator, postgres::PgPoolOptions};

pub use activities::{Due, Rules, RulesItem};
pub use batch::Written;
pub use ledger::{EndedTicket, LedgerRow};

use crate::{Error, Millis};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// How long a request waits for a connection before it says that the store is unavailable.
const PATIENCE: Duration = Duration::from_secs(3);

/// The door to Postgres.
#[derive(Debug, Clone)]
pub struct Store {
    pool: PgPool,
}

impl Store {
    /// Connects, and fails if the database cannot be reached.
    pub async fn open(url: &str, connections: u32) -> Result<Self, Error> {
        let options = PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
        let options = options.after_connect(|conn, _| {
            Box::pin(async move {
                // A statement that outlives this belongs to nobody any more; stream entries are claimed only later.
                sqlx::query("SET statement_timeout = '8s'").execute(&mut *conn).await?;
                sqlx::query("SET idle_in_transaction_session_timeout = '10s'").execute(&mut *conn).await?;
                Ok(())
            })
        });
        let store = Self { pool: options.connect(url).await? };
        store.check_migrated().await?;
        Ok(store)
    }

    /// Fails when a migration of this release is missing, before anything meets a table that is not there.
    async fn check_migrated(&self) -> Result<(), Error> {
        let done = sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success").fetch_all(&self.pool).await;
        let done: Vec<i64> = match done {
            Err(error) if error.as_database_error().is_some_and(|db| db.code().as_deref() == Some("42P01")) => {
                Vec::new()
            }
            done => done?,
        };
        match MIGRATIONS.iter().find(|migration| !done.contains(&migration.version)) {
            None => Ok(()),
            Some(missing) => {
                let missing = format!("migration {} is missing: run `sluice migrate`", missing.version);
                Err(Error::Unavailable { store: "postgres", source: missing.into() })
            }
        }
    }

    /// Uses a pool that somebody else made, for tests.
    pub const fn of(pool: PgPool) -> Self {
        Self { pool }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }
}

/// Brings the database's tables up to this release. Safe to repeat, and several processes may try at once.
pub async fn migrate(database_url: &str) -> Result<(), Error> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE).connect(database_url).await?;
    MIGRATIONS.run(&pool).await.map_err(|error| Error::Internal(Box::new(error)))
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if is_outage(&error) {
            Self::Unavailable { store: "postgres", source: Box::new(error) }
        } else {
            Self::Internal(Box::new(error))
        }
    }
}

/// Whether an error says something about the database's state and nothing about the data: connection lost, no
/// connection free, conflict with another transaction (40), out of resources (53), operator intervention (57),
/// database gone (3D).
fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(db) => db
            .code()
            .is_some_and(|code| ["08", "3D", "40", "53", "55", "57"].iter().any(|class| code.starts_with(class))),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}

/// Whether an error says that the data cannot be stored: SQLSTATE 22 (data) or 23 (constraint).
fn is_data(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|db| db.code());
    code.is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

fn is_violation(error: &sqlx::Error, constraint: &str) -> bool {
    error.as_database_error().is_some_and(|db| db.constraint() == Some(constraint))
}

/// A word in a column that this release does not know.
fn unknown(column: &str, word: &str) -> Error {
    Error::Internal(format!("{column} holds {word:?}").into())
}

fn moment(at: DateTime<Utc>) -> Millis {
    Millis::new(at.timestamp_millis())
}

fn timestamp(at: Millis) -> Result<DateTime<Utc>, Error> {
    let at = Utc.timestamp_millis_opt(at.get()).single();
    at.ok_or_else(|| Error::Internal("a moment that no calendar has".into()))
}
