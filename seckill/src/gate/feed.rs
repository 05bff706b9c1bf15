//! Messages of the gate to every instance: who was admitted, which tickets ended.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures::StreamExt as _;
use tokio::sync::{oneshot, watch};

use super::{Gate, GateError, Hints, RESPONSE_TIMEOUT, admit::Seen, confirm, unpack};
use crate::{ActivityId, ShopperId, TicketId, TicketStatus};

/// How often marks are checked while somebody asks for them.
const REFRESH: Duration = Duration::from_millis(400);

/// Listens to Redis; holds the hints and those who wait for a ticket.
#[derive(Debug)]
pub struct Feed {
    /// Sold-out marks and holders.
    pub hints: Hints,
    waiting: Mutex<HashMap<TicketId, Vec<oneshot::Sender<TicketStatus>>>>,
    /// Counts up with every connection that was made; 0 while there is none.
    connected: watch::Sender<u64>,
    connections: AtomicU64,
}

/// A place in the list of those who wait for a ticket's end.
#[derive(Debug)]
pub struct Watch(oneshot::Receiver<TicketStatus>);

impl Watch {
    /// The ticket's end; `None` when it did not come in time, or messages may have been missed.
    pub async fn end_within(self, wait: Duration) -> Option<TicketStatus> {
        tokio::time::timeout(wait, self.0).await.ok()?.ok()
    }
}

impl Feed {
    /// Starts to listen, for as long as somebody holds the feed.
    pub fn start(gate: Gate) -> Arc<Self> {
        let feed = Arc::new(Self {
            hints: Hints::default(),
            waiting: Mutex::default(),
            connected: watch::Sender::new(0),
            connections: AtomicU64::new(0),
        });
        let listener = Arc::downgrade(&feed);
        let listening_gate = gate.clone();
        tokio::spawn(async move {
            while let Some(feed) = listener.upgrade() {
                if let Err(error) = feed.listen(&listening_gate, &listener).await {
                    tracing::warn!(%error, "the gate's messages are cut; listening again");
                }
                feed.connected.send_replace(0);
                feed.hints.forget();
                feed.waiting().clear();
                drop(feed);
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        });
        let refresher = Arc::downgrade(&feed);
        tokio::spawn(async move {
            while let Some(feed) = refresher.upgrade() {
                if let Err(error) = feed.refresh(&gate).await {
                    tracing::debug!(%error, "sold-out marks not refreshed");
                }
                drop(feed);
                tokio::time::sleep(REFRESH).await;
            }
        });
        feed
    }

    /// Tells of every new connection to Redis by a new number; 0 means that there is none.
    pub fn connections(&self) -> watch::Receiver<u64> {
        self.connected.subscribe()
    }

    /// Waits for the end of a ticket from now on. Read the ticket after this call, not before.
    pub fn watch(&self, ticket: TicketId) -> Watch {
        let (sender, receiver) = oneshot::channel();
        let mut waiting = self.waiting();
        let list = waiting.entry(ticket).or_default();
        list.retain(|sender| !sender.is_closed());
        list.push(sender);
        Watch(receiver)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<TicketId, Vec<oneshot::Sender<TicketStatus>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn listen(&self, gate: &Gate, held: &std::sync::Weak<Self>) -> Result<(), GateError> {
        let shards = gate.shards();
        let channels: Vec<String> =
            shards.iter().flat_map(|shard| [gate.keys().admitted(*shard), gate.keys().settled(*shard)]).collect();
        let (mut line, mut messages) = gate.address().subscribe(&channels).await?.split();
        self.connected.send_replace(self.connections.fetch_add(1, Ordering::Relaxed) + 1);
        // The listener itself holds the feed once; when nobody else does, it is over.
        while held.strong_count() > 1 {
            match tokio::time::timeout(Duration::from_secs(1), messages.next()).await {
                Err(_) => {
                    // Silence may also be a connection that is dead and says nothing.
                    let ping = tokio::time::timeout(RESPONSE_TIMEOUT, line.ping::<redis::Value>()).await;
                    ping.map_err(|_| redis::RedisError::from((redis::ErrorKind::Io, "the messages' ping timed out")))??;
                    self.waiting().retain(|_, list| list.iter().any(|sender| !sender.is_closed()));
                }
                Ok(None) => return Ok(()),
                Ok(Some(message)) if message.get_channel_name().ends_with(":admitted") => {
                    let (activity, epoch, before, shoppers): (ActivityId, String, i64, Vec<ShopperId>) =
                        unpack(message.get_payload_bytes())?;
                    self.hints.admitted(activity, epoch.parse().unwrap_or(0), before, &shoppers);
                }
                Ok(Some(message)) => self.settled(unpack(message.get_payload_bytes())?)?,
            }
        }
        Ok(())
    }

    fn settled(&self, activities: Vec<confirm::Settled>) -> Result<(), GateError> {
        let mut waiting = self.waiting();
        for confirm::Settled(activity, tickets) in activities {
            for (_, ticket, state) in tickets {
                let status = confirm::read(&state)?;
                if matches!(status, TicketStatus::Lost(_)) {
                    self.hints.clear(activity);
                }
                for sender in waiting.remove(&ticket).into_iter().flatten() {
                    // Whoever stopped waiting does not want to know.
                    let _ = sender.send(status);
                }
            }
        }
        Ok(())
    }

    /// Reads the marks that somebody asked for again, and the holders that are not known.
    async fn refresh(&self, gate: &Gate) -> Result<(), GateError> {
        let wanted = self.hints.wanted();
        if wanted.is_empty() || *self.connected.borrow() == 0 {
            return Ok(());
        }
        let mut by_shard: HashMap<_, Vec<_>> = HashMap::new();
        for (shard, activity, stale) in wanted {
            by_shard.entry(shard).or_default().push((shard, activity));
            if stale && let Some((epoch, covers, shoppers)) = gate.holders(shard, activity).await? {
                self.hints.load(activity, epoch, covers, shoppers);
            }
        }
        for (shard, of) in by_shard {
            let sent = Instant::now();
            let peeked = gate.peek(&of).await?;
            let seen: Vec<Seen> = peeked
                .into_iter()
                .filter(|(_, accounts)| accounts.open && !accounts.fenced)
                .map(|(activity, accounts)| Seen {
                    shard,
                    activity,
                    epoch: accounts.epoch,
                    n: accounts.n,
                    left: accounts.items.iter().map(|(item, account)| (*item, account.free.unwrap_or(-1))).collect(),
                })
                .collect();
            self.hints.see(&seen, sent);
        }
        Ok(())
    }
}
