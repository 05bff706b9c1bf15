//! The shard's stream of winners: the record that makes them safe is the queue that workers read.

use std::time::Duration;

use redis::{
    RedisResult,
    streams::{
        StreamAutoClaimReply, StreamId, StreamInfoConsumersReply, StreamInfoGroupsReply, StreamPendingCountReply,
        StreamRangeReply, StreamReadReply,
    },
};

use super::{BLOCK, Conn, Gate, GateError, Shard, unpack};
use crate::Winner;

/// The consumer group of the workers that write orders.
pub const GROUP: &str = "orders";

/// Winners of one call of the gate.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id in the stream.
    pub id: String,
    /// The winners.
    pub winners: Result<Vec<Winner>, Unreadable>,
}

/// An entry that this release cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Why.
    pub error: String,
    /// What stands in it, as it came.
    pub packed: Vec<u8>,
}

impl Entry {
    fn read(id: StreamId) -> Self {
        let packed: Vec<u8> = id.get("w").unwrap_or_default();
        let winners = unpack(&packed).map_err(|error| Unreadable { error: error.to_string(), packed });
        Self { winners, id: id.id }
    }
}

impl Gate {
    /// Whether the shard's consumer group is there. It goes with its stream, so without it entries may have been lost.
    pub async fn has_group(&self, shard: Shard) -> Result<bool, GateError> {
        let mut command = redis::cmd("XINFO");
        command.arg("GROUPS").arg(self.keys.orders(shard));
        match self.conn.ask::<StreamInfoGroupsReply>(&command).await {
            Err(error) if error.to_string().contains("no such key") => Ok(false),
            reply => Ok(reply?.groups.iter().any(|group| group.name == GROUP)),
        }
    }

    /// Makes the shard's consumer group if it is not there, reading from the very first entry.
    pub async fn ensure_group(&self, shard: Shard) -> Result<(), GateError> {
        let mut command = redis::cmd("XGROUP");
        command.arg("CREATE").arg(self.keys.orders(shard)).arg(GROUP).arg("0").arg("MKSTREAM");
        match self.conn.ask::<()>(&command).await {
            Err(error) if error.code() == Some("BUSYGROUP") => Ok(()),
            answer => Ok(answer?),
        }
    }

    /// New entries for `consumer`, up to `count`; waits for the first on `conn` as long as a read blocks. `None`: there
    /// is no group.
    pub async fn read_new(
        &self,
        conn: &Conn,
        shard: Shard,
        consumer: &str,
        count: usize,
    ) -> Result<Option<Vec<Entry>>, GateError> {
        let mut command = redis::cmd("XREADGROUP");
        command.arg("GROUP").arg(GROUP).arg(consumer).arg("COUNT").arg(count);
        command.arg("BLOCK").arg(BLOCK.as_millis().to_string()).arg("STREAMS").arg(self.keys.orders(shard)).arg(">");
        let reply: RedisResult<Option<StreamReadReply>> = conn.ask(&command).await;
        match reply {
            Err(error) if error.code() == Some("NOGROUP") => Ok(None),
            reply => Ok(Some(
                reply?.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids).map(Entry::read).collect(),
            )),
        }
    }

    /// Entries that another consumer took at least `idle` ago and has not ended; they are `consumer`'s now. `None`: there
    /// is no group.
    pub async fn claim(
        &self,
        shard: Shard,
        consumer: &str,
        idle: Duration,
        count: usize,
    ) -> Result<Option<Vec<Entry>>, GateError> {
        let mut command = redis::cmd("XAUTOCLAIM");
        command
            .arg(self.keys.orders(shard))
            .arg(GROUP)
            .arg(consumer)
            .arg(idle.as_millis().to_string())
            .arg("0-0")
            .arg("COUNT")
            .arg(count);
        let reply: RedisResult<StreamAutoClaimReply> = self.conn.ask(&command).await;
        match reply {
            Err(error) if error.code() == Some("NOGROUP") => Ok(None),
            reply => Ok(Some(reply?.claimed.into_iter().map(Entry::read).collect())),
        }
    }

    /// Every entry of the shard's stream, oldest first.
    pub async fn read_all(&self, shard: Shard) -> Result<Vec<Entry>, GateError> {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            let start = entries.last().map_or_else(|| "-".to_owned(), |last| format!("({}", last.id));
            let mut command = redis::cmd("XRANGE");
            command.arg(self.keys.orders(shard)).arg(start).arg("+").arg("COUNT").arg(500);
            let reply: StreamRangeReply = self.conn.ask(&command).await?;
            if reply.ids.is_empty() {
                return Ok(entries);
            }
            entries.extend(reply.ids.into_iter().map(Entry::read));
        }
    }

    /// Removes a consumer that has nothing pending; one that has keeps it for others to claim.
    pub async fn leave(&self, shard: Shard, consumer: &str) -> Result<(), GateError> {
        let key = self.keys.orders(shard);
        let mut pending = redis::cmd("XPENDING");
        pending.arg(&key).arg(GROUP).arg("-").arg("+").arg(1).arg(consumer);
        let pending: StreamPendingCountReply = self.conn.ask(&pending).await?;
        if pending.ids.is_empty() {
            self.conn.ask::<i64>(redis::cmd("XGROUP").arg("DELCONSUMER").arg(&key).arg(GROUP).arg(consumer)).await?;
        }
        Ok(())
    }

    /// Removes consumers that were killed: nothing pending, and silent for `silent`.
    pub async fn bury(&self, shard: Shard, silent: Duration) -> Result<(), GateError> {
        let mut info = redis::cmd("XINFO");
        info.arg("CONSUMERS").arg(self.keys.orders(shard)).arg(GROUP);
        let reply: StreamInfoConsumersReply = self.conn.ask(&info).await?;
        for consumer in reply
            .consumers
            .iter()
            .filter(|one| one.pending == 0 && Duration::from_millis(one.idle.try_into().unwrap_or(0)) > silent)
        {
            self.leave(shard, &consumer.name).await?;
        }
        Ok(())
    }

    /// Takes a tick of the schedule for this instance; `false` when another has it.
    pub async fn take_tick(&self, name: &str, taken: Duration) -> Result<bool, GateError> {
        let mut command = redis::cmd("SET");
        command.arg(self.keys.tick(name)).arg("1").arg("NX").arg("PX").arg(taken.as_millis().to_string());
        Ok(self.conn.ask::<Option<String>>(&command).await?.is_some())
    }
}
