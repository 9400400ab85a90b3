//! Something that opens.

use crate::markup::Live;
use leptos::prelude::*;
use web_sys::{Event, HtmlDetailsElement};

/// A summary that opens to more. What is inside is made while it is open: nobody pays for what nobody sees.
#[component]
pub fn Disclosure(
    /// The element's class.
    class: &'static str,
    /// Of those with the same name one is open at a time; without a name it opens and closes on its own.
    #[prop(default = "")]
    name: &'static str,
    /// What is always in sight, as markup.
    #[prop(into)]
    summary: Signal<String>,
    /// The class of what is inside.
    #[prop(default = "live")]
    inside: &'static str,
    /// What is inside, as markup.
    markup: Signal<String>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let on_toggle = move |event: Event| open.set(event_target::<HtmlDetailsElement>(&event).open());
    let shown = Signal::derive(move || if open.get() { markup.get() } else { String::new() });
    view! {
        <details class=class name=name on:toggle=on_toggle>
            <summary inner_html=summary></summary>
            <Live class=inside markup=shown/>
        </details>
    }
}
