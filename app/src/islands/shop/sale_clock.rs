//! The countdown of a sale.

use leptos::prelude::*;

use super::{
    clock,
    countdown::{Spoken, Stage, digits, spoken},
};
use crate::islands::texts::texts;

texts! {
    /// The words of a countdown.
    ClockTexts of shop.clock: upcoming live ended starts_in ends_in day minute minutes seconds
}

impl ClockTexts {
    /// With another word for the phase it begins in.
    pub fn beginning(self, word: &str) -> Self {
        Self { upcoming: word.to_owned(), ..self }
    }

    fn phase(&self, stage: Stage) -> String {
        match stage {
            Stage::Before(_) => self.upcoming.clone(),
            Stage::Live(_) => self.live.clone(),
            Stage::Over => self.ended.clone(),
        }
    }

    fn label(&self, stage: Stage) -> String {
        match stage {
            Stage::Before(_) => self.starts_in.clone(),
            Stage::Live(_) => self.ends_in.clone(),
            Stage::Over => String::new(),
        }
    }

    /// What is left, in digits.
    pub(super) fn digits(&self, stage: Stage) -> String {
        match stage.left().map(digits) {
            None => String::new(),
            Some((0, time)) => time,
            Some((days, time)) => format!("{days} {} {time}", self.day),
        }
    }

    /// Label and digits of the time that is left.
    pub(super) fn left(&self, stage: Stage) -> String {
        format!("{} {}", self.label(stage), self.digits(stage))
    }

    pub(super) fn aloud(&self, title: &str, stage: Stage) -> String {
        let Some(left) = stage.left() else { return format!("{title} {}", self.ended) };
        let label = self.label(stage);
        match spoken(left) {
            None => String::new(),
            Some(Spoken::Minutes(1)) => format!("{title} {label} 1 {}", self.minute),
            Some(Spoken::Minutes(count)) => format!("{title} {label} {count} {}", self.minutes),
            Some(Spoken::TenSeconds) => format!("{title} {label} 10 {}", self.seconds),
        }
    }
}

/// Counts down to the start of a sale, then to its end, by the server's clock. All times are milliseconds since the epoch.
#[island]
pub fn SaleClock(
    /// The sale, for those who listen.
    title: String,
    /// The server's clock when the page was rendered.
    server_time_ms: i64,
    /// When the sale opens.
    starts_at_ms: i64,
    /// When it is over.
    ends_at_ms: i64,
    /// Answers with a newer `server_time_ms`.
    state_url: String,
    /// What to say.
    texts: ClockTexts,
) -> impl IntoView {
    // The first view is that of the server, whatever time it is by now: hydration needs the same nodes.
    let now = RwSignal::new(server_time_ms);
    let stage = Memo::new(move |_| Stage::at(now.get(), starts_at_ms, ends_at_ms));
    Effect::new(move || clock::follow(now, server_time_ms, &state_url));

    let texts = StoredValue::new(texts);
    let phase = move || texts.with_value(|texts| texts.phase(stage.get()));
    let label = move || texts.with_value(|texts| texts.label(stage.get()));
    let digits = move || texts.with_value(|texts| texts.digits(stage.get()));
    let aloud = Memo::new(move |_| texts.with_value(|texts| texts.aloud(&title, stage.get())));
    view! {
        <div class="clock" data-stage=move || stage.get().name()>
            <span class="chip">{phase}</span>
            <span class="clock-left">
                <span class="clock-label">{label}</span>
                <span class="clock-digits" role="timer">{digits}</span>
            </span>
            <span class="unseen" aria-live="polite">{move || aloud.get()}</span>
        </div>
    }
}
