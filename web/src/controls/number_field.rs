//! A text field for a number with a unit.

use super::Gesture;
use crate::markup::{Live, Markup};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// A field that takes what a person types and keeps it as it was typed.
///
/// `text` must hold what was [`Gesture::Entered`], letter by letter: a reset, a step or another page can then change the
/// field, but nothing rewrites a number that is being typed.
#[component]
pub fn NumberField(
    /// The element's id, unique on the page.
    id: &'static str,
    /// What is asked for.
    label: &'static str,
    /// The unit that a bare number has; may be empty.
    unit: &'static str,
    /// Whether the usual entry has letters, such as "70B": then a phone shows its whole keyboard.
    letters: bool,
    /// What stands in the field.
    text: Signal<String>,
    /// How the text was read, where that is not plain.
    echo: Signal<String>,
    /// What is wrong, in words.
    problem: Signal<String>,
    /// What comes after it, as [`below`] makes it.
    below: Signal<String>,
    /// Told what the reader does.
    on_gesture: Callback<Gesture>,
) -> impl IntoView {
    let wrong = move || problem.with(|problem| !problem.is_empty());
    let either = move |yes: &'static str, no: &'static str| {
        Signal::derive(move || String::from(if wrong() { yes } else { no }))
    };
    let on_key = move |event: KeyboardEvent| {
        if let Some(gesture) = Gesture::of_key(&event) {
            event.prevent_default();
            on_gesture.run(gesture);
        }
    };
    view! {
        <div class="field">
            <label class="number" for=id>{label}</label>
            <div class="entry">
                <input
                    id=id
                    type="text"
                    inputmode=if letters { "text" } else { "decimal" }
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    value=text.get_untracked()
                    prop:value=text
                    aria-invalid=either("true", "false")
                    aria-describedby=Signal::derive(move || described(id, unit, &echo.read(), &problem.read()))
                    on:input=move |event| on_gesture.run(Gesture::Entered(event_target_value(&event)))
                    on:keydown=on_key
                    on:blur=move |_| on_gesture.run(Gesture::Left)
                />
                <span class="unit" id=[id, "-unit"].concat()>{unit}</span>
            </div>
            <Live class="below" markup=below/>
        </div>
    }
}

/// The ids of the texts that belong to the field.
#[must_use]
pub fn described(id: &'static str, unit: &str, echo: &str, problem: &str) -> String {
    let mut ids = String::new();
    for (text, end) in [(unit, "-unit"), (problem, "-problem"), (echo, "-echo")] {
        if !text.is_empty() {
            ids = [ids.as_str(), if ids.is_empty() { "" } else { " " }, id, end].concat();
        }
    }
    ids
}

/// What comes after a field, as markup: the way back to the example, where `reset` says of what, and the texts under it.
#[must_use]
pub fn below(id: &'static str, reset: &str, echo: &str, problem: &str) -> String {
    let mut markup = Markup::new();
    if !reset.is_empty() {
        markup = markup.tags("<button class=\"link reset\" type=\"button\" data-reset=\"").tags(id);
        markup = markup.tags("\">reset<span class=\"unseen\"> ").text(reset).tags("</span></button>");
    }
    for (text, class) in [(echo, "echo"), (problem, "problem")] {
        if !text.is_empty() {
            markup = markup.tags("<p class=\"").tags(class).tags("\" id=\"").tags(id).tags("-").tags(class);
            markup = markup.tags("\">").text(text).tags("</p>");
        }
    }
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_described_by_what_is_there() {
        assert_eq!(described("rate", "req/s", "", "Enter a rate"), "rate-unit rate-problem");
        assert_eq!(described("tp", "", "", ""), "");
        assert_eq!(below("rate", "", "", "<0"), "<p class=\"problem\" id=\"rate-problem\">&lt;0</p>");
    }
}
