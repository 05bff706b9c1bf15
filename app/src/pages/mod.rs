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
use leptos::{either::EitherOf3, prelude::*};

use crate::{
    api::{Asked, LocalPath},
    lead::lead_to,
    ui::Lang,
};

/// Where shoppers sign in.
const SIGN_IN: &str = "sign-in";

/// Waits for what belongs to somebody, and shows it, or leads to the form that signs in, or says why it cannot be shown.
fn shown<T: Send + 'static, V: IntoView + 'static>(
    lang: Lang,
    form: &'static str,
    found: impl Future<Output = Result<Asked<T>, Trouble>> + Send + 'static,
    show: impl FnOnce(T) -> V + Send + 'static,
) -> impl IntoView {
    Suspend::new(async move {
        match found.await {
            Ok(Asked::SignIn) => {
                ask_to_sign_in(lang, form);
                EitherOf3::A(())
            }
            Ok(Asked::Found(found)) => EitherOf3::B(show(found)),
            Err(trouble) => EitherOf3::C(view! { <TroublePage trouble/> }),
        }
    })
}

/// Leads to a form that signs in, and from there back to the page in context.
fn ask_to_sign_in(lang: Lang, form: &str) {
    let here = use_context::<Parts>().and_then(|parts| Some(parts.uri.path_and_query()?.to_string()));
    let next = LocalPath::parse(&here.unwrap_or_default());
    lead_to(&format!("{}/{form}?next={}", lang.home(), next.escaped()));
}
