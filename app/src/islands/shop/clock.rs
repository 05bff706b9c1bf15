//! The server's clock in the browser, one for all countdowns of a page.
//!
//! Time that passes is measured by the monotonic clock, because people set the other one. But the monotonic clock
//! stands still while a device sleeps, so the two are compared: when they part, or the page comes back to the
//! front, the server is asked again. The wall clock never decides what is shown.

use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

use leptos::{
    prelude::{RwSignal, Set, document, set_interval, window, window_event_listener_untyped},
    task::spawn_local,
};
use wasm_bindgen::JsCast;

use super::{calls, offset::Sample};

/// Often enough that no second is shown late, rarely enough to cost nothing.
const TICK: Duration = Duration::from_millis(200);
/// The two clocks drift by less than this between two ticks unless something happened to one of them.
const CLOCKS_PARTED_MS: f64 = 1_000.0;
/// Asks again although nothing happened: oscillators drift too.
const ASK_AGAIN_MS: f64 = 300_000.0;
/// Asks again after an answer that did not come.
const RETRY_MS: f64 = 15_000.0;
/// Several things may happen at once when a page wakes up; they are one reason to ask.
const AT_MOST_EVERY_MS: f64 = 2_000.0;

#[derive(Default)]
struct Clock {
    /// Server minus monotonic; known from the first follower on.
    offset_ms: Cell<Option<f64>>,
    /// Wall minus monotonic when the server was last asked.
    gap_ms: Cell<f64>,
    asked_at_ms: Cell<f64>,
    ask_at_ms: Cell<f64>,
    state_url: RefCell<String>,
    followers: RefCell<Vec<RwSignal<i64>>>,
}

thread_local! {
    static CLOCK: Clock = Clock::default();
}

/// Keeps `now` at the server's time, milliseconds since the epoch.
///
/// `rendered_at_ms` is the server's time in the page, `state_url` where to ask for a newer one.
pub fn follow(now: RwSignal<i64>, rendered_at_ms: i64, state_url: &str) {
    CLOCK.with(|clock| {
        let first = clock.followers.borrow().is_empty();
        clock.followers.borrow_mut().push(now);
        if first {
            clock.state_url.replace(state_url.to_owned());
            clock.start(rendered_at_ms);
        }
    });
}

impl Clock {
    fn start(&self, rendered_at_ms: i64) {
        let (sent_ms, received_ms) = page_arrival().unwrap_or((monotonic(), monotonic()));
        let sample = Sample { server_ms: rendered_at_ms as f64, sent_ms, received_ms };
        self.offset_ms.set(Some(sample.correct(None)));
        self.asked(monotonic(), ASK_AGAIN_MS);
        self.tick();
        set_interval(|| CLOCK.with(Clock::tick), TICK);
        for event in ["pageshow", "visibilitychange"] {
            // Nothing removes these: they live as long as the page.
            window_event_listener_untyped(event, |_| CLOCK.with(Clock::woken));
        }
    }

    fn tick(&self) {
        let monotonic = monotonic();
        let parted = (wall() - monotonic - self.gap_ms.get()).abs() > CLOCKS_PARTED_MS;
        if parted || monotonic >= self.ask_at_ms.get() {
            self.ask();
        }
        let now = monotonic + self.offset_ms.get().unwrap_or_default();
        for follower in self.followers.borrow().iter() {
            follower.set(now as i64);
        }
    }

    fn woken(&self) {
        self.ask();
        self.tick();
    }

    /// Asks the server for its time, unless nobody looks or it was asked just now.
    fn ask(&self) {
        let sent_ms = monotonic();
        if document().hidden() || sent_ms - self.asked_at_ms.get() < AT_MOST_EVERY_MS {
            return;
        }
        self.asked(sent_ms, RETRY_MS);
        let state_url = self.state_url.borrow().clone();
        spawn_local(async move {
            let Some(server_ms) = server_time(&state_url).await else { return };
            let received_ms = monotonic();
            CLOCK.with(|clock| {
                let sample = Sample { server_ms, sent_ms, received_ms };
                clock.offset_ms.set(Some(sample.correct(clock.offset_ms.get())));
                clock.ask_at_ms.set(received_ms + ASK_AGAIN_MS);
            });
        });
    }

    fn asked(&self, at_ms: f64, again_after_ms: f64) {
        self.asked_at_ms.set(at_ms);
        self.ask_at_ms.set(at_ms + again_after_ms);
        self.gap_ms.set(wall() - at_ms);
    }
}

/// When the page was asked for and when it began to arrive, monotonic: its time is older than its bundle.
fn page_arrival() -> Option<(f64, f64)> {
    let entries = window().performance()?.get_entries_by_type("navigation");
    let page: web_sys::PerformanceNavigationTiming = entries.get(0).dyn_into().ok()?;
    Some((page.request_start(), page.response_start()))
}

fn monotonic() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

fn wall() -> f64 {
    js_sys::Date::now()
}

async fn server_time(state_url: &str) -> Option<f64> {
    let answer = calls::get(state_url, "*").await.ok()?;
    answer.read(|state| state.number("server_time_ms")).ok().map(|ms| ms as f64)
}
