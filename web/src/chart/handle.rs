//! A target that can be moved on the chart itself.

use super::plot::Plot;
use crate::controls::Gesture;
use crate::markup::Markup;
use leptos::prelude::*;
use present::chart::{Chart, Layout};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, PointerEvent};

/// How a target is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moved {
    /// To a value of the y axis.
    To(f64),
    /// By so many steps of the field that holds it.
    By(i32),
    /// It was let go.
    Rest,
}

/// Lets a chart's first target be moved. Only a page that makes one has the code for it in its program.
pub struct Movable(Box<dyn FnOnce(HtmlElement) -> Box<dyn Handling>>);

/// A target that can be moved: `on_move` is told where to.
#[must_use]
pub fn movable(on_move: Callback<Moved>) -> Movable {
    Movable(Box::new(move |element| Box::new(Handle { element, on_move })))
}

impl Movable {
    /// What moves the target, on its element.
    pub(super) fn on(self, element: HtmlElement) -> Box<dyn Handling> {
        (self.0)(element)
    }
}

/// What a plot knows of its handle.
pub(super) trait Handling {
    /// Whether gestures on `target` are meant for it.
    fn is(&self, target: &Element) -> bool;
    /// Puts it on the line; a chart whose target is out of sight has none.
    fn place(&self, chart: &Chart, layout: &Layout);
    /// Does what an event on it asks for.
    fn take(&self, plot: &Plot, kind: &str, event: &Event);
}

/// A bar on the right end of the target's line.
struct Handle {
    element: HtmlElement,
    on_move: Callback<Moved>,
}

/// As it stands in the plot.
pub(super) const HANDLE: &str = "<div class=\"handle\" role=\"slider\" tabindex=\"0\" aria-orientation=\"vertical\" \
                                 aria-valuemin=\"0\" aria-valuemax=\"100\" aria-valuenow=\"0\" hidden></div>";

impl Handling for Handle {
    fn is(&self, target: &Element) -> bool {
        target.is_same_node(Some(&self.element))
    }

    fn place(&self, chart: &Chart, layout: &Layout) {
        let frame = layout.frame;
        let target = chart.targets.first().map(|target| (target, layout.y.pixel(target.value)));
        let target = target.filter(|(_, y)| *y >= frame.top && *y <= frame.bottom);
        let _ = self.element.toggle_attribute_with_force("hidden", target.is_none());
        let Some((target, y)) = target else { return };
        let css = |pixels: f64| Markup::new().tenths(pixels / layout.sheet.scale).tags("px").finish();
        let style = self.element.style();
        let _ = style.set_property("top", &css(y));
        let _ = style.set_property("left", &css(frame.right));
        let share = (frame.bottom - y) / frame.height() * 100.0;
        let _ = self.element.set_attribute("aria-valuenow", &Markup::new().tenths(share).finish());
        let _ = self.element.set_attribute("aria-valuetext", &target.name);
        let label = ["Move the target of: ", &chart.title].concat();
        let _ = self.element.set_attribute("aria-label", &label);
    }

    fn take(&self, plot: &Plot, kind: &str, event: &Event) {
        if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
            if let Some(Gesture::Stepped(steps)) = Gesture::of_key(event) {
                event.prevent_default();
                self.on_move.run(Moved::By(steps));
            }
        } else if let Some(event) = event.dyn_ref::<PointerEvent>() {
            match kind {
                "pointerdown" if event.button() == 0 => {
                    // Fails only for a pointer that has gone; a drag then ends at the edge.
                    let _ = self.element.set_pointer_capture(event.pointer_id());
                    self.on_move.run(Moved::Rest);
                }
                "pointermove" if event.buttons() & 1 == 1 => {
                    if let Some(value) = plot.value_at(f64::from(event.client_y())) {
                        self.on_move.run(Moved::To(value));
                    }
                }
                "pointerup" => self.on_move.run(Moved::Rest),
                _ => (),
            }
        } else if kind == "focusout" {
            self.on_move.run(Moved::Rest);
        }
    }
}
