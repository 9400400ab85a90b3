//! The way of the reader's plan through "What limits capacity?", and a plan for each of its ends.

use super::super::page::{all, attribute};
use super::spot::id_of;
use crate::markup::Markup;
use lesson::map::{Path, beside_path};
use plan::PlanInput;
use present::Tested;

/// Lets the plans of the list be shown on the chart; a second link opens each in the sandbox.
pub(super) fn offer() {
    for link in all(".ends a[data-end]") {
        let (plan, end) = (attribute(&link, "data-link"), attribute(&link, "data-end"));
        let sandbox = attribute(&link, "href");
        let _ = link.set_attribute("href", &["#", &plan, "&at=", &end].concat());
        let second = Markup::new().tags(" <a href=\"").text(&sandbox).tags("\">Open in sandbox");
        let second = second.tags("<span class=\"unseen\">: ");
        let second = second.text(&link.text_content().unwrap_or_default()).tags("</span></a>").finish();
        if let Some(item) = link.parent_element() {
            let _ = item.insert_adjacent_html("beforeend", &second);
        }
    }
    for words in all("[data-path]") {
        let _ = words.set_attribute("role", "status");
    }
}

/// Lights the way of a plan, and tells it, with what a load test of the plan says of its end.
pub(super) fn light(own: &PlanInput, way: &Path, tested: Option<&Tested>) {
    let beside = beside_path(own, way, tested);
    let between = if beside.is_empty() { "" } else { " " };
    let told = [&*way.words, between, &beside].concat();
    for link in all("[data-map=\"m-limits\"] svg :is([data-node], [data-edge])") {
        let id = id_of(&link);
        let is_lit = way.nodes().chain(way.edges()).any(|lit| lit == id);
        let _ = link.class_list().toggle_with_force("lit", is_lit);
    }
    for words in all("[data-path]") {
        if words.text_content().as_deref() != Some(&told) {
            words.set_text_content(Some(&told));
        }
    }
    for link in all(".ends a[data-end]") {
        let (preset, _) = PlanInput::from_link(&attribute(&link, "data-link"));
        let _ = if own.link() == preset.link() {
            link.set_attribute("aria-current", "true")
        } else {
            link.remove_attribute("aria-current")
        };
    }
}
