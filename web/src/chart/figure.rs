//! A chart as a figure: heading, sentence, drawing, read-out, and the same data as a table.

use super::plot::Plot;
use super::probe;
use super::table::table;
use crate::controls::Disclosure;
use crate::markup::Markup;
use crate::reaction::react;
use leptos::html;
use leptos::prelude::*;
use present::chart::Chart;
use std::rc::Rc;
use std::sync::Arc;
use web_sys::{KeyboardEvent, PointerEvent};

/// Shows a chart and redraws it whenever the spec, its size, the theme or the screen's resolution changes. Where there is
/// no chart for the plan, the figure is hidden.
#[component]
pub fn ChartFigure(
    /// The chart's name on the page.
    id: &'static str,
    /// What to show.
    chart: Signal<Option<Arc<Chart>>>,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let plot = StoredValue::new_local(None::<Rc<Plot>>);
    react(move || {
        if let Some(canvas) = canvas.get() {
            plot.update_value(|plot| *plot = plot.take().or_else(|| Plot::on(canvas)));
        }
        let chart = chart.get();
        plot.with_value(|plot| plot.iter().for_each(|plot| plot.show(chart.clone())));
    });
    on_cleanup(move || plot.set_value(None));
    let with_plot = move |act: &dyn Fn(&Plot)| plot.with_value(|plot| plot.as_deref().map_or((), act));
    let text = move |of: fn(&Chart) -> String| {
        Signal::derive(move || chart.get().map(|chart| of(&chart)).unwrap_or_default())
    };
    let class = move || String::from(if chart.get().is_some() { "card chart" } else { "card chart absent" });
    let on_pointer = move |event: PointerEvent| with_plot(&|plot| plot.point_at(f64::from(event.offset_x())));
    let on_key = move |event: KeyboardEvent| with_plot(&|plot| plot.take_key(&event));
    view! {
        <figure class=Signal::derive(class) id=id>
            <figcaption inner_html=text(caption)></figcaption>
            <div class="plot">
                <canvas node_ref=canvas role="img" aria-label=text(spoken)></canvas>
                <div
                    class="probe"
                    role="slider"
                    tabindex="0"
                    aria-label=text(|chart| ["Read values along ", &chart.x.title()].concat())
                    aria-valuemin="0"
                    aria-valuemax="100"
                    aria-valuenow="0"
                    aria-valuetext=probe::NOTHING
                    on:pointermove=on_pointer
                    on:pointerdown=on_pointer
                    on:pointerleave=move |_| with_plot(&|plot| plot.read(None))
                    on:blur=move |_| with_plot(&|plot| plot.read(None))
                    on:keydown=on_key
                ></div>
                <div class="overlay"></div>
            </div>
            <ul class="legend"></ul>
            <Disclosure class="data" summary="Show as a table" markup=text(|chart| table(&chart.table))/>
        </figure>
    }
}

fn caption(chart: &Chart) -> String {
    let caption = Markup::new().tags("<h2>").text(&chart.title).tags("</h2><p>");
    caption.text(&chart.sentence).tags("</p>").finish()
}

fn spoken(chart: &Chart) -> String {
    [&chart.title, ". ", &chart.sentence].concat()
}
