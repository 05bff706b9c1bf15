//! A sale as shoppers will see it: the page itself, and the office's page around it.

use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};
use seckill::MerchantActivity;

use super::{
    SIGN_IN,
    frame::OfficeFrame,
    sales_path,
    standing::{Standing, locked},
};
use crate::{
    api::{self, Desk},
    pages::{Offer, shown},
    ui::{Frame, Lang, say},
};

/// The preview in the office: a window to [`SeenPage`], as wide as a phone or a desk.
#[component]
pub fn PreviewPage(lang: Lang) -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id"));
    let wide = use_query_map().with_untracked(|query| query.get("width")).as_deref() == Some("desktop");
    let found = api::our_sale(expect_context(), expect_context(), id);
    shown(lang, SIGN_IN, found, move |(desk, sale)| view! { <Around lang desk sale wide/> })
}

#[component]
fn Around(lang: Lang, desk: Desk, sale: MerchantActivity, wide: bool) -> impl IntoView {
    let title = say!(lang, office.preview.title);
    let at = format!("{}/{}", sales_path(lang), sale.id);
    let back = if locked(lang, &desk, &sale).is_none() {
        say!(lang, office.preview.edit)
    } else {
        say!(lang, office.preview.back)
    };
    let widths =
        [(false, say!(lang, office.preview.phone), ""), (true, say!(lang, office.preview.desktop), "?width=desktop")];
    let link = |(is, words, query): (bool, &'static str, &str)| {
        let current = (is == wide).then_some("true");
        view! { <li><a href=format!("{at}/preview{query}") aria-current=current>{words}</a></li> }
    };
    let links = widths.map(link).into_iter().collect_view();
    view! {
        <OfficeFrame lang desk title=format!("{title} · {}", sale.form.title)>
            <div class="head">
                <div>
                    <h1>{title}</h1>
                    <p class="head-about">
                        <span>{sale.form.title}</span>
                        <Standing lang state=sale.state phase=sale.phase/>
                    </p>
                </div>
                <div class="head-tools">
                    <nav class="filter" aria-label=say!(lang, office.preview.width)>
                        <ul>{links}</ul>
                    </nav>
                    <a class="button button-quiet" href=at>{back}</a>
                </div>
            </div>
            <div class="preview" data-width=if wide { "desktop" } else { "phone" }>
                <iframe title=say!(lang, office.preview.frame) src=format!("{}/preview/{}", lang.home(), sale.id)></iframe>
            </div>
        </OfficeFrame>
    }
}

/// What is in that window: the page of the shop, which takes no press and leads nowhere.
#[component]
pub fn SeenPage(lang: Lang) -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id"));
    let found = api::preview(expect_context(), expect_context(), id);
    shown(lang, SIGN_IN, found, move |(page, now)| {
        let title = page.card.title.clone();
        view! {
            <div class="seen" inert>
                <Frame lang title>
                    <Offer lang page now answer=Default::default() preview=true/>
                </Frame>
            </div>
        }
    })
}
