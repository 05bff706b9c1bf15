//! The route table.

use leptos::prelude::*;
use leptos_router::{
    SsrMode,
    components::{Route, Router, Routes},
    path,
};

use crate::{
    pages::{Sales, Trouble, TroublePage},
    ui::Lang,
};

/// Every page. `/` itself only picks a language and is in [`crate::router`].
#[component]
pub fn App() -> impl IntoView {
    view! {
        <Router>
            <Routes fallback=|| view! { <TroublePage trouble=Trouble::NotFound/> }>
                <Route path=path!("/zh") view=|| view! { <Sales lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/en") view=|| view! { <Sales lang=Lang::En/> } ssr=SsrMode::Async/>
            </Routes>
        </Router>
    }
}
