//! What stays in this browser: which rungs were opened, and the reader's own answers.

use super::page::{all, attribute, by_id, near, on};
use crate::state::saved::local;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement, HtmlTextAreaElement, Storage};

const OPENED: &str = "headroom.ladder";
const ANSWER: &str = "headroom.answer.";

/// Shows what was kept, and keeps what comes.
pub(super) fn keep() {
    let storage = local();
    for id in read(storage.as_ref(), OPENED).split(' ') {
        if let Some(rung) = by_id(id) {
            mark(&rung);
        }
    }
    for area in all("textarea[data-keep]") {
        let _ = area.remove_attribute("disabled");
        let kept = read(storage.as_ref(), &[ANSWER, &attribute(&area, "data-keep")].concat());
        area.unchecked_into::<HtmlTextAreaElement>().set_value(&kept);
    }
    if storage.is_none() {
        tell();
    }
    on(&["toggle", "input"], move |event| {
        if let Some(area) = near(&event, "textarea[data-keep]") {
            let name = [ANSWER, &attribute(&area, "data-keep")].concat();
            write(storage.as_ref(), &name, &area.unchecked_into::<HtmlTextAreaElement>().value());
        } else if let Some(rung) = near(&event, ".rungs details.question") {
            let is_open = rung.unchecked_ref::<HtmlDetailsElement>().open();
            if is_open && event.type_() == "toggle" && mark(&rung) {
                let opened = all(".rungs .opened details.question").map(|rung| rung.id());
                write(storage.as_ref(), OPENED, &opened.collect::<Vec<_>>().join(" "));
            }
        }
    });
}

/// Marks a rung as opened; false where it was already.
fn mark(rung: &Element) -> bool {
    rung.parent_element().is_some_and(|item| {
        let is_new = !item.class_list().contains("opened");
        let _ = item.class_list().add_1("opened");
        is_new
    })
}

/// Says once, above the first answer, that nothing is kept.
fn tell() {
    if let (Some(first), Ok(note)) = (all("textarea[data-keep]").next(), document().create_element("p")) {
        note.set_class_name("storage");
        note.set_text_content(Some(
            "This browser keeps nothing: what you write here is gone when you leave.",
        ));
        if let Some(box_of_it) = first.parent_element() {
            let _ = box_of_it.prepend_with_node_1(&note);
        }
    }
}

fn read(storage: Option<&Storage>, name: &str) -> String {
    storage.and_then(|storage| storage.get_item(name).ok().flatten()).unwrap_or_default()
}

fn write(storage: Option<&Storage>, name: &str, text: &str) {
    if let Some(storage) = storage {
        let _ = storage.set_item(name, text);
    }
}
