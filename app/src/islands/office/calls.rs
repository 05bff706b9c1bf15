//! The calls to the API that the office takes.

use serde::{Deserialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;
use web_sys::{File, FormData};

use crate::islands::fetch::fetch;

/// A call that has not been answered by then counts as lost; a large picture takes a while.
const PATIENCE_MS: u32 = 60_000;

/// What stands against something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Problem {
    /// The stable word; empty when nobody answered.
    #[serde(default)]
    pub code: String,
    /// In the page's language.
    #[serde(default)]
    pub detail: String,
    /// What is wrong where.
    #[serde(default)]
    pub errors: Vec<AtField>,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AtField {
    /// Where, as a JSON path.
    pub field: String,
    /// In the page's language.
    pub detail: String,
}

impl Problem {
    /// Whether it was done is not known.
    pub fn is_no_answer(&self) -> bool {
        matches!(self.code.as_str(), "" | "unavailable")
    }
}

/// Reads.
pub async fn get<T: DeserializeOwned>(url: &str, lang: &str) -> Result<T, Problem> {
    read(fetch("GET", url, lang, &[], None, PATIENCE_MS).await)
}

/// Sends JSON; what has the same key is done once, however often it is sent.
pub async fn send<T: DeserializeOwned>(
    method: &str,
    url: &str,
    lang: &str,
    (key, json): (&str, &str),
) -> Result<T, Problem> {
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
    read(fetch(method, url, lang, &headers, Some(&JsValue::from(json)), PATIENCE_MS).await)
}

/// Sends a file as the only part of a form, named `file`.
pub async fn upload<T: DeserializeOwned>(url: &str, lang: &str, file: &File) -> Result<T, Problem> {
    let sent = async {
        let form = FormData::new()?;
        form.append_with_blob("file", file)?;
        // The browser itself names the type, with the boundary between the parts.
        fetch("POST", url, lang, &[], Some(&form), PATIENCE_MS).await
    };
    read(sent.await)
}

fn read<T: DeserializeOwned>(answer: Result<(u16, String), JsValue>) -> Result<T, Problem> {
    let Ok((status, text)) = answer else { return Err(Problem::default()) };
    match serde_json::from_str(&text) {
        Ok(value) if (200..300).contains(&status) => Ok(value),
        // What stands in front of the server answers in its own form.
        _ => Err(serde_json::from_str(&text).unwrap_or_default()),
    }
}
