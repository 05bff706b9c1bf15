//! One call to the API from the browser.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestCache, RequestInit, Response};

/// Sends a request whose answers come in `lang`, and reads status and text. `Err`: there was no answer within `patience_ms`.
pub async fn fetch(
    method: &str,
    url: &str,
    lang: &str,
    more_headers: &[(&str, &str)],
    body: Option<&JsValue>,
    patience_ms: u32,
) -> Result<(u16, String), JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept-Language", lang)?;
    for (name, value) in more_headers {
        headers.set(name, value)?;
    }
    let request = RequestInit::new();
    request.set_method(method);
    request.set_cache(RequestCache::NoStore);
    if let Some(body) = body {
        request.set_body(body);
    }
    request.set_headers(&headers);
    request.set_signal(Some(&AbortSignal::timeout_with_u32(patience_ms)));
    let response: Response =
        JsFuture::from(leptos::prelude::window().fetch_with_str_and_init(url, &request)).await?.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    Ok((response.status(), text))
}

/// A key that no other call has.
pub fn new_key() -> String {
    // `randomUUID` is there only on https; two numbers are as good for one person's own calls.
    format!("w{}-{}", js_sys::Date::now() as i64, (js_sys::Math::random() * 9e15) as i64)
}
