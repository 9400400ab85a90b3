//! Light or dark: the system's choice until the reader makes one.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Where the choice is kept; `early.js` reads it before the first paint.
const KEY: &str = "headroom.theme";

/// Makes the header's button switch the theme.
pub fn enable_button() {
    let button =
        document().get_element_by_id("theme").and_then(|button| button.dyn_into::<HtmlElement>().ok());
    let Some(button) = button else { return };
    let listener = window_event_listener(ev::click, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|target| button.contains(Some(&target))) {
            switch();
        }
    });
    std::mem::forget(listener);
}

fn switch() {
    let Some(page) = document().document_element() else { return };
    let next = if is_dark(&page) { "light" } else { "dark" };
    let _ = page.set_attribute("data-theme", next);
    // Storage may be switched off; the choice then lasts for this page.
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(KEY, next);
    }
}

fn is_dark(page: &Element) -> bool {
    page.get_attribute("data-theme").map_or_else(
        || {
            let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
            query.is_some_and(|query| query.matches())
        },
        |theme| theme == "dark",
    )
}
