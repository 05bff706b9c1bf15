//! What a browser remembers of a press that has not ended, and of what it won.

use leptos::prelude::window;

use super::{
    attempt::{Bought, Pending},
    json::Json,
};

/// Where a press on a page of this version is remembered: another version is another offer.
pub fn name(activity: &str, version: i64) -> String {
    format!("sluice-press-{activity}-{version}")
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Milliseconds after which a press that came to nothing is not gone on with: by then nobody waits for it.
const STALE_MS: f64 = 120_000.0;

/// Remembers a press. A browser that refuses loses no more than the way back after a reload.
pub fn keep(name: &str, pending: &Pending) {
    let Some(storage) = storage().filter(|_| !pending.shopper.is_empty()) else { return };
    let order = pending.order.as_ref();
    let text = Json::write(&[
        ("at", js_sys::Date::now().into()),
        ("shopper", pending.shopper.as_str().into()),
        ("item", pending.item.as_str().into()),
        ("quantity", (pending.quantity as f64).into()),
        ("key", pending.key.as_str().into()),
        ("ticket", pending.ticket.as_deref().into()),
        ("order", order.map(|bought| bought.order.as_str()).into()),
        ("pay_before_ms", order.and_then(|bought| bought.pay_before_ms).map(|ms| ms as f64).into()),
    ]);
    drop(storage.set_item(name, &text));
}

/// The press of this shopper that has not ended, if there is one.
pub fn recall(name: &str, shopper: &str) -> Option<Pending> {
    let kept = Json::read(&storage()?.get_item(name).ok()??);
    let pending = Pending {
        shopper: kept.text("shopper")?,
        item: kept.text("item")?,
        quantity: kept.number("quantity")?,
        key: kept.text("key")?,
        ticket: kept.text("ticket"),
        order: kept.text("order").map(|order| Bought { order, pay_before_ms: kept.number("pay_before_ms") }),
    };
    let stale = js_sys::Date::now() - kept.number("at")? as f64 > STALE_MS;
    let lives = pending.ticket.is_some() || pending.order.is_some() || !stale;
    (lives && pending.shopper == shopper).then_some(pending)
}

/// The press has ended.
pub fn forget(name: &str) {
    if let Some(storage) = storage() {
        drop(storage.remove_item(name));
    }
}
