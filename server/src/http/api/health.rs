//! For those who run the server.

use axum::{
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
};
use metrics_exporter_prometheus::PrometheusHandle;
use seckill::Shop;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{http::extract::Json, state::AppState};

pub(crate) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(metrics))
}

/// Whether this process can do its work.
#[derive(Serialize, ToSchema)]
struct Ready {
    ready: bool,
    dependencies: Dependencies,
}

/// What it depends on: `ok` or `down`; the log says why.
#[derive(Serialize, ToSchema)]
struct Dependencies {
    #[schema(example = "ok")]
    postgres: &'static str,
    #[schema(example = "ok")]
    redis: &'static str,
}

/// The process lives
#[utoipa::path(
    get, path = "/healthz", tag = "operation",
    responses((status = 200, description = "It does", body = String)),
)]
async fn healthz() -> &'static str {
    "ok"
}

/// The process can do its work
#[utoipa::path(
    get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Ready, description = "It can"), (status = 503, body = Ready, description = "A dependency is down")),
)]
async fn readyz(State(shop): State<Shop>) -> (StatusCode, Json<Ready>) {
    let readiness = shop.readiness().await;
    let ready = readiness.is_ready();
    let postgres = word("postgres", &readiness.postgres);
    let redis = word("redis", &readiness.redis);
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Ready { ready, dependencies: Dependencies { postgres, redis } }))
}

fn word(store: &'static str, state: &Result<(), String>) -> &'static str {
    match state {
        Ok(()) => "ok",
        Err(cause) => {
            tracing::warn!(store, cause, "not ready: {store} is down");
            "down"
        }
    }
}

/// Metrics for Prometheus
#[utoipa::path(
    get, path = "/metrics", tag = "operation",
    responses((status = 200, description = "In Prometheus' text format", body = String)),
)]
async fn metrics(State(metrics): State<PrometheusHandle>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render())
}
