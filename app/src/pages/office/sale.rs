//! One sale: the form that it is written in, or what it says when nothing can be changed.

use leptos::{either::Either, prelude::*};
use leptos_router::hooks::use_params_map;
use seckill::{ActivityForm, ActivityState, Fen, ItemForm, MerchantActivity, MerchantId, Millis, Shop};

use super::{
    SIGN_IN,
    frame::OfficeFrame,
    labels::{editor_labels, zones},
    sales_path,
    standing::{Standing, locked, stock_words, when},
};
use crate::{
    api::{self, Desk},
    bundles::Bundles,
    islands::office::{FormTexts, Sale, SaleForm},
    pages::{Trouble, TroublePage, shown},
    ui::{Lang, say},
};

/// A form for a sale that does not exist yet.
#[component]
pub fn NewSalePage(lang: Lang) -> impl IntoView {
    let found = api::desk(expect_context(), expect_context());
    shown(lang, SIGN_IN, found, move |desk| {
        if !desk.may_edit() {
            return Either::Right(view! { <TroublePage trouble=Trouble::NotFound/> });
        }
        let (title, merchant) = (say!(lang, office.sale.edit), desk.staff.merchant);
        Either::Left(view! {
            <OfficeFrame lang desk title>
                <Trail lang/>
                <div class="head"><h1>{title}</h1></div>
                <Form lang merchant sale=empty()/>
            </OfficeFrame>
        })
    })
}

/// One of the merchant's sales.
#[component]
pub fn EditSalePage(lang: Lang) -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id"));
    let shop = expect_context::<Shop>();
    let found = api::our_sale(shop.clone(), expect_context(), id);
    shown(lang, SIGN_IN, found, move |(desk, sale)| view! { <One lang desk sale now=shop.now()/> })
}

#[component]
fn One(lang: Lang, desk: Desk, sale: MerchantActivity, now: Millis) -> impl IntoView {
    let at = format!("{}/{}", sales_path(lang), sale.id);
    let why = locked(lang, &desk, &sale);
    let title = sale.form.title.clone();
    let tools = sale.state.is_public().then(|| {
        let page = format!("{}/activities/{}", lang.home(), sale.id);
        view! {
            <a class="button button-quiet" href=page>{say!(lang, office.list.page)}</a>
            <a class="button button-quiet" href=format!("{at}/orders")>{say!(lang, office.sale.orders)}</a>
        }
    });
    let (state, phase) = (sale.state, sale.phase);
    let body = match why {
        Some(why) => Either::Left(view! {
            <p class="note">{why}</p>
            <Fixed lang sale now/>
        }),
        None => Either::Right(view! { <Form lang merchant=desk.staff.merchant sale=as_typed(&sale)/> }),
    };
    view! {
        <OfficeFrame lang desk title=title.clone()>
            <Trail lang/>
            <div class="head">
                <div>
                    <h1>{title}</h1>
                    <p class="head-about"><Standing lang state phase/></p>
                </div>
                <div class="head-tools">{tools}</div>
            </div>
            {body}
        </OfficeFrame>
    }
}

#[component]
fn Trail(lang: Lang) -> impl IntoView {
    view! { <p class="trail"><a href=sales_path(lang)>{say!(lang, office.orders.back)}</a></p> }
}

#[component]
fn Form(lang: Lang, merchant: MerchantId, sale: Sale) -> impl IntoView {
    let editor = use_context::<Bundles>().map(|bundles| format!("/pkg/{}", bundles.editor));
    let sign_in = format!("{}/office/sign-in", lang.home());
    view! {
        <noscript>
            <p class="note">{say!(lang, office.sale.needs_script)}</p>
        </noscript>
        <SaleForm
            sale
            texts=FormTexts::of(lang)
            editor_labels=editor_labels(lang)
            zones=zones(lang)
            lang=lang.tag().to_owned()
            merchant=merchant.to_string()
            sales=sales_path(lang)
            sign_in
        />
        <script type="module" src=editor></script>
    }
}

/// What cannot be changed is easier to read as text than as a form.
#[component]
fn Fixed(lang: Lang, sale: MerchantActivity, now: Millis) -> impl IntoView {
    let when = when(lang, &sale, now);
    let window = [when.starts, when.ends].map(|moment| format!("{} {}", moment.date, moment.time)).join(" – ");
    let ActivityForm { html, pay_within_s, items, .. } = sale.form;
    let page = if html.is_empty() {
        Either::Left(view! { <p>{say!(lang, office.sale.no_page)}</p> })
    } else {
        Either::Right(view! { <div class="rich" inner_html=html></div> })
    };
    let rows = items.into_iter().map(|item| view! { <FixedItem lang item/> }).collect_view();
    view! {
        <div class="parts">
            <section class="part" aria-labelledby="fixed-items">
                <h2 id="fixed-items">{say!(lang, office.form.items)}</h2>
                <table class="table fixed-table">
                    <thead>
                        <tr>
                            <th scope="col">{say!(lang, office.form.product)}</th>
                            <th scope="col">{say!(lang, office.form.code)}</th>
                            <th scope="col" class="number">{say!(lang, office.form.list_price)}</th>
                            <th scope="col" class="number">{say!(lang, office.form.sale_price)}</th>
                            <th scope="col" class="number">{say!(lang, office.form.stock)}</th>
                            <th scope="col" class="number">{say!(lang, office.form.limit)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </section>
            <section class="part" aria-labelledby="fixed-when">
                <h2 id="fixed-when">{say!(lang, office.form.window)}</h2>
                <p>{window} " " {when.zone}</p>
                <p>
                    {say!(lang, office.sale.pay_within)} " "
                    {say!(lang, office.sale.minutes, minutes = pay_within_s / 60).to_string()}
                </p>
            </section>
            <section class="part" aria-labelledby="fixed-page">
                <h2 id="fixed-page">{say!(lang, office.sale.page)}</h2>
                {page}
            </section>
        </div>
    }
}

#[component]
fn FixedItem(lang: Lang, item: ItemForm) -> impl IntoView {
    let money = |fen: i64| Fen::new(fen).map(|price| price.to_string()).unwrap_or_default();
    let sku = item.sku;
    view! {
        <tr>
            <th scope="row" class="cell-title">{sku.product_title} " " {sku.name}</th>
            <td class="cell-items"><span class="code">{sku.code}</span></td>
            <td class="number" data-label=say!(lang, office.form.list_price)>{sku.list_price_fen.map(money)}</td>
            <td class="number" data-label=say!(lang, office.form.sale_price)>{money(item.sale_price_fen)}</td>
            <td class="number" data-label=say!(lang, office.form.stock)>{stock_words(lang, item.stock)}</td>
            <td class="number" data-label=say!(lang, office.form.limit)>{item.per_shopper_limit}</td>
        </tr>
    }
}

fn empty() -> Sale {
    Sale {
        id: String::new(),
        version: 0,
        state: ActivityState::Draft,
        title: String::new(),
        html: String::new(),
        starts_at: String::new(),
        ends_at: String::new(),
        time_zone: "Asia/Shanghai".to_owned(),
        pay_within_s: 900,
        items: Vec::new(),
        cover: None,
        cover_image: None,
    }
}

/// What the browser would get from the API.
fn as_typed(sale: &MerchantActivity) -> Sale {
    let read = serde_json::to_value(sale).and_then(serde_json::from_value);
    read.unwrap_or_else(|error| {
        tracing::error!(%error, "a sale cannot be shown in its form");
        empty()
    })
}
