//! A chart as a figure: heading, sentence, drawing, read-out, what can be done with it, and the same data as a table.

use super::handle::{HANDLE, Movable};
use super::plot::Plot;
use super::table::table;
use crate::controls::Disclosure;
use crate::markup::Markup;
use crate::reaction::react;
use leptos::html;
use leptos::prelude::*;
use present::chart::Chart;
use std::rc::Rc;
use std::sync::Arc;

/// Shows a chart and redraws it whenever the spec, its size, the theme or the screen's resolution changes. Where there is
/// no chart for the plan, the figure is hidden.
#[component]
pub fn ChartFigure(
    /// The chart's name on the page.
    id: &'static str,
    /// What to show.
    chart: Signal<Option<Arc<Chart>>>,
    /// How the chart's first target is moved; without it the target cannot be.
    #[prop(optional_no_strip)]
    movable: Option<Movable>,
) -> impl IntoView {
    let plot_markup = [PLOT, if movable.is_some() { HANDLE } else { "" }].concat();
    let mut movable = movable;
    let figure = NodeRef::<html::Figure>::new();
    let plot = StoredValue::new_local(None::<Rc<Plot>>);
    react(move || {
        if let Some(figure) = figure.get() {
            plot.update_value(|plot| *plot = plot.take().or_else(|| Plot::on(&figure, movable.take())));
        }
        let chart = chart.get();
        plot.with_value(|plot| plot.iter().for_each(|plot| plot.show(chart.clone())));
    });
    on_cleanup(move || plot.set_value(None));
    let text = move |of: fn(&Chart) -> String| {
        Signal::derive(move || chart.get().map(|chart| of(&chart)).unwrap_or_default())
    };
    let class = move || String::from(if chart.get().is_some() { "card chart" } else { "card chart absent" });
    #[cfg(feature = "ssr")]
    let picture = super::picture::without_program(chart.get_untracked());
    #[cfg(not(feature = "ssr"))]
    let picture = ();
    view! {
        <figure node_ref=figure class=Signal::derive(class) id=id>
            <figcaption inner_html=text(caption)></figcaption>
            <div class="plot" inner_html=plot_markup></div>
            {picture}
            <ul class="legend"></ul>
            <div class="chart-tools" inner_html=text(tools)></div>
            <Disclosure class="data" summary="Show as a table" markup=text(|chart| table(&chart.table))/>
        </figure>
    }
}

/// The drawing, what takes gestures over it, what these show, and the drawing's twin for paper. What they hold and what
/// they are called is written by [`Plot`], which follows frames and not signals.
const PLOT: &str = "<canvas role=\"img\"></canvas>\
    <div class=\"probe\" role=\"slider\" tabindex=\"0\" aria-valuemin=\"0\" aria-valuemax=\"100\" aria-valuenow=\"0\"></div>\
    <div class=\"overlay\"></div><div class=\"twin\" aria-hidden=\"true\"></div>";

/// What to see in a chart.
pub(crate) fn caption(chart: &Chart) -> String {
    let caption = Markup::new().tags("<h2>").text(&chart.title).tags("</h2><p>");
    caption.text(&chart.takeaway()).tags("</p>").finish()
}

/// What can be done with the chart by buttons. Their names say which chart, since every chart has the same ones.
fn tools(chart: &Chart) -> String {
    let mut row = Markup::new();
    if cfg!(feature = "ssr") {
        // Without the program they would do nothing, so they are not served.
        return row.finish();
    }
    for (act, words) in TOOLS {
        row =
            row.tags("<button class=\"link\" type=\"button\" data-act=\"").tags(act).tags("\" aria-label=\"");
        row = row.tags(words).tags(": ").text(&chart.title).tags("\">").tags(words).tags("</button>");
    }
    row.finish()
}

const TOOLS: &[(&str, &str)] = &[
    ("in", "Zoom in"),
    ("out", "Zoom out"),
    ("whole", "Reset zoom"),
    ("png", "PNG"),
    ("svg", "SVG"),
    ("csv", "CSV"),
];
