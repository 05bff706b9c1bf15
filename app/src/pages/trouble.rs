//! The pages for what cannot be shown.

use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER, request::Parts};
use leptos::prelude::*;
use leptos_axum::ResponseOptions;

use crate::ui::{Frame, Lang};

/// Why a page cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing is at this address.
    NotFound,
    /// The shop does not answer now.
    Unavailable,
}

/// Says what happened and what to do next, with the status that belongs to it.
#[component]
pub fn TroublePage(trouble: Trouble) -> impl IntoView {
    let lang = Lang::of_request();
    let words = lang.words();
    let (status, title, why, link, label) = match trouble {
        Trouble::NotFound => {
            (StatusCode::NOT_FOUND, words.not_found, words.not_found_why, lang.home().to_owned(), words.all_sales)
        }
        Trouble::Unavailable => {
            (StatusCode::SERVICE_UNAVAILABLE, words.unavailable, words.unavailable_why, here(), words.try_again)
        }
    };
    if let Some(response) = use_context::<ResponseOptions>() {
        response.set_status(status);
        if trouble == Trouble::Unavailable {
            response.insert_header(RETRY_AFTER, HeaderValue::from_static("5"));
        }
    }
    view! {
        <Frame lang title switch_to=lang.other().home().to_owned()>
            <section class="notice">
                <h1>{title}</h1>
                <p>{why}</p>
                <a class="button" href=link>{label}</a>
            </section>
        </Frame>
    }
}

/// The path and query of the request in context.
fn here() -> String {
    use_context::<Parts>().and_then(|parts| Some(parts.uri.path_and_query()?.to_string())).unwrap_or_default()
}
