//! A choice between a few named things.

use super::Gesture;
use crate::markup::Live;
use leptos::prelude::*;

/// A drop-down list.
#[component]
pub fn Choice(
    /// The element's id, unique on the page.
    id: &'static str,
    /// What is asked for.
    label: &'static str,
    /// The options, as markup.
    options: String,
    /// The value of the chosen one.
    chosen: Signal<String>,
    /// What comes after it, as [`below`](super::below) makes it.
    below: Signal<String>,
    /// Told what the reader chose.
    on_gesture: Callback<Gesture>,
) -> impl IntoView {
    view! {
        <div class="field choice">
            <label for=id>{label}</label>
            <select
                id=id
                inner_html=options
                prop:value=chosen
                on:change=move |event| on_gesture.run(Gesture::Entered(event_target_value(&event)))
            ></select>
            <Live class="below" markup=below/>
        </div>
    }
}
