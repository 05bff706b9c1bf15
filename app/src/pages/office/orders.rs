//! The orders of one sale.

use leptos::{either::Either, prelude::*};
use leptos_router::hooks::{use_params_map, use_query_map};
use seckill::{MerchantActivity, MerchantOrder, Millis, Page};

use super::{SIGN_IN, frame::OfficeFrame, sales_path, standing::Standing};
use crate::{
    api::{self, Desk},
    pages::{order::state_words, shown},
    ui::{Lang, moment_of, say},
};

/// The orders of one sale, newest first.
#[component]
pub fn SaleOrdersPage(lang: Lang) -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id"));
    let after = use_query_map().with_untracked(|query| query.get("after"));
    let is_first = after.is_none();
    let found = api::orders_of_sale(expect_context(), expect_context(), id, after);
    shown(lang, SIGN_IN, found, move |(desk, sale, page)| view! { <List lang desk sale page is_first/> })
}

#[component]
fn List(lang: Lang, desk: Desk, sale: MerchantActivity, page: Page<MerchantOrder>, is_first: bool) -> impl IntoView {
    let title = say!(lang, office.orders.title);
    let now = page.server_time_ms;
    let at = format!("{}/{}", sales_path(lang), sale.id);
    let sold = match sale.stock {
        Some(stock) => say!(lang, office.orders.sold_of, sold = sale.sold, stock = stock).to_string(),
        None => say!(lang, office.orders.sold, sold = sale.sold).to_string(),
    };
    let newest = (!is_first).then(|| {
        view! { <a class="button button-quiet" href=format!("{at}/orders")>{say!(lang, office.orders.newest)}</a> }
    });
    let older = page.next_cursor.map(|cursor| {
        view! { <a class="button button-quiet" href=format!("{at}/orders?after={cursor}")>{say!(lang, office.orders.older)}</a> }
    });
    let body = if page.items.is_empty() {
        Either::Left(view! {
            <section class="notice empty">
                <h2>{say!(lang, office.orders.none)}</h2>
                <p>{say!(lang, office.orders.none_lede)}</p>
            </section>
        })
    } else {
        let rows = page.items.into_iter().map(|row| view! { <Row lang row now/> }).collect_view();
        Either::Right(view! {
            <table class="table orders-table">
                <thead>
                    <tr>
                        <th scope="col">{say!(lang, office.orders.number)}</th>
                        <th scope="col">{say!(lang, office.orders.shopper)}</th>
                        <th scope="col">{say!(lang, office.orders.item)}</th>
                        <th scope="col" class="number">{say!(lang, office.orders.quantity)}</th>
                        <th scope="col" class="number">{say!(lang, office.orders.amount)}</th>
                        <th scope="col">{say!(lang, office.orders.state)}</th>
                        <th scope="col">{say!(lang, office.orders.time)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        })
    };
    view! {
        <OfficeFrame lang desk title=format!("{title} · {}", sale.form.title)>
            <p class="trail"><a href=sales_path(lang)>{say!(lang, office.orders.back)}</a></p>
            <div class="head">
                <div>
                    <h1>{title}</h1>
                    <p class="head-about">
                        <a href=at.clone()>{sale.form.title}</a>
                        <Standing lang state=sale.state phase=sale.phase/>
                        <span>{sold}</span>
                    </p>
                </div>
            </div>
            {body}
            <p class="pages">{newest} {older}</p>
        </OfficeFrame>
    }
}

#[component]
fn Row(lang: Lang, row: MerchantOrder, now: Millis) -> impl IntoView {
    let MerchantOrder { order, shopper, sku_code } = row;
    let message = (!order.message.is_empty()).then(|| {
        view! { <span class="cell-message">{say!(lang, office.orders.message)} {say!(lang, office.list.colon)} {order.message.clone()}</span> }
    });
    view! {
        <tr>
            <th scope="row" class="cell-number" data-label=say!(lang, office.orders.number)>{order.id.to_string()}</th>
            <td class="cell-shopper">{shopper}</td>
            <td class="cell-items">
                {order.product_title} " " {order.sku_name} " " <span class="code">{sku_code}</span> " " {message}
            </td>
            <td class="number" data-label=say!(lang, office.orders.quantity)>{order.quantity}</td>
            <td class="number" data-label=say!(lang, office.orders.amount)>{order.total_fen.to_string()}</td>
            <td class="cell-state">
                <span class="chip" data-state=order.state.as_str()>{state_words(lang, order.state)}</span>
            </td>
            <td class="cell-when">{moment_of(lang, &order.time_zone, order.created_at_ms, now)}</td>
        </tr>
    }
}
