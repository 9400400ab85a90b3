//! Offers to read aloud: a button for each section and each question. What reads is a program of its own, fetched when a
//! pointer or the focus first comes to one of them.

use super::page::{all, near, on};
use crate::program;
use leptos::prelude::*;
use std::cell::Cell;
use web_sys::Element;

/// The class of the buttons.
pub(super) const OFFER: &str = "listen";
/// Marks the button that was pressed before there was anybody to read.
pub(super) const ASKED: &str = "data-asked";

/// Puts a button behind every heading that something is read below.
pub(super) fn make() {
    for heading in all("main section > h2").chain(all("details.question > summary")) {
        let _ = behind(&heading);
    }
    let fetched = Cell::new(false);
    on(&["pointerover", "focusin", "click"], move |event| {
        let Some(button) = near(&event, "button.listen") else { return };
        if event.type_() == "click"
            && !document().document_element().is_some_and(|html| html.has_attribute(HEARS))
        {
            all("button[data-asked]").for_each(|other| _ = other.remove_attribute(ASKED));
            let _ = button.set_attribute(ASKED, "");
        }
        if !fetched.replace(true) {
            let _ = program::fetch("data-listen");
        }
    });
}

/// Marks `<html>` when there is somebody to read.
pub(super) const HEARS: &str = "data-hears";

fn behind(heading: &Element) -> Option<()> {
    let button = document().create_element("button").ok()?;
    let title = String::from(heading.text_content().unwrap_or_default().trim());
    let _ = button.set_attribute("type", "button");
    button.set_class_name(OFFER);
    button.set_text_content(Some("Listen"));
    // There are many on a page, and each is called by what it reads.
    let _ = button.set_attribute("aria-label", &["Listen: ", &title].concat());
    heading.after_with_node_1(&button).ok()
}
