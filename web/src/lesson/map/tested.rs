//! What a load test said of the reader's plan, at its places in the lists of the maps.

use super::super::page::{all, attribute};
use super::spot::id_of;
use crate::page::Page;
use crate::state::tested::kept;
use leptos::ev;
use leptos::prelude::*;
use lesson::map::{Path, Remark, answered, remarks};
use plan::PlanInput;
use present::Tested;
use web_sys::Element;

/// Calls `tell` when another tab has kept a verdict, or the reader comes back from the page that kept one.
pub(super) fn on_change(tell: impl Fn() + Clone + 'static) {
    let shown = tell.clone();
    std::mem::forget(window_event_listener(ev::storage, move |_| tell()));
    std::mem::forget(window_event_listener(ev::pageshow, move |_| shown()));
}

/// The verdict that the browser keeps, of whichever plan.
pub(super) fn last() -> Option<Tested> {
    kept()
}

/// Says at each place what is to be said there for the plan `own`, and lights the answer on the loop.
pub(super) fn tell(own: &PlanInput, path: &Path, kept: Option<&Tested>) {
    let said = remarks(own, path, kept);
    for place in all("[data-tested]") {
        let id = attribute(&place, "data-tested");
        write(&place, said.iter().find(|remark| remark.node == id));
    }
    let lit = answered(own, kept);
    for link in all("[data-map=\"m-loop\"] svg :is([data-node], [data-edge])") {
        let is_lit = lit.contains(&id_of(&link).as_str());
        let _ = link.class_list().toggle_with_force("lit", is_lit);
    }
}

/// Writes a remark, or hides the place for one.
fn write(place: &Element, remark: Option<&Remark>) {
    let _ = place.toggle_attribute_with_force("hidden", remark.is_none());
    let _ = place.class_list().toggle_with_force("measured", remark.is_some_and(|remark| remark.measured));
    let markup =
        remark.map(|remark| remark.markup(&Page::Maps.href_from(Page::Evidence))).unwrap_or_default();
    if place.inner_html() != markup {
        place.set_inner_html(&markup);
    }
}
