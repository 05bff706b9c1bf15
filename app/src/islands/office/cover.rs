//! The picture of the sale.

use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlInputElement};

use super::{
    calls,
    complaints::{Complaint, Complaints},
    fields::{about, described},
    sale::Cover,
    texts::Said,
};

/// Uploads, shows and removes it. No words for it are asked: the title stands beside it wherever it is shown.
#[component]
pub fn CoverField(said: Said, lang: StoredValue<String>, cover: RwSignal<Option<Cover>>) -> impl IntoView {
    let complaints = expect_context::<Complaints>();
    let loading = RwSignal::new(false);
    let problem = about("cover");
    let described = described("cover", true, problem);
    let chosen = move |event: Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        complaints.put("cover", None);
        loading.set(true);
        spawn_local(async move {
            let lang = lang.get_value();
            match calls::upload::<Cover>("/api/v1/merchant/images", &lang, &file).await {
                Ok(uploaded) => cover.set(Some(uploaded)),
                Err(problem) => {
                    let at_file = problem.errors.into_iter().next().map(|error| error.detail);
                    let detail = Some(problem.detail).filter(|detail| !detail.is_empty());
                    let words = at_file.or(detail).unwrap_or_else(|| said.word(|t| &t.cover_failed));
                    let complaint = Complaint { at: "cover".to_owned(), label: said.word(|t| &t.cover), words };
                    complaints.put("cover", Some(complaint));
                }
            }
            loading.set(false);
            // The same file can be chosen again.
            input.set_value("");
        });
    };
    let choose = move || match (loading.get(), cover.with(Option::is_some)) {
        (true, _) => said.word(|t| &t.cover_loading),
        (false, true) => said.word(|t| &t.cover_replace),
        (false, false) => said.word(|t| &t.cover_choose),
    };
    let aloud = move || if loading.get() { said.word(|t| &t.cover_loading) } else { String::new() };
    let picture = move || match cover.get() {
        Some(cover) => view! { <img class="cover-picture" src=cover.small_url alt=""/> }.into_any(),
        None => view! { <p class="cover-none">{said.word(|t| &t.cover_none)}</p> }.into_any(),
    };
    view! {
        <div class="field" role="group" aria-labelledby="cover-label">
            <p class="field-label" id="cover-label">{said.word(|t| &t.cover)}</p>
            <p class="field-help" id="cover-help">{said.word(|t| &t.cover_help)}</p>
            <p class="field-problem" id="cover-problem" role="alert" hidden=move || problem.get().is_none()>
                {move || problem.get()}
            </p>
            <div class="cover">
                <div class="cover-frame" aria-busy=move || loading.get().to_string()>{picture}</div>
                <div class="cover-tools">
                    <label class="button button-quiet file">
                        <input
                            id="cover"
                            type="file"
                            accept="image/jpeg,image/png,image/gif,image/webp"
                            disabled=move || loading.get()
                            aria-labelledby="cover-label cover-choose"
                            aria-describedby=move || described.get()
                            on:change=chosen
                        />
                        <span id="cover-choose">{choose}</span>
                    </label>
                    <span class="unseen" role="status">{aloud}</span>
                    <button
                        class="button button-quiet"
                        type="button"
                        hidden=move || cover.with(Option::is_none)
                        on:click=move |_| cover.set(None)
                    >
                        {said.word(|t| &t.cover_remove)}
                    </button>
                </div>
            </div>
        </div>
    }
}
