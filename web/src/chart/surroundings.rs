//! What charts depend on besides their data: the theme's colours and the screen's resolution.

use super::palette::Palette;
use super::{print, redraw};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlElement, MediaQueryList, MutationObserver, MutationObserverInit};

thread_local! {
    static PALETTE: RefCell<Option<Rc<Palette>>> = const { RefCell::new(None) };
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the reader's system sets every colour.
const FORCED: &str = "(forced-colors: active)";

/// The current theme's colours, read from the style sheet once a theme change.
pub(super) fn palette() -> Rc<Palette> {
    if let Some(known) = PALETTE.with_borrow(Clone::clone) {
        return known;
    }
    let page = leptos::prelude::document().document_element();
    let style =
        page.as_ref().and_then(|page| leptos::prelude::window().get_computed_style(page).ok().flatten());
    let read =
        |name: &str| style.as_ref().and_then(|style| style.get_property_value(name).ok()).unwrap_or_default();
    let forced = media(FORCED).is_some_and(|query| query.matches());
    let page = page.and_then(|page| page.dyn_into::<HtmlElement>().ok()).filter(|_| forced);
    let value = |name: &str| match &page {
        Some(page) if name != "--sans" => resolved(page, &read(name), &read),
        _ => read(name),
    };
    let palette = Rc::new(Palette::read(&value));
    PALETTE.set(Some(Rc::clone(&palette)));
    palette
}

/// What a system colour such as `CanvasText` is: a property of the page takes it for a moment and is read back.
fn resolved(page: &HtmlElement, colour: &str, read: &dyn Fn(&str) -> String) -> String {
    const SPARE: &str = "column-rule-color";
    let style = page.style();
    // Fails for what is no colour; the property then reads as the text's colour.
    let _ = style.set_property(SPARE, colour);
    let resolved = read(SPARE);
    let _ = style.remove_property(SPARE);
    resolved
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
    for preference in ["(prefers-color-scheme: dark)", FORCED] {
        if let Some(query) = media(preference) {
            on_change(&query, Closure::new(theme_changed));
        }
    }
    print::prepare();
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
        let done = query.clone();
        let changed = Closure::once_into_js(move || {
            // Or the way back would call this again, which has gone by then.
            done.set_onchange(None);
            redraw::ask_all();
            watch_resolution();
        });
        query.set_onchange(Some(changed.unchecked_ref()));
        // The page holds no other reference to the query.
        std::mem::forget(query);
    }
}

pub(super) fn media(query: &str) -> Option<MediaQueryList> {
    leptos::prelude::window().match_media(query).ok().flatten()
}

pub(super) fn on_change(query: &MediaQueryList, changed: Closure<dyn FnMut()>) {
    query.set_onchange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
    std::mem::forget(query.clone());
}
