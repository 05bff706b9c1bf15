//! What the form says, in the page's language.

use leptos::prelude::{StoredValue, WithValue};

use crate::islands::texts::texts;

texts! {
    /// The words of the form.
    FormTexts of office.form:
    about title title_help
    cover cover_help cover_choose cover_replace cover_remove cover_loading cover_none cover_failed
    page page_help
    window starts_at starts_at_help ends_at ends_at_help
    time_zone time_zone_help time_zone_other time_zone_name time_zone_name_help
    pay_within pay_within_help minutes
    items items_help item product variant variant_help code code_help list_price list_price_help sale_price sale_price_help
    stock stock_help unlimited units limit limit_help max max_help advanced gate gate_help add up down remove
    mode mode_direct
    save save_published preview publish published_note
    not_saved unsaved saving saved all_saved save_refused save_failed save_again signed_out sign_in
    problems_one problems
    conflict conflict_why conflict_theirs conflict_mine
    confirm confirm_what confirm_after confirm_now confirm_yes confirm_no
    colon required price_form price_decimals price_large number_form items_none
}

/// The words, for every part of the form.
#[derive(Clone, Copy)]
pub struct Said(pub StoredValue<FormTexts>);

impl Said {
    /// One of the words.
    pub fn word(self, which: fn(&FormTexts) -> &String) -> String {
        self.0.with_value(|texts| which(texts).clone())
    }

    /// One of the words with `{name}` filled in.
    pub fn fill(self, which: fn(&FormTexts) -> &String, name: &str, value: impl ToString) -> String {
        self.word(which).replace(&format!("{{{name}}}"), &value.to_string())
    }
}
