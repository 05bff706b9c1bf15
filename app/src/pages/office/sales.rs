//! The merchant's sales.

use leptos::{either::Either, prelude::*};
use leptos_router::hooks::use_query_map;
use seckill::{MerchantActivity, Millis, Page, Stage};

use super::{
    SIGN_IN,
    frame::OfficeFrame,
    sales_path,
    standing::{Standing, locked, stock_words, when},
};
use crate::{
    api::{self, Desk},
    pages::shown,
    ui::{Lang, say},
};

/// The merchant's sales, newest first, with a filter in the address.
#[component]
pub fn OurSalesPage(lang: Lang) -> impl IntoView {
    let query = use_query_map();
    let get = |name: &str| query.with_untracked(|query| query.get(name)).filter(|value| !value.is_empty());
    let (stage, after) = (get("stage"), get("after"));
    let is_first = after.is_none();
    let found = api::our_sales(expect_context(), expect_context(), stage, after);
    shown(lang, SIGN_IN, found, move |(desk, stage, page)| view! { <List lang desk stage page is_first/> })
}

#[component]
fn List(lang: Lang, desk: Desk, stage: Option<Stage>, page: Page<MerchantActivity>, is_first: bool) -> impl IntoView {
    let title = say!(lang, office.list.title);
    let sales = sales_path(lang);
    let now = page.server_time_ms;
    let query = stage.map(|stage| format!("stage={}", stage.as_str())).unwrap_or_default();
    let first = (!is_first).then(|| {
        view! { <a class="button button-quiet" href=format!("{sales}?{query}")>{say!(lang, office.list.first)}</a> }
    });
    let more = page.next_cursor.map(|cursor| {
        let to = format!("{sales}?{query}&after={cursor}");
        view! { <a class="button button-quiet" href=to>{say!(lang, office.list.more)}</a> }
    });
    let may_edit = desk.may_edit();
    let body = if page.items.is_empty() {
        Either::Left(view! { <Nothing lang may_edit everywhere=stage.is_none()/> })
    } else {
        let rows = page.items.into_iter().map(|sale| view! { <Row lang desk=desk.clone() sale now/> }).collect_view();
        Either::Right(view! {
            <table class="table sales-table">
                <thead>
                    <tr>
                        <th scope="col">{say!(lang, office.list.sale)}</th>
                        <th scope="col">{say!(lang, office.list.state)}</th>
                        <th scope="col">{say!(lang, office.list.window)}</th>
                        <th scope="col">{say!(lang, office.list.items)}</th>
                        <th scope="col" class="number">{say!(lang, office.list.stock)}</th>
                        <th scope="col" class="number">{say!(lang, office.list.sold)}</th>
                        <th scope="col">{say!(lang, office.list.actions)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        })
    };
    let new =
        may_edit.then(|| view! { <a class="button" href=format!("{sales}/new")>{say!(lang, office.list.new)}</a> });
    view! {
        <OfficeFrame lang desk title>
            <div class="head">
                <h1>{title}</h1>
                {new}
            </div>
            <Filter lang stage/>
            {body}
            <p class="pages">{first} {more}</p>
        </OfficeFrame>
    }
}

#[component]
fn Filter(lang: Lang, stage: Option<Stage>) -> impl IntoView {
    let words = |stage: Option<Stage>| match stage {
        None => say!(lang, office.list.all),
        Some(Stage::Draft) => say!(lang, office.list.draft),
        Some(Stage::Upcoming) => say!(lang, office.list.upcoming),
        Some(Stage::Live) => say!(lang, office.list.live),
        Some(Stage::Ended) => say!(lang, office.list.ended),
    };
    let link = |to: Option<Stage>| {
        let query = to.map(|to| format!("?stage={}", to.as_str())).unwrap_or_default();
        let current = (to == stage).then_some("page");
        view! { <li><a href=format!("{}{query}", sales_path(lang)) aria-current=current>{words(to)}</a></li> }
    };
    let links = std::iter::once(None).chain(Stage::ALL.map(Some)).map(link).collect_view();
    view! {
        <nav class="filter" aria-label=say!(lang, office.list.filter)>
            <ul>{links}</ul>
        </nav>
    }
}

#[component]
fn Row(lang: Lang, desk: Desk, sale: MerchantActivity, now: Millis) -> impl IntoView {
    let at = format!("{}/{}", sales_path(lang), sale.id);
    let when = when(lang, &sale, now);
    let ends = if when.same_day { when.ends.time } else { format!("{} {}", when.ends.date, when.ends.time) };
    let open =
        if locked(lang, &desk, &sale).is_none() { say!(lang, office.list.edit) } else { say!(lang, office.list.open) };
    let titled = |words: &str| format!("{words}{}{}", say!(lang, office.list.colon), sale.form.title);
    let public = sale.state.is_public();
    let page = if public { format!("{}/activities/{}", lang.home(), sale.id) } else { format!("{at}/preview") };
    let page_words = if public { say!(lang, office.list.page) } else { say!(lang, office.list.preview) };
    let orders = public.then(|| {
        let words = say!(lang, office.list.orders);
        view! { <a href=format!("{at}/orders") aria-label=titled(words)>{words}</a> }
    });
    let items: Vec<String> = sale.form.items.iter().filter_map(|item| item.sku.product_title.clone()).collect();
    let count = items.len();
    let more = (count > 1).then(|| view! { <span class="more">"+" {count - 1}</span> });
    view! {
        <tr>
            <th scope="row" class="cell-title">
                <a href=at.clone()>{sale.form.title.clone()}</a>
            </th>
            <td class="cell-state"><Standing lang state=sale.state phase=sale.phase/></td>
            <td class="cell-when">
                <time datetime=when.starts.machine>{when.starts.date} " " {when.starts.time}</time>
                " "
                <span class="until">
                    {say!(lang, office.list.until)} " " <time datetime=when.ends.machine>{ends}</time> " " {when.zone}
                </span>
            </td>
            <td class="cell-items">{items.into_iter().next()} " " {more}</td>
            <td class="number" data-label=say!(lang, office.list.stock)>{stock_words(lang, sale.stock)}</td>
            <td class="number" data-label=say!(lang, office.list.sold)>{sale.sold}</td>
            <td class="cell-actions">
                <a href=at aria-label=titled(open)>{open}</a>
                {orders}
                <a href=page aria-label=titled(page_words)>{page_words}</a>
            </td>
        </tr>
    }
}

/// An empty list says what belongs here and how it gets here.
#[component]
fn Nothing(lang: Lang, may_edit: bool, everywhere: bool) -> impl IntoView {
    let new = may_edit.then(|| {
        let to = format!("{}/new", sales_path(lang));
        view! { <a class="button" href=to>{say!(lang, office.list.new)}</a> }
    });
    if everywhere {
        Either::Left(view! {
            <section class="notice empty">
                <h2>{say!(lang, office.list.none)}</h2>
                <p>{say!(lang, office.list.none_lede)}</p>
                <ol class="steps">
                    <li>{say!(lang, office.list.none_one)}</li>
                    <li>{say!(lang, office.list.none_two)}</li>
                    <li>{say!(lang, office.list.none_three)}</li>
                </ol>
                {new}
            </section>
        })
    } else {
        Either::Right(view! {
            <section class="notice empty">
                <h2>{say!(lang, office.list.none_here)}</h2>
                <p>{say!(lang, office.list.none_here_lede)}</p>
            </section>
        })
    }
}
