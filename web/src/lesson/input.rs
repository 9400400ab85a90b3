//! Dotted numbers: a reader changes them where they stand, by dragging, by arrow keys or by typing.

use super::book::Book;
use super::page::{all, attribute, by_id, near, on};
use crate::controls::Gesture;
use crate::controls::pointer::Drag;
use leptos::prelude::*;
use plan::PlanInput;
use quantity::Key;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent, PointerEvent};

/// Puts a field in place of every dotted number, and follows them.
pub(super) fn mind(book: &Rc<Book>) {
    let fields = all("span[data-set]").filter_map(|span| Field::instead_of(&span, book)).collect();
    let inputs = Rc::new(Inputs { fields, held: RefCell::default() });
    let (this, hearing) = (Rc::clone(&inputs), Rc::clone(book));
    on(&KINDS, move |event| this.take(&hearing, &event));
    book.watch(move |book, word| inputs.show(word, &book.base(word), book));
    offer_way_back(book);
}

const KINDS: [&str; 7] =
    ["input", "keydown", "focusout", "pointerdown", "pointermove", "pointerup", "pointercancel"];

struct Inputs {
    fields: Vec<Field>,
    held: RefCell<Option<Held>>,
}

struct Field {
    input: HtmlInputElement,
    base: String,
    key: Key,
}

/// A number that is dragged: which one, how, and whether it came to a step.
struct Held {
    field: usize,
    drag: Drag,
    dragged: bool,
}

impl Field {
    fn instead_of(span: &Element, book: &Book) -> Option<Self> {
        let key = Key::named(&attribute(span, "data-set"))?;
        let base = book.passage(span)?.base.clone();
        let input: HtmlInputElement = document().create_element("input").ok()?.dyn_into().ok()?;
        let row = key.row();
        let sign = row.unit.field().sign;
        let label = [row.label, if sign.is_empty() { "" } else { ", " }, sign].concat();
        let attributes = [
            ("class", "input"),
            ("type", "text"),
            ("inputmode", "decimal"),
            ("autocomplete", "off"),
            ("spellcheck", "false"),
            ("aria-label", label.as_str()),
        ];
        for (name, value) in attributes {
            let _ = input.set_attribute(name, value);
        }
        let field = Self { input, base, key };
        field.write(&book.base(&field.base).field_text(key, book.decimal));
        span.replace_with_with_node_1(&field.input).ok()?;
        Some(field)
    }

    fn write(&self, text: &str) {
        self.input.set_value(text);
        self.fit();
    }

    /// Makes the field as wide as what stands in it.
    fn fit(&self) {
        let letters = self.input.value().chars().count().max(1);
        self.input.set_size(u32::try_from(letters).unwrap_or(1));
    }

    /// Says below the paragraph what is wrong, or that nothing is.
    fn tell(&self, problem: Option<&str>) {
        let _ = self.input.set_attribute("aria-invalid", if problem.is_some() { "true" } else { "false" });
        let note = by_id(NOTE);
        let Some(problem) = problem else {
            if let Some(note) = note {
                note.remove();
            }
            let _ = self.input.remove_attribute("aria-describedby");
            return;
        };
        let note = note.or_else(|| document().create_element("span").ok());
        let block = self.input.closest("p, dd, li, td").ok().flatten();
        if let Some((note, block)) = note.zip(block) {
            note.set_id(NOTE);
            note.set_class_name("problem");
            let _ = note.set_attribute("role", "status");
            note.set_text_content(Some(
                &[problem, " The figures are those of the last number that could be used."].concat(),
            ));
            let _ = block.append_child(&note);
            let _ = self.input.set_attribute("aria-describedby", NOTE);
        }
    }
}

/// The id of what is said about a wrong entry.
const NOTE: &str = "dotted-problem";

impl Inputs {
    fn take(&self, book: &Book, event: &Event) {
        let kind = event.type_();
        if kind.starts_with("pointer") {
            return self.take_pointer(book, &kind, event.unchecked_ref());
        }
        let Some(field) = self.under(event).and_then(|place| self.fields.get(place)) else { return };
        match kind.as_str() {
            "input" => {
                let said = book.say(&field.base, field.key, &field.input.value());
                field.tell(said.err().as_deref());
                field.fit();
            }
            "keydown" => {
                if let Some(Gesture::Stepped(steps)) = Gesture::of_key(event.unchecked_ref::<KeyboardEvent>())
                {
                    event.prevent_default();
                    book.step(&field.base, field.key, steps);
                    // The field that is being typed in is left alone otherwise.
                    field.write(&book.base(&field.base).field_text(field.key, book.decimal));
                    field.tell(None);
                }
            }
            _ => {
                field.write(&book.base(&field.base).field_text(field.key, book.decimal));
                field.tell(None);
                book.rest();
            }
        }
    }

    /// A drag steps; a press without one puts the caret into the field.
    fn take_pointer(&self, book: &Book, kind: &str, event: &PointerEvent) {
        if kind == "pointerdown" {
            let under = self.under(event).filter(|_| event.pointer_type() != "touch" && event.button() == 0);
            let Some((place, field)) = under.and_then(|place| Some((place, self.fields.get(place)?))) else {
                return;
            };
            let active = document().active_element();
            if active.is_some_and(|active| active.is_same_node(Some(&field.input))) {
                return;
            }
            // Else the browser would select text while the number is dragged.
            event.prevent_default();
            let _ = field.input.set_pointer_capture(event.pointer_id());
            book.rest();
            self.held.replace(Some(Held { field: place, drag: Drag::at(event), dragged: false }));
            return;
        }
        if kind == "pointermove" {
            let mut held = self.held.borrow_mut();
            let Some(held) = held.as_mut() else { return };
            if let Some(steps) = held.drag.stepped(event) {
                held.dragged = true;
                if let Some(field) = self.fields.get(held.field) {
                    book.step(&field.base, field.key, steps);
                }
            }
            return;
        }
        if let Some(held) = self.held.take() {
            book.rest();
            if let Some(field) = self.fields.get(held.field).filter(|_| !held.dragged) {
                let _ = field.input.unchecked_ref::<HtmlElement>().focus();
                field.input.select();
            }
        }
    }

    fn under(&self, event: &Event) -> Option<usize> {
        let input = near(event, "input.input")?;
        self.fields.iter().position(|field| field.input.is_same_node(Some(&input)))
    }

    /// Writes into the fields what a base plan says now; not into the one that is being typed in.
    fn show(&self, word: &str, said: &PlanInput, book: &Book) {
        let active = document().active_element();
        for field in self.fields.iter().filter(|field| field.base == word) {
            let typing = active.as_ref().is_some_and(|active| active.is_same_node(Some(&field.input)));
            let text = said.field_text(field.key, book.decimal);
            if !typing && field.input.value() != text {
                field.write(&text);
            }
        }
    }
}

/// A bar at the foot of the window, for as long as something is changed.
fn offer_way_back(book: &Rc<Book>) {
    let Ok(bar) = document().create_element("p") else { return };
    bar.set_class_name("changed");
    bar.set_inner_html(
        "You changed numbers of the text. <button class=\"link\" type=\"button\">Back to the worked examples</button>",
    );
    let _ = bar.toggle_attribute_with_force("hidden", true);
    if let Some(main) = by_id("app") {
        let _ = main.append_child(&bar);
    }
    let resetting = Rc::clone(book);
    on(&["click"], move |event| {
        if near(&event, ".changed button").is_some() {
            resetting.reset();
        }
    });
    book.watch(move |book, _| {
        let _ = bar.toggle_attribute_with_force("hidden", !book.is_changed());
    });
}
