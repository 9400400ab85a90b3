//! A text field for a number with a unit.

use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// A field that takes what a person types and keeps it as it was typed.
///
/// `text` must hold what `on_text` reported, letter by letter: the field is only written to when the two differ, so
/// that a reset, a step or another page can change it but nothing rewrites a number that is being typed.
#[component]
pub fn NumberField(
    /// The element's id, unique on the page.
    id: &'static str,
    /// What is asked for.
    label: &'static str,
    /// What it means: under the pointer, and for whoever hears the field.
    #[prop(optional)]
    hint: &'static str,
    /// The unit that a bare number has; may be empty.
    #[prop(optional)]
    unit: &'static str,
    /// Whether the usual entry has letters, such as "70B": then a phone shows its whole keyboard.
    #[prop(optional)]
    letters: bool,
    /// What stands in the field.
    #[prop(into)]
    text: Signal<String>,
    /// How the text was read, where that is not plain.
    #[prop(into)]
    echo: Signal<Option<String>>,
    /// What is wrong, in words.
    #[prop(into)]
    problem: Signal<Option<String>>,
    /// Told every change of the text.
    on_text: Callback<String>,
    /// Told arrow keys: 1 or −1, with Shift 10 or −10.
    on_step: Callback<i32>,
    /// Told when the field is left.
    #[prop(optional, into)]
    on_leave: Option<Callback<()>>,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        let wanted = text.get();
        if let Some(input) = input.get()
            && input.value() != wanted
        {
            input.set_value(&wanted);
        }
    });
    let wrong = Memo::new(move |_| problem.with(Option::is_some));
    let described = move || {
        let parts =
            [(!unit.is_empty(), "-unit"), (wrong.get(), "-problem"), (echo.with(Option::is_some), "-echo")];
        let ids: Vec<_> = parts.into_iter().filter(|part| part.0).map(|part| [id, part.1].concat()).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    };
    let on_key = move |event: KeyboardEvent| {
        if let Some(steps) = steps_of(&event) {
            event.prevent_default();
            on_step.run(steps);
        }
    };
    view! {
        <div class=move || if wrong.get() { "field wrong" } else { "field" }>
            <label for=id title=hint>{label}</label>
            <div class="entry">
                <input
                    node_ref=input
                    id=id
                    type="text"
                    inputmode=if letters { "text" } else { "decimal" }
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    value=text.get_untracked()
                    aria-invalid=move || wrong.get().then_some("true")
                    aria-describedby=described
                    on:input=move |event| on_text.run(event_target_value(&event))
                    on:keydown=on_key
                    on:blur=move |_| on_leave.iter().for_each(|leave| leave.run(()))
                />
                {(!unit.is_empty()).then(|| view! { <span class="unit" id=[id, "-unit"].concat()>{unit}</span> })}
            </div>
            {move || echo.get().map(|echo| view! { <p class="echo" id=[id, "-echo"].concat()>{echo}</p> })}
            {move || problem.get().map(|text| view! { <p class="problem" id=[id, "-problem"].concat()>{text}</p> })}
            {(!hint.is_empty()).then(|| view! { <p class="unseen" id=[id, "-hint"].concat()>{hint}</p> })}
        </div>
    }
    .into_any()
}

/// Arrow keys as steps. With Alt, Ctrl or Meta they belong to the browser.
fn steps_of(event: &KeyboardEvent) -> Option<i32> {
    if event.alt_key() || event.ctrl_key() || event.meta_key() {
        return None;
    }
    let stride = if event.shift_key() { 10 } else { 1 };
    match event.key().as_str() {
        "ArrowUp" => Some(stride),
        "ArrowDown" => Some(-stride),
        _ => None,
    }
}
