//! A choice between a few named things.

use leptos::html;
use leptos::prelude::*;

/// What can be chosen: value and words, in the order shown.
pub type Choices = Vec<(String, String)>;

/// A drop-down list.
#[component]
pub fn Choice(
    /// The element's id, unique on the page.
    id: &'static str,
    /// What is asked for.
    label: &'static str,
    /// What can be chosen.
    #[prop(into)]
    choices: Signal<Choices>,
    /// The value of the chosen one.
    #[prop(into)]
    chosen: Signal<String>,
    /// Told the value that the reader chose.
    on_choose: Callback<String>,
) -> impl IntoView {
    let select = NodeRef::<html::Select>::new();
    // After the options, which a change of `choices` replaces.
    Effect::new(move |_| {
        choices.track();
        let wanted = chosen.get();
        if let Some(select) = select.get()
            && select.value() != wanted
        {
            select.set_value(&wanted);
        }
    });
    let options = move || {
        let current = chosen.get_untracked();
        let option = |(value, words): (String, String)| {
            let selected = value == current;
            view! { <option value=value selected=selected>{words}</option> }
        };
        choices.get().into_iter().map(option).collect::<Vec<_>>()
    };
    view! {
        <div class="choice">
            <label for=id>{label}</label>
            <select node_ref=select id=id on:change=move |event| on_choose.run(event_target_value(&event))>
                {options}
            </select>
        </div>
    }
    .into_any()
}
