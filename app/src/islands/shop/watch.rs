//! Keeps an eye on the sale and on who is signed in, as long as somebody looks at the page.

use leptos::{
    prelude::{GetUntracked, RwSignal, Set, Update, WithUntracked, document},
    task::spawn_local,
};

use super::{
    attempt::{Attempt, Reason},
    calls,
    face::Status,
    json::Json,
    press::{jitter, sleep},
};
use crate::islands::listed::listed;

/// Between two looks at an open sale, milliseconds; answers are cacheable for one second.
const LOOK_MS: i32 = 4_000;
/// Between two looks at a sale that is not open.
const IDLE_MS: i32 = 30_000;
/// The proof of a shopper ends after ten minutes and is renewed well before, not at the moment of the crowd.
const SESSION_MS: i64 = 240_000;

listed! {
    /// What was seen last.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Watched {
        /// What each item does.
        pub items: Vec<ItemSeen>,
        /// Who is signed in, empty for nobody; `None` before that is known.
        pub shopper: Option<String>,
    }
}

listed! {
    /// What an item does, as the API says it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ItemSeen {
        /// Which.
        pub id: String,
        /// The API's word.
        pub status: String,
        /// Units free about a second ago.
        pub free_hint: Option<i64>,
        /// Until when an unpaid one may come back, milliseconds since the epoch.
        pub may_return_until_ms: Option<i64>,
    }
}

impl ItemSeen {
    fn read(item: &Json) -> Option<Self> {
        Some(Self {
            id: item.text("id")?,
            status: item.text("status")?,
            free_hint: item.number("free_hint"),
            may_return_until_ms: item.number("may_return_until_ms"),
        })
    }
}

impl Watched {
    /// What stands against buying an item.
    pub fn status(&self, item: &str) -> Status {
        match self.items.iter().find(|seen| seen.id == item) {
            Some(seen) => match seen.status.as_str() {
                "sold_out" => Status::SoldOut { may_return_until_ms: seen.may_return_until_ms },
                "paused" => Status::Paused,
                "ended" => Status::Ended,
                _ => Status::Open,
            },
            None => Status::Open,
        }
    }

    /// Units that are free, as far as is known.
    pub fn free(&self, item: &str) -> Option<i64> {
        self.items.iter().find(|seen| seen.id == item)?.free_hint
    }
}

/// Looks again and again. `sale` is the API's path of the sale and the version that the page shows; an attempt that found
/// nothing ends when something is free. `known` is called once it is known who looks.
pub fn follow(
    (sale, version): (&str, i64),
    lang: String,
    (starts_at_ms, now): (i64, RwSignal<i64>),
    seen: RwSignal<Watched>,
    attempt: RwSignal<Attempt>,
    known: impl Fn(&str) + 'static,
) {
    let url = format!("{sale}/state");
    spawn_local(async move {
        let mut session_at_ms = 0;
        loop {
            if !document().hidden() {
                if now.get_untracked() - session_at_ms > SESSION_MS {
                    let at_ms = now.get_untracked();
                    if let Some(shopper) = look_at_session(&lang).await {
                        seen.update(|seen| seen.shopper = Some(shopper.clone()));
                        if session_at_ms == 0 {
                            known(&shopper);
                        }
                        session_at_ms = at_ms;
                    }
                }
                look_at_sale((&url, version), &lang, seen, attempt).await;
            }
            let left = starts_at_ms - now.get_untracked();
            // Around the start everybody wakes up at once, so that is the moment to spread.
            let pause = if left <= 0 {
                LOOK_MS
            } else {
                i32::try_from(left).unwrap_or(IDLE_MS).saturating_add(500).min(IDLE_MS)
            };
            sleep(pause + jitter(i64::from(LOOK_MS) / 2)).await;
        }
    });
}

async fn look_at_session(lang: &str) -> Option<String> {
    let answer = calls::get("/api/v1/auth/session", lang).await.ok()?;
    let signed_in = answer.read(|session| Some((session.flag("signed_in")?, session.text("shopper_id"))));
    signed_in.ok().map(|(_, shopper)| shopper.unwrap_or_default())
}

async fn look_at_sale((url, version): (&str, i64), lang: &str, seen: RwSignal<Watched>, attempt: RwSignal<Attempt>) {
    let Ok(answer) = calls::get(url, lang).await else { return };
    let read = |state: &Json| {
        let items = state.list("items")?.iter().map(ItemSeen::read).collect::<Option<Vec<_>>>()?;
        Some((state.number("version").unwrap_or(version), items))
    };
    let Ok((newest, items)) = answer.read(read) else { return };
    if seen.get_untracked().items != items {
        seen.update(|seen| seen.items = items);
    }
    if matches!(attempt.get_untracked(), Attempt::SoldOut | Attempt::NotEnough(_) | Attempt::Lost(Reason::SoldOut)) {
        attempt.set(Attempt::Idle);
    }
    let has_more_to_say = |attempt: &Attempt| attempt.is_under_way() || matches!(attempt, Attempt::Won { .. });
    if newest > version && !attempt.with_untracked(has_more_to_say) {
        attempt.set(Attempt::Changed);
    }
}
