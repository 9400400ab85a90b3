//! The list of contents follows what is being read.

use super::page::{all, attribute};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// Marks in the list the section that crosses the upper part of the window.
pub(super) fn follow() {
    let links: Vec<Element> = all(".contents a").collect();
    if links.is_empty() {
        return;
    }
    let crossed = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let entries = entries.iter().filter_map(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok());
        for section in entries.filter(IntersectionObserverEntry::is_intersecting).map(|entry| entry.target())
        {
            for link in &links {
                if attribute(link, "href").strip_prefix('#') == Some(&section.id()) {
                    let _ = link.set_attribute("aria-current", "true");
                } else {
                    let _ = link.remove_attribute("aria-current");
                }
            }
        }
    })
    .into_js_value();
    let line = IntersectionObserverInit::new();
    line.set_root_margin("-20% 0px -75% 0px");
    if let Ok(observer) = IntersectionObserver::new_with_options(crossed.unchecked_ref(), &line) {
        all("section[data-plan]").for_each(|section| observer.observe(&section));
        // It lasts as long as the page.
        std::mem::forget(observer);
    }
}
