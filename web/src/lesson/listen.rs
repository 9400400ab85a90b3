//! Reading aloud: each section, and each question with its answer.
//!
//! Nothing touches the browser's synthesiser, which all tabs share, before a reader asks for the first time.

mod bar;
mod choice;
mod mark;
mod passage;
mod reader;
mod synthesiser;

use super::offer::{ASKED, HEARS};
use super::page::{all, attribute, near, on};
use leptos::prelude::*;
use reader::Reader;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement, HtmlElement, HtmlSelectElement, KeyboardEvent};

/// A button that offers to read something.
struct Offer {
    button: Element,
    /// What it reads.
    root: Element,
    /// What that is called.
    title: String,
}

/// Takes up the page's offers to read each section and each answer aloud, and the one that was asked for meanwhile.
pub(super) fn take_up() {
    // As long as the page is open they are offered.
    let offers: &[Offer] = all("button.listen").filter_map(Offer::of).collect::<Vec<_>>().leak();
    mind(offers);
    if let Some(html) = document().document_element() {
        let _ = html.set_attribute(HEARS, "");
    }
    if let Some(asked) = all("button[data-asked]").next() {
        let _ = asked.remove_attribute(ASKED);
        asked.unchecked_ref::<HtmlElement>().click();
    }
}

fn mind(offers: &'static [Offer]) {
    let reader = Cell::new(None::<&Reader>);
    on(&["click", "keydown", "toggle", "change", "visibilitychange"], move |event| {
        let asked = near(&event, "button.listen").filter(|_| event.type_() == "click");
        let place = asked.and_then(|asked| offers.iter().position(|offer| offer.button == asked));
        if place.is_some() && reader.get().is_none() {
            reader.set(Reader::of(offers));
        }
        let Some(reader) = reader.get() else { return };
        if let Some(place) = place {
            reader.press(place);
        } else {
            match event.type_().as_str() {
                "click" => {
                    if let Some(button) = near(&event, ".listening button") {
                        reader.command(&attribute(&button, "data-hear"));
                    }
                }
                "change" => {
                    if let Some(select) = near(&event, ".listening select") {
                        let value = select.unchecked_ref::<HtmlSelectElement>().value();
                        reader.choose(&attribute(&select, "data-hear"), value);
                    }
                }
                "keydown" => {
                    let is_escape = event.unchecked_ref::<KeyboardEvent>().key() == "Escape";
                    if is_escape && !event.default_prevented() {
                        reader.command("stop");
                    }
                }
                "toggle" => {
                    let closed = near(&event, "details")
                        .filter(|details| !details.unchecked_ref::<HtmlDetailsElement>().open());
                    if closed.is_some_and(|details| reader.reads_in(&details)) {
                        reader.hide();
                    }
                }
                _ if document().hidden() => reader.hide(),
                _ => {}
            }
        }
    });
}

impl Offer {
    /// The offer that a button makes: what its heading stands above.
    fn of(button: Element) -> Option<Self> {
        let heading = button.previous_element_sibling()?;
        let title = String::from(heading.text_content().unwrap_or_default().trim());
        Some(Self { root: heading.parent_element()?, button, title })
    }

    /// Says what a press does now, and whether this is what is read.
    fn show(&self, label: &str, is_read: bool) {
        say(&self.button, label);
        // There are many on a page, and each is called by what it reads.
        let _ = self.button.set_attribute("aria-label", &[label, ": ", &self.title].concat());
        let _ = self.button.class_list().toggle_with_force("read", is_read);
    }
}

/// Writes a text, where another one stands.
fn say(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}
