//! What the button and the sentence below it say, in the page's language.

use wasm_bindgen::JsValue;

use super::{countdown::Stage, face::Face, sale_clock::ClockTexts};
use crate::islands::texts::texts;

texts! {
    /// The words of the goods and the button.
    BuyTexts of shop.buy:
    choose quantity orders button_before before before_guest sign_in button_sign_in guest expired_session button_buy
    ready button_sending sending button_queued button_queued_place queued waiting won won_plain more held button_order
    button_sold_out sold_out sold_out_until lost_sold_out other_sales button_limit limit lost_limit not_enough button_again
    button_again_in too_busy too_busy_now button_paused paused button_ended ended button_offline button_kept offline
    button_preparing preparing button_reload changed lost failed left_plenty left_few left_last left_none
}

/// Where a sentence leads on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// Nowhere.
    Nowhere,
    /// To the sign-in, and back.
    SignIn,
    /// To the list of sales.
    Sales,
    /// To the shopper's orders.
    Orders,
    /// To another press.
    Again,
}

/// What a face says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// On the button.
    pub button: String,
    /// Below it.
    pub sentence: String,
    /// At the end of the sentence.
    pub leads: Leads,
}

impl BuyTexts {
    /// The words for a face. `minutes`: from the order to its payment deadline; `more`: who has one may have another;
    /// `clock`: how what is left is written.
    pub fn say(&self, face: &Face, minutes: i64, more: bool, clock: &ClockTexts) -> Said {
        let fill = |text: &str, name: &str, value: &str| text.replace(&format!("{{{name}}}"), value);
        let number = |text: &str, name: &str, value: i64| fill(text, name, &value.to_string());
        let (button, sentence, leads) = match face {
            Face::Before { left, guest } => {
                let sentence = if *guest { &self.before_guest } else { &self.before };
                let leads = if *guest { Leads::SignIn } else { Leads::Nowhere };
                (fill(&self.button_before, "left", &clock.digits(Stage::Before(*left))), sentence.clone(), leads)
            }
            Face::SignIn { again } => {
                let sentence = if *again { &self.expired_session } else { &self.guest };
                (self.button_sign_in.clone(), sentence.clone(), Leads::Nowhere)
            }
            Face::Buy => (self.button_buy.clone(), number(&self.ready, "minutes", minutes), Leads::Nowhere),
            Face::Sending => (self.button_sending.clone(), self.sending.clone(), Leads::Nowhere),
            Face::Queued(None) => (self.button_queued.clone(), self.queued.clone(), Leads::Nowhere),
            Face::Queued(Some((place, seconds))) => {
                let button = number(&self.button_queued_place, "place", *place);
                (number(&button, "seconds", *seconds), self.waiting.clone(), Leads::Nowhere)
            }
            Face::Won { pay_before_ms, before, .. } => {
                let head = match (before, pay_before_ms) {
                    (true, _) => self.held.clone(),
                    (false, Some(until)) => fill(&self.won, "time", &clock_time(*until)),
                    (false, None) => self.won_plain.clone(),
                };
                (self.button_order.clone(), head, if more { Leads::Again } else { Leads::Nowhere })
            }
            Face::SoldOut(None) => (self.button_sold_out.clone(), self.sold_out.clone(), Leads::Sales),
            Face::SoldOut(Some(until)) => {
                (self.button_sold_out.clone(), fill(&self.sold_out_until, "time", &clock_time(*until)), Leads::Nowhere)
            }
            Face::LostRace => (self.button_sold_out.clone(), self.lost_sold_out.clone(), Leads::Sales),
            Face::Limit(limit) => (self.button_limit.clone(), number(&self.limit, "limit", *limit), Leads::Orders),
            Face::LostLimit => (self.button_limit.clone(), self.lost_limit.clone(), Leads::Orders),
            Face::NotEnough(left) => {
                (self.button_again.clone(), number(&self.not_enough, "left", *left), Leads::Nowhere)
            }
            Face::TooBusy(0) => (self.button_again.clone(), self.too_busy_now.clone(), Leads::Nowhere),
            Face::TooBusy(seconds) => {
                let button = number(&self.button_again_in, "seconds", *seconds);
                (button, number(&self.too_busy, "seconds", *seconds), Leads::Nowhere)
            }
            Face::Paused => (self.button_paused.clone(), self.paused.clone(), Leads::Nowhere),
            Face::Ended => (self.button_ended.clone(), self.ended.clone(), Leads::Sales),
            Face::Offline { admitted } => {
                let button = if *admitted { &self.button_kept } else { &self.button_offline };
                (button.clone(), self.offline.clone(), Leads::Nowhere)
            }
            Face::Preparing => (self.button_preparing.clone(), self.preparing.clone(), Leads::Nowhere),
            Face::Changed => (self.button_reload.clone(), self.changed.clone(), Leads::Nowhere),
            Face::Lost => (self.button_again.clone(), self.lost.clone(), Leads::Nowhere),
            Face::Failed(words) => {
                let sentence = if words.is_empty() { self.failed.clone() } else { words.clone() };
                (self.button_again.clone(), sentence, Leads::Nowhere)
            }
        };
        Said { button, sentence, leads }
    }

    /// What is left of an item, in words; nothing while it is not known.
    pub fn left_of(&self, free: Option<i64>, stock: Option<i64>) -> String {
        match (free, stock) {
            (Some(0), _) => self.left_none.clone(),
            (Some(free @ 1..=5), _) => self.left_last.replace("{left}", &free.to_string()),
            (Some(free), Some(stock)) if free * 4 <= stock => self.left_few.clone(),
            (Some(_), _) => self.left_plenty.clone(),
            (None, _) => String::new(),
        }
    }
}

/// `hh:mm` of a moment on this device, with the day and month unless it is today; milliseconds since the epoch.
pub fn clock_time(ms: i64) -> String {
    let [at, today] =
        [JsValue::from_f64(ms as f64), JsValue::from_f64(js_sys::Date::now())].map(|ms| js_sys::Date::new(&ms));
    let time = format!("{:02}:{:02}", at.get_hours(), at.get_minutes());
    let same_day = (at.get_date(), at.get_month(), at.get_full_year())
        == (today.get_date(), today.get_month(), today.get_full_year());
    if same_day { time } else { format!("{}-{:02} {time}", at.get_month() + 1, at.get_date()) }
}
