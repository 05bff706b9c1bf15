//! What a tab remembers of a press that has not ended.

use leptos::prelude::window;

use super::{
    attempt::{Bought, Pending},
    json::Json,
};

fn name(activity: &str) -> String {
    format!("sluice-press-{activity}")
}

fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// Remembers a press. A browser that refuses loses no more than the way back after a reload.
pub fn keep(activity: &str, pending: &Pending) {
    let Some(storage) = storage() else { return };
    let order = pending.order.as_ref();
    let text = Json::write(&[
        ("item", pending.item.as_str().into()),
        ("quantity", (pending.quantity as f64).into()),
        ("key", pending.key.as_str().into()),
        ("ticket", pending.ticket.as_deref().into()),
        ("order", order.map(|bought| bought.order.as_str()).into()),
        ("pay_before_ms", order.and_then(|bought| bought.pay_before_ms).map(|ms| ms as f64).into()),
    ]);
    drop(storage.set_item(&name(activity), &text));
}

/// The press that has not ended, if there is one.
pub fn recall(activity: &str) -> Option<Pending> {
    let kept = Json::read(&storage()?.get_item(&name(activity)).ok()??);
    Some(Pending {
        item: kept.text("item")?,
        quantity: kept.number("quantity")?,
        key: kept.text("key")?,
        ticket: kept.text("ticket"),
        order: kept.text("order").map(|order| Bought { order, pay_before_ms: kept.number("pay_before_ms") }),
    })
}

/// The press has ended.
pub fn forget(activity: &str) {
    if let Some(storage) = storage() {
        drop(storage.remove_item(&name(activity)));
    }
}

/// A key that no other press has.
pub fn new_key() -> String {
    // `randomUUID` is there only on https; two numbers are as good for one shopper's own presses.
    format!("w{:x}-{:x}", (js_sys::Date::now() as u64), (js_sys::Math::random() * 2_f64.powi(52)) as u64)
}
