//! The plan's form, made from the table of quantities.

use crate::controls::{Choice, NumberField};
use crate::state::Store;
use leptos::prelude::*;
use quantity::{Key, Kind, Unit};

/// A part of the form: its heading and its fields.
pub type Part = (&'static str, &'static [Key]);

/// A form of some parts that are always in sight and some that can be opened.
#[component]
pub fn PlanForm(
    /// The plan that it edits.
    store: Store,
    /// What the page is called.
    title: &'static str,
    /// What it computes, in a sentence.
    lede: &'static str,
    /// The parts in sight.
    parts: &'static [Part],
    /// The parts that most readers leave alone.
    more: &'static [Part],
) -> impl IntoView {
    let part = move |(legend, keys): &Part| fieldset(store, legend, keys);
    let shown: Vec<_> = parts.iter().map(part).collect();
    let hidden: Vec<_> = more.iter().map(part).collect();
    view! {
        <form class="form served" autocomplete="off" on:submit=|event| event.prevent_default()>
            <header><h1>{title}</h1><p class="lede">{lede}</p></header>
            {shown}
            <details class="more"><summary>"More assumptions"</summary>{hidden}</details>
            <p><button class="button" type="button" on:click=move |_| store.reset()>"Reset to the example"</button></p>
        </form>
    }
    .into_any()
}

fn fieldset(store: Store, legend: &'static str, keys: &[Key]) -> AnyView {
    let fields: Vec<_> = keys.iter().map(|key| field(store, *key)).collect();
    view! { <fieldset><legend>{legend}</legend>{fields}</fieldset> }.into_any()
}

fn field(store: Store, key: Key) -> AnyView {
    let row = key.row();
    if row.kind == Kind::Word {
        let choices = plan::choices(key).into_iter().map(|choice| (choice.name.into(), choice.label.into()));
        let choices = Signal::stored(choices.collect::<Vec<(String, String)>>());
        let on_choose = Callback::new(move |word: String| store.say(key, &word));
        return view! { <Choice id=row.name label=row.label choices chosen=store.word(key) on_choose/> }
            .into_any();
    }
    view! {
        <NumberField
            id=row.name
            label=row.label
            hint=row.meaning
            unit=row.unit.field().sign
            letters=takes_letters(row.unit)
            text=store.text(key)
            echo=store.echo(key)
            problem=store.problem(key)
            on_text=Callback::new(move |text: String| store.say(key, &text))
            on_step=Callback::new(move |steps| store.step(key, steps))
            on_leave=Callback::new(move |()| store.leave(key))
        />
    }
    .into_any()
}

/// Whether people write this unit with a letter more often than not: "70B", "80 GB", "3.35 TB/s".
fn takes_letters(unit: Unit) -> bool {
    matches!(unit, Unit::Parameters | Unit::Bytes | Unit::BytesPerSecond | Unit::FlopsPerSecond)
}
