//! The dialog: the plan of the address as a link and as files, what this browser keeps, and files that are read.

use super::copy::copy;
use super::docs;
use super::file;
use super::offer::{ASKED, SHARES};
use super::subject::Subject;
use crate::dom::{all, attribute, near, on};
use crate::markup::Markup;
use export::Format;
use leptos::ev;
use leptos::prelude::*;
use plan::{Scenario, packed};
use present::{Answer, headline};
use quantity::Unit;
use std::cell::{Cell, RefCell};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    DragEvent, Element, Event, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlTextAreaElement,
    KeyboardEvent, MouseEvent,
};

/// What stands in the page for as long as it is open, and is filled anew each time that somebody opens it.
pub(super) struct Dialog {
    pub(super) element: HtmlDialogElement,
    /// Where the plan that was last removed stood, and the plan.
    pub(super) removed: RefCell<Option<(usize, Scenario)>>,
    /// The plans of the file that was read last.
    pub(super) found: RefCell<Vec<Scenario>>,
    /// Whether the pointer went down beside it.
    is_left: Cell<bool>,
}

/// Takes up the offer as soon as the style sheet is there, or will not come.
pub(super) fn mind() {
    let (Some(html), Some(head)) = (document().document_element(), document().head()) else { return };
    let Ok(sheet) = document().create_element("link") else { return };
    let begin = Closure::once_into_js(take_up);
    for event in ["load", "error"] {
        let _ = sheet.add_event_listener_with_callback(event, begin.unchecked_ref());
    }
    let _ = sheet.set_attribute("rel", "stylesheet");
    let _ = sheet.set_attribute("href", &[&attribute(&html, "data-share"), "share.css"].concat());
    let _ = head.append_child(&sheet);
}

fn take_up() {
    let (Some(html), Some(dialog)) = (document().document_element(), Dialog::make()) else { return };
    dialog.listen();
    let _ = html.set_attribute(SHARES, "");
    if let Some(asked) = all("button.share[data-asked]").next() {
        let _ = asked.remove_attribute(ASKED);
        dialog.open();
    }
}

impl Dialog {
    /// As long as the page is open it is there.
    fn make() -> Option<&'static Self> {
        let element: HtmlDialogElement = document().create_element("dialog").ok()?.dyn_into().ok()?;
        element.set_class_name("share");
        element.set_attribute("aria-labelledby", "share-title").ok()?;
        Some(Box::leak(Box::new(Self {
            element,
            removed: RefCell::default(),
            found: RefCell::default(),
            is_left: Cell::new(false),
        })))
    }

    fn listen(&'static self) {
        on(
            &["click", "pointerdown", "keydown", "input", "change", "dragover", "drop", "close"],
            move |event| {
                self.hear(&event);
            },
        );
        std::mem::forget(window_event_listener(ev::hashchange, move |_| self.close()));
        std::mem::forget(window_event_listener(ev::storage, move |_| self.show_kept()));
    }

    fn hear(&'static self, event: &Event) {
        let inside = near(event, "dialog.share");
        match event.type_().as_str() {
            "click" if near(event, "button.share").is_some() => self.open(),
            _ if inside.is_none() => {}
            "click" => match near(event, "[data-do]") {
                Some(button) => self.command(&attribute(&button, "data-do"), &button),
                None if self.is_left.get() => self.close(),
                None => {}
            },
            "pointerdown" => self.is_left.set(self.is_beside(event.unchecked_ref())),
            "keydown" => self.press(event.unchecked_ref()),
            "input" => self.change_name(event),
            "change" => match near(event, ".forms input") {
                Some(choice) => docs::named(&attribute(&choice, "value"))
                    .into_iter()
                    .for_each(|form| self.show_form(form)),
                None => self.read_file(event.target()),
            },
            "dragover" => event.prevent_default(),
            "drop" => {
                event.prevent_default();
                self.take_drop(event.unchecked_ref::<DragEvent>());
            }
            // The browser brings the focus back by itself; not all do where the button was pressed by a pointer.
            "close" => focus(all("button.share").next()),
            _ => {}
        }
    }

    /// Whether a pointer is on what lies behind the dialog.
    fn is_beside(&self, event: &MouseEvent) -> bool {
        let frame = self.element.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        x < frame.left() || x > frame.right() || y < frame.top() || y > frame.bottom()
    }

    /// Enter in a field does what its button does, and Escape there leaves the field and not the dialog.
    fn press(&'static self, event: &KeyboardEvent) {
        let Some(field) = near(event, "input[data-enter]") else { return };
        let command = match event.key().as_str() {
            "Enter" => attribute(&field, "data-enter"),
            "Escape" if field.has_attribute("data-escape") => attribute(&field, "data-escape"),
            _ => return,
        };
        event.prevent_default();
        self.command(&command, &field);
    }

    fn open(&self) {
        if self.element.open() {
            return;
        }
        self.removed.take();
        self.found.take();
        self.element.set_inner_html(&self.markup(&Subject::now()));
        if let (false, Some(body)) = (self.element.is_connected(), document().body()) {
            let _ = body.append_child(&self.element);
        }
        let _ = self.element.show_modal();
        self.show_kept();
    }

    pub(super) fn close(&self) {
        if self.element.open() {
            self.element.close();
        }
    }

    fn command(&'static self, command: &str, button: &Element) {
        self.say("");
        let subject = Subject::now();
        let written = |format: Format| format.write(subject.scenarios.all(), &subject.page);
        match command {
            "close" => self.close(),
            "print" => {
                self.close();
                let _ = window().print();
            }
            "copy-link" => self.copy("Link", subject.link(), "#share-link"),
            "copy-markdown" => self.copy("Markdown", written(Format::Markdown), BY_HAND),
            "copy-form" => self.copy_form(),
            "save-picture" => self.save_picture(&subject),
            "copy-text" => self.copy("Plain text", written(Format::Text), BY_HAND),
            _ => match command.strip_prefix("save-").and_then(Format::named) {
                Some(format) => self.save(format, &written(format), &subject.file_name()),
                None if command.ends_with("-found") => self.do_with_found(command),
                None => self.do_with_kept(command, button, subject),
            },
        }
    }

    pub(super) fn save(&self, format: Format, text: &str, name: &str) {
        let is_saved = file::save(format, text, name).is_some();
        let name = [name, ".", format.extension()].concat();
        let said = if is_saved { "Handed over as " } else { "This browser did not take the file " };
        self.say(&[said, &name, "."].concat());
    }

    /// Copies a text; where the browser does not let it, selects it in the field that holds it or is to hold it.
    pub(super) fn copy(&'static self, what: &'static str, text: String, field: &'static str) {
        spawn_local(async move {
            let is_copied = copy(&text).await;
            if let (false, Some(field)) = (is_copied, self.find(field)) {
                let _ = field.remove_attribute("hidden");
                select(&field, &text);
            }
            let said = if is_copied { " copied." } else { NOT_COPIED };
            self.say(&[what, said].concat());
        });
    }

    /// Says what happened, for eyes and ears.
    pub(super) fn say(&self, words: &str) {
        if let Some(place) = self.find("[role=status]") {
            place.set_text_content(Some(words));
        }
    }

    /// What of the dialog a selector finds.
    pub(super) fn find(&self, selector: &str) -> Option<Element> {
        self.element.query_selector(selector).ok().flatten()
    }

    fn markup(&self, subject: &Subject) -> String {
        let parts = [
            head(subject),
            link(subject),
            docs::part(subject),
            FILES.into(),
            self.kept(subject),
            READING.into(),
            FOOT.into(),
        ];
        parts.concat()
    }
}

/// Where texts stand that could not be copied.
const BY_HAND: &str = "#share-by-hand";

const NOT_COPIED: &str =
    " not copied: this browser does not let the page. The text is selected, to be copied by hand.";

/// What is shared, in a sentence each.
fn head(subject: &Subject) -> String {
    let mut head = Markup::new().tags(
        "<header><h2 id=\"share-title\">Share and keep</h2><button class=\"button\" type=\"button\" data-do=\"close\">Close\
         </button></header>",
    );
    for (place, plan) in subject.scenarios.all().iter().enumerate() {
        head = head.tags("<p class=\"plan\">");
        if subject.scenarios.all().len() > 1 || !plan.name().is_empty() {
            head = head.tags("<strong><bdi>").text(&subject.scenarios.label(place)).tags("</bdi></strong>: ");
        }
        head = head.text(&answer(plan)).tags("</p>");
    }
    head.finish()
}

/// The answer to a plan, in a sentence.
pub(super) fn answer(plan: &Scenario) -> String {
    headline(&Answer::to(plan.input.check().plan))
}

fn link(subject: &Subject) -> String {
    let link = subject.link();
    let mut part = Markup::new()
        .tags("<section><h3>Link</h3><label class=\"unseen\" for=\"share-link\">Link to this plan</label><input id=\"share-link\" readonly spellcheck=\"false\" value=\"")
        .text(&link)
        .tags("\">");
    let plain = subject.page.len() + 1 + subject.scenarios.link().len();
    if plain > packed::LONGEST_PLAIN {
        part = part
            .tags("<p class=\"hint\">The link would have ")
            .text(&count(plain))
            .tags(" characters, and some programs cut links of more than 2,000. So it is packed: it has ");
        part = part.text(&count(link.len())).tags(" characters and opens like any other.</p>");
    }
    part.tags(LINK).finish()
}

#[expect(clippy::cast_precision_loss, reason = "no link has so many characters")]
fn count(characters: usize) -> String {
    Unit::Count.exact(characters as f64)
}

const LINK: &str = "<p class=\"tools\"><button class=\"button primary\" type=\"button\" data-do=\"copy-link\" autofocus>Copy link</button>\
    <button class=\"button\" type=\"button\" data-do=\"copy-markdown\">Copy as Markdown</button>\
    <button class=\"button\" type=\"button\" data-do=\"copy-text\">Copy as plain text</button></p>\
    <textarea id=\"share-by-hand\" rows=\"6\" readonly hidden aria-label=\"Text to be copied by hand\"></textarea>\
    <p class=\"hint\">The plan stands behind the # of the address, the part that a browser sends to no server. Anyone who has the \
    link can read it.</p></section>";

const FILES: &str = "<section><h3>Files</h3><ul class=\"files\">\
    <li><button class=\"button\" type=\"button\" data-do=\"save-report\">Report</button> One HTML file with formulas, charts and \
    sources. It opens without a connection, and prints.</li>\
    <li><button class=\"button\" type=\"button\" data-do=\"save-json\">JSON</button> All that was said and every figure; read again \
    below.</li>\
    <li><button class=\"button\" type=\"button\" data-do=\"save-csv\">CSV</button> The same for a spreadsheet.</li>\
    <li><button class=\"button\" type=\"button\" data-do=\"save-markdown\">Markdown</button> Headline, table and link, for an issue \
    or a wiki.</li>\
    <li><button class=\"button\" type=\"button\" data-do=\"print\">Print</button> This page as it stands.</li></ul></section>";

const READING: &str = "<section><h3>Import</h3><div class=\"drop\"><label for=\"share-file\">Choose a JSON file of plans, or drop it \
    here</label><input id=\"share-file\" type=\"file\" accept=\".json,application/json\"></div>\
    <label for=\"share-paste\">Or paste what stands in it</label><textarea id=\"share-paste\" rows=\"3\" spellcheck=\"false\"></textarea>\
    <p class=\"tools\"><button class=\"button\" type=\"button\" data-do=\"read-found\">Read this text</button></p>\
    <div class=\"found\"></div></section>";

const FOOT: &str = "<p class=\"told\" role=\"status\" aria-live=\"polite\"></p>";

/// Puts the focus on an element, where there is one.
pub(super) fn focus(element: Option<Element>) {
    if let Some(element) = element {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Selects all that stands in a field.
fn select(field: &Element, text: &str) {
    if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
        area.set_value(text);
        area.select();
    } else if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        input.select();
    }
    focus(Some(field.clone()));
}
