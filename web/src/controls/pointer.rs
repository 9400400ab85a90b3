//! What a pointer does with the fields of a page: labels that are dragged, and the way back to the example.

use super::Gesture;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event, HtmlElement, PointerEvent};

/// How many pixels of a drag are a step.
const PIXELS: i32 = 6;

/// A drag sideways: where the pointer last made a step.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    from: i32,
}

impl Drag {
    /// Begins where the pointer is.
    #[must_use]
    pub fn at(event: &PointerEvent) -> Self {
        Self { from: event.client_x() }
    }

    /// The steps that the pointer has come since the last ones, with Shift ten at a time; nothing before a whole one.
    pub fn stepped(&mut self, event: &PointerEvent) -> Option<i32> {
        let steps = (event.client_x() - self.from) / PIXELS;
        self.from += steps * PIXELS;
        (steps != 0).then(|| steps * Gesture::stride(event.shift_key()))
    }
}

/// A label that is held.
struct Held {
    id: String,
    drag: Drag,
}

/// Tells `on_gesture` what a pointer does in the field of an id. Lasts as long as the page.
///
/// Dragging a number's label sideways steps the number; before the first step and after the last the field counts as
/// left, so that a drag is one change. The arrow keys do the same without a pointer, and a finger scrolls the page.
pub fn mind_fields(on_gesture: impl Fn(&str, Gesture) + 'static) {
    let mut held = None::<Held>;
    let listener = move |event: Event| match event.type_().as_str() {
        "click" => reset(&event, &on_gesture),
        "pointerdown" => held = hold(event.unchecked_ref(), &on_gesture),
        "pointermove" => {
            if let Some(held) = &mut held {
                drag(held, event.unchecked_ref(), &on_gesture);
            }
        }
        _ => {
            if let Some(held) = held.take() {
                on_gesture(&held.id, Gesture::Left);
            }
        }
    };
    // One for all: each that Leptos makes would be a closure of its own.
    let listener = Closure::<dyn FnMut(Event)>::new(listener).into_js_value();
    for name in ["click", "pointerdown", "pointermove", "lostpointercapture"] {
        let _ = window().add_event_listener_with_callback(name, listener.unchecked_ref());
    }
}

/// The label under the pointer, from now on the target of all that the pointer does.
fn hold(event: &PointerEvent, on_gesture: &dyn Fn(&str, Gesture)) -> Option<Held> {
    if event.pointer_type() == "touch" || event.button() != 0 {
        return None;
    }
    let label = near(event, "label.number")?;
    let id = label.get_attribute("for")?;
    label.set_pointer_capture(event.pointer_id()).ok()?;
    on_gesture(&id, Gesture::Left);
    Some(Held { id, drag: Drag::at(event) })
}

fn drag(held: &mut Held, event: &PointerEvent, on_gesture: &dyn Fn(&str, Gesture)) {
    if let Some(steps) = held.drag.stepped(event) {
        on_gesture(&held.id, Gesture::Stepped(steps));
    }
}

/// The button goes with what it takes back, so the focus goes on to the field.
fn reset(event: &Event, on_gesture: &dyn Fn(&str, Gesture)) {
    let Some(id) = near(event, "button[data-reset]").and_then(|button| button.get_attribute("data-reset"))
    else {
        return;
    };
    on_gesture(&id, Gesture::Reset);
    if let Some(field) = document().get_element_by_id(&id) {
        let _ = field.unchecked_into::<HtmlElement>().focus();
    }
}

/// What the event came from, or what holds that, if it is one of these.
fn near(event: &Event, selector: &str) -> Option<Element> {
    event_target::<Element>(event).closest(selector).ok().flatten()
}
