//! Log and metrics of a process.

use std::io::IsTerminal;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::{EnvFilter, fmt};

use crate::{
    cli::Failure,
    config::{Log, LogFormat},
};

/// Upper bounds of the request histogram, seconds: fine where a flash sale lives, coarse where it suffers.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 15.0];

/// Starts the log on standard error, so that standard output stays free for answers. Panics go to it too.
pub fn log(log: &Log) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&log.filter).map_err(|error| format!("LOG is not a filter: {error}"))?;
    let colours = std::io::stderr().is_terminal();
    let lines = fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    match log.format {
        LogFormat::Text => lines.try_init()?,
        LogFormat::Json => lines.json().flatten_event(true).try_init()?,
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a fault in the program")));
    Ok(())
}

/// Starts the collection of metrics of this process.
pub fn metrics() -> Result<PrometheusHandle, Failure> {
    let requests = Matcher::Full("http_request_seconds".to_owned());
    Ok(PrometheusBuilder::new().set_buckets_for_metric(requests, &BUCKETS)?.install_recorder()?)
}
