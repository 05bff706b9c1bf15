//! The form with the one button.

use leptos::{either::Either, ev::SubmitEvent, prelude::*, task::spawn_local};

use super::{
    attempt::{Attempt, Pending},
    clock,
    countdown::Stage,
    face::{Face, Status},
    goods::{Good, Goods},
    memory,
    press::Press,
    sale_clock::ClockTexts,
    texts::{BuyTexts, Leads},
    watch::{self, Watched},
};
use crate::islands::{fetch, listed::listed};

listed! {
    /// A sale as the button needs it. All times are milliseconds since the epoch.
    #[derive(Debug, Clone)]
    pub struct OnSale {
        /// Which sale.
        pub activity: String,
        /// The version of it that the page shows.
        pub version: i64,
        /// Its name, for those who listen.
        pub title: String,
        /// What it sells.
        pub goods: Vec<Good>,
        /// What each item did when the page was rendered.
        pub seen: Watched,
        /// The item that is chosen at first.
        pub chosen: String,
        /// The server's clock when the page was rendered.
        pub server_time_ms: i64,
        /// When the sale opens.
        pub starts_at_ms: i64,
        /// When it is over.
        pub ends_at_ms: i64,
        /// From the order to its payment deadline.
        pub pay_within_minutes: i64,
        /// `zh-CN` or `en`
        pub lang: String,
        /// First part of the paths of pages: `/zh`.
        pub home: String,
        /// Where the form goes without scripts.
        pub action: String,
        /// What became of a press without scripts, in words; empty when nothing was pressed.
        pub answer: String,
        /// The page is only looked at by its merchant: nothing can be pressed.
        pub preview: bool,
    }
}

/// The goods, the quantity and the button. Without the browser's help it is a plain form; with it, it follows the sale, and one
/// press leads to the order or to a clear no.
#[island]
pub fn Buy(
    /// The sale.
    sale: OnSale,
    /// What to say.
    texts: BuyTexts,
    /// The words of the countdown.
    clock_texts: ClockTexts,
) -> impl IntoView {
    let OnSale { activity, version, home, lang, starts_at_ms, ends_at_ms, server_time_ms, preview, .. } = sale.clone();
    let part = home.trim_start_matches('/').to_owned();
    // The first view is that of the server, whatever time it is by now: hydration needs the same nodes.
    let now = RwSignal::new(server_time_ms);
    let chosen = RwSignal::new(sale.chosen);
    let quantity = RwSignal::new(1_i64);
    let attempt = RwSignal::new(Attempt::default());
    let watched = RwSignal::new(sale.seen);
    let awake = RwSignal::new(false);

    let limits =
        StoredValue::new(sale.goods.iter().map(|good| (good.id.clone(), good.per_shopper_limit)).collect::<Vec<_>>());
    let limit = move |item: &str| {
        limits.with_value(|limits| limits.iter().find(|(id, _)| id == item).map_or(1, |found| found.1))
    };
    let press = {
        let press = Press {
            sale: format!("/api/v1/activities/{activity}"),
            memory: memory::name(&activity, version),
            version,
            lang: lang.clone(),
            now,
            only_one: false,
            shown: attempt,
        };
        move |pending: Pending| {
            chosen.set(pending.item.clone());
            quantity.set(pending.quantity);
            attempt.set(Attempt::Sending);
            memory::keep(&press.memory, &pending);
            let press = Press { only_one: limit(&pending.item) == 1, ..press.clone() };
            spawn_local(press.run(pending));
        }
    };
    Effect::new({
        let (press, activity) = (press.clone(), activity.clone());
        let (url, lang) = (format!("/api/v1/activities/{activity}"), lang.clone());
        move || {
            clock::follow(now, server_time_ms, &format!("{url}/state"));
            awake.set(true);
            if !preview {
                // A press that an earlier page began goes on once it is known that the same shopper is here.
                let (press, activity) = (press.clone(), activity.clone());
                let go_on = move |shopper: &str| {
                    if let Some(pending) = memory::recall(&memory::name(&activity, version), shopper) {
                        press(pending);
                    }
                };
                watch::follow((&url, version), lang.clone(), (starts_at_ms, now), watched, attempt, go_on);
            }
        }
    });
    // Units of the chosen item that presses on this page have won.
    let won = RwSignal::new(0);
    Effect::new(move || {
        if attempt.with(|attempt| matches!(attempt, Attempt::Won { before: false, .. })) {
            won.update(|won| *won += quantity.get_untracked());
        }
    });
    // What a press came to is about what was pressed.
    Effect::new(move |before: Option<(String, i64)>| {
        let asked = (chosen.get(), quantity.get());
        if let Some(before) = before {
            if before.0 != asked.0 {
                won.set(0);
            }
            if before != asked && !attempt.with_untracked(Attempt::is_under_way) {
                attempt.set(Attempt::Idle);
            }
        }
        asked
    });

    let stage = Memo::new(move |_| Stage::at(now.get(), starts_at_ms, ends_at_ms));
    let face = Memo::new(move |_| {
        let (status, guest) =
            watched.with(|seen| (chosen.with(|item| seen.status(item)), seen.shopper.as_deref() == Some("")));
        attempt.with(|attempt| {
            // Only these count seconds of their own.
            let counts = matches!(attempt, Attempt::TooBusy { .. }) || matches!(status, Status::SoldOut { .. });
            let at = if counts { now.get() } else { now.get_untracked() };
            Face::of(attempt, stage.get(), status, at, guest)
        })
    });
    let (texts, clock_texts) = (StoredValue::new(texts), StoredValue::new(clock_texts));
    let said = Memo::new(move |_| {
        texts.with_value(|texts| {
            let more = chosen.with(|item| limit(item)) > won.get().max(1);
            clock_texts.with_value(|clock| texts.say(&face.get(), sale.pay_within_minutes, more, clock))
        })
    });
    let sign_in = format!("{home}/sign-in?next={home}/activities/{activity}");

    let submit = {
        let (sign_in, home) = (sign_in.clone(), home.clone());
        move |event: SubmitEvent| {
            // Before it is awake the form goes its plain way.
            if !awake.get_untracked() {
                return;
            }
            event.prevent_default();
            let face = face.get_untracked();
            if preview || !face.is_pressable() {
                return;
            }
            let location = window().location();
            drop(match face {
                Face::SignIn { .. } => location.set_href(&sign_in),
                Face::Won { order, .. } => location.set_href(&format!("{home}/orders/{order}")),
                Face::Changed => location.reload(),
                _ => {
                    let (item, quantity) = (chosen.get_untracked(), quantity.get_untracked());
                    let shopper = watched.with_untracked(|seen| seen.shopper.clone()).unwrap_or_default();
                    press(Pending { shopper, item, quantity, key: fetch::new_key(), ticket: None, order: None });
                    Ok(())
                }
            });
        }
    };
    let again = move |_| attempt.set(Attempt::Idle);
    let leads = move || {
        let leads = said.get().leads;
        if leads == Leads::Again {
            let words = texts.with_value(|texts| texts.more.clone());
            return Some(Either::Left(
                view! { " " <button class="link" type="button" on:click=again>{words}</button> },
            ));
        }
        let (to, words) = texts.with_value(|texts| match leads {
            Leads::Nowhere | Leads::Again => None,
            Leads::SignIn => Some((sign_in.clone(), texts.sign_in.clone())),
            Leads::Sales => Some((home.clone(), texts.other_sales.clone())),
            Leads::Orders => Some((format!("{home}/orders"), texts.orders.clone())),
        })?;
        Some(Either::Right(view! { " " <a href=to>{words}</a> }))
    };
    let answer = sale.answer;
    let sentence = move || {
        let unasked = attempt.with(|attempt| *attempt == Attempt::Idle) && !answer.is_empty();
        if unasked { answer.clone() } else { said.get().sentence }
    };
    let left = move || clock_texts.with_value(|texts| texts.left(stage.get()));
    let aloud = Memo::new(move |_| clock_texts.with_value(|texts| texts.aloud(&sale.title, stage.get())));
    // A button that is `disabled` loses the focus, so once the page is awake it only says that it is.
    let at_rest = move || preview || !face.get().is_pressable();
    let disabled = move || at_rest() && !awake.get();
    view! {
        <form class="buy" method="post" action=sale.action on:submit=submit>
            <input type="hidden" name="lang" value=part/>
            <input type="hidden" name="activity" value=sale.activity/>
            <input type="hidden" name="version" value=version.to_string()/>
            <input type="hidden" name="press" value=server_time_ms.to_string()/>
            <Goods goods=sale.goods chosen quantity watched stage texts/>
            <div class="buy-bar" data-face=move || face.get().name() data-awake=move || awake.get().to_string()>
                <button
                    class="button buy-button"
                    type="submit"
                    disabled=disabled
                    aria-disabled=move || at_rest().then_some("true")
                    aria-describedby="buy-said"
                    aria-busy=move || face.get().is_busy().to_string()
                >
                    <span class="spinner" hidden=move || !face.get().is_busy() aria-hidden="true"></span>
                    <span class="buy-label">{move || said.get().button}</span>
                </button>
                <div class="buy-under">
                    <p id="buy-said" class="buy-said" role="status">{sentence} {leads}</p>
                    <p class="buy-left" hidden=move || !matches!(stage.get(), Stage::Live(_))>{left}</p>
                </div>
                <span class="unseen" aria-live="polite">{move || aloud.get()}</span>
            </div>
        </form>
    }
}
