//! All workers in one list, each with its reason.

mod orders;
mod warm;

use std::time::Duration;

use futures::future::try_join_all;
use seckill::Shop;
use tokio_util::sync::CancellationToken;

pub use warm::{WarmDue, queue};

/// Runs every worker until `stop`. A worker that ends by an outage is started again under a new name.
///
/// - `orders`: one a shard; writes orders from the shard's stream. It reads the very entry that made the winners safe,
///   so there is no gap between deciding and enqueuing.
/// - `warm`: lays out accounts of sales that start soon; low rate, so it comes through apalis-redis.
pub async fn run(shop: Shop, name: String, stop: CancellationToken) -> Result<(), seckill::Error> {
    let orders = try_join_all(shop.gate().shards().into_iter().map(|shard| {
        let (shop, name, stop) = (shop.clone(), name.clone(), stop.clone());
        keep(stop.clone(), move |start| orders::run(shop.clone(), shard, format!("{name}-{start}"), stop.clone()))
    }));
    let warm = {
        let (shop, stop) = (shop.clone(), stop.clone());
        keep(stop.clone(), move |start| warm::run(shop.clone(), format!("{name}-{start}"), stop.clone()))
    };
    tokio::try_join!(orders, warm).map(drop)
}

/// Starts a worker again and again until `stop`; each start has a number of its own, because a name is used once.
async fn keep<F>(stop: CancellationToken, start: impl Fn(u32) -> F) -> Result<(), seckill::Error>
where
    F: Future<Output = Result<(), apalis_core::error::WorkerError>>,
{
    for number in 0.. {
        let ended = start(number).await;
        if stop.is_cancelled() {
            break;
        }
        if let Err(error) = ended {
            tracing::warn!(%error, "a worker ended; starting it again");
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(())
}
