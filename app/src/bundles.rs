//! What browsers load, by the names that the site build gave.

use std::{fs, path::Path, sync::Arc};

use axum::http::request::Parts;
use leptos::prelude::{LeptosOptions, use_context};
use serde::Deserialize;

/// Names of files below `/pkg`. The site build puts a hash of the content into each, so that they can be kept for ever.
#[derive(Debug, Clone, Deserialize)]
pub struct Bundles {
    /// Of the shop: the stem of the script and the wasm.
    shop: Arc<str>,
    /// Of the office, likewise.
    office: Arc<str>,
    /// The style sheet.
    pub style: Arc<str>,
    /// The rich-text editor's script.
    pub editor: Arc<str>,
    /// Whether the names change with the content.
    #[serde(skip, default = "yes")]
    pub hashed: bool,
}

const fn yes() -> bool {
    true
}

impl Bundles {
    /// Reads what the site build wrote beside the files.
    pub fn read(site_root: &Path) -> Self {
        // `cargo leptos watch` has one bundle and no hashes, and knows its name when it compiles.
        if option_env!("LEPTOS_OUTPUT_NAME").is_some() {
            return Self::unhashed();
        }
        let names = fs::read(site_root.join("pkg/names.json")).map_err(|error| error.to_string());
        let names = names.and_then(|names| serde_json::from_slice(&names).map_err(|error| error.to_string()));
        names.unwrap_or_else(|error| {
            tracing::warn!(error, "there is no site in {}: pages have no styles and no scripts", site_root.display());
            Self::unhashed()
        })
    }

    fn unhashed() -> Self {
        let [shop, office, style, editor] = ["sluice", "sluice", "sluice.css", "editor.js"].map(Arc::from);
        Self { shop, office, style, editor, hashed: false }
    }

    /// The bundle for the page in context.
    pub fn for_request(&self) -> LeptosOptions {
        let parts = use_context::<Parts>();
        let office = parts.is_some_and(|parts| parts.uri.path().split('/').nth(2) == Some("office"));
        self.options(if office { &self.office } else { &self.shop })
    }

    /// For what needs options and no particular bundle.
    pub fn any(&self) -> LeptosOptions {
        self.options(&self.shop)
    }

    fn options(&self, name: &Arc<str>) -> LeptosOptions {
        LeptosOptions::builder().output_name(name.clone()).build()
    }
}
