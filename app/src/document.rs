//! The document around every page, and the headers it is sent with.

use axum::http::{
    HeaderValue,
    header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY},
    request::Parts,
};
use leptos::{hydration::HydrationScripts, nonce::use_nonce, prelude::*};
use leptos_axum::ResponseOptions;
use leptos_meta::{MetaTags, provide_meta_context};

use crate::{app::App, bundles::Bundles, ui::Lang};

/// Leptos wakes islands when the browser is idle, and a busy phone may not be for many seconds, which is when the button
/// matters: so it waits no longer than this.
const SOON: &str =
    "{const idle=window.requestIdleCallback;if(idle)window.requestIdleCallback=run=>idle(run,{timeout:100})}";

/// Renders the document for the request in context.
pub fn document(bundles: &Bundles) -> impl IntoView + use<> {
    provide_meta_context();
    let lang = Lang::of_request();
    send_headers(lang);
    let options = bundles.for_request();
    let stylesheet = format!("/pkg/{}", bundles.style);
    view! {
        <!DOCTYPE html>
        <html lang=lang.tag()>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff"/>
                <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151a22"/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                <link rel="stylesheet" href=stylesheet/>
                <script nonce=use_nonce() inner_html=SOON></script>
                <HydrationScripts options islands=true/>
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

/// Who may show a page in a frame, and what it may show in one: only the office's preview does, and only of this site.
fn framing(path: &str) -> (&'static str, &'static str) {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["", _, "preview", _] => ("'none'", "'self'"),
        ["", _, "office", "sales", _, "preview"] => ("'self'", "'none'"),
        _ => ("'none'", "'none'"),
    }
}

/// Only what carries this response's nonce runs, so no copy of the page may be kept and sent again.
fn send_headers(lang: Lang) {
    let Some(response) = use_context::<ResponseOptions>() else { return };
    let nonce = use_nonce().map(|nonce| format!("'nonce-{nonce}'")).unwrap_or_default();
    let (frames, framed_by) = use_context::<Parts>().map_or(("'none'", "'none'"), |parts| framing(parts.uri.path()));
    let policy = format!(
        "default-src 'none'; script-src 'self' {nonce} 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-src {frames}; frame-ancestors {framed_by}"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.insert_header(CONTENT_SECURITY_POLICY, policy);
    }
    response.insert_header(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.insert_header(CONTENT_LANGUAGE, HeaderValue::from_static(lang.tag()));
}
