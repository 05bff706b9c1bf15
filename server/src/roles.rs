//! The roles that run until they are told to stop.

use std::time::Duration;

use axum::serve::ListenerExt;
use clap::ValueEnum;
use seckill::Shop;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{
    cli::Failure, config::Config, http, jobs, lifecycle, operator, schedule, sessions::RedisSessions, state::AppState,
    telemetry,
};

/// What a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Role {
    /// Answers requests
    Web,
    /// Writes the orders
    Worker,
    /// Prepares sales and tidies up
    Scheduler,
}

impl Role {
    pub(crate) const ALL: [Self; 3] = [Self::Web, Self::Worker, Self::Scheduler];
}

/// Runs `roles` until a signal, or until one of them fails.
pub(crate) async fn run(roles: &[Role], config: &Config) -> Result<(), Failure> {
    telemetry::log(&config.log)?;
    let stop = lifecycle::stop_on_signal()?;
    let shop = operator::open(config).await?;
    let web = async { if roles.contains(&Role::Web) { web(shop.clone(), config, stop.clone()).await } else { Ok(()) } };
    let worker = async {
        if !roles.contains(&Role::Worker) {
            return Ok(());
        }
        let name = worker_name(config, &shop);
        jobs::run(shop.clone(), name, stop.clone()).await.map_err(|error| operator::explain(&error))
    };
    let scheduler = async {
        if !roles.contains(&Role::Scheduler) {
            return Ok(());
        }
        schedule::run(shop.clone(), stop.clone()).await.map_err(|error| operator::explain(&error))
    };
    match lifecycle::finish(async { tokio::try_join!(web, worker, scheduler) }, &stop).await {
        Some(ended) => ended.map(|_| ()),
        None => {
            tracing::warn!("ended with work under way; it is taken up again by another process or at the next start");
            Ok(())
        }
    }
}

/// Never used before, also after a restart: what the last process of this name held is claimed, not confused.
fn worker_name(config: &Config, shop: &Shop) -> String {
    let host = || std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let name = config.worker_name.clone().unwrap_or_else(|| format!("{}-{}", host().trim(), std::process::id()));
    format!("{name}-{}", shop.now().get())
}

async fn web(shop: Shop, config: &Config, stop: CancellationToken) -> Result<(), Failure> {
    shop.check_media().await.map_err(|error| operator::explain(&error))?;
    let metrics = telemetry::metrics()?;
    let cache = config.redis_cache_url.as_ref().unwrap_or(&config.redis_url);
    let sessions = RedisSessions::open(cache, &config.redis_prefix).await.map_err(|error| operator::explain(&error))?;
    let state = AppState {
        shop,
        site_root: config.site_root.clone(),
        sessions,
        secure_cookies: config.secure_cookies,
        metrics: metrics.clone(),
    };
    let listener = TcpListener::bind(config.listen).await.map_err(|error| {
        format!(
            "cannot listen on {}: {error}. Is another server running there? LISTEN chooses another port",
            config.listen
        )
    })?;
    tracing::info!("listening on http://{}", listener.local_addr()?);
    // A small answer must not wait for the acknowledgement of the one before it.
    let listener = listener.tap_io(|tcp| drop(tcp.set_nodelay(true)));
    let upkeep = async {
        let mut every = tokio::time::interval(Duration::from_secs(5));
        loop {
            every.tick().await;
            metrics.run_upkeep();
        }
    };
    let serve = axum::serve(listener, http::router(state)).with_graceful_shutdown(stop.cancelled_owned());
    tokio::select! {
        ended = serve => Ok(ended?),
        () = upkeep => Ok(()),
    }
}
