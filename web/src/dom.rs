//! The page as it stands: finding places in it, and hearing what happens there.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, NodeList};

/// Every element that a selector finds.
pub(crate) fn all(selector: &str) -> impl Iterator<Item = Element> {
    elements(document().query_selector_all(selector).ok())
}

/// Every element below `root` that a selector finds.
pub(crate) fn within(root: &Element, selector: &str) -> impl Iterator<Item = Element> + use<> {
    elements(root.query_selector_all(selector).ok())
}

fn elements(list: Option<NodeList>) -> impl Iterator<Item = Element> {
    let length = list.as_ref().map_or(0, NodeList::length);
    (0..length).filter_map(move |place| list.as_ref()?.item(place)?.dyn_into().ok())
}

/// Calls `take` with every event of these kinds on the page and what holds its target, for as long as the page is open.
/// On the way down, since some of them do not rise. What it does may cause the next event before it is done.
pub(crate) fn on(kinds: &[&str], take: impl Fn(Event) + 'static) {
    let take = Closure::<dyn Fn(Event)>::new(take).into_js_value();
    for kind in kinds {
        let _ = document().add_event_listener_with_callback_and_bool(kind, take.unchecked_ref(), true);
    }
}

/// What an event happened on, or what holds that, if it is one of these.
pub(crate) fn near(event: &Event, selector: &str) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(selector).ok().flatten()
}

/// The text of an attribute; empty without it.
pub(crate) fn attribute(element: &Element, name: &str) -> String {
    element.get_attribute(name).unwrap_or_default()
}

/// The element of an id, as what it is.
pub(crate) fn by_id(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}
