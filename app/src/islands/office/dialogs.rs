//! What the form asks: which of two versions stays, and whether to publish.

use leptos::{html::Dialog, prelude::*};

use super::{saver::Saver, standing::Standing, texts::Said};

/// Two versions: one has to go.
#[component]
pub fn Conflict(said: Said, saver: Saver) -> impl IntoView {
    let theirs = move || match saver.standing.get() {
        Standing::Conflict(theirs) => Some(*theirs),
        _ => None,
    };
    let body = move || {
        theirs().map(|theirs| {
            let theirs = StoredValue::new(theirs);
            view! {
                <section id="conflict" class="conflict" role="alert" tabindex="-1" aria-labelledby="conflict-head">
                    <h2 id="conflict-head">{said.word(|t| &t.conflict)}</h2>
                    <p>{said.word(|t| &t.conflict_why)}</p>
                    <div class="choices">
                        <button
                            class="button button-quiet"
                            type="button"
                            on:click=move |_| saver.take_theirs(&theirs.get_value())
                        >
                            {said.word(|t| &t.conflict_theirs)}
                        </button>
                        <button
                            class="button button-quiet"
                            type="button"
                            on:click=move |_| saver.keep_mine(&theirs.get_value())
                        >
                            {said.word(|t| &t.conflict_mine)}
                        </button>
                    </div>
                </section>
            }
        })
    };
    view! { <div>{body}</div> }
}

/// Says what publishing does, and asks.
#[component]
pub fn Confirm(said: Said, saver: Saver) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let (Some(dialog), asking) = (dialog.get(), saver.asking.get()) else { return };
        match (asking, dialog.open()) {
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let draft = saver.draft;
    let what = move || {
        let words = said.fill(|t| &t.confirm_what, "title", draft.title.get());
        let words = words.replace("{starts}", &draft.starts_at.words()).replace("{ends}", &draft.ends_at.words());
        words.replace("{zone}", &draft.zone.words())
    };
    // By this device's clock, which is good enough for a warning.
    let after = move || {
        let has_passed = |opens: &String| js_sys::Date::parse(opens) <= js_sys::Date::now();
        let opened = saver.asking.get() && draft.opens.with(has_passed);
        said.word(if opened { |t| &t.confirm_now } else { |t| &t.confirm_after })
    };
    view! {
        <dialog
            class="confirm"
            node_ref=dialog
            aria-labelledby="confirm-head"
            aria-describedby="confirm-what"
            on:close=move |_| saver.asking.set(false)
        >
            <h2 id="confirm-head">{said.word(|t| &t.confirm)}</h2>
            <div id="confirm-what">
                <p>{what}</p>
                <p>{after}</p>
            </div>
            <div class="choices">
                <button class="button button-quiet" type="button" on:click=move |_| saver.asking.set(false)>
                    {said.word(|t| &t.confirm_no)}
                </button>
                <button class="button" type="button" on:click=move |_| saver.publish()>
                    {said.word(|t| &t.confirm_yes)}
                </button>
            </div>
        </dialog>
    }
}
