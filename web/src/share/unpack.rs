//! Packed links: the address becomes the plain link, and what went wrong on the way is said.

use super::offer::{PACKED, is_packed};
use crate::dom::{all, on};
use crate::results::list;
use crate::state::address;
use leptos::ev;
use leptos::prelude::*;
use plan::{Scenarios, packed};
use web_sys::HashChangeEvent;

/// Unpacks the link in the address, and those that come.
pub(super) fn mind() {
    on(&[PACKED], |_| unpack());
    // What was said of one link is not said of the next.
    std::mem::forget(window_event_listener(ev::hashchange, |_| {
        all(".results > .unpacked").for_each(|note| note.remove());
    }));
    unpack();
}

fn unpack() {
    let fragment = address::fragment();
    if !is_packed(&fragment) {
        return;
    }
    let (scenarios, notes) = packed::from_link(&fragment);
    let plain = scenarios.link();
    // The page says by itself what there is to say of the plain link.
    let known = Scenarios::from_link(&plain).1;
    let notes = notes.into_iter().filter(|note| !known.iter().any(|other| other.text == note.text));
    replace(&plain);
    tell(&notes.map(|note| note.text).collect::<Vec<_>>());
}

/// Puts the plain link in the place of the packed one, and lets the page read it.
fn replace(plain: &str) {
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or_default();
        let _ = history.replace_state_with_url(&state, "", Some(&["#", plain].concat()));
    }
    if let Ok(change) = HashChangeEvent::new("hashchange") {
        let _ = window().dispatch_event(&change);
    }
}

fn tell(notes: &[String]) {
    let Some(results) = all(".results").next().filter(|_| !notes.is_empty()) else { return };
    if let Ok(place) = document().create_element("div") {
        place.set_class_name("live say unpacked");
        place.set_inner_html(&list("About the packed link", notes));
        let _ = results.prepend_with_node_1(&place);
    }
}
