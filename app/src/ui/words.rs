//! The words of the pages: a field each, so that no language can lack one.

use crate::islands::ClockTexts;

/// What the pages say in one language.
#[derive(Debug)]
pub struct Words {
    /// The language's own name, for the switch.
    pub name: &'static str,
    /// The first thing for the keyboard.
    pub skip_to_content: &'static str,
    /// Names the header's links.
    pub site_navigation: &'static str,
    /// The link to the API's reference.
    pub api_reference: &'static str,
    /// Under every page.
    pub footnote: &'static str,

    /// The heading of the list.
    pub sales: &'static str,
    /// What the list is about.
    pub sales_lede: &'static str,
    /// Between a start and an end.
    pub until: &'static str,
    /// Before and after the lowest price.
    pub from_price: (&'static str, &'static str),
    /// The link to the next page.
    pub more_sales: &'static str,
    /// There is nothing to list.
    pub no_sales: &'static str,
    /// What a shopper can do then.
    pub no_sales_shopper: &'static str,
    /// What a merchant can do then; the link to the API reference follows.
    pub no_sales_merchant: &'static str,
    /// Loads the page again.
    pub look_again: &'static str,

    /// The phase before the accounts are laid out.
    pub upcoming: &'static str,
    /// The phase just before the start.
    pub warming: &'static str,
    /// The phase in which the sale is open.
    pub live: &'static str,
    /// The phase after the end.
    pub ended: &'static str,
    /// Before the time to the start.
    pub starts_in: &'static str,
    /// Before the time to the end.
    pub ends_in: &'static str,
    /// After a number of days.
    pub day: &'static str,
    /// After one minute.
    pub minute: &'static str,
    /// After some minutes.
    pub minutes: &'static str,
    /// After some seconds.
    pub seconds: &'static str,

    /// Nothing is at this address.
    pub not_found: &'static str,
    /// Why that may be.
    pub not_found_why: &'static str,
    /// Leads to the list.
    pub all_sales: &'static str,
    /// The page cannot be made now.
    pub unavailable: &'static str,
    /// What that means and what to do.
    pub unavailable_why: &'static str,
    /// Loads the page again.
    pub try_again: &'static str,
}

impl Words {
    /// The words of a countdown; `before` is the word for the phase it begins in.
    pub fn clock(&self, before: &str) -> ClockTexts {
        ClockTexts {
            before: before.to_owned(),
            live: self.live.to_owned(),
            over: self.ended.to_owned(),
            starts_in: self.starts_in.to_owned(),
            ends_in: self.ends_in.to_owned(),
            day: self.day.to_owned(),
            minute: self.minute.to_owned(),
            minutes: self.minutes.to_owned(),
            seconds: self.seconds.to_owned(),
        }
    }
}
