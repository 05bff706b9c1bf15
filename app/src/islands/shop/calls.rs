//! The calls to the API that a purchase takes.

use wasm_bindgen::JsValue;

use super::json::Json;
use crate::islands::fetch::fetch;

/// A call that has not been answered by then counts as lost; a long poll takes 5 s.
const PATIENCE_MS: u32 = 12_000;

/// There was no answer: the network is gone, or whoever stands in it.
#[derive(Debug, Clone, Copy)]
pub struct NoAnswer;

/// An answer of the API.
#[derive(Debug)]
pub struct Answer {
    is_good: bool,
    body: Json,
}

/// What a refusal says, as far as the page needs it.
#[derive(Debug)]
pub struct Problem {
    /// The stable word.
    pub code: String,
    /// In the page's language.
    pub detail: String,
    /// Milliseconds.
    pub retry_after_ms: Option<i64>,
    /// Where the outcome will be found, or one that the shopper holds.
    pub ticket: Option<String>,
    /// Units a shopper may hold.
    pub limit: Option<i64>,
    /// Units that are free.
    pub left: Option<i64>,
}

impl Answer {
    /// What was asked for, or what stood against it.
    pub fn read<T>(&self, found: impl FnOnce(&Json) -> Option<T>) -> Result<T, Problem> {
        let found = if self.is_good { found(&self.body) } else { None };
        found.ok_or_else(|| self.problem())
    }

    fn problem(&self) -> Problem {
        Problem {
            // What stands in front of the server answers in its own form.
            code: self.body.text("code").filter(|code| !code.is_empty()).unwrap_or_else(|| "unavailable".to_owned()),
            detail: self.body.text("detail").unwrap_or_default(),
            retry_after_ms: self.body.number("retry_after_ms"),
            ticket: self.body.text("ticket"),
            limit: self.body.number("limit"),
            left: self.body.number("left"),
        }
    }
}

/// Reads.
pub async fn get(url: &str, lang: &str) -> Result<Answer, NoAnswer> {
    call("GET", url, lang, None, None).await
}

/// Sends JSON.
pub async fn post(url: &str, lang: &str, key: Option<&str>, body: &str) -> Result<Answer, NoAnswer> {
    call("POST", url, lang, key, Some(body)).await
}

async fn call(method: &str, url: &str, lang: &str, key: Option<&str>, body: Option<&str>) -> Result<Answer, NoAnswer> {
    let kind = body.map(|_| ("Content-Type", "application/json"));
    let headers: Vec<_> = key.map(|key| ("Idempotency-Key", key)).into_iter().chain(kind).collect();
    let body = body.map(JsValue::from);
    let answer = fetch(method, url, lang, &headers, body.as_ref(), PATIENCE_MS).await;
    answer
        .map(|(status, text)| Answer { is_good: (200..300).contains(&status), body: Json::read(&text) })
        .map_err(|_| NoAnswer)
}
