//! The site as a router: pages, static files and the choice of a language.

use std::{
    fs,
    future::ready,
    path::{Path, PathBuf},
};

use axum::{
    Router,
    http::{
        HeaderMap, HeaderValue,
        header::{CACHE_CONTROL, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS},
    },
    middleware::map_response,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use leptos::prelude::{LeptosOptions, provide_context};
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_async_with_context};
use seckill::Shop;
use tower_http::{services::ServeFile, set_header::SetResponseHeaderLayer};

use crate::{app::App, document::document, ui::Lang};

/// What `cargo leptos watch` calls the bundle; the site build adds a hash of the content.
const UNHASHED: &str = "sluice";

/// Every page, and every file of `site_root`, the folder that `xtask site` wrote. Any other address is answered by the
/// 404 page.
pub fn router(shop: Shop, site_root: PathBuf) -> Router {
    let options = options(&site_root);
    let bundle = if &*options.output_name == UNHASHED { "no-cache" } else { "public, max-age=31536000, immutable" };
    let context = move || provide_context(shop.clone());
    let render = {
        let options = options.clone();
        move || document(options.clone())
    };
    let page = render_app_async_with_context(context.clone(), render.clone());

    Router::new()
        .route("/", get(choose_language))
        .route("/zh/", get(|| async { Redirect::permanent("/zh") }))
        .route("/en/", get(|| async { Redirect::permanent("/en") }))
        .leptos_routes_with_context(&options, generate_route_list(App), context, render)
        .merge(files(&site_root, "", "public, max-age=3600"))
        .merge(files(&site_root.join("pkg"), "/pkg", bundle))
        .fallback(page)
        .layer(SetResponseHeaderLayer::if_not_present(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(SetResponseHeaderLayer::if_not_present(REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .with_state(options)
}

/// `cargo leptos` knows the bundle's name when it compiles; the site build writes it beside the files.
fn options(site_root: &Path) -> LeptosOptions {
    let name = match option_env!("LEPTOS_OUTPUT_NAME") {
        Some(name) => name.to_owned(),
        None => fs::read_to_string(site_root.join("pkg/name")).unwrap_or_else(|error| {
            tracing::warn!(%error, "there is no site in {}: pages have no styles and no scripts", site_root.display());
            UNHASHED.to_owned()
        }),
    };
    LeptosOptions::builder().output_name(name).site_root(site_root.to_string_lossy()).build()
}

/// A route for each file of a folder, so that no other address reaches the disk.
fn files(folder: &Path, at: &str, cache_control: &'static str) -> Router<LeptosOptions> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let served = entries.filter(|path| path.is_file() && path.extension().is_some_and(|extension| extension != "br"));
    let routes = served.fold(Router::new(), |routes, path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        routes.route_service(&format!("{at}/{name}"), ServeFile::new(&path).precompressed_br())
    });
    routes.layer(map_response(move |mut response: Response| {
        if response.status().is_success() {
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
            response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        ready(response)
    }))
}

async fn choose_language(headers: HeaderMap) -> impl IntoResponse {
    let home = Lang::of_headers(&headers).home();
    let headers = [(VARY, "Accept-Language"), (CACHE_CONTROL, "no-cache")];
    (headers, Redirect::temporary(home))
}
