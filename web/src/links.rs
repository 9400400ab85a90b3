//! The page's links: they carry the plan along, and in-page ones leave it in the address.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MouseEvent};

/// Puts `fragment` on every link that carries the plan; an empty one takes it off.
pub fn carry(fragment: &str) {
    let Ok(links) = document().query_selector_all("a[data-carries]") else { return };
    for place in 0..links.length() {
        let link = links.item(place).and_then(|node| node.dyn_into::<Element>().ok());
        if let Some((link, address)) =
            link.and_then(|link| link.get_attribute("data-carries").map(|to| (link, to)))
        {
            let mark = if fragment.is_empty() { "" } else { "#" };
            let _ = link.set_attribute("href", &[&address, mark, fragment].concat());
        }
    }
}

/// Follows links to a place on the page without giving up the plan in the address, and writes what still waits before
/// any other link is followed.
pub fn mind_clicks() {
    let clicks = window_event_listener(ev::click, |event: MouseEvent| {
        crate::state::address::write_now();
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let link = target.and_then(|target| target.closest("a[href^='#']").ok().flatten());
        let place = link.and_then(|link| link.get_attribute("href"));
        if let Some(place) = place
            && plan::is_plan(&crate::state::address::fragment())
            && go_to(place.trim_start_matches('#'))
        {
            event.prevent_default();
        }
    });
    std::mem::forget(clicks);
}

fn go_to(id: &str) -> bool {
    let place = document().get_element_by_id(id).and_then(|place| place.dyn_into::<HtmlElement>().ok());
    let Some(place) = place else { return false };
    place.scroll_into_view();
    if !place.has_attribute("tabindex") {
        let _ = place.set_attribute("tabindex", "-1");
    }
    let _ = place.focus();
    true
}
