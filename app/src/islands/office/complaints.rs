//! What is wrong with the form, and where.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use super::texts::Said;

/// One thing that has to be corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The id of the field.
    pub at: String,
    /// The field in words.
    pub label: String,
    /// What is wrong, in words.
    pub words: String,
}

/// All that has to be corrected, in the order of the form.
#[derive(Clone, Copy)]
pub struct Complaints(pub RwSignal<Vec<Complaint>>);

impl Complaints {
    /// What is wrong with a field.
    pub fn about(self, at: &str) -> Option<String> {
        self.0.with(|all| all.iter().find(|one| one.at == at).map(|one| one.words.clone()))
    }

    /// Replaces what is wrong with one field.
    pub fn put(self, at: &str, complaint: Option<Complaint>) {
        self.0.update(|all| {
            all.retain(|one| one.at != at);
            all.extend(complaint);
        });
    }

    /// Whoever types in a field is working on what was wrong with it.
    pub fn settle(self, at: &str) {
        if self.0.with_untracked(|all| all.iter().any(|one| one.at == at)) {
            self.put(at, None);
        }
    }

    /// Shows them all and leads there who cannot see it.
    pub fn show(self, all: Vec<Complaint>) {
        self.0.set(all);
        request_animation_frame(|| focus("problems"));
    }
}

/// The list on top of the form, with a way to each field.
#[component]
pub fn Summary(said: Said, complaints: Complaints) -> impl IntoView {
    let head = move || match complaints.0.with(Vec::len) {
        1 => said.word(|t| &t.problems_one),
        count => said.fill(|t| &t.problems, "n", count),
    };
    let list = move || {
        let all = complaints.0.get();
        let link = |one: Complaint| {
            let at = one.at.clone();
            view! {
                <li>
                    <a
                        href=format!("#{}", one.at)
                        on:click=move |event| {
                            event.prevent_default();
                            focus(&at);
                        }
                    >
                        {format!("{}{}{}", one.label, said.word(|t| &t.colon), one.words)}
                    </a>
                </li>
            }
        };
        all.into_iter().map(link).collect_view()
    };
    view! {
        <div
            id="problems"
            class="problems"
            role="alert"
            tabindex="-1"
            aria-labelledby="problems-head"
            hidden=move || complaints.0.with(Vec::is_empty)
        >
            <h2 id="problems-head">{head}</h2>
            <ul>{list}</ul>
        </div>
    }
}

/// Moves the focus to a field. The rich text's own field is hidden: then the editor takes its place.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    let hidden = element.as_ref().is_some_and(|element| element.has_attribute("hidden"));
    let element = if hidden { document().query_selector("[contenteditable]").ok().flatten() } else { element };
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // A closed part of the form does not take the focus.
        if let Ok(Some(closed)) = element.closest("details:not([open])") {
            drop(closed.set_attribute("open", ""));
        }
        drop(element.focus());
    }
}
