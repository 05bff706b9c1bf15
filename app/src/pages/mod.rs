//! The pages.

mod account;
pub mod office;
mod order;
mod orders;
mod sale;
mod sales;
mod ticket;
mod trouble;

pub use account::{RegisterPage, SignInPage};
pub use order::OrderPage;
pub use orders::OrdersPage;
pub use sale::{Offer, SalePage};
pub use sales::Sales;
pub use ticket::TicketPage;
pub use trouble::{NothingHere, Trouble, TroublePage};

use axum::http::request::Parts;
use leptos::prelude::use_context;

use crate::{api::LocalPath, lead::lead_to, ui::Lang};

/// Leads to a form that signs in, `sign-in` or `office/sign-in`, and from there back to the page in context.
fn ask_to_sign_in(lang: Lang, form: &str) {
    let here = use_context::<Parts>().and_then(|parts| Some(parts.uri.path_and_query()?.to_string()));
    let next = LocalPath::parse(&here.unwrap_or_default());
    lead_to(&format!("{}/{form}?next={}", lang.home(), next.escaped()));
}
