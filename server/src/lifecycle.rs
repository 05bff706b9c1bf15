//! The end of a process: what it holds is finished within a limit.

use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The longest a process takes from the signal to its end.
pub const DRAIN: Duration = Duration::from_secs(10);

/// A token that is cancelled by the first SIGINT or SIGTERM. The second one ends the process at once.
pub fn stop_on_signal() -> std::io::Result<CancellationToken> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let stop = CancellationToken::new();
    let first = stop.clone();
    tokio::spawn(async move {
        for asked in ["first", "second"] {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if asked == "first" {
                tracing::info!("stopping: no new work, {} s for what is under way", DRAIN.as_secs());
                first.cancel();
            }
        }
        std::process::exit(130);
    });
    Ok(stop)
}

/// Waits for `work`, but no longer than [`DRAIN`] once `stop` is cancelled.
pub async fn finish<T>(work: impl Future<Output = T>, stop: &CancellationToken) -> Option<T> {
    let late = async {
        stop.cancelled().await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        done = work => Some(done),
        () = late => None,
    }
}
