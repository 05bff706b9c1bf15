//! The list of cron lines. They only activate; what they activate takes no input and may run twice.

use std::time::Duration;

use apalis_core::backend::{TaskSink as _, Vacuum as _};
use seckill::{Error, Shop};
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};
use tokio_util::sync::CancellationToken;

use crate::jobs::{WarmDue, queue};

/// Every five seconds: a sale whose lead begins is warm soon after, and one that a dead scheduler missed even sooner,
/// because its first attempt warms it.
const WARM: &str = "*/5 * * * * *";

/// A tick is run by the one instance that takes it; the others find it taken until the next one is due.
const TAKEN: Duration = Duration::from_secs(4);

/// Runs the schedule until `stop`.
pub async fn run(shop: Shop, stop: CancellationToken) -> Result<(), Error> {
    keep_time(shop, stop).await.map_err(|error| Error::Internal(Box::new(error)))
}

async fn keep_time(shop: Shop, stop: CancellationToken) -> Result<(), JobSchedulerError> {
    let mut scheduler = JobScheduler::new().await?;
    scheduler
        .add(Job::new_async(WARM, move |_, _| {
            let shop = shop.clone();
            Box::pin(async move {
                if let Err(error) = warm(&shop).await {
                    tracing::warn!(%error, "the tick that warms sales up was missed");
                }
            })
        })?)
        .await?;
    scheduler.start().await?;
    stop.cancelled().await;
    scheduler.shutdown().await
}

async fn warm(shop: &Shop) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    if shop.gate().take_tick("warm", TAKEN).await? {
        let mut queue = queue(shop);
        // apalis keeps finished jobs until they are swept.
        queue.vacuum().await?;
        queue.push(WarmDue {}).await?;
    }
    Ok(())
}
