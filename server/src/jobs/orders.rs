//! The worker that writes orders: apalis over the shard's stream.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use apalis::layers::{
    WorkerBuilderExt as _,
    retry::{HasherRng, RetryPolicy, backoff::ExponentialBackoffMaker, backoff::MakeBackoff as _},
};
use apalis_core::{
    backend::{Backend, BackendConfig, finalize::Ephemeral},
    error::WorkerError,
    task::{Task, task_id::RandomId},
    worker::{builder::WorkerBuilder, context::WorkerContext},
};
use futures::{Stream, StreamExt as _, future::BoxFuture};
use seckill::{
    Shop,
    gate::{Conn, Entry, Shard},
};
use tokio_util::sync::CancellationToken;
use tower::{Service, layer::util::Identity};

/// Entries in one task; with at most 512 winners each, one transaction stays well under a second.
const ENTRIES: usize = 8;

/// An entry that its consumer has not ended for this long is taken over: longer than any statement may run.
const ABANDONED: Duration = Duration::from_secs(10);

/// How often abandoned entries are looked for.
const LOOK_FOR_ABANDONED: Duration = Duration::from_secs(3);

/// A consumer without entries that was silent for this long is taken off the group.
const SILENT: Duration = Duration::from_secs(3_600);

/// One task: some entries of a shard's stream.
#[derive(Debug, Clone)]
pub struct Batch(Arc<Vec<Entry>>);

/// Runs the worker of one shard until `stop`. An outage is waited out; no try is counted.
pub async fn run(shop: Shop, shard: Shard, name: String, stop: CancellationToken) -> Result<(), WorkerError> {
    let backend = Entries::new(shop.clone(), shard, name.clone());
    let outage =
        ExponentialBackoffMaker::new(Duration::from_millis(100), Duration::from_secs(2), 0.5, HasherRng::default());
    let outage = outage.map_err(|error| WorkerError::BackendError(Box::new(error)))?.make_backoff();
    let worker = WorkerBuilder::new(name.as_str())
        .backend(backend)
        .concurrency(1)
        .retry(RetryPolicy::retries(usize::MAX).with_backoff(outage))
        .build(WriteOrders { shop: shop.clone(), shard });
    let ended = worker
        .run_until(async move {
            stop.cancelled().await;
            Ok::<_, WorkerError>(())
        })
        .await;
    if let Err(error) = shop.gate().leave(shard, &name).await {
        tracing::debug!(%error, name, "the consumer stays until it is taken off as silent");
    }
    ended
}

/// The handler.
#[derive(Clone)]
struct WriteOrders {
    shop: Shop,
    shard: Shard,
}

impl Service<Task<Batch>> for WriteOrders {
    type Response = ();
    type Error = seckill::Error;
    type Future = BoxFuture<'static, Result<(), seckill::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), seckill::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, task: Task<Batch>) -> Self::Future {
        let Self { shop, shard } = self.clone();
        Box::pin(async move {
            let Batch(entries) = task.args;
            shop.fulfil(shard, &entries).await.inspect_err(|error| {
                let cause = std::error::Error::source(error).map(ToString::to_string);
                tracing::warn!(%error, cause, entries = entries.len(), "orders not written yet");
            })
        })
    }
}

/// Nothing that this backend meets ends the worker: outages are waited out.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("unreachable")]
pub enum Never {}

/// The shard's stream as a source of tasks.
struct Entries {
    tasks: Pin<Box<dyn Stream<Item = Task<Batch>> + Send>>,
}

impl Entries {
    fn new(shop: Shop, shard: Shard, consumer: String) -> Self {
        let reader = Reader { shop, shard, consumer, conn: None, looked: None };
        let tasks = futures::stream::unfold(reader, |mut reader| async move {
            let entries = reader.next().await;
            Some((Task::new(Batch(Arc::new(entries))), reader))
        });
        Self { tasks: tasks.boxed() }
    }
}

impl Backend for Entries {
    type Task = Task<Batch>;
    type Error = Never;

    fn poll_ready(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), Never>> {
        Poll::Ready(Ok(()))
    }

    fn poll_next(&mut self, cx: &mut Context<'_>, _: &WorkerContext) -> Poll<Option<Result<Task<Batch>, Never>>> {
        self.tasks.poll_next_unpin(cx).map(|task| task.map(Ok))
    }

    fn poll_close(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), Never>> {
        Poll::Ready(Ok(()))
    }
}

impl BackendConfig for Entries {
    type Args = Batch;
    type Id = RandomId;
    type Kind = Ephemeral;
    type Config = ();
    type Layer = Identity;

    fn config(&self) -> &() {
        &()
    }

    fn middleware(&mut self, _: &mut WorkerContext) -> Identity {
        Identity::new()
    }
}

/// Reads the stream as one consumer.
struct Reader {
    shop: Shop,
    shard: Shard,
    consumer: String,
    conn: Option<Conn>,
    looked: Option<Instant>,
}

impl Reader {
    /// The next entries, however long it takes.
    async fn next(&mut self) -> Vec<Entry> {
        loop {
            match self.read().await {
                Ok(entries) if entries.is_empty() => {}
                Ok(entries) => return entries,
                Err(error) => {
                    tracing::warn!(%error, "the stream of winners cannot be read; trying again");
                    self.conn = None;
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
    }

    async fn read(&mut self) -> Result<Vec<Entry>, seckill::Error> {
        let gate = self.shop.gate();
        if self.looked.is_none_or(|at| at.elapsed() >= LOOK_FOR_ABANDONED) {
            if self.looked.is_none() {
                self.shop.mend_stream(self.shard).await?;
                gate.bury(self.shard, SILENT).await?;
            }
            let abandoned = gate.claim(self.shard, &self.consumer, ABANDONED, ENTRIES).await?;
            match abandoned {
                None => return self.mend().await,
                Some(abandoned) if !abandoned.is_empty() => return Ok(abandoned),
                Some(_) => self.looked = Some(Instant::now()),
            }
        }
        let conn = match self.conn.take() {
            Some(conn) => conn,
            None => gate.address().connect_blocking().await.map_err(seckill::gate::GateError::from)?,
        };
        let entries = gate.read_new(&conn, self.shard, &self.consumer, ENTRIES).await?;
        self.conn = Some(conn);
        match entries {
            Some(entries) => Ok(entries),
            None => self.mend().await,
        }
    }

    async fn mend(&mut self) -> Result<Vec<Entry>, seckill::Error> {
        self.shop.mend_stream(self.shard).await?;
        Ok(Vec::new())
    }
}
