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

/// The handle of a chart's first target: a bar on the line's right end.
pub(super) struct Handle {
    element: HtmlElement,
    on_move: Callback<Moved>,
}

/// As it stands in the plot.
pub(super) const HANDLE: &str = "<div class=\"handle\" role=\"slider\" tabindex=\"0\" aria-orientation=\"vertical\" \
                                 aria-valuemin=\"0\" aria-valuemax=\"100\" aria-valuenow=\"0\" hidden></div>";

impl Handle {
    pub(super) const fn new(element: HtmlElement, on_move: Callback<Moved>) -> Self {
        Self { element, on_move }
    }

    pub(super) fn is(&self, target: &Element) -> bool {
        target.is_same_node(Some(&self.element))
    }

    /// Puts it on the line; a chart whose target is out of sight has none.
    pub(super) fn place(&self, chart: &Chart, layout: &Layout) {
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

    /// Does what an event on it asks for.
    pub(super) fn take(&self, plot: &Plot, kind: &str, event: &Event) {
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
