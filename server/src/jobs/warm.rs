//! The worker that lays out accounts ahead of the start.

use std::{
    task::{Context, Poll},
    time::Duration,
};

use apalis::layers::WorkerBuilderExt as _;
use apalis_core::{error::WorkerError, task::Task, worker::builder::WorkerBuilder};
use apalis_redis::{Config, RedisStorage};
use futures::future::BoxFuture;
use seckill::{Shop, gate::Conn};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use tower::Service;

/// "See which sales start soon." It carries nothing, so repeating it is harmless.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WarmDue {}

/// The queue of [`WarmDue`] jobs. Locks, results and events are off: a repeat is harmless and they cost most of the rate.
pub fn queue(shop: &Shop) -> RedisStorage<WarmDue, Conn> {
    let config = Config::default()
        .queue(shop.gate().keys().jobs())
        .heartbeat_interval(Duration::from_secs(1))
        .lock_tasks(false)
        .persist_results(false)
        .emit_events(false);
    RedisStorage::new(shop.gate().conn().clone()).with_config(config)
}

/// Runs the worker until `stop`.
pub async fn run(shop: Shop, name: String, stop: CancellationToken) -> Result<(), WorkerError> {
    let worker = WorkerBuilder::new(format!("{name}-warm")).backend(queue(&shop)).concurrency(1).build(Warm { shop });
    worker
        .run_until(async move {
            stop.cancelled().await;
            Ok::<_, WorkerError>(())
        })
        .await
}

/// The handler.
#[derive(Clone)]
struct Warm {
    shop: Shop,
}

impl Service<Task<WarmDue>> for Warm {
    type Response = ();
    type Error = seckill::Error;
    type Future = BoxFuture<'static, Result<(), seckill::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), seckill::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Task<WarmDue>) -> Self::Future {
        let shop = self.shop.clone();
        Box::pin(async move {
            let laid_out = shop.warm_due().await?;
            tracing::debug!(laid_out, "looked for sales that start soon");
            Ok(())
        })
    }
}
