//! The browser's bundle. It holds nothing of its own: naming `app` keeps the islands that it exports.

#[cfg(target_arch = "wasm32")]
pub use app::hydrate;
