//! The list of workers.

use seckill::{Error, Shop};
use tokio_util::sync::CancellationToken;

/// Runs every worker until `stop`.
pub async fn run(_shop: Shop, _name: String, stop: CancellationToken) -> Result<(), Error> {
    stop.cancelled().await;
    Ok(())
}
