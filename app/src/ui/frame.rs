//! The header and footer around every page.

use leptos::prelude::*;
use leptos_meta::Title;

use super::Lang;

/// Wraps a page. `switch_to` is the path of the same page in the other language.
#[component]
pub fn Frame(lang: Lang, title: &'static str, switch_to: String, children: Children) -> impl IntoView {
    let words = lang.words();
    let other = lang.other();
    view! {
        <Title text=format!("{title} · Sluice")/>
        <a class="skip" href="#content">{words.skip_to_content}</a>
        <header class="bar">
            <nav class="bar-row" aria-label=words.site_navigation>
                <a class="brand" href=lang.home()>
                    <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 3v18M20 3v18M4 7h16M9 7v7M15 7v7M8 14h8M8 19h8"/>
                    </svg>
                    "Sluice"
                </a>
                <a class="switch" href=switch_to lang=other.tag() hreflang=other.tag()>{other.words().name}</a>
            </nav>
        </header>
        <main id="content" tabindex="-1">{children()}</main>
        <footer class="foot">
            <p>{words.footnote}</p>
            <a href="/api/docs">{words.api_reference}</a>
        </footer>
    }
}
