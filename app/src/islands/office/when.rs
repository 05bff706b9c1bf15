//! When the sale opens and closes, and how long one may take to pay.

use leptos::prelude::*;

use super::{draft::Draft, fields::TextField, texts::Said, zones::ZoneField};

/// A local time in the sale's zone.
#[derive(Clone, Copy)]
pub struct Moment {
    /// As a field of the browser holds it: `2026-12-11T10:00`.
    pub local: RwSignal<String>,
    /// What was loaded: local time, zone, and the exact moment. The local time alone would move a sale that opens in
    /// the hour that clocks go through twice.
    loaded: StoredValue<(String, String, String)>,
}

impl Moment {
    pub fn new() -> Self {
        Self { local: RwSignal::default(), loaded: StoredValue::default() }
    }

    /// Shows a moment in RFC 3339, which is in the zone already.
    pub fn load(self, exact: &str, zone: &str) {
        let local = exact.get(..19).map(|local| local.strip_suffix(":00").unwrap_or(local)).unwrap_or_default();
        self.local.set(local.to_owned());
        self.loaded.set_value((local.to_owned(), zone.to_owned(), exact.to_owned()));
    }

    /// What to send.
    pub fn write(self, zone: &str) -> String {
        let local = self.local.get_untracked();
        self.loaded.with_value(|(was, was_in, exact)| {
            if *was == local && was_in == zone && !exact.is_empty() { exact.clone() } else { local.clone() }
        })
    }

    /// For people.
    pub fn words(self) -> String {
        self.local.get().replace('T', " ")
    }
}

/// The fields.
#[component]
pub fn WhenFields(said: Said, draft: Draft) -> impl IntoView {
    view! {
        <section class="part" aria-labelledby="part-when">
            <h2 id="part-when">{said.word(|t| &t.window)}</h2>
            <div class="pair">
                <TextField
                    id="starts_at"
                    label=said.word(|t| &t.starts_at)
                    help=said.word(|t| &t.starts_at_help)
                    kind="datetime-local"
                    value=draft.starts_at.local
                />
                <TextField
                    id="ends_at"
                    label=said.word(|t| &t.ends_at)
                    help=said.word(|t| &t.ends_at_help)
                    kind="datetime-local"
                    value=draft.ends_at.local
                />
            </div>
            <ZoneField said zone=draft.zone/>
            <TextField
                id="pay_within_s"
                label=said.word(|t| &t.pay_within)
                help=said.word(|t| &t.pay_within_help)
                keys="numeric"
                after=said.word(|t| &t.minutes)
                value=draft.pay_minutes
            />
        </section>
    }
}
