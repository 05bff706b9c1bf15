//! The pages: rendered on the server, with islands that run in the browser.
//!
//! The feature `ssr` builds the site, [`router`] is its door. The feature `hydrate` builds the islands and
//! nothing else, because only they run in the browser.

// The view of a page is one nested type, and this one is deeper than the compiler's default limit.
#![recursion_limit = "256"]

pub mod islands;

#[cfg(feature = "ssr")]
mod api;
#[cfg(feature = "ssr")]
mod app;
#[cfg(feature = "ssr")]
mod bundles;
#[cfg(feature = "ssr")]
mod document;
#[cfg(feature = "ssr")]
mod lead;
#[cfg(feature = "ssr")]
mod pages;
#[cfg(feature = "ssr")]
mod site;
#[cfg(feature = "ssr")]
mod ui;

#[cfg(feature = "ssr")]
pub mod who;

#[cfg(feature = "ssr")]
pub use site::router;
#[cfg(feature = "ssr")]
pub use ui::Lang;

/// Brings the islands of a page to life; the page calls it when the bundle has loaded.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
