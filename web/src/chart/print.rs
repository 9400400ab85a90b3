//! Charts on paper: a canvas may come out blank or cut, so its twin stands in for it.

use super::redraw;
use super::surroundings::{media, on_change};
use leptos::prelude::window_event_listener_untyped;
use wasm_bindgen::closure::Closure;

/// Has every chart's twin drawn when the page is about to be printed or looked at as it would be.
pub(super) fn prepare() {
    std::mem::forget(window_event_listener_untyped("beforeprint", |_| redraw::for_paper()));
    if let Some(query) = media("print") {
        on_change(&query, Closure::new(redraw::for_paper));
    }
}
