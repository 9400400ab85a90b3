//! A result that opens to where it comes from.

use crate::markup::Live;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, KeyboardEvent, Node};

/// A figure with its label and a note; opened, it shows its trace. One tile is open at a time.
#[component]
pub fn Tile(
    /// What the figure is.
    #[prop(into)]
    label: Signal<String>,
    /// The tile that the eye should meet first.
    #[prop(optional)]
    lead: bool,
    /// The figure.
    #[prop(into)]
    figure: Signal<String>,
    /// What to know about it.
    #[prop(into)]
    note: Signal<String>,
    /// Where it comes from, as markup; asked for only while the tile is open.
    #[prop(into)]
    trace: Signal<String>,
) -> impl IntoView {
    let tile = NodeRef::<html::Details>::new();
    let open = RwSignal::new(false);
    let shown = Signal::derive(move || if open.get() { trace.get() } else { String::new() });
    let on_toggle = move |_| open.set(tile.get_untracked().is_some_and(|tile| tile.open()));
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape"
            && let Some(tile) = tile.get_untracked()
        {
            tile.set_open(false);
            // The focus may have been on something in the trace, which is gone now.
            if let Ok(Some(summary)) = tile.query_selector("summary")
                && let Some(summary) = summary.dyn_ref::<web_sys::HtmlElement>()
            {
                let _ = summary.focus();
            }
        }
    };
    let on_leave = move |event: FocusEvent| {
        let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
        if let (Some(tile), Some(to)) = (tile.get_untracked(), to)
            && !tile.contains(Some(&to))
        {
            tile.set_open(false);
        }
    };
    view! {
        <details
            node_ref=tile
            class=if lead { "tile lead" } else { "tile" }
            name="tile"
            on:toggle=on_toggle
            on:keydown=on_key
            on:focusout=on_leave
        >
            <summary>
                <span class="label">{label}</span>
                <span class="figure">{figure}</span>
                <span class="note">{note}</span>
                <span class="ask">"Show how"</span>
            </summary>
            <div class="trace" tabindex="-1"><Live markup=shown/></div>
        </details>
    }
    .into_any()
}
