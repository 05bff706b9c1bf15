//! What is measured about every request.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};

/// Counts and times requests by route, method and status. Routes, not paths: the number of series stays small.
pub(crate) async fn requests(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let status = response.status();
    let route = route.as_ref().map_or("pages", MatchedPath::as_str);
    let labels = [
        ("method", known(method.as_str())),
        ("route", route.to_owned().into()),
        ("status", status.as_str().to_owned().into()),
    ];
    metrics::histogram!("sluice_http_request_seconds", &labels).record(start.elapsed());
    tracing::debug!(%method, route, %status, elapsed = ?start.elapsed(), "request");
    response
}

/// A caller may invent methods, and every new one would be a new series.
fn known(method: &str) -> metrics::SharedString {
    match method {
        "GET" => "GET".into(),
        "HEAD" => "HEAD".into(),
        "POST" => "POST".into(),
        "PUT" => "PUT".into(),
        "DELETE" => "DELETE".into(),
        _ => "other".into(),
    }
}
