//! The gate: Redis decides here. One typed wrapper for each function of the library in `lua/`.

mod accounts;
mod admit;
mod clock;
mod combine;
mod confirm;
mod conn;
mod feed;
mod hints;
mod keys;
mod library;
mod stream;

use std::{sync::Arc, time::Instant};

use redis::{RedisError, RedisResult, Value};
use serde::de::DeserializeOwned;

pub use accounts::{Account, Accounts, Held, Holding, NewAccounts};
pub use admit::{Ask, Decided, Decision};
pub use clock::Clock;
pub use combine::{Combiner, NotDecided};
pub use confirm::{Confirmed, Outcome};
pub use conn::{Address, BLOCK, Conn, RESPONSE_TIMEOUT};
pub use feed::{Feed, Watch};
pub use hints::Hints;
pub use keys::{Keys, Shard};
pub use library::Library;
pub use stream::{Entry, GROUP, Unreadable};

/// The gate did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// Redis cannot be reached, did not answer in time, or refused.
    #[error(transparent)]
    Redis(#[from] RedisError),
    /// Redis answered in a form that this release does not know.
    #[error("unreadable answer of the gate: {0}")]
    Unreadable(String),
}

/// The door to Redis: connection, keys, functions and clock.
#[derive(Clone)]
pub struct Gate {
    conn: Conn,
    address: Address,
    keys: Keys,
    library: Arc<Library>,
    clock: Arc<Clock>,
}

impl Gate {
    /// Connects, loads the function library and reads the clock once.
    pub async fn open(urls: &str, keys: Keys, library: Library) -> Result<Self, GateError> {
        let address = Address::parse(urls)?;
        let conn = address.connect().await?;
        library.load(&conn).await?;
        let gate = Self { conn, address, keys, library: Arc::new(library), clock: Arc::new(Clock::new()) };
        gate.peek(&[]).await?;
        Ok(gate)
    }

    /// How keys are built.
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The digest that stands in the names of the library and its functions.
    pub fn library_digest(&self) -> &str {
        self.library.digest()
    }

    /// Redis's clock as this instance knows it.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Where Redis is.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// The connection, for the few plain commands that are no functions.
    pub const fn conn(&self) -> &Conn {
        &self.conn
    }

    /// The shard that a newly published activity belongs to: one on a single Redis, 64 on a Cluster.
    pub fn shard_for(&self, activity: crate::ActivityId) -> Shard {
        let shards = if self.address.is_cluster() { 64 } else { 1 };
        Shard::new(u8::try_from(activity.get().rem_euclid(shards)).unwrap_or(0))
    }

    /// Every shard that activities of this installation can belong to.
    pub fn shards(&self) -> Vec<Shard> {
        (0..if self.address.is_cluster() { 64 } else { 1 }).map(Shard::new).collect()
    }

    /// Calls a function; loads the library when Redis has lost it, which is safe because then nothing ran.
    async fn call(&self, operation: &str, keys: &[String], args: &[&[u8]]) -> RedisResult<Value> {
        let mut command = redis::cmd("FCALL");
        command.arg(self.library.function(operation)).arg(keys.len()).arg(keys).arg(args);
        match self.conn.ask(&command).await {
            Err(error) if Library::is_missing(&error) => {
                self.library.load(&self.conn).await?;
                self.conn.ask(&command).await
            }
            answer => answer,
        }
    }

    async fn call_packed<T: DeserializeOwned>(
        &self,
        operation: &str,
        keys: &[String],
        args: &[&[u8]],
    ) -> Result<T, GateError> {
        match self.call(operation, keys, args).await? {
            Value::BulkString(packed) => unpack(&packed),
            other => Err(GateError::Unreadable(format!("{operation}: {other:?}"))),
        }
    }
}

fn unpack<T: DeserializeOwned>(packed: &[u8]) -> Result<T, GateError> {
    rmp_serde::from_slice(packed).map_err(|error| GateError::Unreadable(error.to_string()))
}

fn pack<T: serde::Serialize>(value: &T) -> Result<Vec<u8>, GateError> {
    rmp_serde::to_vec(value).map_err(|error| GateError::Unreadable(error.to_string()))
}

/// Keeps the clock in step with an answer that left at `sent` and carried `now_ms`.
fn observe(clock: &Clock, now_ms: i64, sent: Instant) {
    clock.observe(now_ms, sent, sent.elapsed());
}
