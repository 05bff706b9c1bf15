//! What is on offer, to choose from.

use leptos::prelude::*;

use super::{countdown::Stage, texts::BuyTexts, watch::Watched};
use crate::islands::listed::listed;

listed! {
    /// An item on offer.
    #[derive(Debug, Clone)]
    pub struct Good {
        /// Which item.
        pub id: String,
        /// Product and variant.
        pub name: String,
        /// `¥49.00`
        pub sale_price: String,
        /// `¥99.00`
        pub list_price: String,
        /// How many there are and how many one may have, in words.
        pub terms: String,
        /// Units in the sale; `None` is unlimited.
        pub stock: Option<i64>,
        /// Units in one order.
        pub max_per_order: i64,
        /// Units a shopper may hold.
        pub per_shopper_limit: i64,
    }
}

/// The items as radio buttons, and how many of the chosen one.
#[component]
pub fn Goods(
    goods: Vec<Good>,
    /// The id of the chosen item.
    chosen: RwSignal<String>,
    /// Units.
    quantity: RwSignal<i64>,
    /// What is left.
    watched: RwSignal<Watched>,
    /// Where the sale stands.
    stage: Memo<Stage>,
    texts: StoredValue<BuyTexts>,
) -> impl IntoView {
    let only = goods.len() == 1;
    let limits: Vec<(String, i64)> = goods.iter().map(|good| (good.id.clone(), good.max_per_order)).collect();
    let most_of_all = limits.iter().map(|(_, most)| *most).max().unwrap_or(1);
    let most =
        Memo::new(move |_| chosen.with(|item| limits.iter().find(|(id, _)| id == item).map_or(1, |(_, most)| *most)));
    let choose = move |id: String| {
        chosen.set(id);
        quantity.set(1);
    };
    let rows =
        goods.into_iter().map(|good| view! { <Row good only chosen choose watched stage texts/> }).collect_view();
    let pick = move |event| {
        let typed = event_target_value(&event).parse().unwrap_or(1);
        quantity.set(typed.clamp(1, most.get_untracked()));
    };
    let choose_label = texts.with_value(|texts| texts.choose.clone());
    let quantity_label = move || texts.with_value(|texts| texts.quantity.replace("{max}", &most.get().to_string()));
    view! {
        <fieldset class="goods">
            <legend class="unseen">{choose_label}</legend>
            {rows}
        </fieldset>
        <label class="quantity" hidden=move || most.get() == 1>
            <span>{quantity_label}</span>
            <input
                type="number"
                name="quantity"
                inputmode="numeric"
                min="1"
                max=most_of_all
                value="1"
                prop:max=move || most.get()
                prop:value=move || quantity.get()
                on:change=pick
            />
        </label>
    }
}

#[component]
fn Row(
    good: Good,
    /// There is nothing to choose between.
    only: bool,
    chosen: RwSignal<String>,
    choose: impl Fn(String) + Copy + Send + Sync + 'static,
    watched: RwSignal<Watched>,
    stage: Memo<Stage>,
    texts: StoredValue<BuyTexts>,
) -> impl IntoView {
    let Good { id, name, sale_price, list_price, terms, stock, .. } = good;
    let [left_id, chosen_id, value] = [(); 3].map(|()| id.clone());
    let left = move || {
        let free = watched.with(|seen| seen.free(&left_id)).filter(|_| matches!(stage.get(), Stage::Live(_)));
        texts.with_value(|texts| texts.left_of(free, stock))
    };
    let first = chosen.with_untracked(|chosen| *chosen == id);
    view! {
        <label class="good" class:good-only=only>
            <input
                type="radio"
                name="item"
                value=value
                required
                checked=first
                prop:checked=move || chosen.with(|chosen| *chosen == chosen_id)
                on:change=move |_| choose(id.clone())
            />
            <span class="good-name">{name}</span>
            <span class="good-price"><strong>{sale_price}</strong> " " <s>{list_price}</s></span>
            <span class="good-terms">{terms}</span>
            <span class="good-left">{left}</span>
        </label>
    }
}
