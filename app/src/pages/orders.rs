//! The shopper's orders.

use leptos::{either::Either, prelude::*, server_fn::ServerFn};
use leptos_router::hooks::use_query_map;
use seckill::{Millis, Order, Page, Person};

use super::{
    SIGN_IN,
    order::{is_overdue, state_words},
    shown,
};
use crate::{
    api::{self, SignOut},
    ui::{Frame, Lang, moment_of, say},
};

/// The shopper's orders, newest first.
#[component]
pub fn OrdersPage(lang: Lang) -> impl IntoView {
    let cursor = use_query_map().with_untracked(|query| query.get("after"));
    let found = api::orders(expect_context(), expect_context(), cursor);
    shown(lang, SIGN_IN, found, move |(person, page)| view! { <List lang person page/> })
}

#[component]
fn List(lang: Lang, person: Person, page: Page<Order>) -> impl IntoView {
    let title = say!(lang, shop.orders.title);
    let now = page.server_time_ms;
    let older = page.next_cursor.map(|cursor| {
        let to = format!("{}/orders?after={cursor}", lang.home());
        view! { <a class="button button-quiet" href=to>{say!(lang, shop.orders.older)}</a> }
    });
    let list = if page.items.is_empty() {
        Either::Left(view! {
            <section class="notice">
                <h2>{say!(lang, shop.orders.none)}</h2>
                <p>{say!(lang, shop.orders.none_next)}</p>
                <a class="button" href=lang.home()>{say!(lang, shop.sales.all)}</a>
            </section>
        })
    } else {
        let rows = page.items.into_iter().map(|order| view! { <Row lang order now/> }).collect_view();
        Either::Right(view! { <ol class="orders" role="list">{rows}</ol> })
    };
    view! {
        <Frame lang title>
            <div class="intro intro-with-action">
                <h1>{title}</h1>
                <form class="signed-in" method="post" action=SignOut::url()>
                    <input type="hidden" name="next" value=lang.home()/>
                    <span>{say!(lang, shop.orders.signed_in_as)} " " <strong>{person.login}</strong></span>
                    <button class="button button-quiet" type="submit">{say!(lang, shop.orders.sign_out)}</button>
                </form>
            </div>
            {list}
            {older}
        </Frame>
    }
}

#[component]
fn Row(lang: Lang, order: Order, now: Millis) -> impl IntoView {
    let to = format!("{}/orders/{}", lang.home(), order.id);
    let state = if is_overdue(&order, now) { say!(lang, shop.order.overdue) } else { state_words(lang, order.state) };
    view! {
        <li>
            <a class="order-row" href=to>
                <span class="order-goods">{order.product_title} " " {order.sku_name}</span>
                <span class="order-total">{order.total_fen.to_string()} " × " {order.quantity}</span>
                <span class="order-time">{moment_of(lang, &order.time_zone, order.created_at_ms, now)}</span>
                <span class="chip" data-state=order.state.as_str()>{state}</span>
            </a>
        </li>
    }
}
