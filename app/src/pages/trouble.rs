//! The pages for what cannot be shown.

use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER, request::Parts};
use leptos::prelude::*;
use leptos_axum::ResponseOptions;

use crate::ui::{Frame, Lang, say};

/// Why a page cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing is at this address.
    NotFound,
    /// The shop does not answer now.
    Unavailable,
    /// A form came from a page that is not ours.
    Foreign,
    /// A form says what none of ours says.
    BadForm,
}

/// Says what happened and what to do next, with the status that belongs to it.
#[component]
pub fn TroublePage(trouble: Trouble) -> impl IntoView {
    let lang = Lang::of_request();
    let (status, title, why) = match trouble {
        Trouble::NotFound => {
            (StatusCode::NOT_FOUND, say!(lang, shop.trouble.not_found), say!(lang, shop.trouble.not_found_why))
        }
        Trouble::Unavailable => (
            StatusCode::SERVICE_UNAVAILABLE,
            say!(lang, shop.trouble.unavailable),
            say!(lang, shop.trouble.unavailable_why),
        ),
        Trouble::Foreign => {
            (StatusCode::FORBIDDEN, say!(lang, shop.trouble.foreign), say!(lang, shop.trouble.foreign_why))
        }
        Trouble::BadForm => {
            (StatusCode::BAD_REQUEST, say!(lang, shop.trouble.bad_form), say!(lang, shop.trouble.bad_form_why))
        }
    };
    let in_office = here().starts_with(&format!("{}/office/", lang.home()));
    let why = if in_office && trouble == Trouble::NotFound { say!(lang, shop.trouble.not_found_office) } else { why };
    let (link, label) = match trouble {
        Trouble::Unavailable => (here(), say!(lang, shop.trouble.try_again)),
        _ if in_office => (format!("{}/office/sales", lang.home()), say!(lang, office.orders.back)),
        _ => (lang.home().to_owned(), say!(lang, shop.sales.all)),
    };
    if let Some(response) = use_context::<ResponseOptions>() {
        response.set_status(status);
        if trouble == Trouble::Unavailable {
            response.insert_header(RETRY_AFTER, HeaderValue::from_static("5"));
        }
    }
    view! {
        <Frame lang title>
            <section class="notice">
                <h1>{title}</h1>
                <p>{why}</p>
                <a class="button" href=link>{label}</a>
            </section>
        </Frame>
    }
}

/// What the fallback of the routes says: nothing is there, unless something else was found out before.
#[component]
pub fn NothingHere() -> impl IntoView {
    let found_out = use_context::<Parts>().and_then(|parts| parts.extensions.get::<Trouble>().copied());
    view! { <TroublePage trouble=found_out.unwrap_or(Trouble::NotFound)/> }
}

/// The path and query of the request in context.
fn here() -> String {
    use_context::<Parts>().and_then(|parts| Some(parts.uri.path_and_query()?.to_string())).unwrap_or_default()
}
