//! A sale's page: what it is, and the button.

use leptos::{either::Either, prelude::*, server_fn::ServerFn};
use leptos_meta::Meta;
use leptos_router::hooks::{use_params_map, use_query_map};
use seckill::{ActivityNow, ActivityPage, CoverImage, ItemStatus, PageItem, Shop};

use super::TroublePage;
use crate::{
    api,
    islands::shop::{Buy, BuyTexts, ClockTexts, Good, ItemSeen, OnSale, OwnTime, Watched},
    ui::{Frame, Lang, When, in_head, say},
};

/// A sale's page, the same for everybody.
#[component]
pub fn SalePage(lang: Lang) -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id"));
    let (answer, pressed) = use_query_map().with_untracked(|query| (query.get("answer"), query.get("item")));
    let answer = answer.map(|answer| (api::answer_words(lang, &answer), pressed.unwrap_or_default()));
    let found = api::sale(expect_context::<Shop>(), id);
    Suspend::new(async move {
        match found.await {
            Ok((page, now)) => {
                let title = page.card.title.clone();
                Either::Left(view! {
                    <Frame lang title>
                        {in_head(view! { <Meta name="description" content=description(lang, &page)/> })}
                        <Offer lang page now answer=answer.unwrap_or_default() preview=false/>
                    </Frame>
                })
            }
            Err(trouble) => Either::Right(view! { <TroublePage trouble/> }),
        }
    })
}

fn description(lang: Lang, page: &ActivityPage) -> String {
    let when = When::of_card(lang, &page.card, page.server_time_ms);
    format!("{} · {} {} {}", page.card.title, when.starts.date, when.starts.time, when.zone)
}

/// What a shopper sees of a sale. `answer`: what a press without scripts came to, in words, and the item that was pressed.
/// In a `preview` nothing can be pressed.
#[component]
pub fn Offer(
    lang: Lang,
    page: ActivityPage,
    now: ActivityNow,
    answer: (String, String),
    preview: bool,
) -> impl IntoView {
    let when = When::of_card(lang, &page.card, page.server_time_ms);
    let minutes = page.pay_within_s.div_euclid(60).max(1);
    let on_sale = on_sale(lang, &page, &now, answer, preview);
    let (starts_at_ms, ends_at_ms) = (page.card.starts_at_ms.get(), page.card.ends_at_ms.get());
    let details = (!page.html.is_empty()).then(|| {
        view! {
            <section class="details" aria-labelledby="details">
                <h2 id="details">{say!(lang, shop.sale.details)}</h2>
                <div class="rich" inner_html=page.html></div>
            </section>
        }
    });
    let ends = if when.same_day { when.ends.time } else { format!("{} {}", when.ends.date, when.ends.time) };
    let window =
        format!("{} {} {} {ends} {}", when.starts.date, when.starts.time, say!(lang, shop.sales.until), when.zone);
    // Without scripts nobody turns the button on; the page is loaded again at the start, or in an hour.
    let again = (on_sale.starts_at_ms - on_sale.server_time_ms + 999).div_euclid(1_000).min(3_600);
    let reload = (again > 0 && !preview).then(|| {
        view! { <noscript><meta http-equiv="refresh" content=again.to_string()/></noscript> }
    });
    let sign_in = format!("{0}/sign-in?next={0}/activities/{1}", lang.home(), page.card.id);
    let no_script = (again > 0).then(|| {
        view! {
            <noscript>
                <p class="no-script">
                    {say!(lang, shop.buy.no_script)} " " <a href=sign_in>{say!(lang, shop.buy.sign_in)}</a>
                </p>
            </noscript>
        }
    });
    view! {
        {reload}
        <article class="offer">
            {preview.then(|| view! { <p class="offer-preview" role="note">{say!(lang, shop.sale.preview)}</p> })}
            {page.card.cover.map(|cover| view! { <Cover cover/> })}
            <div class="offer-buy">
                <h1>{page.card.title}</h1>
                <p class="offer-when"><time datetime=page.card.starts_at>{window.clone()}</time></p>
                <Buy sale=on_sale texts=BuyTexts::of(lang) clock_texts=ClockTexts::of(lang)/>
                {no_script}
            </div>
            <div class="offer-more">
                {details}
                <section class="rules" aria-labelledby="rules">
                    <h2 id="rules">{say!(lang, shop.sale.rules)}</h2>
                    <dl>
                        <dt>{say!(lang, shop.sale.rule_window)}</dt>
                        <dd>
                            {window}
                            <OwnTime starts_at_ms ends_at_ms sale_offset_minutes=when.offset_minutes label=say!(lang, shop.sale.rule_own_zone).to_owned()/>
                        </dd>
                        <dt>{say!(lang, shop.sale.rule_order)}</dt>
                        <dd>{say!(lang, shop.sale.rule_order_text)}</dd>
                        <dt>{say!(lang, shop.sale.rule_limit)}</dt>
                        <dd>{say!(lang, shop.sale.rule_limit_text)}</dd>
                        <dt>{say!(lang, shop.sale.rule_pay)}</dt>
                        <dd>{say!(lang, shop.sale.rule_pay_text, minutes = minutes)}</dd>
                        <dt>{say!(lang, shop.sale.rule_delivery)}</dt>
                        <dd>{say!(lang, shop.sale.rule_delivery_text)}</dd>
                    </dl>
                </section>
            </div>
        </article>
    }
}

/// The picture on top. Its place is kept free while it loads; what it shows, the title says.
#[component]
fn Cover(cover: CoverImage) -> impl IntoView {
    let sizes = format!("{} 640w, {} {}w", cover.small_url, cover.url, cover.width);
    view! {
        <div class="offer-cover">
            <img
                src=cover.url
                srcset=sizes
                sizes="(min-width: 60rem) 50rem, 100vw"
                width=cover.width
                height=cover.height
                alt=""
                fetchpriority="high"
            />
        </div>
    }
}

fn on_sale(
    lang: Lang,
    page: &ActivityPage,
    now: &ActivityNow,
    (answer, pressed): (String, String),
    preview: bool,
) -> OnSale {
    let seen = now.items.iter().map(|item| ItemSeen {
        id: item.id.to_string(),
        status: item.status.as_str().to_owned(),
        free_hint: item.free_hint,
        may_return_until_ms: None,
    });
    let sold_out =
        |item: &&PageItem| now.items.iter().any(|seen| seen.id == item.id && seen.status == ItemStatus::SoldOut);
    let mut goods = page.goods.iter();
    let chosen = goods.clone().find(|item| item.id.to_string() == pressed);
    let chosen = chosen.or_else(|| goods.find(|item| !sold_out(item))).or(page.goods.first());
    OnSale {
        activity: page.card.id.to_string(),
        version: page.version,
        title: page.card.title.clone(),
        goods: page.goods.iter().map(|item| good(lang, item)).collect(),
        seen: Watched { items: seen.collect(), shopper: None },
        chosen: chosen.map(|item| item.id.to_string()).unwrap_or_default(),
        server_time_ms: page.server_time_ms.get(),
        starts_at_ms: page.card.starts_at_ms.get(),
        ends_at_ms: page.card.ends_at_ms.get(),
        pay_within_minutes: page.pay_within_s.div_euclid(60).max(1),
        lang: lang.tag().to_owned(),
        home: lang.home().to_owned(),
        action: api::Buy::url().to_owned(),
        answer,
        preview,
    }
}

fn good(lang: Lang, item: &PageItem) -> Good {
    let stock = match item.stock {
        Some(stock) => say!(lang, shop.sale.stock, stock = stock),
        None => say!(lang, shop.sale.stock_unlimited).to_owned(),
    };
    let limit = say!(lang, shop.sale.limit, limit = item.per_shopper_limit);
    Good {
        id: item.id.to_string(),
        name: format!("{} {}", item.product_title, item.name),
        sale_price: item.sale_price_fen.to_string(),
        list_price: item.list_price_fen.to_string(),
        terms: format!("{stock} · {limit}"),
        stock: item.stock,
        max_per_order: item.max_per_order,
        per_shopper_limit: item.per_shopper_limit,
    }
}
