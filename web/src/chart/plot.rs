//! One chart's canvas with what lies over and below it.

use super::painter::paint;
use super::probe;
use super::redraw::{self, Spot};
use super::surroundings;
use crate::markup::Markup;
use present::chart::{Chart, Layout};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlCanvasElement, KeyboardEvent, ResizeObserver};

/// A drawn chart. It belongs to the page outside the program's views: its pixels and its read-out follow gestures and
/// frames, not signals.
pub(super) struct Plot {
    canvas: HtmlCanvasElement,
    probe: Element,
    overlay: Element,
    legend: Element,
    /// What stands in the legend.
    names: RefCell<String>,
    chart: RefCell<Option<Arc<Chart>>>,
    layout: RefCell<Option<Layout>>,
    /// Its size in CSS pixels; nothing until the page is laid out.
    size: Cell<(f64, f64)>,
    /// Where its middle is on the page.
    pub(super) spot: Cell<Spot>,
    /// Where it is read.
    at: Cell<Option<f64>>,
    pub(super) stale: Cell<bool>,
    watch: RefCell<Option<SizeWatch>>,
}

/// An observer and what it calls.
type SizeWatch = (ResizeObserver, Closure<dyn FnMut()>);

impl Plot {
    /// The plot on `canvas`, which follows its size; `None` where the figure round it is not whole.
    pub(super) fn on(canvas: HtmlCanvasElement) -> Option<Rc<Self>> {
        let plot = Rc::new(Self {
            probe: canvas.next_element_sibling()?,
            overlay: canvas.next_element_sibling()?.next_element_sibling()?,
            legend: canvas.parent_element()?.next_element_sibling()?,
            canvas,
            names: RefCell::default(),
            chart: RefCell::default(),
            layout: RefCell::default(),
            size: Cell::default(),
            spot: Cell::default(),
            at: Cell::default(),
            stale: Cell::default(),
            watch: RefCell::default(),
        });
        redraw::enlist(&plot);
        surroundings::watch();
        plot.follow_size();
        Some(plot)
    }

    /// Shows another chart.
    pub(super) fn show(&self, chart: Option<Arc<Chart>>) {
        self.chart.replace(chart);
        self.stale.set(true);
        redraw::schedule();
    }

    /// Draws the chart now.
    pub(super) fn paint(&self) {
        self.stale.set(false);
        let chart = self.chart.borrow().clone();
        let layout = chart.as_ref().and_then(|chart| paint(&self.canvas, self.size.get(), chart));
        let whole = layout.as_ref().is_none_or(|layout| layout.complete);
        let legend = chart.filter(|_| !whole).map(|chart| legend(&chart)).unwrap_or_default();
        if *self.names.borrow() != legend {
            self.legend.set_inner_html(&legend);
            self.names.replace(legend);
        }
        self.layout.replace(layout);
        self.read(self.at.get());
    }

    /// What is in the way of the pointer, `pixels` from the left edge.
    pub(super) fn point_at(&self, pixels: f64) {
        let at = self.layout.borrow().as_ref().map(|layout| layout.x.value(pixels * layout.sheet.scale));
        self.read(at);
    }

    /// Moves the read-out by keys.
    pub(super) fn take_key(&self, event: &KeyboardEvent) {
        let next =
            self.chart.borrow().as_ref().and_then(|chart| probe::after_key(chart, self.at.get(), event));
        if let Some(next) = next {
            event.prevent_default();
            self.read(next);
        }
    }

    /// Reads the chart at `at`, or nowhere.
    pub(super) fn read(&self, at: Option<f64>) {
        if at.is_none() && self.at.replace(at).is_none() {
            return;
        }
        self.at.set(at);
        let (chart, layout) = (self.chart.borrow(), self.layout.borrow());
        let read = at.zip(chart.as_ref()).and_then(|(at, chart)| chart.read_out(at));
        let overlay = read.as_ref().zip(layout.as_ref()).map(|(read, layout)| probe::overlay(read, layout));
        self.overlay.set_inner_html(&overlay.unwrap_or_default());
        if let (Some(read), Some(layout)) = (read, layout.as_ref()) {
            let _ = self.probe.set_attribute("aria-valuenow", &probe::per_cent(layout, read.x));
            let _ = self.probe.set_attribute("aria-valuetext", &read.spoken);
        } else {
            let _ = self.probe.set_attribute("aria-valuetext", probe::NOTHING);
        }
    }

    fn measure(&self) {
        self.size.set((f64::from(self.canvas.client_width()), f64::from(self.canvas.client_height())));
        self.spot.set(redraw::middle(&self.canvas));
    }

    /// Draws again whenever the box round the canvas changes; at once, or the old drawing would be stretched for a
    /// frame. The box, since the canvas's own size follows from it.
    fn follow_size(self: &Rc<Self>) {
        let Some(plot) = self.canvas.parent_element() else { return };
        let this = Rc::downgrade(self);
        let changed = Closure::<dyn FnMut()>::new(move || {
            if let Some(this) = this.upgrade() {
                this.measure();
                this.paint();
            }
        });
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(&plot);
            self.watch.replace(Some((observer, changed)));
        }
    }
}

impl Drop for Plot {
    fn drop(&mut self) {
        if let Some((observer, _)) = self.watch.take() {
            observer.disconnect();
        }
    }
}

/// The curves' names, where the drawing had no room for all of them.
fn legend(chart: &Chart) -> String {
    let entry = |list: Markup, series: &present::chart::Series| {
        list.tags(if series.dash { "<li class=\"dashed " } else { "<li class=\"" })
            .tags(series.tone.name())
            .tags("\">")
            .text(&series.name)
            .tags("</li>")
    };
    Markup::new().each(&chart.series, entry).finish()
}
