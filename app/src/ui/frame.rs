//! The header and footer around every page of the shop.

use axum::http::{request::Parts, uri::PathAndQuery};
use html_escape::encode_text;
use leptos::{prelude::*, tachys::reactive_graph::OwnedView};
use leptos_meta::Title;

use super::{Lang, say};

/// What the browser's tab says. The title may be what somebody wrote, and `leptos_meta` puts it into the page as it is.
#[component]
pub fn TabTitle(title: String, #[prop(into)] site: String) -> impl IntoView {
    view! { <Title text=format!("{} · {site}", encode_text(&title))/> }
}

/// Keeps a tag that goes to the page's head in the request that makes it: rendered after a wait it would find no head.
pub fn in_head<T>(tag: T) -> OwnedView<T> {
    OwnedView::new(tag)
}

/// Where the page of the request in context is in the other language, if there is one.
pub fn switched_page(lang: Lang) -> Option<String> {
    use_context::<Parts>().map(|parts| lang.switched(parts.uri.path_and_query().map_or("", PathAndQuery::as_str)))
}

/// Wraps a page. The frame is the same for every shopper, so that a page can be kept and sent to many.
#[component]
pub fn Frame(lang: Lang, #[prop(into)] title: String, children: Children) -> impl IntoView {
    let other = lang.other();
    let switch_to = switched_page(lang).unwrap_or_else(|| other.home().to_owned());
    view! {
        <TabTitle title site="Sluice"/>
        <a class="skip" href="#content">{say!(lang, shop.frame.skip_to_content)}</a>
        <header class="bar">
            <nav class="bar-row" aria-label=say!(lang, shop.frame.site_navigation)>
                <a class="brand" href=lang.home()>
                    <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 3v18M20 3v18M4 7h16M9 7v7M15 7v7M8 14h8M8 19h8"/>
                    </svg>
                    "Sluice"
                </a>
                <a class="bar-link" href=format!("{}/orders", lang.home())>{say!(lang, shop.frame.my_orders)}</a>
                <a class="bar-link switch" href=switch_to lang=other.tag() hreflang=other.tag()>
                    {say!(other, shop.frame.language)}
                </a>
            </nav>
        </header>
        <main id="content" tabindex="-1">{children()}</main>
        <footer class="foot">
            <p>{say!(lang, shop.frame.footnote)}</p>
            <p class="foot-links">
                <a href=format!("{}/office", lang.home())>{say!(lang, shop.frame.for_merchants)}</a>
                <a href="/api/docs">{say!(lang, shop.frame.api_reference)}</a>
            </p>
        </footer>
    }
}
