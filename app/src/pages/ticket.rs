//! What became of a press, for browsers without scripts.

use leptos::prelude::*;
use leptos_meta::Meta;
use leptos_router::hooks::{use_params_map, use_query_map};
use seckill::{ActivityId, LostReason, TicketStatus};

use super::{SIGN_IN, shown};
use crate::{
    api,
    lead::lead_to,
    ui::{Frame, Lang, in_head, say},
};

/// Waits for the end of a ticket, which is an order or a reason; the page loads itself again until then.
#[component]
pub fn TicketPage(lang: Lang) -> impl IntoView {
    let ticket = use_params_map().with_untracked(|params| params.get("ticket"));
    let (sale, held) =
        use_query_map().with_untracked(|query| (query.get("sale"), query.get("held").map_or("new", |_| "held")));
    let back = match sale.and_then(|sale| sale.parse::<ActivityId>().ok()) {
        Some(sale) => format!("{}/activities/{sale}", lang.home()),
        None => lang.home().to_owned(),
    };
    let found = api::ticket(expect_context(), expect_context(), ticket);
    shown(lang, SIGN_IN, found, move |status| match status {
        TicketStatus::Won(order) => {
            lead_to(&format!("{}/orders/{order}?{held}", lang.home()));
            None
        }
        status => Some(view! { <Standing lang status back/> }),
    })
}

#[component]
fn Standing(lang: Lang, status: TicketStatus, back: String) -> impl IntoView {
    let lost = match status {
        TicketStatus::Lost(LostReason::SoldOut) => Some(say!(lang, shop.buy.lost_sold_out)),
        TicketStatus::Lost(LostReason::LimitReached) => Some(say!(lang, shop.buy.lost_limit)),
        TicketStatus::Lost(LostReason::Failed | LostReason::NotAdmitted | LostReason::Reset) => {
            Some(say!(lang, shop.buy.lost))
        }
        TicketStatus::Queued | TicketStatus::Won(_) => None,
    };
    let title = if lost.is_some() { say!(lang, shop.ticket.lost) } else { say!(lang, shop.ticket.title) };
    let refresh = lost.is_none().then(|| {
        // `http-equiv` has no property in `Meta` for the time alone.
        in_head(view! { <Meta http_equiv="refresh" content="2"/> })
    });
    let (to, label) = match lost {
        Some(_) => (back, say!(lang, shop.ticket.back)),
        None => (String::new(), say!(lang, shop.ticket.look)),
    };
    view! {
        <Frame lang title>
            {refresh}
            <section class="notice" role="status">
                <h1>{title}</h1>
                <p>{lost.unwrap_or(say!(lang, shop.ticket.queued))}</p>
                <a class="button" href=to>{label}</a>
            </section>
        </Frame>
    }
}
