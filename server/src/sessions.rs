//! Sessions of browsers, in the Redis for what may be lost.

use std::fmt;

use async_trait::async_trait;
use redis::{FromRedisValue, RedisError};
use seckill::gate::{Address, Conn};
use time::OffsetDateTime;
use tower_sessions::{
    SessionStore,
    session::{Id, Record},
    session_store::{Error, Result},
};

/// Keeps each session under a key of its own, which ends with it.
#[derive(Clone)]
pub struct RedisSessions {
    conn: Conn,
    prefix: String,
}

impl RedisSessions {
    /// Connects to one Redis or a Cluster (URLs with commas); `prefix` is the first part of every key.
    pub async fn open(urls: &str, prefix: &str) -> std::result::Result<Self, RedisError> {
        let conn = Address::parse(urls)?.connect().await?;
        Ok(Self { conn, prefix: format!("{prefix}:session:") })
    }

    async fn ask<T: FromRedisValue>(&self, command: &redis::Cmd) -> Result<T> {
        self.conn.ask(command).await.map_err(|error| Error::Backend(error.to_string()))
    }

    fn key(&self, id: &Id) -> String {
        format!("{}{id}", self.prefix)
    }

    /// Writes a record that is new (`NX`) or is still there (`XX`): one that was deleted meanwhile stays so. `false`: it did
    /// not fit.
    async fn write(&self, record: &Record, only: &str) -> Result<bool> {
        let packed = serde_json::to_vec(record).map_err(|error| Error::Encode(error.to_string()))?;
        let left = (record.expiry_date - OffsetDateTime::now_utc()).whole_seconds().max(1);
        let mut command = redis::cmd("SET");
        command.arg(self.key(&record.id)).arg(packed).arg("EX").arg(left).arg(only);
        Ok(self.ask::<Option<String>>(&command).await?.is_some())
    }
}

impl fmt::Debug for RedisSessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisSessions").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

#[async_trait]
impl SessionStore for RedisSessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        while !self.write(record, "NX").await? {
            record.id = Id::default();
        }
        Ok(())
    }

    async fn save(&self, record: &Record) -> Result<()> {
        self.write(record, "XX").await.map(drop)
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let packed: Option<Vec<u8>> = self.ask(redis::cmd("GET").arg(self.key(id))).await?;
        let read = |packed: Vec<u8>| serde_json::from_slice(&packed).map_err(|error| Error::Decode(error.to_string()));
        packed.map(read).transpose()
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        self.ask::<i64>(redis::cmd("DEL").arg(self.key(id))).await.map(drop)
    }
}
