//! One order.

use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};
use seckill::{Millis, Order, OrderState, Shop};

use super::{SIGN_IN, shown};
use crate::{
    api,
    ui::{Frame, Lang, moment_of, say},
};

/// One of the shopper's orders.
#[component]
pub fn OrderPage(lang: Lang) -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id"));
    let won = use_query_map().with_untracked(|query| match (query.get("new"), query.get("held")) {
        (Some(_), _) => Some(say!(lang, shop.order.won)),
        (None, Some(_)) => Some(say!(lang, shop.buy.held)),
        (None, None) => None,
    });
    let shop = expect_context::<Shop>();
    let found = api::order(shop.clone(), expect_context(), id);
    shown(lang, SIGN_IN, found, move |order| view! { <Details lang order won now=shop.now()/> })
}

#[component]
fn Details(lang: Lang, order: Order, won: Option<&'static str>, now: Millis) -> impl IntoView {
    let title = say!(lang, shop.order.title, number = order.id);
    let moment = |at| moment_of(lang, &order.time_zone, at, now);
    let overdue = is_overdue(&order, now);
    let todo = match (order.state, overdue) {
        (OrderState::PendingPayment, false) => Some((
            say!(lang, shop.order.pay_before, time = moment(order.pay_before_ms)),
            say!(lang, shop.order.how_to_pay),
        )),
        (OrderState::PendingPayment, true) => {
            Some((say!(lang, shop.order.overdue).to_owned(), say!(lang, shop.order.overdue_next)))
        }
        _ => None,
    };
    let todo = todo.map(|(head, next)| {
        view! {
            <section class="order-todo" role="status" data-overdue=overdue.then_some("")>
                {won.map(|won| view! { <p class="order-won">{won}</p> })}
                <p class="order-deadline">{head}</p>
                <p>{next}</p>
            </section>
        }
    });
    let message = (!order.message.is_empty()).then(|| {
        view! { <dt>{say!(lang, shop.order.message)}</dt> <dd>{order.message.clone()}</dd> }
    });
    let sale = format!("{}/activities/{}", lang.home(), order.activity_id);
    let placed = moment(order.created_at_ms);
    view! {
        <Frame lang title=title.clone()>
            <div class="intro">
                <h1>{title}</h1>
                <p><span class="chip" data-state=order.state.as_str()>{state_words(lang, order.state)}</span></p>
            </div>
            {todo}
            <dl class="order">
                <dt>{say!(lang, shop.order.goods)}</dt>
                <dd>{order.product_title} " " {order.sku_name}</dd>
                <dt>{say!(lang, shop.order.unit_price)}</dt>
                <dd>{order.unit_price_fen.to_string()}</dd>
                <dt>{say!(lang, shop.order.quantity)}</dt>
                <dd>{order.quantity}</dd>
                <dt>{say!(lang, shop.order.total)}</dt>
                <dd><strong>{order.total_fen.to_string()}</strong></dd>
                <dt>{say!(lang, shop.order.placed)}</dt>
                <dd>{placed}</dd>
                <dt>{say!(lang, shop.order.sale)}</dt>
                <dd><a href=sale>{order.activity_title}</a></dd>
                {message}
            </dl>
            <a class="button button-quiet" href=format!("{}/orders", lang.home())>{say!(lang, shop.order.all)}</a>
        </Frame>
    }
}

/// Whether it should have been paid by now.
pub fn is_overdue(order: &Order, now: Millis) -> bool {
    order.state == OrderState::PendingPayment && order.pay_before_ms <= now
}

/// The state in words.
pub fn state_words(lang: Lang, state: OrderState) -> &'static str {
    match state {
        OrderState::PendingPayment => say!(lang, shop.order.pending_payment),
        OrderState::Paid => say!(lang, shop.order.paid),
        OrderState::Shipped => say!(lang, shop.order.shipped),
        OrderState::PickedUp => say!(lang, shop.order.picked_up),
        OrderState::Completed => say!(lang, shop.order.completed),
        OrderState::Cancelled => say!(lang, shop.order.cancelled),
        OrderState::Expired => say!(lang, shop.order.expired),
        OrderState::RefundNeeded => say!(lang, shop.order.refund_needed),
        OrderState::Refunded => say!(lang, shop.order.refunded),
    }
}
