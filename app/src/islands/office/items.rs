//! What the sale sells.

use leptos::prelude::*;

use super::{
    complaints::focus,
    draft::Draft,
    fields::{TextField, about},
    row::Row,
    texts::Said,
};

/// The items, one card each.
#[component]
pub fn Items(said: Said, draft: Draft) -> impl IntoView {
    let problem = about("items");
    let add = move |_| {
        let key = draft.add_row();
        request_animation_frame(move || focus(&format!("item-{key}-product_title")));
    };
    view! {
        <section class="part" aria-labelledby="part-items">
            <h2 id="part-items">{said.word(|t| &t.items)}</h2>
            <p class="field-help">{said.word(|t| &t.items_help)}</p>
            <p class="field-problem" hidden=move || problem.get().is_none()>{move || problem.get()}</p>
            <For each=move || draft.rows.get() key=|row| row.key children=move |row| view! { <Item said draft row/> }/>
            <button id="items" class="button button-quiet" type="button" on:click=add>{said.word(|t| &t.add)}</button>
        </section>
    }
}

#[component]
fn Item(said: Said, draft: Draft, row: Row) -> impl IntoView {
    let place =
        Memo::new(move |_| draft.rows.with(|rows| rows.iter().position(|other| other.key == row.key)).unwrap_or(0));
    let number = move || place.get() + 1;
    let head = row.at("head");
    let alone = move || draft.rows.with(Vec::len) < 2;
    let last = move || draft.rows.with(|rows| place.get() + 1 >= rows.len());
    let shift = move |by: isize, id: String| {
        draft.rows.update(|rows| {
            let from = place.get_untracked();
            let to = from.saturating_add_signed(by);
            if to < rows.len() {
                rows.swap(from, to);
            }
        });
        // What is moved loses the focus; a button that is off now cannot have it.
        request_animation_frame(move || focus(&id));
    };
    let remove = move |_| {
        draft.rows.update(|rows| rows.retain(|other| other.key != row.key));
        request_animation_frame(|| focus("items"));
    };
    let (up, down) = (row.at("up"), row.at("down"));
    let (go_up, go_down) = (row.at("head"), row.at("head"));
    view! {
        <section class="item" aria-labelledby=head.clone()>
            <div class="item-head">
                <h3 id=head.clone() tabindex="-1">{move || said.fill(|t| &t.item, "n", number())}</h3>
                <button
                    id=up
                    class="tool"
                    type="button"
                    disabled=move || place.get() == 0
                    aria-label=move || said.fill(|t| &t.up, "n", number())
                    on:click=move |_| shift(-1, go_up.clone())
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 19V5M6 11l6-6 6 6"/></svg>
                </button>
                <button
                    id=down
                    class="tool"
                    type="button"
                    disabled=last
                    aria-label=move || said.fill(|t| &t.down, "n", number())
                    on:click=move |_| shift(1, go_down.clone())
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M6 13l6 6 6-6"/></svg>
                </button>
                <button
                    class="tool"
                    type="button"
                    disabled=alone
                    aria-label=move || said.fill(|t| &t.remove, "n", number())
                    on:click=remove
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13"/></svg>
                </button>
            </div>
            <ItemFields said row/>
        </section>
    }
}

#[component]
fn ItemFields(said: Said, row: Row) -> impl IntoView {
    view! {
        <div class="item-fields">
            <div class="wide">
                <TextField id=row.at("product_title") label=said.word(|t| &t.product) most=120 value=row.product/>
            </div>
            <TextField
                id=row.at("name")
                label=said.word(|t| &t.variant)
                help=said.word(|t| &t.variant_help)
                most=120
                value=row.variant
            />
            <TextField
                id=row.at("code")
                label=said.word(|t| &t.code)
                help=said.word(|t| &t.code_help)
                most=64
                value=row.code
            />
            <TextField
                id=row.at("list_price_fen")
                label=said.word(|t| &t.list_price)
                help=said.word(|t| &t.list_price_help)
                keys="decimal"
                before="¥"
                value=row.list_price
            />
            <TextField
                id=row.at("sale_price_fen")
                label=said.word(|t| &t.sale_price)
                help=said.word(|t| &t.sale_price_help)
                keys="decimal"
                before="¥"
                value=row.sale_price
            />
            <div class="with-choice third">
                <TextField
                    id=row.at("stock")
                    label=said.word(|t| &t.stock)
                    help=said.word(|t| &t.stock_help)
                    keys="numeric"
                    after=said.word(|t| &t.units)
                    value=row.stock
                    disabled=row.unlimited
                />
                <label class="choice">
                    <input
                        type="checkbox"
                        checked=row.unlimited.get_untracked()
                        prop:checked=move || row.unlimited.get()
                        on:change=move |event| row.unlimited.set(event_target_checked(&event))
                    />
                    {said.word(|t| &t.unlimited)}
                </label>
            </div>
            <div class="third">
                <TextField
                    id=row.at("per_shopper_limit")
                    label=said.word(|t| &t.limit)
                    help=said.word(|t| &t.limit_help)
                    keys="numeric"
                    after=said.word(|t| &t.units)
                    value=row.limit
                />
            </div>
            <div class="third">
                <TextField
                    id=row.at("max_per_order")
                    label=said.word(|t| &t.max)
                    help=said.word(|t| &t.max_help)
                    keys="numeric"
                    after=said.word(|t| &t.units)
                    value=row.max
                />
            </div>
            <details class="wide">
                <summary>{said.word(|t| &t.advanced)}</summary>
                <TextField
                    id=row.at("gate_multiplier")
                    label=said.word(|t| &t.gate)
                    help=said.word(|t| &t.gate_help)
                    keys="numeric"
                    value=row.gate
                />
            </details>
        </div>
    }
}
