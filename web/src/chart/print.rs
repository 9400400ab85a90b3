//! Charts on paper: a canvas may come out blank or cut, so its twin stands in for it.

use super::redraw;
use super::surroundings::{media, on_change};
use leptos::prelude::window_event_listener_untyped;
use wasm_bindgen::closure::Closure;

/// The size of a chart across a page of A4, flat enough for three below each other, in CSS pixels.
pub(super) const PAPER: (f64, f64) = (680.0, 190.0);

/// Has every chart's twin drawn when the page is about to be printed.
pub(super) fn prepare() {
    on_paper(redraw::for_paper);
}

/// Calls `prepare` when the page is about to be printed or looked at as it would be. Lasts as long as the page.
pub(crate) fn on_paper(prepare: impl Fn() + Copy + 'static) {
    std::mem::forget(window_event_listener_untyped("beforeprint", move |_| prepare()));
    if let Some(query) = media("print") {
        on_change(&query, Closure::new(prepare));
    }
}
