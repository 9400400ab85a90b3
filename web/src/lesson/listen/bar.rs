//! The bar at the foot of the window, while something is read.

use super::choice::RATES;
use super::say;
use crate::markup::Markup;
use leptos::prelude::*;
use speech::{Rate, Reason, State, Voice, label, notice};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlSelectElement};

/// The bar. It stands right behind the button that was pressed, so that the next press of Tab leads into it.
pub(super) struct Bar {
    element: HtmlElement,
}

/// What it holds; what follows the state is written by [`Bar::show`].
const PARTS: &str = "<p class=\"title\"></p><p class=\"told\" role=\"alert\"></p><div class=\"buttons\">\
    <button class=\"button\" type=\"button\" data-hear=\"previous\" aria-label=\"Previous sentence\">Previous</button>\
    <button class=\"button primary\" type=\"button\" data-hear=\"play\"></button>\
    <button class=\"button\" type=\"button\" data-hear=\"next\" aria-label=\"Next sentence\">Next</button>\
    <button class=\"button\" type=\"button\" data-hear=\"stop\"></button></div>\
    <label>Voice <select data-hear=\"voice\"></select></label>\
    <label>Rate <select data-hear=\"rate\"></select></label><p class=\"caution\"></p>";

/// What the choice of a voice holds where none is listed.
const NO_CHOICE: &str = "<option value=\"\">The browser’s own</option>";

impl Bar {
    /// A bar that is not on the page yet.
    pub(super) fn new(rate: Rate) -> Option<Self> {
        let bar = Self { element: document().create_element("div").ok()?.dyn_into().ok()? };
        bar.element.set_class_name("listening");
        let _ = bar.element.set_attribute("role", "region");
        let _ = bar.element.set_attribute("aria-label", "Reading aloud");
        bar.element.set_hidden(true);
        bar.element.set_inner_html(PARTS);
        let rates = Markup::new().each(&RATES, |list, (percent, rate)| option(list, percent, rate, None));
        if let Some(select) = bar.select("rate") {
            select.set_inner_html(&rates.finish());
            select.set_value(&rate.in_percent().to_string());
        }
        bar.list(&[]);
        Some(bar)
    }

    /// Moves behind the button that offers what is read.
    pub(super) fn stand_behind(&self, button: &Element, title: &str) {
        // A move would take the focus from within.
        if button.next_element_sibling().as_ref() != Some(&self.element) {
            let _ = button.after_with_node_1(&self.element);
        }
        self.write(".title", title);
    }

    /// Lists the voices that speak English; where there are none, the browser's own is the only choice.
    pub(super) fn list(&self, voices: &[Voice]) {
        let speaks = |voice: &&Voice| voice.language.get(..2).is_some_and(|it| it.eq_ignore_ascii_case("en"));
        let add = |list, voice: &Voice| option(list, &voice.id, &voice.name, voice.caution());
        let list = voices.iter().filter(speaks).fold(Markup::new(), add).finish();
        if let Some(select) = self.select("voice") {
            select.set_inner_html(if list.is_empty() { NO_CHOICE } else { &list });
        }
    }

    /// Shows how things stand, and the voice that reads.
    pub(super) fn show(&self, state: &State, voice: Option<&Voice>) {
        let (name, stop) = match state {
            State::Idle => ("idle", "Close"),
            State::Unavailable(Reason::NoSynthesiser) => ("mute", "Close"),
            State::Unavailable(_) => ("unheard", "Close"),
            _ => ("reading", "Stop"),
        };
        let _ = self.element.set_attribute("data-state", name);
        self.write("[data-hear=play]", label(state));
        self.write("[data-hear=stop]", stop);
        self.write(".told", notice(state).unwrap_or(""));
        let is_remote = voice.is_some_and(|voice| voice.caution().is_some());
        self.write(".caution", if is_remote { "This voice sends the text to a server." } else { "" });
        if let Some(select) = self.select("voice") {
            select.set_value(voice.map_or("", |voice| &voice.id));
        }
    }

    pub(super) fn is_open(&self) -> bool {
        !self.element.hidden()
    }

    /// Opens or closes it. The focus goes from a closed one to `button`, and what is fixed at the foot of the window
    /// makes room for an open one.
    pub(super) fn open(&self, is_open: bool, button: &Element) {
        let active = document().active_element();
        let holds_focus = active.is_some_and(|active| self.element.contains(Some(&active)));
        self.element.set_hidden(!is_open);
        if holds_focus && !is_open {
            let _ = button.unchecked_ref::<HtmlElement>().focus();
        }
        let html = document().document_element().and_then(|html| html.dyn_into::<HtmlElement>().ok());
        if let Some(html) = html {
            let height = self.element.offset_height().to_string();
            let _ = html.style().set_property("--foot", &[&height, "px"].concat());
        }
    }

    fn write(&self, selector: &str, text: &str) {
        if let Ok(Some(part)) = self.element.query_selector(selector) {
            say(&part, text);
        }
    }

    fn select(&self, what: &str) -> Option<HtmlSelectElement> {
        let selector = ["[data-hear=", what, "]"].concat();
        self.element.query_selector(&selector).ok()??.dyn_into().ok()
    }
}

fn option(list: Markup, value: &str, name: &str, caution: Option<&str>) -> Markup {
    let list = list.tags("<option value=\"").text(value).tags("\">").text(name);
    let list = match caution {
        Some(caution) => list.tags(" (").text(caution).tags(")"),
        None => list,
    };
    list.tags("</option>")
}
