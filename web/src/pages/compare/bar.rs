//! The row of scenarios: which one the form edits, and what can be done with them.

use crate::calculator::Case;
use crate::markup::Markup;
use crate::state::{Seen, Store};
use leptos::prelude::*;
use plan::{Scenario, Scenarios};
use present::headline;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The scenarios as buttons, one of them pressed, and below them its name and what to do with it.
#[component]
pub fn ScenarioBar(
    /// The scenarios.
    store: Store,
) -> impl IntoView {
    let name = store.text(|seen| named(seen).into());
    let full = store.text(|seen| flag(seen.cases.len() == Scenarios::MOST));
    let alone = store.text(|seen| flag(seen.cases.len() == 1));
    let rename = move |event| {
        let name = event_target_value(&event);
        store.arrange(|all, place| all.rename(*place, &name));
    };
    let is = move |state: Signal<String>| state.with_untracked(|state| state == "true");
    let duplicate = move |_| {
        if is(full) {
            return;
        }
        store.arrange(|all, place| *place = all.duplicate(*place).unwrap_or(*place));
        go_to(NAME);
    };
    let remove = move |_| {
        if is(alone) {
            return;
        }
        store.arrange(|all, place| {
            all.remove(*place);
            *place = place.saturating_sub(1);
        });
        go_to("scenario-1");
    };
    view! {
        <div class="scenarios" role="group" aria-label="Scenarios">{PLACES.map(|place| button(store, place))}</div>
        <p class="tools arrange">
            <label for=NAME>"Name"</label>
            <input
                id=NAME
                type="text"
                autocomplete="off"
                maxlength=Scenario::LONGEST_NAME.to_string()
                value=name.get_untracked()
                prop:value=name
                on:change=rename
            />
            <button class="button" type="button" aria-disabled=full on:click=duplicate>"Duplicate"</button>
            <button class="button" type="button" aria-disabled=alone on:click=remove>"Remove"</button>
        </p>
    }
}

const PLACES: [(usize, &str); Scenarios::MOST] =
    [(0, "scenario-1"), (1, "scenario-2"), (2, "scenario-3"), (3, "scenario-4")];

const NAME: &str = "scenario-name";

/// The button of one place; hidden where no scenario stands there, so that none loses the focus when another goes.
fn button(store: Store, (place, id): (usize, &'static str)) -> impl IntoView {
    let face = store.text(move |seen| seen.cases.get(place).map(face).unwrap_or_default());
    let pressed = store.text(move |seen| flag(seen.place == place));
    let absent = Signal::derive(move || face.with(String::is_empty));
    view! {
        <button
            class="scenario"
            id=id
            type="button"
            aria-pressed=pressed
            hidden=absent
            inner_html=face
            on:click=move |_| store.arrange(|_, now| *now = place)
        ></button>
    }
}

fn face((name, outcome): &Case) -> String {
    let start = Markup::new().tags("<strong>").text(name).tags("</strong> <span>");
    start.text(&headline(&outcome.answer)).tags("</span>").finish()
}

fn named(seen: &Seen) -> &str {
    seen.cases.get(seen.place).map_or("", |case| &case.0)
}

fn flag(holds: bool) -> String {
    String::from(if holds { "true" } else { "false" })
}

fn go_to(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let _ = element.focus();
    }
}
