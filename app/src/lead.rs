//! Leads the browser on to another page.

use axum::http::{HeaderValue, StatusCode, header::LOCATION};
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

/// Answers the request in context with an address to go on to, whoever asks: `leptos_axum::redirect` does so only for callers
/// that name `text/html`, and gives the others an empty page. A path that no header takes leads to `/`.
pub fn lead_to(path: &str) {
    let Some(response) = use_context::<ResponseOptions>() else { return };
    response.set_status(StatusCode::FOUND);
    response.insert_header(LOCATION, HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/")));
}
