//! From what a merchant typed to a sale that can be stored.

use std::collections::HashSet;

use chrono::{DateTime, LocalResult, NaiveDateTime, TimeZone as _};
use chrono_tz::Tz;

use super::html;
use crate::{
    ActivityForm, Fen, FieldCode as Code, FieldError, ImageId, ItemForm, ItemId, Millis, SkuForm, SkuId, Window,
};

/// Most items in a sale.
const MOST_ITEMS: usize = 50;
/// Milliseconds since the epoch: a day before the year 10000 of UTC, which not every party reads, begins in no zone yet.
const END_OF_TIME: i64 = 253_402_300_800_000 - 86_400_000;

/// A sale whose every field is acceptable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewActivity {
    /// 1 to 120 characters.
    pub title: String,
    /// Clean HTML.
    pub html: String,
    /// Whether it is the merchant's is for the store to see.
    pub cover: Option<ImageId>,
    /// When it is open.
    pub window: Window,
    /// A known zone.
    pub time_zone: String,
    /// Seconds, 60 to 86,400.
    pub pay_within_s: i64,
    /// 1 to 50.
    pub items: Vec<NewItem>,
}

/// An item whose every field is acceptable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewItem {
    /// Which item this replaces.
    pub id: Option<ItemId>,
    /// What is sold.
    pub sku: NewSku,
    /// Below the list price.
    pub sale_price: Fen,
    /// Units; `None` is unlimited.
    pub stock: Option<i64>,
    /// Units a shopper may hold.
    pub limit: i64,
    /// Units in one order.
    pub max_per_order: i64,
    /// Shoppers per unit that are let through.
    pub gate_multiplier: i64,
}

/// A sku that exists, or is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewSku {
    /// By id, and what it shall say from now on; whether it is the merchant's is for the store to see.
    Existing(SkuId, SkuWords<Option<String>, Option<Fen>>),
    /// To be made, or found by its code.
    New(SkuWords<String, Fen>),
}

/// What a sku says. With an existing one, what is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkuWords<Text, Price> {
    /// 1 to 120 characters.
    pub product_title: Text,
    /// 1 to 120 characters.
    pub name: Text,
    /// 1 to 64 characters.
    pub code: Text,
    /// Above zero.
    pub list_price: Price,
}

/// Collects complaints while a form is read.
struct Reader {
    errors: Vec<FieldError>,
}

impl NewActivity {
    /// Reads a form; `Err` names every field that cannot be accepted.
    pub fn parse(form: &ActivityForm, now: Millis) -> Result<Self, Vec<FieldError>> {
        let mut reader = Reader { errors: Vec::new() };
        let title = reader.text("title", &form.title, 120);
        let html = reader.html(&form.html);
        let window = reader.window(form, now);
        let pay_within_s = reader.number("pay_within_s", form.pay_within_s, 60, 86_400);
        match form.items.len() {
            0 => reader.complain("items", Code::Empty),
            1..=MOST_ITEMS => {}
            _ => reader.complain("items", Code::TooManyEntries),
        }
        let (mut codes, mut ids) = (HashSet::new(), HashSet::new());
        let mut items = Vec::new();
        for (place, item) in form.items.iter().enumerate().take(MOST_ITEMS) {
            if item.sku.code.as_ref().is_some_and(|code| !codes.insert(code.trim())) {
                reader.complain(&format!("items[{place}].sku.code"), Code::Duplicate);
            }
            if item.id.is_some_and(|id| !ids.insert(id)) {
                reader.complain(&format!("items[{place}].id"), Code::Duplicate);
            }
            items.extend(reader.item(&format!("items[{place}]"), item));
        }
        let time_zone = form.time_zone.clone();
        match window {
            Some(window) if reader.errors.is_empty() => {
                Ok(Self { title, html, cover: form.cover, window, time_zone, pay_within_s, items })
            }
            _ => Err(reader.errors),
        }
    }
}

impl Reader {
    fn complain(&mut self, field: &str, code: Code) {
        self.errors.push(FieldError::new(field, code));
    }

    fn text(&mut self, field: &str, typed: &str, most: usize) -> String {
        let text = typed.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter));
        if text.is_empty() {
            self.complain(field, Code::Required);
        } else if text.chars().count() > most {
            self.complain(field, Code::TooLong);
        } else if text.chars().any(|letter| letter.is_control() || turns_text(letter)) {
            self.complain(field, Code::Malformed);
        }
        text.to_owned()
    }

    fn number(&mut self, field: &str, value: i64, least: i64, most: i64) -> i64 {
        if !(least..=most).contains(&value) {
            self.complain(field, Code::OutOfRange);
        }
        value
    }

    fn html(&mut self, typed: &str) -> String {
        if typed.len() > 200_000 {
            self.complain("html", Code::TooLong);
            return String::new();
        }
        if typed.contains('\0') {
            self.complain("html", Code::Malformed);
        }
        match html::clean(typed) {
            // The cleaner adds to every link.
            Some(html) if html.len() <= 200_000 => return html,
            Some(_) => self.complain("html", Code::TooLong),
            None => self.complain("html", Code::Malformed),
        }
        String::new()
    }

    fn window(&mut self, form: &ActivityForm, now: Millis) -> Option<Window> {
        let Ok(zone) = form.time_zone.parse::<Tz>() else {
            self.complain("time_zone", Code::UnknownTimeZone);
            return None;
        };
        let starts_at = self.moment("starts_at", &form.starts_at, zone);
        let ends_at = self.moment("ends_at", &form.ends_at, zone);
        let (starts_at, ends_at) = (starts_at?, ends_at?);
        if ends_at <= now {
            self.complain("ends_at", Code::InThePast);
        }
        let window = Window::new(starts_at, ends_at);
        if window.is_err() {
            self.complain("ends_at", Code::EndNotAfterStart);
        }
        window.ok()
    }

    /// A moment with an offset, or a local time of `zone`. Where clocks are set back the first of the two is meant.
    fn moment(&mut self, field: &str, typed: &str, zone: Tz) -> Option<Millis> {
        let typed = typed.trim();
        let parsed = match DateTime::parse_from_rfc3339(typed) {
            Ok(moment) => Ok(moment.timestamp_millis()),
            Err(_) => match ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
                .iter()
                .find_map(|form| NaiveDateTime::parse_from_str(typed, form).ok())
                .map(|local| zone.from_local_datetime(&local))
            {
                None => Err(Code::Malformed),
                Some(LocalResult::None) => Err(Code::SkippedLocalTime),
                Some(LocalResult::Single(moment) | LocalResult::Ambiguous(moment, _)) => Ok(moment.timestamp_millis()),
            },
        };
        let parsed = parsed.and_then(|ms| if (0..END_OF_TIME).contains(&ms) { Ok(ms) } else { Err(Code::OutOfRange) });
        match parsed {
            Ok(ms) => Some(Millis::new(ms)),
            Err(code) => {
                self.complain(field, if typed.is_empty() { Code::Required } else { code });
                None
            }
        }
    }

    fn item(&mut self, at: &str, form: &ItemForm) -> Option<NewItem> {
        let sku = self.sku(&format!("{at}.sku"), &form.sku);
        let field = format!("{at}.sale_price_fen");
        let sale_price = Fen::new(form.sale_price_fen).ok().filter(|price| price.get() > 0);
        if sale_price.is_none() {
            self.complain(&field, Code::OutOfRange);
        }
        let list_price = match &sku {
            Some(NewSku::New(words)) => Some(words.list_price),
            Some(NewSku::Existing(_, words)) => words.list_price,
            None => None,
        };
        if sale_price.zip(list_price).is_some_and(|(price, list_price)| price >= list_price) {
            self.complain(&field, Code::NotBelowListPrice);
        }
        if let Some(stock) = form.stock {
            self.number(&format!("{at}.stock"), stock, 1, 10_000_000);
        }
        let limit = self.number(&format!("{at}.per_shopper_limit"), form.per_shopper_limit, 1, 1_000);
        let max_per_order = self.number(&format!("{at}.max_per_order"), form.max_per_order, 1, 1_000);
        if max_per_order > limit {
            self.complain(&format!("{at}.max_per_order"), Code::AboveLimit);
        }
        if sale_price.is_some_and(|price| price.times(max_per_order).is_err()) {
            self.complain(&field, Code::OutOfRange);
        }
        let gate_multiplier = self.number(&format!("{at}.gate_multiplier"), form.gate_multiplier, 1, 1_000);
        let (sku, sale_price) = (sku?, sale_price?);
        Some(NewItem { id: form.id, sku, sale_price, stock: form.stock, limit, max_per_order, gate_multiplier })
    }

    /// With an `id` everything else may be left out, and stays as it is.
    fn sku(&mut self, at: &str, form: &SkuForm) -> Option<NewSku> {
        let mut text = |name: &str, typed: &Option<String>, most| match typed {
            None if form.id.is_some() => None,
            typed => Some(self.text(&format!("{at}.{name}"), typed.as_deref().unwrap_or_default(), most)),
        };
        let product_title = text("product_title", &form.product_title, 120);
        let name = text("name", &form.name, 120);
        let code = text("code", &form.code, 64);
        let list_price = form.list_price_fen.map(|fen| Fen::new(fen).ok().filter(|price| price.get() > 0));
        match list_price {
            None if form.id.is_none() => self.complain(&format!("{at}.list_price_fen"), Code::Required),
            Some(None) => self.complain(&format!("{at}.list_price_fen"), Code::OutOfRange),
            _ => {}
        }
        let (list_price, words) = (list_price.flatten(), (product_title, name, code));
        match (form.id, words, list_price) {
            (Some(id), (product_title, name, code), list_price) => {
                Some(NewSku::Existing(id, SkuWords { product_title, name, code, list_price }))
            }
            (None, (Some(product_title), Some(name), Some(code)), Some(list_price)) => {
                Some(NewSku::New(SkuWords { product_title, name, code, list_price }))
            }
            _ => None,
        }
    }
}

/// Shows nothing by itself, though it may join what stands around it (Unicode's default ignorable code points).
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}')
}

/// Turns the direction of the text around it, ours too (Unicode's explicit directional formatting characters).
const fn turns_text(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
