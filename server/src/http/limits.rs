//! How much a caller may send, how long it may take, and what a browser may do with an answer.

use std::time::Duration;

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::Response,
};

/// Largest body of a request, bytes, where nothing else is said.
pub(crate) const BODY: usize = 64 * 1024;
/// Largest body of an attempt, bytes.
pub(crate) const ATTEMPT_BODY: usize = 4 * 1024;
/// Largest body of a sale with its page, bytes.
pub(crate) const ACTIVITY_BODY: usize = 1024 * 1024;
/// Largest body of an upload, bytes: the file, and the form around it.
pub(crate) const UPLOAD_BODY: usize = 10 * 1024 * 1024 + BODY;
/// Longest time from the head of a request to its answer; a long poll is a third of it.
pub(crate) const REQUEST: Duration = Duration::from_secs(15);
/// The same for an upload: ten megabytes over a line of one megabit, and a while to scale them.
pub(crate) const UPLOAD: Duration = Duration::from_secs(120);
/// The answer to a body that trickles in for longer.
pub(crate) const TOO_SLOW: StatusCode = StatusCode::REQUEST_TIMEOUT;

const API_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// The documentation page brings its own scripts; its styles and icons are inline.
const DOCS_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
);

/// For every answer: a browser takes it for what it says it is.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    default(&mut response, header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// For answers of the API: nothing is kept that does not say so itself, nothing runs.
pub(crate) async fn api_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    default(&mut response, header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    default(&mut response, header::CONTENT_SECURITY_POLICY, API_POLICY);
    response
}

/// For the documentation page.
pub(crate) async fn docs_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    default(&mut response, header::CONTENT_SECURITY_POLICY, DOCS_POLICY);
    response
}

fn default(response: &mut Response, name: HeaderName, value: HeaderValue) {
    response.headers_mut().entry(name).or_insert(value);
}
