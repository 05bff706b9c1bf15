//! The zone of a sale: the usual ones to pick from, every other by its name.

use leptos::prelude::*;

use super::{
    fields::{TextField, about},
    texts::Said,
};

/// The zone that is chosen.
#[derive(Clone, Copy)]
pub struct Zone {
    /// One of the list; empty for another one.
    choice: RwSignal<String>,
    /// The other one.
    name: RwSignal<String>,
    /// The list: IANA names and words.
    listed: StoredValue<Vec<(String, String)>>,
}

impl Zone {
    pub fn new(listed: Vec<(String, String)>) -> Self {
        Self { choice: RwSignal::default(), name: RwSignal::default(), listed: StoredValue::new(listed) }
    }

    /// Chooses a zone by its IANA name.
    pub fn set(self, zone: &str) {
        let known = self.listed.with_value(|listed| listed.iter().any(|(name, _)| name == zone));
        self.choice.set(if known { zone.to_owned() } else { String::new() });
        self.name.set(if known { String::new() } else { zone.to_owned() });
    }

    /// The IANA name.
    pub fn get(self) -> String {
        let choice = self.choice.get();
        if choice.is_empty() { self.name.get().trim().to_owned() } else { choice }
    }

    /// Whether it is not in the list.
    pub fn is_other(self) -> bool {
        self.choice.with(String::is_empty)
    }

    /// In words.
    pub fn words(self) -> String {
        let zone = self.get();
        let listed = self.listed.with_value(|listed| listed.iter().find(|(name, _)| *name == zone).cloned());
        listed.map_or(zone, |(_, words)| words)
    }
}

/// The choice, and the field for another zone.
#[component]
pub fn ZoneField(said: Said, zone: Zone) -> impl IntoView {
    let option = |(name, words): (String, String)| {
        let value = name.clone();
        view! { <option value=value selected=move || zone.choice.get() == name>{words}</option> }
    };
    let problem = about("zone-choice");
    let options = zone.listed.get_value().into_iter().map(option).collect_view();
    let other = move || zone.is_other();
    view! {
        <div class="field">
            <label for="zone-choice">{said.word(|t| &t.time_zone)}</label>
            <p class="field-help" id="zone-choice-help">{said.word(|t| &t.time_zone_help)}</p>
            <p class="field-problem" hidden=move || problem.get().is_none()>{move || problem.get()}</p>
            <select
                id="zone-choice"
                aria-describedby="zone-choice-help"
                aria-invalid=move || problem.get().map(|_| "true")
                prop:value=move || zone.choice.get()
                on:change=move |event| zone.choice.set(event_target_value(&event))
            >
                {options}
                <option value="" selected=other>{said.word(|t| &t.time_zone_other)}</option>
            </select>
        </div>
        <div hidden=move || !other()>
            <TextField
                id="time_zone"
                label=said.word(|t| &t.time_zone_name)
                help=said.word(|t| &t.time_zone_name_help)
                value=zone.name
            />
        </div>
    }
}
