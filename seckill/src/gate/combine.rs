//! Group commit: concurrent attempts of a shard share calls to Redis.
//!
//! One call is in flight; whatever waits meanwhile goes into the next. The load sets the size of the batches, so there
//! is no timer and an attempt that comes alone waits for nobody.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use tokio::sync::{mpsc, oneshot};

use super::{Ask, Decided, Feed, Gate, RESPONSE_TIMEOUT, Shard};

/// Most attempts in one call: about 1 ms of Redis's time.
const BATCH: usize = 512;

/// Most attempts that wait for their call; beyond that the process says no.
const WAITING: usize = 4 * BATCH;

/// An attempt was not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotDecided {
    /// Too many attempts wait already; it certainly was not admitted.
    #[error("too many attempts are waiting")]
    Full,
    /// The answer was lost or late; it may have been admitted.
    #[error("the answer of the gate was lost")]
    Unknown,
}

struct Pending {
    ask: Ask,
    reply: oneshot::Sender<Result<Decided, NotDecided>>,
}

/// Combines attempts into calls, one lane a shard.
pub struct Combiner {
    gate: Gate,
    feed: Arc<Feed>,
    lanes: Mutex<HashMap<Shard, mpsc::Sender<Pending>>>,
}

impl Combiner {
    /// Lanes start with the first attempt of their shard and end with the combiner.
    pub fn new(gate: Gate, feed: Arc<Feed>) -> Self {
        Self { gate, feed, lanes: Mutex::default() }
    }

    /// Puts one attempt into its shard's next call.
    pub async fn admit(&self, shard: Shard, ask: Ask) -> Result<Decided, NotDecided> {
        let (reply, decided) = oneshot::channel();
        self.lane(shard).try_send(Pending { ask, reply }).map_err(|_| NotDecided::Full)?;
        decided.await.unwrap_or(Err(NotDecided::Unknown))
    }

    fn lane(&self, shard: Shard) -> mpsc::Sender<Pending> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let lane = lanes.entry(shard).or_insert_with(|| {
            let (sender, receiver) = mpsc::channel(WAITING);
            tokio::spawn(run(self.gate.clone(), Arc::clone(&self.feed), shard, receiver));
            sender
        });
        lane.clone()
    }
}

async fn run(gate: Gate, feed: Arc<Feed>, shard: Shard, mut waiting: mpsc::Receiver<Pending>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let (asks, replies): (Vec<_>, Vec<_>) = batch.drain(..).map(|one: Pending| (one.ask, one.reply)).unzip();
        let sent = Instant::now();
        metrics::histogram!("sluice_gate_batch_size").record(asks.len() as f64);
        let answer = gate.admit_seen(shard, &asks, gate.clock().now().plus(RESPONSE_TIMEOUT * 2)).await;
        metrics::histogram!("sluice_gate_call_seconds").record(sent.elapsed().as_secs_f64());
        let decided = answer.map(|(decided, seen)| {
            feed.hints.see(&seen, sent);
            decided
        });
        if let Err(error) = &decided {
            tracing::warn!(%error, shard = shard.get(), attempts = asks.len(), "a call of the gate has no answer");
        }
        for (place, reply) in replies.into_iter().enumerate() {
            let one = decided.as_ref().map_err(|_| NotDecided::Unknown);
            let one = one.and_then(|all| all.get(place).cloned().ok_or(NotDecided::Unknown));
            // A client that hung up learns the outcome from its ticket.
            let _ = reply.send(one);
        }
    }
}
