//! A chart as a figure: heading, sentence, drawing, read-out, and the same data as a table.

use super::painter::paint;
use super::probe::Probe;
use super::redraw::Turn;
use super::surroundings;
use super::table::DataTable;
use crate::markup::{Live, Markup};
use leptos::html;
use leptos::prelude::*;
use present::chart::{Chart, Layout};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, ResizeObserver};

/// Shows a chart and redraws it whenever the spec, its size, the theme or the screen's resolution changes. Where there is
/// no chart for the plan, the figure is hidden.
#[component]
pub fn ChartFigure(
    /// The chart's name on the page.
    id: &'static str,
    /// What to show.
    chart: Memo<Option<Chart>>,
) -> impl IntoView {
    let laid_out = RwSignal::new(None::<Arc<Layout>>);
    let canvas = NodeRef::<html::Canvas>::new();
    draw_when_needed(chart, canvas, laid_out);
    let caption = text_of(chart, |chart| {
        Markup::new()
            .tags("<h2>")
            .text(&chart.title)
            .tags("</h2><p>")
            .text(&chart.sentence)
            .tags("</p>")
            .finish()
    });
    let spoken = text_of(chart, |chart| [&chart.title, ". ", &chart.sentence].concat());
    view! {
        <figure class="card chart" id=id hidden=move || chart.with(Option::is_none)>
            <figcaption inner_html=caption></figcaption>
            <div class="plot">
                <canvas node_ref=canvas role="img" aria-label=spoken></canvas>
                <Probe chart laid_out/>
            </div>
            <Live markup=Signal::derive(move || chart.with(|chart| legend(chart.as_ref(), laid_out.get().as_deref())))/>
            <DataTable chart/>
        </figure>
    }
    .into_any()
}

/// A text of the chart; empty where there is none.
pub(super) fn text_of(chart: Memo<Option<Chart>>, text: fn(&Chart) -> String) -> Signal<String> {
    Signal::derive(move || chart.with(|chart| chart.as_ref().map(text)).unwrap_or_default())
}

/// Takes the canvas's turn in the page's redraw queue, and gives it back with the component.
fn draw_when_needed(
    chart: Memo<Option<Chart>>,
    canvas: NodeRef<html::Canvas>,
    laid_out: RwSignal<Option<Arc<Layout>>>,
) {
    let turn = StoredValue::new_local(None::<Rc<Turn>>);
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let surface: HtmlCanvasElement = canvas.clone();
        let paint = move || {
            let drawn = chart.try_with_untracked(|chart| paint(&surface, chart.as_ref()?)).flatten();
            let _ = laid_out.try_set(drawn.map(Arc::new));
        };
        let mine = Rc::new(Turn::new(canvas.into(), Rc::new(paint)));
        turn.set_value(Some(mine));
        surroundings::watch();
    });
    Effect::new(move |_| {
        chart.track();
        if let Some(turn) = turn.get_value() {
            turn.ask();
        }
    });
    Effect::new(move |_| {
        if let (Some(canvas), Some(turn)) = (canvas.get(), turn.get_value()) {
            follow_size(&canvas, turn);
        }
    });
    on_cleanup(move || turn.set_value(None));
}

/// Asks for a redraw whenever the box round the canvas changes. The box, since the canvas's own size follows from it.
fn follow_size(canvas: &HtmlCanvasElement, turn: Rc<Turn>) {
    let Some(plot) = canvas.parent_element() else { return };
    let changed = Closure::<dyn FnMut()>::new(move || turn.ask());
    if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        observer.observe(&plot);
        let held = StoredValue::new_local(Some((observer, changed)));
        on_cleanup(move || {
            if let Some((observer, _)) = held.try_update_value(Option::take).flatten() {
                observer.disconnect();
            }
        });
    }
}

/// The curves' names, where the drawing had no room for all of them.
fn legend(chart: Option<&Chart>, layout: Option<&Layout>) -> String {
    let (Some(chart), Some(Layout { complete: false, .. })) = (chart, layout) else { return String::new() };
    Markup::new()
        .tags("<ul class=\"legend\">")
        .each(&chart.series, |list, series| {
            list.tags(if series.dash { "<li class=\"dashed " } else { "<li class=\"" })
                .tags(series.tone.name())
                .tags("\">")
                .text(&series.name)
                .tags("</li>")
        })
        .tags("</ul>")
        .finish()
}
