//! Log and metrics of a process.

use std::io::IsTerminal;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::{EnvFilter, fmt};

use crate::{
    cli::Failure,
    config::{Log, LogFormat},
};

/// Upper bounds of what is timed, seconds: fine where a flash sale lives, coarse where it suffers.
const SECONDS: [f64; 13] = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 15.0];

/// Upper bounds of what is counted in batches.
const SIZES: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// Starts the log on standard error, so that standard output stays free for answers. Panics go to it too.
pub fn log(log: &Log) -> Result<(), Failure> {
    // What these say of a merchant's HTML is for who mends parsers.
    let filter = format!("html5ever=error,markup5ever=error,{}", log.filter);
    let filter = EnvFilter::try_new(filter).map_err(|error| format!("LOG is not a filter: {error}"))?;
    let colours = std::io::stderr().is_terminal();
    let lines = fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    match log.format {
        LogFormat::Text => lines.try_init()?,
        LogFormat::Json => lines.json().flatten_event(true).try_init()?,
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a fault in the program")));
    Ok(())
}

/// Starts the collection of metrics of this process. Histograms, not summaries: those of several processes add up.
pub fn metrics() -> Result<PrometheusHandle, Failure> {
    let of = |suffix: &str| Matcher::Suffix(suffix.to_owned());
    let builder = PrometheusBuilder::new().set_buckets_for_metric(of("_seconds"), &SECONDS)?;
    Ok(builder.set_buckets_for_metric(of("_size"), &SIZES)?.install_recorder()?)
}
