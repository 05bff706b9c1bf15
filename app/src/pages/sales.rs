//! The list of sales.

use leptos::{either::Either, prelude::*};
use leptos_meta::Meta;
use leptos_router::hooks::use_query_map;
use seckill::{ActivityCard, Millis, Page, Phase, Shop};

use super::TroublePage;
use crate::{
    api,
    islands::SaleClock,
    ui::{Frame, Lang, Moment, When},
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
    let words = lang.words();
    let now = page.server_time_ms;
    page.items.sort_by_key(urgency);
    let more = page.next_cursor.map(|cursor| {
        view! { <a class="button button-quiet" href=format!("{}?after={cursor}", lang.home())>{words.more_sales}</a> }
    });
    let list = if page.items.is_empty() {
        Either::Left(view! {
            <section class="notice">
                <h2>{words.no_sales}</h2>
                <p>{words.no_sales_shopper}</p>
                <a class="button" href=lang.home()>{words.look_again}</a>
                <p class="aside">
                    {words.no_sales_merchant} " " <a href="/api/docs">{words.api_reference}</a>
                </p>
            </section>
        })
    } else {
        let cards = page.items.into_iter().map(|card| view! { <Card lang card now/> }).collect_view();
        Either::Right(view! { <ol class="board" role="list">{cards}</ol> })
    };
    view! {
        <Frame lang title=words.sales switch_to=lang.other().home().to_owned()>
            <Meta name="description" content=words.sales_lede/>
            <div class="intro">
                <h1>{words.sales}</h1>
                <p>{words.sales_lede}</p>
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
    let words = lang.words();
    let when = When::new(lang, &card.time_zone, card.starts_at_ms, card.ends_at_ms, now);
    let heading = format!("sale-{}", card.id);
    let before = match card.phase {
        Phase::Upcoming => words.upcoming,
        Phase::Warming => words.warming,
        Phase::Live | Phase::Ended => words.live,
    };
    let clock = if card.phase == Phase::Ended {
        // A sale may have been closed by hand before the end of its window: then there is nothing to count down to.
        Either::Left(view! {
            <div class="clock" data-stage="over"><span class="chip">{words.ended}</span></div>
        })
    } else {
        Either::Right(view! {
            <SaleClock
                title=card.title.clone()
                server_time_ms=now.get()
                starts_at_ms=card.starts_at_ms.get()
                ends_at_ms=card.ends_at_ms.get()
                state_url=format!("/api/v1/activities/{}/state", card.id)
                texts=words.clock(before)
            />
        })
    };
    let (before_price, after_price) = words.from_price;
    let ends = if when.same_day { when.ends.time.clone() } else { format!("{} {}", when.ends.date, when.ends.time) };
    view! {
        <li>
            <article class="sale" data-phase=phase(card.phase) aria-labelledby=heading>
                <h2 id=heading.clone()>{card.title}</h2>
                <p class="sale-price">
                    {before_price} " " <strong>{card.from_price_fen.to_string()}</strong> " " {after_price}
                </p>
                <p class="sale-when">
                    <Start moment=when.starts/>
                    " "
                    <span class="sale-end">
                        {words.until} " " <time datetime=when.ends.machine>{ends}</time> " " <span class="zone">{when.zone}</span>
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
            assert!(html.contains("&lt;b&gt;x&lt;/b&gt; &amp; \"q\" 'z'</h2>"), "{html}");
            assert!(!html.contains("<b>") && !html.contains("&amp;amp;"), "{html}");
            assert_eq!(html.contains("<leptos-island"), phase == Phase::Live);
        }
    }
}
