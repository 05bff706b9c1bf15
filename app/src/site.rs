//! The site as a router: pages, static files and the choice of a language.

use std::{
    fs,
    path::{Path, PathBuf},
};

use axum::{
    Router,
    handler::Handler,
    http::{
        HeaderMap, HeaderValue,
        header::{ACCEPT_LANGUAGE, CACHE_CONTROL, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS},
    },
    middleware::map_response,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use leptos::prelude::{LeptosOptions, provide_context};
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_async_with_context};
use seckill::Shop;
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

use crate::{app::App, document::document, ui::Lang};

/// What `cargo leptos watch` calls the bundle; the site build adds a hash of the content.
const UNHASHED: &str = "sluice";

/// Every page, `/pkg` and the files beside it. What none of these knows is answered by the 404 page.
///
/// `site_root` is the folder that `xtask site` wrote; its file `pkg/name` names the bundle.
pub fn router(shop: Shop, site_root: PathBuf) -> Router {
    let options = options(&site_root);
    let context = move || provide_context(shop.clone());
    let render = {
        let options = options.clone();
        move || document(options.clone())
    };
    let page = render_app_async_with_context(context.clone(), render.clone());
    let files = ServeDir::new(&site_root).append_index_html_on_directories(false).precompressed_br();

    Router::new()
        .route("/", get(choose_language))
        .route("/zh/", get(|| async { Redirect::permanent("/zh") }))
        .route("/en/", get(|| async { Redirect::permanent("/en") }))
        .leptos_routes_with_context(&options, generate_route_list(App), context, render)
        .nest("/pkg", bundle(&site_root.join("pkg"), &options.output_name))
        .fallback_service(files.fallback(page.with_state(())))
        .layer(SetResponseHeaderLayer::if_not_present(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(SetResponseHeaderLayer::if_not_present(REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .with_state(options)
}

fn options(site_root: &Path) -> LeptosOptions {
    let name = fs::read_to_string(site_root.join("pkg/name")).unwrap_or_else(|_| UNHASHED.to_owned());
    LeptosOptions::builder().output_name(name.trim().to_owned()).site_root(site_root.to_string_lossy()).build()
}

/// The files of the bundle carry a hash in their names, so a copy of one never grows old.
fn bundle(folder: &Path, name: &str) -> Router<LeptosOptions> {
    let policy =
        HeaderValue::from_static(if name == UNHASHED { "no-cache" } else { "public, max-age=31536000, immutable" });
    let files = ServeDir::new(folder).append_index_html_on_directories(false).precompressed_br();
    Router::new().fallback_service(files).layer(map_response(move |mut response: Response| {
        if response.status().is_success() {
            response.headers_mut().insert(CACHE_CONTROL, policy.clone());
        }
        std::future::ready(response)
    }))
}

async fn choose_language(headers: HeaderMap) -> impl IntoResponse {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let headers = [(VARY, "Accept-Language"), (CACHE_CONTROL, "no-cache")];
    (headers, Redirect::temporary(Lang::negotiate(accepted).home()))
}
