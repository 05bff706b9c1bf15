//! A field: its label, help under it, what is wrong with it, and where one types.

use leptos::prelude::*;

use super::complaints::Complaints;

/// A field of one line.
#[component]
pub fn TextField(
    /// For the label, and for complaints.
    #[prop(into)]
    id: String,
    /// What it is.
    #[prop(into)]
    label: String,
    /// How to fill it.
    #[prop(into, optional)]
    help: String,
    /// What is typed.
    value: RwSignal<String>,
    /// The type of the input.
    #[prop(default = "text")]
    kind: &'static str,
    /// Which keys a phone shows.
    #[prop(optional)]
    keys: Option<&'static str>,
    /// Stands before what is typed.
    #[prop(into, optional)]
    before: String,
    /// Stands after it.
    #[prop(into, optional)]
    after: String,
    /// Most characters.
    #[prop(optional)]
    most: Option<u32>,
    /// Takes nothing now.
    #[prop(into, optional)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let problem = about(&id);
    let described = described(&id, !help.is_empty(), problem);
    let (complaints, field) = (expect_context::<Complaints>(), id.clone());
    let (help_id, problem_id) = (format!("{id}-help"), format!("{id}-problem"));
    let sign = |words: String| {
        (!words.is_empty()).then(|| view! { <span class="field-sign" aria-hidden="true">{words}</span> })
    };
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            {(!help.is_empty()).then(|| view! { <p class="field-help" id=help_id>{help}</p> })}
            <p class="field-problem" id=problem_id hidden=move || problem.get().is_none()>{move || problem.get()}</p>
            <div class="field-box">
                {sign(before)}
                <input
                    id=id
                    type=kind
                    inputmode=keys
                    maxlength=most.map(|most| most.to_string())
                    autocomplete="off"
                    value=value.get_untracked()
                    prop:value=move || value.get()
                    on:input=move |event| {
                        value.set(event_target_value(&event));
                        complaints.settle(&field);
                    }
                    disabled=move || disabled.get()
                    aria-invalid=move || problem.get().map(|_| "true")
                    aria-describedby=move || described.get()
                />
                {sign(after)}
            </div>
        </div>
    }
}

/// What is wrong with a field.
pub fn about(id: &str) -> Memo<Option<String>> {
    let (complaints, id) = (expect_context::<Complaints>(), id.to_owned());
    Memo::new(move |_| complaints.about(&id))
}

/// The ids of what explains a field.
pub fn described(id: &str, help: bool, problem: Memo<Option<String>>) -> Memo<Option<String>> {
    let id = id.to_owned();
    Memo::new(move |_| {
        let parts = [("problem", problem.with(Option::is_some)), ("help", help)];
        let ids: Vec<String> =
            parts.iter().filter(|(_, there)| *there).map(|(part, _)| format!("{id}-{part}")).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    })
}
