//! A bundle of the browser. It holds nothing of its own: naming `app` keeps the islands that it exports.

#[cfg(all(target_arch = "wasm32", any(feature = "shop", feature = "office")))]
pub use app::hydrate;
