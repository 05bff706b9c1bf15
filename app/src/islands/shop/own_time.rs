//! A window in the shopper's own zone.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::texts::clock_time;

/// Shows a window as the clocks around the shopper say it, where they differ from the sale's.
#[island]
pub fn OwnTime(
    /// Milliseconds since the epoch.
    starts_at_ms: i64,
    /// Milliseconds since the epoch.
    ends_at_ms: i64,
    /// Minutes by which the sale's zone is ahead of UTC at the start.
    sale_offset_minutes: i64,
    /// What stands before it.
    label: String,
) -> impl IntoView {
    let own = RwSignal::new(String::new());
    Effect::new(move || {
        let start = js_sys::Date::new(&JsValue::from_f64(starts_at_ms as f64));
        // JavaScript counts from here to UTC.
        if -(start.get_timezone_offset() as i64) != sale_offset_minutes {
            own.set(format!("{label} {} – {}", clock_time(starts_at_ms), clock_time(ends_at_ms)));
        }
    });
    view! { <span class="own-time">{move || own.get()}</span> }
}
