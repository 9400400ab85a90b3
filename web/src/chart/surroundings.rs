//! What charts depend on besides their data: the theme's colours and the screen's resolution.

use super::palette::Palette;
use super::redraw;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MediaQueryList, MutationObserver, MutationObserverInit};

thread_local! {
    static PALETTE: RefCell<Option<Rc<Palette>>> = const { RefCell::new(None) };
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// The current theme's colours, read from the style sheet once a theme change.
pub(super) fn palette() -> Rc<Palette> {
    if let Some(known) = PALETTE.with_borrow(Clone::clone) {
        return known;
    }
    let page = leptos::prelude::document().document_element();
    let style = page.and_then(|page| leptos::prelude::window().get_computed_style(&page).ok().flatten());
    let value =
        |name: &str| style.as_ref().and_then(|style| style.get_property_value(name).ok()).unwrap_or_default();
    let palette = Rc::new(Palette::read(&value));
    PALETTE.set(Some(Rc::clone(&palette)));
    palette
}

/// Device pixels in one CSS pixel. Above three nobody sees a difference, and the surface would be needlessly large.
pub(super) fn scale() -> f64 {
    quantity::float::within(leptos::prelude::window().device_pixel_ratio(), 1.0, 3.0)
}

/// Redraws all charts whenever the theme or the resolution changes. The page's charts share one watch for ever.
pub(super) fn watch() {
    if WATCHED.replace(true) {
        return;
    }
    redraw::follow_focus();
    watch_theme_attribute();
    if let Some(query) = media("(prefers-color-scheme: dark)") {
        on_change(&query, Closure::new(theme_changed));
    }
    watch_resolution();
}

fn theme_changed() {
    PALETTE.set(None);
    redraw::ask_all();
}

fn watch_theme_attribute() {
    let Some(page) = leptos::prelude::document().document_element() else { return };
    let changed = Closure::<dyn FnMut()>::new(theme_changed);
    let options = MutationObserverInit::new();
    options.set_attributes(true);
    options.set_attribute_filter(&js_sys::Array::of1(&"data-theme".into()));
    if let Ok(observer) = MutationObserver::new(changed.as_ref().unchecked_ref()) {
        // Fails only for options that name nothing to observe.
        let _ = observer.observe_with_options(&page, &options);
    }
    changed.forget();
}

/// A query matches one resolution only, so each change needs a new one.
fn watch_resolution() {
    let ratio = js_sys::Number::from(leptos::prelude::window().device_pixel_ratio());
    let ratio = ratio.to_string_with_radix(10).map(String::from).unwrap_or_default();
    if let Some(query) = media(&["(resolution: ", &ratio, "dppx)"].concat()) {
        let changed = Closure::once_into_js(|| {
            redraw::ask_all();
            watch_resolution();
        });
        query.set_onchange(Some(changed.unchecked_ref()));
        // The page holds no other reference to the query.
        std::mem::forget(query);
    }
}

fn media(query: &str) -> Option<MediaQueryList> {
    leptos::prelude::window().match_media(query).ok().flatten()
}

fn on_change(query: &MediaQueryList, changed: Closure<dyn FnMut()>) {
    query.set_onchange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
    std::mem::forget(query.clone());
}
