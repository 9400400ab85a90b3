//! Pointer and keys on a chart: reading, pinning, zooming, and the buttons below.

use super::plot::Plot;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

/// What a figure listens to. All of them rise from the element that they happen on, so one listener hears everything.
pub(super) const HEARD: [&str; 8] = [
    "pointermove",
    "pointerdown",
    "pointerup",
    "pointercancel",
    "pointerout",
    "focusout",
    "keydown",
    "click",
];

/// A movement with the button down that is shorter than this is a click, in CSS pixels.
pub(super) const DRAG: f64 = 8.0;

/// Does what an event asks for.
pub(super) fn take(plot: &Plot, event: &Event) {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
    let kind = event.type_();
    if let Some(handle) = plot.handle(&target) {
        handle.take(plot, &kind, event);
    } else if !plot.is_probe(&target) {
        let button = target.closest("[data-act]").ok().flatten().filter(|_| kind == "click");
        if let Some(act) = button.and_then(|button| button.get_attribute("data-act")) {
            plot.act(&act);
        }
    } else if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
        // With these keys the browser's own zoom is meant.
        let meant_for_us = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        if meant_for_us && plot.take_key(&event.key(), event.shift_key()) {
            event.prevent_default();
        }
    } else if let Some(event) = event.dyn_ref::<PointerEvent>().filter(|_| kind != "click") {
        take_pointer(plot, &kind, event, &target);
    } else if kind == "focusout" {
        plot.leave();
    }
}

fn take_pointer(plot: &Plot, kind: &str, event: &PointerEvent, target: &Element) {
    let pixels = f64::from(event.offset_x());
    match kind {
        "pointerdown" if event.button() == 0 => {
            // Fails only for a pointer that has gone; a drag then ends at the edge.
            let _ = target.set_pointer_capture(event.pointer_id());
            plot.grip(pixels);
        }
        "pointermove" => plot.point_at(pixels),
        "pointerup" => plot.let_go(pixels),
        "pointercancel" | "pointerout" => plot.leave(),
        _ => (),
    }
}
