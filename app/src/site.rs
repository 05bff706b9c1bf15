//! The site as a router: pages, static files and the choice of a language.

use std::{
    fs,
    future::ready,
    path::{Path, PathBuf},
};

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{ACCEPT, CACHE_CONTROL, CONTENT_LENGTH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS},
    },
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use leptos::prelude::{LeptosOptions, provide_context};
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_async_with_context};
use seckill::Shop;
use tower_http::{limit::RequestBodyLimitLayer, services::ServeFile, set_header::SetResponseHeaderLayer};

use crate::{app::App, bundles::Bundles, document::document, pages::Trouble, ui::Lang, who};

/// Most bytes of a form.
const FORM: usize = 16 * 1024;

/// Every page, and every file of `site_root`, the folder that `xtask site` wrote. Any other address is answered by the
/// 404 page. A form that was not sent from a page of ours is refused before anything reads it.
pub fn router(shop: Shop, site_root: PathBuf) -> Router {
    let bundles = Bundles::read(&site_root);
    let kept = if bundles.hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let options = bundles.any();
    let context = {
        let bundles = bundles.clone();
        move || {
            provide_context(shop.clone());
            provide_context(bundles.clone());
        }
    };
    let render = move || document(&bundles);
    let page = render_app_async_with_context(context.clone(), render.clone());

    let site = Router::new()
        .route("/", get(choose_language))
        .route("/zh/", get(|| async { Redirect::permanent("/zh") }))
        .route("/en/", get(|| async { Redirect::permanent("/en") }))
        .leptos_routes_with_context(&options, generate_route_list(App), context, render)
        .merge(files(&site_root, "", "public, max-age=3600"))
        .merge(files(&site_root.join("pkg"), "/pkg", kept))
        .fallback(page)
        .layer(SetResponseHeaderLayer::if_not_present(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(SetResponseHeaderLayer::if_not_present(REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .with_state(options);
    // Around the whole router, because it changes which route answers.
    Router::new().fallback_service(site).layer(RequestBodyLimitLayer::new(FORM)).layer(from_fn(forms))
}

/// A route for each file of a folder, so that no other address reaches the disk.
fn files(folder: &Path, at: &str, cache_control: &'static str) -> Router<LeptosOptions> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    // Packed copies are found beside the file; what is JSON is for this server.
    let served =
        entries.filter(|path| path.is_file() && path.extension().is_some_and(|end| end != "br" && end != "json"));
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

/// Answers a form from elsewhere, one that cannot be read, and a method that an address does not take, with the page that
/// says so.
async fn forms(mut request: Request, next: Next) -> Response {
    let mut page = Request::get("/no-form").body(Body::empty()).unwrap_or_default();
    page.headers_mut().clone_from(request.headers());
    page.headers_mut().remove(CONTENT_LENGTH);
    let trouble = if request.method().is_safe() {
        let answer = next.clone().run(request).await;
        if answer.status() != StatusCode::METHOD_NOT_ALLOWED {
            return answer;
        }
        Trouble::NotFound
    } else if who::from_our_page(request.headers()) {
        // The framework leads who takes HTML back to where they say they came from.
        request.headers_mut().remove(ACCEPT);
        let mut answer = next.clone().run(request).await;
        // What a form of ours does never fails: it leads on, to words where there is something to say.
        let status = answer.status();
        let unread = matches!(status, StatusCode::METHOD_NOT_ALLOWED | StatusCode::PAYLOAD_TOO_LARGE);
        if !unread && !status.is_server_error() {
            answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            return answer;
        }
        Trouble::BadForm
    } else {
        Trouble::Foreign
    };
    page.extensions_mut().insert(trouble);
    next.run(page).await
}

async fn choose_language(headers: HeaderMap) -> impl IntoResponse {
    let home = Lang::of_headers(&headers).home();
    let headers = [(VARY, "Accept-Language"), (CACHE_CONTROL, "no-cache")];
    (headers, Redirect::temporary(home))
}
