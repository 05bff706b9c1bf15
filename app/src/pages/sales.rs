//! The list of sales.

use leptos::{either::Either, prelude::*};
use leptos_meta::Meta;
use leptos_router::hooks::use_query_map;
use seckill::{ActivityCard, Millis, Page, Phase, Shop};

use super::TroublePage;
use crate::{
    api,
    islands::shop::{ClockTexts, SaleClock},
    ui::{Frame, Lang, Moment, When, in_head, say},
};

/// The list of sales, the same for everybody.
#[component]
pub fn Sales(lang: Lang) -> impl IntoView {
    let cursor = use_query_map().with_untracked(|query| query.get("after"));
    let found = api::sales(expect_context::<Shop>(), cursor);
    Suspend::new(async move {
        match found.await {
            Ok(page) => Either::Left(view! { <List lang page/> }),
            Err(trouble) => Either::Right(view! { <TroublePage trouble/> }),
        }
    })
}

#[component]
fn List(lang: Lang, mut page: Page<ActivityCard>) -> impl IntoView {
    let now = page.server_time_ms;
    page.items.sort_by_key(urgency);
    let more = page.next_cursor.map(|cursor| {
        view! { <a class="button button-quiet" href=format!("{}?after={cursor}", lang.home())>{say!(lang, shop.sales.more)}</a> }
    });
    let list = if page.items.is_empty() {
        Either::Left(view! {
            <section class="notice">
                <h2>{say!(lang, shop.sales.none)}</h2>
                <p>{say!(lang, shop.sales.none_shopper)}</p>
                <a class="button" href=lang.home()>{say!(lang, shop.sales.look_again)}</a>
                <p class="aside">
                    {say!(lang, shop.sales.none_merchant)} " "
                    <a href=format!("{}/office", lang.home())>{say!(lang, shop.frame.for_merchants)}</a>
                </p>
            </section>
        })
    } else {
        let cards = page.items.into_iter().map(|card| view! { <Card lang card now/> }).collect_view();
        Either::Right(view! { <ol class="board" role="list">{cards}</ol> })
    };
    view! {
        <Frame lang title=say!(lang, shop.sales.title)>
            {in_head(view! { <Meta name="description" content=say!(lang, shop.sales.lede)/> })}
            <div class="intro">
                <h1>{say!(lang, shop.sales.title)}</h1>
                <p>{say!(lang, shop.sales.lede)}</p>
            </div>
            {list}
            {more}
        </Frame>
    }
}

/// What is open comes first, then what opens soonest, then what ended last.
fn urgency(card: &ActivityCard) -> (u8, i64) {
    match card.phase {
        Phase::Live => (0, card.ends_at_ms.get()),
        Phase::Warming | Phase::Upcoming => (1, card.starts_at_ms.get()),
        Phase::Ended => (2, -card.ends_at_ms.get()),
    }
}

#[component]
fn Card(lang: Lang, card: ActivityCard, now: Millis) -> impl IntoView {
    let when = When::new(lang, &card.time_zone, card.starts_at_ms, card.ends_at_ms, now);
    let heading = format!("sale-{}", card.id);
    let before = match card.phase {
        Phase::Upcoming => say!(lang, shop.clock.upcoming),
        Phase::Warming => say!(lang, shop.clock.warming),
        Phase::Live | Phase::Ended => say!(lang, shop.clock.live),
    };
    let clock = if card.phase == Phase::Ended {
        // A sale may have been closed by hand before the end of its window: then there is nothing to count down to.
        Either::Left(view! {
            <div class="clock" data-stage="over"><span class="chip">{say!(lang, shop.clock.ended)}</span></div>
        })
    } else {
        Either::Right(view! {
            <SaleClock
                title=card.title.clone()
                server_time_ms=now.get()
                starts_at_ms=card.starts_at_ms.get()
                ends_at_ms=card.ends_at_ms.get()
                state_url=format!("/api/v1/activities/{}/state", card.id)
                texts=ClockTexts::of(lang).beginning(before)
            />
        })
    };
    let (before_price, after_price) =
        (say!(lang, shop.sales.from_price_before), say!(lang, shop.sales.from_price_after));
    let page = format!("{}/activities/{}", lang.home(), card.id);
    let pictured = card.cover.is_some();
    let picture = card.cover.map(|cover| {
        view! { <img class="sale-picture" src=cover.small_url width="640" height="360" alt="" loading="lazy"/> }
    });
    let ends = if when.same_day { when.ends.time.clone() } else { format!("{} {}", when.ends.date, when.ends.time) };
    view! {
        <li>
            <article class="sale" class:sale-pictured=pictured data-phase=phase(card.phase) aria-labelledby=heading>
                {picture}
                <h2 id=heading.clone()><a class="sale-link" href=page>{card.title}</a></h2>
                <p class="sale-price">
                    {before_price} " " <strong>{card.from_price_fen.to_string()}</strong> " " {after_price}
                </p>
                <p class="sale-when">
                    <Start moment=when.starts/>
                    " "
                    <span class="sale-end">
                        {say!(lang, shop.sales.until)} " " <time datetime=when.ends.machine>{ends}</time> " " <span class="zone">{when.zone}</span>
                    </span>
                </p>
                {clock}
            </article>
        </li>
    }
}

/// The name for the style sheet.
const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Upcoming => "upcoming",
        Phase::Warming => "warming",
        Phase::Live => "live",
        Phase::Ended => "ended",
    }
}

#[component]
fn Start(moment: Moment) -> impl IntoView {
    view! {
        <time class="sale-start" datetime=moment.machine>
            <span class="sale-date">{moment.date}</span>
            " "
            <span class="sale-time">{moment.time}</span>
        </time>
    }
}

#[cfg(test)]
mod tests {
    use seckill::{ActivityId, Fen};

    use super::*;

    fn card(id: i64, phase: Phase, starts_at_ms: i64) -> ActivityCard {
        ActivityCard {
            id: ActivityId::new(id),
            title: "<b>x</b> & \"q\" 'z'".to_owned(),
            cover: None,
            phase,
            starts_at: String::new(),
            starts_at_ms: Millis::new(starts_at_ms),
            ends_at: String::new(),
            ends_at_ms: Millis::new(starts_at_ms + 1_000),
            time_zone: "Asia/Shanghai".to_owned(),
            from_price_fen: Fen::new(4_900).unwrap(),
        }
    }

    #[test]
    fn what_is_urgent_comes_first() {
        let mut cards = [
            card(1, Phase::Ended, 0),
            card(2, Phase::Upcoming, 9_000),
            card(3, Phase::Ended, 2_000),
            card(4, Phase::Warming, 5_000),
            card(5, Phase::Live, 4_000),
            card(6, Phase::Live, 3_000),
        ];
        cards.sort_by_key(urgency);
        assert_eq!(cards.map(|card| card.id.get()), [6, 5, 4, 2, 3, 1]);
    }

    #[test]
    fn a_title_is_text_whatever_it_looks_like() {
        for phase in [Phase::Live, Phase::Ended] {
            let html = Owner::new()
                .with(|| view! { <Card lang=Lang::Zh card=card(1, phase, 0) now=Millis::new(500)/> }.to_html());
            assert!(html.contains("&lt;b&gt;x&lt;/b&gt; &amp; \"q\" 'z'</a></h2>"), "{html}");
            assert!(!html.contains("<b>") && !html.contains("&amp;amp;"), "{html}");
            assert_eq!(html.contains("<leptos-island"), phase == Phase::Live);
        }
    }
}
