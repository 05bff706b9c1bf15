//! What every request may use.

use std::path::PathBuf;

use axum::extract::FromRef;
use metrics_exporter_prometheus::PrometheusHandle;
use seckill::Shop;

use crate::sessions::RedisSessions;

/// Shared by all requests of a process.
#[derive(Clone)]
pub struct AppState {
    /// The single door to everything that happens.
    pub shop: Shop,
    /// Folder with the built site.
    pub site_root: PathBuf,
    /// Sessions of browsers.
    pub sessions: RedisSessions,
    /// Browsers send cookies over https only.
    pub secure_cookies: bool,
    /// The metrics of this process.
    pub metrics: PrometheusHandle,
}

impl FromRef<AppState> for Shop {
    fn from_ref(state: &AppState) -> Self {
        state.shop.clone()
    }
}

impl FromRef<AppState> for PrometheusHandle {
    fn from_ref(state: &AppState) -> Self {
        state.metrics.clone()
    }
}
