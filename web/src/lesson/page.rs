//! The served page: finding places in it, and hearing what happens there.

use leptos::prelude::*;
use plan::PlanInput;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, HtmlDetailsElement, NodeList};

/// Every element that a selector finds.
pub(super) fn all(selector: &str) -> impl Iterator<Item = Element> {
    elements(document().query_selector_all(selector).ok())
}

/// Every element below `root` that a selector finds.
pub(super) fn within(root: &Element, selector: &str) -> impl Iterator<Item = Element> + use<> {
    elements(root.query_selector_all(selector).ok())
}

fn elements(list: Option<NodeList>) -> impl Iterator<Item = Element> {
    let length = list.as_ref().map_or(0, NodeList::length);
    (0..length).filter_map(move |place| list.as_ref()?.item(place)?.dyn_into().ok())
}

/// Calls `take` with every event of these kinds on the page and what holds its target, for as long as the page is open.
/// On the way down, since some of them do not rise. What it does may cause the next event before it is done.
pub(super) fn on(kinds: &[&str], take: impl Fn(Event) + 'static) {
    let take = Closure::<dyn Fn(Event)>::new(take).into_js_value();
    for kind in kinds {
        let _ = document().add_event_listener_with_callback_and_bool(kind, take.unchecked_ref(), true);
    }
}

/// What an event happened on, or what holds that, if it is one of these.
pub(super) fn near(event: &Event, selector: &str) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(selector).ok().flatten()
}

/// The text of an attribute; empty without it.
pub(super) fn attribute(element: &Element, name: &str) -> String {
    element.get_attribute(name).unwrap_or_default()
}

/// Lets a link open a plan on the page that it leads to.
pub(super) fn lead(link: &Element, input: &PlanInput) {
    let address = attribute(link, "href");
    let page = address.split_once('#').map_or(address.as_str(), |(page, _)| page);
    let _ = link.set_attribute("href", &[page, "#", &input.link()].concat());
}

/// The element of an id, as what it is.
pub(super) fn by_id(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// What could not be used until now.
pub(super) fn show_what_needs_the_program() {
    for element in all("[data-needs-program]") {
        let _ = element.remove_attribute("hidden");
    }
}

/// Opens the answer that an address leads to; beside a plan its key `at` says where.
pub(super) fn open_what_is_linked(fragment: &str) {
    let place = if plan::is_plan(fragment) { PlanInput::from_link(fragment).0.at } else { None };
    let Some(target) = by_id(place.as_deref().unwrap_or(fragment)) else { return };
    if let Some(details) = target.dyn_ref::<HtmlDetailsElement>() {
        details.set_open(true);
    }
    // To a bare id the browser goes by itself.
    if place.is_some() {
        target.scroll_into_view();
    }
}
