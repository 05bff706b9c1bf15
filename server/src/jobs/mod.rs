//! The list of workers.

use seckill::{Error, Shop};
use tokio_util::sync::CancellationToken;

use crate::config::Config;

/// Runs every worker until `stop`.
pub async fn run(_shop: Shop, _config: &Config, stop: CancellationToken) -> Result<(), Error> {
    stop.cancelled().await;
    Ok(())
}
