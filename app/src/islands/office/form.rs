//! The form that a sale is written in.

use leptos::prelude::*;

use super::{
    complaints::{Complaints, Summary},
    cover::CoverField,
    dialogs::{Confirm, Conflict},
    draft::Draft,
    fields::{TextField, about, described},
    items::Items,
    sale::Sale,
    saver::Saver,
    standing::{Standing, Wish},
    texts::{FormTexts, Said},
    when::WhenFields,
    zones::Zone,
};

/// Everything about a sale, saved through the API while it is written.
#[island]
pub fn SaleForm(
    /// The sale, or an empty one.
    sale: Sale,
    /// What to say.
    texts: FormTexts,
    /// The words of the editor's buttons, JSON.
    editor_labels: String,
    /// IANA names and words of the usual zones.
    zones: Vec<(String, String)>,
    /// `zh-CN` or `en`
    lang: String,
    /// Whose office this is.
    merchant: String,
    /// First part of the paths of the sales' pages: `/zh/office/sales`.
    sales: String,
    /// Where one signs in again.
    sign_in: String,
) -> impl IntoView {
    let said = Said(StoredValue::new(texts));
    let complaints = Complaints(RwSignal::default());
    provide_context(complaints);
    let draft = Draft::new(&sale, Zone::new(zones), said);
    let lang = StoredValue::new(lang);
    let saver = Saver::new(draft, complaints, said, lang, merchant, sales);
    // Before the page is awake, what is typed would be lost.
    let awake = RwSignal::new(false);
    Effect::new(move |before: Option<()>| {
        saver.follow(&draft.typed());
        if before.is_none() {
            awake.set(true);
            // Nothing removes it: it lives as long as the page.
            window_event_listener_untyped("beforeunload", move |event| {
                if saver.would_lose() {
                    event.prevent_default();
                }
            });
        }
    });
    view! {
        <form class="sale-form" novalidate on:submit=move |event| event.prevent_default()>
            <Summary said complaints/>
            <Conflict said saver/>
            <p class="note" hidden=move || !draft.published.get()>{said.word(|t| &t.published_note)}</p>
            <fieldset class="parts" disabled=move || !awake.get()>
                <section class="part" aria-labelledby="part-about">
                    <h2 id="part-about">{said.word(|t| &t.about)}</h2>
                    <TextField
                        id="title"
                        label=said.word(|t| &t.title)
                        help=said.word(|t| &t.title_help)
                        most=120
                        value=draft.title
                    />
                    <CoverField said lang cover=draft.cover/>
                    <PageField said labels=editor_labels html=draft.html/>
                </section>
                <WhenFields said draft/>
                <Items said draft/>
                <section class="part" aria-labelledby="part-mode">
                    <h2 id="part-mode">{said.word(|t| &t.mode)}</h2>
                    <p>{said.word(|t| &t.mode_direct)}</p>
                </section>
            </fieldset>
            <Bar said saver sign_in awake/>
            <Confirm said saver/>
        </form>
    }
}

/// The page: the editor works in the empty box and keeps its field up to date.
#[component]
fn PageField(said: Said, labels: String, html: RwSignal<String>) -> impl IntoView {
    let complaints = expect_context::<Complaints>();
    let problem = about("html");
    let described = described("html", true, problem);
    // The browser reads this back as it was; leptos writes what is in a `textarea` as it is. The first line break is lost.
    let typed = html.get_untracked().replace('&', "&amp;").replace('<', "&lt;");
    view! {
        <div class="field">
            <label id="html-label" for="html">{said.word(|t| &t.page)}</label>
            <p class="field-help" id="html-help">{said.word(|t| &t.page_help)}</p>
            <p class="field-problem" id="html-problem" hidden=move || problem.get().is_none()>{move || problem.get()}</p>
            <textarea
                id="html"
                name="html"
                rows="12"
                prop:value=move || html.get()
                on:input=move |event| {
                    html.set(event_target_value(&event));
                    complaints.settle("html");
                }
                aria-invalid=move || problem.get().map(|_| "true")
                aria-describedby=move || described.get()
            >
                {format!("\n{typed}")}
            </textarea>
            <div
                class="editor"
                data-editor="html"
                data-upload="/api/v1/merchant/images"
                data-labels=labels
                aria-labelledby="html-label"
            ></div>
        </div>
    }
}

/// How it stands, and what to do next; always in sight.
#[component]
fn Bar(said: Said, saver: Saver, sign_in: String, awake: RwSignal<bool>) -> impl IntoView {
    let draft = saver.draft;
    let state = move || match saver.standing.get() {
        Standing::Saved(_) => "saved",
        Standing::Unsaved | Standing::Saving => "waiting",
        _ => "wrong",
    };
    let save = move || if draft.published.get() { said.word(|t| &t.save_published) } else { said.word(|t| &t.save) };
    // Read aloud only when somebody has to do something.
    let aloud = move || if state() == "wrong" { saver.words() } else { String::new() };
    view! {
        <div class="save-bar">
            <p class="save-state" data-state=state>
                <span class="save-words">{move || saver.words()}</span>
                " "
                <a
                    href=sign_in
                    target="_blank"
                    rel="noopener"
                    hidden=move || saver.standing.get() != Standing::SignedOut
                >
                    {said.word(|t| &t.sign_in)}
                </a>
            </p>
            <span class="unseen" role="status">{aloud}</span>
            <div class="save-tools">
                <button
                    id="save"
                    class="button"
                    class:button-quiet=move || !draft.published.get()
                    type="button"
                    disabled=move || !awake.get()
                    on:click=move |_| saver.save(Wish::Keep)
                >
                    {save}
                </button>
                <button
                    class="button button-quiet"
                    type="button"
                    disabled=move || !awake.get()
                    on:click=move |_| saver.save(Wish::Preview)
                >
                    {said.word(|t| &t.preview)}
                </button>
                <button
                    class="button"
                    type="button"
                    disabled=move || !awake.get()
                    hidden=move || draft.published.get()
                    on:click=move |_| saver.save(Wish::Publish)
                >
                    {said.word(|t| &t.publish)}
                </button>
            </div>
        </div>
    }
}
