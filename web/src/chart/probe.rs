//! The read-out under the pointer or the arrow keys.

use super::figure::text_of;
use crate::markup::{Live, Markup};
use leptos::prelude::*;
use present::chart::{Chart, Layout, ReadOut};
use std::sync::Arc;
use web_sys::{KeyboardEvent, PointerEvent};

/// Follows the pointer and the arrow keys over the drawing, without redrawing it.
#[component]
pub fn Probe(
    /// The chart that is read.
    chart: Memo<Option<Chart>>,
    /// Where it was last drawn.
    laid_out: RwSignal<Option<Arc<Layout>>>,
) -> impl IntoView {
    let at = RwSignal::new(None::<f64>);
    let read = move || at.get().and_then(|x| chart.with(|chart| chart.as_ref()?.read_out(x)));
    let on_pointer = move |event: PointerEvent| {
        let value = laid_out.with_untracked(|layout| {
            layout.as_ref().map(|layout| layout.x.value(f64::from(event.offset_x()) * layout.sheet.scale))
        });
        at.set(value);
    };
    let on_key = move |event: KeyboardEvent| {
        let next = chart.with_untracked(|chart| after_key(chart.as_ref()?, at.get_untracked(), &event));
        if let Some(next) = next {
            event.prevent_default();
            at.set(next);
        }
    };
    let value =
        move |pick: fn(&Chart) -> f64| chart.with(|chart| chart.as_ref().map(pick)).unwrap_or_default();
    let spoken = Signal::derive(move || {
        read().map_or_else(|| String::from("No value chosen. The arrow keys choose one."), |read| read.spoken)
    });
    let shown = Signal::derive(move || {
        let layout = laid_out.get();
        read().zip(layout).map(|(read, layout)| overlay(&read, &layout)).unwrap_or_default()
    });
    view! {
        <div
            class="probe"
            role="slider"
            tabindex="0"
            aria-label=text_of(chart, |chart| ["Read values along ", &chart.x.title()].concat())
            aria-valuemin=move || value(|chart| chart.x.min)
            aria-valuemax=move || value(|chart| chart.x.max)
            aria-valuenow=move || at.get().unwrap_or_else(|| value(resting))
            aria-valuetext=spoken
            on:pointermove=on_pointer
            on:pointerdown=on_pointer
            on:pointerleave=move |_| at.set(None)
            on:blur=move |_| at.set(None)
            on:keydown=on_key
        ></div>
        <Live class="overlay" markup=shown/>
    }
    .into_any()
}

/// Where the read-out starts by keyboard: at the plan.
fn resting(chart: &Chart) -> f64 {
    chart.plan.as_ref().map_or(chart.x.min, |plan| plan.x)
}

/// The place after a key; `None` for keys that the read-out does not know.
fn after_key(chart: &Chart, at: Option<f64>, event: &KeyboardEvent) -> Option<Option<f64>> {
    let stride = if event.shift_key() { 10 } else { 1 };
    let steps = match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => stride,
        "ArrowLeft" | "ArrowDown" => -stride,
        "PageUp" => 10,
        "PageDown" => -10,
        "Home" => i32::MIN,
        "End" => i32::MAX,
        "Escape" => return Some(None),
        _ => return None,
    };
    // The first arrow shows where the plan stands; only the next one moves.
    let steps = if at.is_none() && steps.abs() == stride { 0 } else { steps };
    Some(chart.step(at.unwrap_or_else(|| resting(chart)), steps))
}

/// A hairline with a dot on each curve, and the figures beside it, on the side with more room.
fn overlay(read: &ReadOut, layout: &Layout) -> String {
    let css = |pixels: f64| pixels / layout.sheet.scale;
    let (frame, x) = (layout.frame, css(layout.x.pixel(read.x)));
    let hair = |markup: Markup, end: &'static str, y: f64| {
        markup
            .tags(" x")
            .tags(end)
            .tags("=\"")
            .tenths(x)
            .tags("\" y")
            .tags(end)
            .tags("=\"")
            .tenths(css(y))
            .tags("\"")
    };
    let mut markup = Markup::new().tags("<svg class=\"cross-hair\" aria-hidden=\"true\"><line");
    markup = hair(hair(markup, "1", frame.top), "2", frame.bottom).tags("></line>");
    for line in &read.lines {
        if let Some(y) = line.y.map(|y| layout.y.pixel(y)).filter(|y| *y >= frame.top) {
            markup =
                markup.tags("<circle class=\"").tags(line.tone.name()).tags("\" r=\"4\" cx=\"").tenths(x);
            markup = markup.tags("\" cy=\"").tenths(css(y)).tags("\"></circle>");
        }
    }
    let on_left = x > css((frame.left + frame.right) / 2.0);
    markup
        .tags("</svg><div aria-hidden=\"true\" class=\"read-out ")
        .tags(if on_left { "on-left\"><p>" } else { "on-right\"><p>" })
        .text(&read.head)
        .tags("</p><dl>")
        .each(&read.lines, |list, line| {
            let list = list.tags("<div class=\"").tags(line.tone.name()).tags("\"><dt>").text(&line.name);
            list.tags("</dt><dd>").text(&line.value).tags("</dd></div>")
        })
        .tags("</dl></div>")
        .finish()
}
