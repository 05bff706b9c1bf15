//! What stands around every page of the office.

use leptos::{prelude::*, server_fn::ServerFn};

use super::sales_path;
use crate::{
    api::{Desk, SignOut},
    ui::{Lang, TabTitle, say, switched_page},
};

/// Wraps a page of the office.
#[component]
pub fn OfficeFrame(lang: Lang, desk: Desk, #[prop(into)] title: String, children: Children) -> impl IntoView {
    let other = lang.other();
    let switch_to = switched_page(lang);
    let viewer = (!desk.may_edit()).then(|| view! { <p class="note">{say!(lang, office.frame.viewer)}</p> });
    view! {
        <TabTitle title site=say!(lang, office.frame.name)/>
        <a class="skip" href="#content">{say!(lang, shop.frame.skip_to_content)}</a>
        <header class="bar office-bar">
            <div class="office-row">
                <a class="brand" href=sales_path(lang)>
                    <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 3v18M20 3v18M4 7h16M9 7v7M15 7v7M8 14h8M8 19h8"/>
                    </svg>
                    "Sluice"
                </a>
                <span class="office-name">{desk.colleague.merchant}</span>
                <a class="bar-link switch" href=switch_to lang=other.tag() hreflang=other.tag()>
                    {say!(other, shop.frame.language)}
                </a>
            </div>
        </header>
        <div class="office">
            <nav class="office-nav" aria-label=say!(lang, office.frame.navigation)>
                <a href=sales_path(lang) aria-current="page">
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h10"/></svg>
                    {say!(lang, office.frame.sales)}
                </a>
                <a href=lang.home()>
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 10l1-5h14l1 5M5 10v9h14v-9M4 10h16M10 19v-5h4v5"/></svg>
                    {say!(lang, office.frame.shop)}
                </a>
                <form class="office-leave" method="post" action=SignOut::url()>
                    <input type="hidden" name="next" value=format!("{}/office/sign-in", lang.home())/>
                    <span class="office-login">{desk.colleague.login}</span>
                    <button type="submit">
                        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M14 4H5v16h9M10 12h10M16 8l4 4-4 4"/></svg>
                        {say!(lang, office.frame.sign_out)}
                    </button>
                </form>
            </nav>
            <main id="content" tabindex="-1">{viewer} {children()}</main>
        </div>
    }
}
