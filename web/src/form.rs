//! The plan's form, made from the table of quantities.

use crate::controls::{Choice, NumberField, below, pointer};
use crate::markup::{Live, Markup};
use crate::state::{Field, Store, saved};
use leptos::either::Either;
use leptos::prelude::*;
use plan::preset;
use quantity::{Key, Kind, Unit};

/// A part of the form: its heading and its fields.
pub type Part = (&'static str, &'static [Key]);

/// A form of some parts that are always in sight and some that can be opened; examples to start from below it.
#[component]
pub fn PlanForm(
    /// The plan that it edits.
    store: Store,
    /// What stands above it, as markup.
    #[prop(optional_no_strip)]
    heading: Option<Signal<String>>,
) -> impl IntoView {
    if cfg!(feature = "csr") {
        pointer::mind_fields(move |id, gesture| {
            if let Some(key) = Key::named(id) {
                store.take(key, gesture);
            }
        });
    }
    let part = move |(legend, keys): &Part| fieldset(store, legend, keys);
    let shown: Vec<_> = store.calculator.parts.iter().map(part).collect();
    // Without the program they could not be opened to any use, so they are not served.
    let more = if cfg!(feature = "csr") { store.calculator.more } else { &[] };
    let hidden: Vec<_> = more.iter().map(part).collect();
    view! {
        <form class="form served" autocomplete="off" on:submit=|event| event.prevent_default()>
            {heading.map(|markup| view! { <Live markup/> })}
            {shown}
            <details class="more"><summary>"More assumptions"</summary>{hidden}</details>
            <p class="tools">
                <button class="button" type="button" aria-disabled=store.is_out_of_reach(true) on:click=move |_| store.travel(true)>"Undo"</button>
                <button class="button" type="button" aria-disabled=store.is_out_of_reach(false) on:click=move |_| store.travel(false)>"Redo"</button>
                <button class="button" type="button" on:click=move |_| store.reset()>"Reset to the example"</button>
            </p>
            {cfg!(feature = "csr").then(|| view! { <div inner_html=examples()></div> })}
        </form>
    }
}

fn fieldset(store: Store, legend: &'static str, keys: &[Key]) -> impl IntoView + use<> {
    let fields: Vec<_> = keys.iter().map(|key| field(store, *key)).collect();
    view! { <fieldset><legend>{legend}</legend>{fields}</fieldset> }
}

fn field(store: Store, key: Key) -> impl IntoView {
    let row = key.row();
    let Field { text, echo, problem, reset } = store.field(key);
    let on_gesture = Callback::new(move |gesture| store.take(key, gesture));
    let below = Signal::derive(move || below(row.name, &reset.read(), &echo.read(), &problem.read()));
    if row.kind == Kind::Word {
        let options = options(key, &text.read_untracked());
        return Either::Left(
            view! { <Choice id=row.name label=row.label options chosen=text.into() below on_gesture/> },
        );
    }
    Either::Right(view! {
        <NumberField
            id=row.name
            label=row.label
            unit=row.unit.field().sign
            letters=takes_letters(row.unit)
            text=text.into()
            echo=echo.into()
            problem=problem.into()
            below
            on_gesture
        />
    })
}

/// The options of a choice, as markup.
pub(crate) fn options(key: Key, chosen: &str) -> String {
    let mut markup = Markup::new();
    // Without the program nothing else can be chosen: the page is served with what stands there.
    let offered = |choice: &plan::Choice| cfg!(feature = "csr") || choice.name == chosen;
    for choice in plan::choices(key).into_iter().filter(offered) {
        markup = markup.tags("<option value=\"").tags(choice.name);
        markup = markup.tags(if choice.name == chosen { "\" selected>" } else { "\">" });
        markup = markup.text(choice.label).tags("</option>");
    }
    markup.finish()
}

fn examples() -> String {
    let kept = if saved::can_keep() { "" } else { KEEPS_NOTHING };
    Markup::new()
        .tags(kept)
        .tags("<h2>Examples</h2><ul class=\"examples\">")
        .each(&preset::ALL, |list, example| {
            let list = list.tags("<li><a href=\"#").text(example.link).tags("\">").tags(example.name);
            list.tags("</a> ").tags(example.sentence).tags("</li>")
        })
        .tags("</ul>")
        .finish()
}

/// Said where a plan is made, because nothing else on the page depends on it.
const KEEPS_NOTHING: &str =
    "<p class=\"storage\">This browser keeps nothing: your plan lives in the address.</p>";

/// Whether people write this unit with a letter more often than not: "70B", "80 GB", "3.35 TB/s".
fn takes_letters(unit: Unit) -> bool {
    matches!(unit, Unit::Parameters | Unit::Bytes | Unit::BytesPerSecond | Unit::FlopsPerSecond)
}
