//! How a sale stands, in words.

use chrono::DateTime;
use leptos::prelude::*;
use seckill::{ActivityState, MerchantActivity, Millis, Phase, Stage};

use crate::{
    api::Desk,
    ui::{Lang, When, say},
};

/// Where it stands, as a coloured word.
#[component]
pub fn Standing(lang: Lang, state: ActivityState, phase: Phase) -> impl IntoView {
    let words = match (state, phase) {
        (ActivityState::Draft, _) => say!(lang, office.state.draft),
        (ActivityState::Closed, _) => say!(lang, office.state.closed),
        (ActivityState::Cancelled, _) => say!(lang, office.state.cancelled),
        (ActivityState::Archived, _) => say!(lang, office.state.archived),
        (_, Phase::Ended) => say!(lang, office.state.ended),
        (ActivityState::Paused, _) => say!(lang, office.state.paused),
        (ActivityState::Published, Phase::Upcoming) => say!(lang, office.state.upcoming),
        (ActivityState::Published, Phase::Warming) => say!(lang, office.state.warming),
        (ActivityState::Published, Phase::Live) => say!(lang, office.state.live),
    };
    view! { <span class="chip" data-standing=Stage::of(state, phase).as_str()>{words}</span> }
}

/// When it is open, in words.
pub fn when(lang: Lang, sale: &MerchantActivity, now: Millis) -> When {
    let read = |moment: &str| DateTime::parse_from_rfc3339(moment).map_or(now, |at| Millis::new(at.timestamp_millis()));
    When::new(lang, &sale.form.time_zone, read(&sale.form.starts_at), read(&sale.form.ends_at), now)
}

/// Why it cannot be changed here, in words.
pub fn locked(lang: Lang, desk: &Desk, sale: &MerchantActivity) -> Option<&'static str> {
    match (sale.state, sale.phase) {
        _ if !desk.may_edit() => Some(say!(lang, office.sale.viewer)),
        (ActivityState::Draft, _) | (ActivityState::Published, Phase::Upcoming | Phase::Warming) => None,
        (_, Phase::Ended) => Some(say!(lang, office.sale.over)),
        _ => Some(say!(lang, office.sale.started)),
    }
}

/// Units in the sale.
pub fn stock_words(lang: Lang, stock: Option<i64>) -> String {
    stock.map_or_else(|| say!(lang, office.list.unlimited).to_owned(), |stock| stock.to_string())
}
