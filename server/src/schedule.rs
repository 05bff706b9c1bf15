//! The list of cron lines. They only activate; what they activate decides nothing about a sale.

use seckill::{Error, Shop};
use tokio_util::sync::CancellationToken;

/// Runs the cron lines until `stop`.
pub async fn run(_shop: Shop, stop: CancellationToken) -> Result<(), Error> {
    stop.cancelled().await;
    Ok(())
}
