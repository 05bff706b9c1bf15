//! The whole HTTP surface.

mod access;
pub mod api;
mod browser;
mod code;
mod document;
mod error;
mod extract;
mod limits;
mod observe;
mod problem;
mod upload;
mod words;

use app::who::SecureCookies;
use axum::{Extension, Router, extract::DefaultBodyLimit, middleware, routing::any};
use tower_http::{catch_panic::CatchPanicLayer, timeout::TimeoutLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::SwaggerUi;

use crate::state::AppState;

/// Everything this server answers. Needs no socket, so tests call it directly.
pub fn router(state: AppState) -> Router {
    let (api, document) = surface().split_for_parts();
    let docs = Router::from(SwaggerUi::new("/api/docs").url("/api/openapi.json", document::finish(document)));
    let pages = app::router(state.shop.clone(), state.site_root.clone())
        .layer(TimeoutLayer::with_status_code(limits::TOO_SLOW, limits::REQUEST));
    let sessions = browser::sessions(&state);
    let secure = Extension(SecureCookies(state.secure_cookies));
    api.merge(docs.layer(middleware::from_fn(limits::docs_headers)))
        .with_state(state)
        .fallback_service(pages)
        .layer(secure)
        .layer(sessions)
        .layer(middleware::from_fn(limits::headers))
        .layer(middleware::from_fn(observe::requests))
}

/// The OpenAPI document of the API, as JSON for people and for `docs/openapi.json`.
pub fn openapi_json() -> serde_json::Result<String> {
    document::finish(surface().into_openapi()).to_pretty_json()
}

/// Routes and their documentation, from the same declarations: they cannot differ.
fn surface() -> OpenApiRouter<AppState> {
    let v1 = OpenApiRouter::new()
        .merge(api::auth::router())
        .merge(api::me::router())
        .merge(api::activities::router())
        .merge(api::attempts::router())
        .merge(api::tickets::router())
        .merge(api::orders::router())
        .nest("/merchant", api::merchant::router())
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(TimeoutLayer::with_status_code(limits::TOO_SLOW, limits::REQUEST));
    let uploads = OpenApiRouter::new()
        .nest("/merchant", api::merchant::images::router())
        .layer(TimeoutLayer::with_status_code(limits::TOO_SLOW, limits::UPLOAD));
    let api = OpenApiRouter::new()
        .nest("/v1", v1.merge(uploads))
        .fallback(problem::not_found)
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(middleware::from_fn(problem::render))
        .layer(middleware::from_fn(limits::api_headers));
    // What is nested at a path does not answer that path with a slash.
    let root = any(problem::not_found)
        .layer(middleware::from_fn(problem::render))
        .layer(middleware::from_fn(limits::api_headers));
    let media = api::media::router().fallback(problem::not_found).layer(middleware::from_fn(problem::render));
    OpenApiRouter::with_openapi(document::frame())
        .nest("/api", api)
        .route("/api/", root)
        .nest("/media", media)
        .merge(api::health::router())
}
