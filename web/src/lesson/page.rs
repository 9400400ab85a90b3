//! The served page: what may be changed in it.

pub(super) use crate::dom::{all, attribute, by_id, near, on, within};

use plan::PlanInput;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement};

/// Lets a link open a plan on the page that it leads to.
pub(super) fn lead(link: &Element, input: &PlanInput) {
    let address = attribute(link, "href");
    let page = address.split_once('#').map_or(address.as_str(), |(page, _)| page);
    let _ = link.set_attribute("href", &[page, "#", &input.link()].concat());
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
