//! The form behind *Buy*, for browsers that run no scripts or have not loaded them yet.

use leptos::prelude::*;
use seckill::{ActivityId, Admission, Attempt, Error, ItemId, Refusal, Seen, Shop, TicketString, TokenAnswer, Viewer};

use super::context;
use crate::{
    lead::lead_to,
    ui::{Lang, say},
    who,
};

/// Where a press leads.
enum Outcome {
    /// To the ticket, which tells the rest; `true` if the shopper had it before this press.
    Ticket(TicketString, bool),
    /// Back to the sale, with the reason.
    Back(String),
}

/// Gets a purchase token and makes the attempt, as the API would in two calls. `press` stands in the page, so that two
/// clicks on one page are one press.
#[server(prefix = "/form", endpoint = "buy")]
pub async fn buy(
    lang: Lang,
    activity: ActivityId,
    item: ItemId,
    #[server(default)] quantity: Option<i64>,
    press: String,
    version: i64,
) -> Result<(), ServerFnError> {
    let (shop, parts) = context();
    let home = lang.home();
    let outcome = match who::viewer(&shop, &parts).await {
        Ok(None) => {
            lead_to(&format!("{home}/sign-in?next={home}/activities/{activity}"));
            return Ok(());
        }
        Ok(Some(viewer)) => {
            let seen = Seen { version: Some(version), shopper: None };
            attempt(&shop, viewer, (activity, item), seen, quantity.unwrap_or(1), &press).await
        }
        Err(error) => Err(error),
    };
    match outcome.unwrap_or_else(failed) {
        Outcome::Ticket(ticket, before) => {
            let held = if before { "&held" } else { "" };
            lead_to(&format!("{home}/tickets/{}?sale={activity}{held}", ticket.as_str()));
        }
        Outcome::Back(answer) => lead_to(&format!("{home}/activities/{activity}?answer={answer}&item={item}")),
    }
    Ok(())
}

async fn attempt(
    shop: &Shop,
    viewer: Viewer,
    (activity, item): (ActivityId, ItemId),
    seen: Seen,
    quantity: i64,
    press: &str,
) -> Result<Outcome, Error> {
    let back = |answer: &str| Ok(Outcome::Back(answer.to_owned()));
    let token = match shop.purchase_token(viewer, activity, item, seen).await? {
        TokenAnswer::Granted(token) => token.token,
        TokenAnswer::NotStarted { .. } => return back("not_started"),
        TokenAnswer::Ended => return back("ended"),
        TokenAnswer::Paused => return back("paused"),
        TokenAnswer::Changed => return back("changed"),
        TokenAnswer::NotReady => return back("not_ready"),
    };
    let key = format!("form-{}", press.chars().take(40).collect::<String>());
    let attempt = Attempt { activity, item, token: &token, idempotency_key: Some(&key), quantity, message: "" };
    match shop.attempt(attempt).await? {
        Admission::Admitted { ticket } => Ok(Outcome::Ticket(ticket, false)),
        // Whose only one it is has asked for it before.
        Admission::LimitReached { ticket: Some(ticket), limit: 1 } => Ok(Outcome::Ticket(ticket, true)),
        Admission::LimitReached { .. } => back("limit_reached"),
        Admission::NotStarted { .. } => back("not_started"),
        Admission::Ended => back("ended"),
        Admission::Paused => back("paused"),
        Admission::SoldOut => back("sold_out"),
        Admission::NotEnough { left } => Ok(Outcome::Back(format!("not_enough-{left}"))),
        Admission::TooBusy { .. } | Admission::RateLimited { .. } => back("too_busy"),
        Admission::Changed | Admission::Forbidden(_) => back("changed"),
        Admission::NotReady => back("not_ready"),
    }
}

fn failed(error: Error) -> Outcome {
    match error {
        Error::OutcomeUnknown(ticket) => Outcome::Ticket(ticket, false),
        Error::Refused(Refusal::Invalid(_)) => Outcome::Back("invalid".to_owned()),
        Error::Refused(Refusal::KeyReused) => Outcome::Back("pressed".to_owned()),
        Error::Refused(Refusal::NotFound) => Outcome::Back("changed".to_owned()),
        Error::Refused(_) => Outcome::Back("failed".to_owned()),
        error => {
            tracing::error!(error = &error as &dyn std::error::Error, "a form's press could not be decided");
            Outcome::Back("failed".to_owned())
        }
    }
}

/// What the page says to who comes back with an answer in the address. Nothing for what is not one.
pub fn answer_words(lang: Lang, answer: &str) -> String {
    if let Some(left) = answer.strip_prefix("not_enough-").and_then(|left| left.parse::<u32>().ok()) {
        return say!(lang, shop.buy.not_enough, left = left);
    }
    let words = match answer {
        "not_started" => say!(lang, shop.buy.not_started),
        "ended" => say!(lang, shop.buy.ended),
        "paused" => say!(lang, shop.buy.paused_form),
        "sold_out" => say!(lang, shop.buy.sold_out),
        "limit_reached" => say!(lang, shop.buy.limit_form),
        "too_busy" => say!(lang, shop.buy.too_busy_form),
        "changed" => say!(lang, shop.buy.changed_form),
        "pressed" => say!(lang, shop.buy.pressed_form),
        "not_ready" => say!(lang, shop.buy.not_ready_form),
        "invalid" => say!(lang, shop.buy.invalid_form),
        "failed" => say!(lang, shop.buy.failed),
        _ => "",
    };
    words.to_owned()
}
