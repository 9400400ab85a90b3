//! One chart's canvas with what lies over and below it.

use super::gesture::{DRAG, HEARD, take};
use super::handle::{Handling, Movable};
use super::painter::paint;
use super::print::PAPER;
use super::redraw::{self, Spot};
use super::{export, probe, surroundings};
use crate::markup::Markup;
use present::chart::{Chart, Dash, Layout, svg};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlCanvasElement, HtmlElement, ResizeObserver};

/// A drawn chart. It belongs to the page outside the program's views: its pixels and its read-out follow gestures and
/// frames, not signals.
pub(super) struct Plot {
    canvas: HtmlCanvasElement,
    probe: HtmlElement,
    overlay: Element,
    twin: Element,
    legend: Element,
    tools: Element,
    /// What moves its target, where the page lets it be moved.
    handle: Option<Box<dyn Handling>>,
    /// What stands in the legend.
    names: RefCell<String>,
    chart: RefCell<Option<Arc<Chart>>>,
    /// The stretch of the x axis that is zoomed to.
    view: Cell<Option<(f64, f64)>>,
    /// What is in sight of the chart.
    seen: RefCell<Option<Arc<Chart>>>,
    layout: RefCell<Option<Layout>>,
    /// Its size in CSS pixels; nothing until the page is laid out.
    size: Cell<(f64, f64)>,
    /// Where its middle is on the page.
    pub(super) spot: Cell<Spot>,
    /// Where it is read.
    at: Cell<Option<f64>>,
    /// Whether it is read there until somebody lets it go.
    pinned: Cell<bool>,
    /// Where the button went down, and where the pointer has been dragged to, in CSS pixels from the left.
    grip: Cell<Option<(f64, f64)>>,
    pub(super) stale: Cell<bool>,
    watch: RefCell<Option<Watch>>,
}

/// What calls the plot from outside, kept for as long as the plot is there.
struct Watch {
    size: ResizeObserver,
    _resized: Closure<dyn FnMut()>,
    _taken: Closure<dyn Fn(Event)>,
}

impl Plot {
    /// The plot in `figure`, which follows its size; `None` where the figure is not whole.
    pub(super) fn on(figure: &Element, movable: Option<Movable>) -> Option<Rc<Self>> {
        let part = |of: &str| figure.query_selector(of).ok().flatten();
        let plot = Rc::new(Self {
            canvas: part("canvas")?.dyn_into().ok()?,
            probe: part(".probe")?.dyn_into().ok()?,
            overlay: part(".overlay")?,
            twin: part(".twin")?,
            legend: part(".legend")?,
            tools: part(".chart-tools")?,
            handle: part(".handle").and_then(|handle| Some(movable?.on(handle.dyn_into().ok()?))),
            names: RefCell::default(),
            chart: RefCell::default(),
            view: Cell::default(),
            seen: RefCell::default(),
            layout: RefCell::default(),
            size: Cell::default(),
            spot: Cell::default(),
            at: Cell::default(),
            pinned: Cell::default(),
            grip: Cell::default(),
            stale: Cell::default(),
            watch: RefCell::default(),
        });
        redraw::enlist(&plot);
        surroundings::watch();
        plot.follow(figure);
        Some(plot)
    }

    /// Shows another chart.
    pub(super) fn show(&self, chart: Option<Arc<Chart>>) {
        if let Some(chart) = &chart {
            let _ =
                self.canvas.set_attribute("aria-label", &[&chart.title, ". ", &chart.takeaway()].concat());
            let label = ["Read values along ", &chart.x.title()].concat();
            let _ = self.probe.set_attribute("aria-label", &label);
        }
        self.chart.replace(chart);
        self.look();
    }

    /// Takes in sight what is zoomed to, or the whole where that is no part of the chart any more.
    fn look(&self) {
        let whole = self.chart.borrow().clone();
        let part = whole.as_ref().zip(self.view.get());
        let part = part.and_then(|(whole, view)| whole.within(view).filter(|part| part.x != whole.x));
        let _ = self.tools.toggle_attribute_with_force("data-zoomed", part.is_some());
        if part.is_none() {
            self.view.set(None);
        }
        self.seen.replace(part.map(Arc::new).or(whole));
        self.stale.set(true);
        redraw::schedule();
    }

    /// Draws the chart now.
    pub(super) fn paint(&self) {
        self.stale.set(false);
        let chart = self.seen.borrow().clone();
        let layout = chart
            .as_ref()
            .and_then(|chart| paint(&self.canvas, self.size.get(), surroundings::scale(), chart));
        let whole = layout.as_ref().is_none_or(|layout| layout.complete);
        let legend = chart.filter(|_| !whole).map(|chart| legend(&chart)).unwrap_or_default();
        if *self.names.borrow() != legend {
            self.legend.set_inner_html(&legend);
            self.names.replace(legend);
        }
        if let (Some(handle), Some(layout), Some(chart)) = (&self.handle, &layout, &*self.seen.borrow()) {
            handle.place(chart, layout);
        }
        self.layout.replace(layout);
        self.read(self.at.get());
    }

    /// What moves the target, if `element` is it.
    pub(super) fn handle(&self, element: &Element) -> Option<&dyn Handling> {
        self.handle.as_deref().filter(|handle| handle.is(element))
    }

    /// The value of the y axis so many CSS pixels below the window's upper edge, as far as the axis goes.
    pub(super) fn value_at(&self, pixels: f64) -> Option<f64> {
        let below = pixels - self.canvas.get_bounding_client_rect().top();
        self.layout.borrow().as_ref().map(|layout| {
            let frame = layout.frame;
            layout.y.value((below * layout.sheet.scale).max(frame.top).min(frame.bottom))
        })
    }

    /// Draws what stands for the canvas on paper.
    pub(super) fn draw_twin(&self) {
        let twin = self.seen.borrow().as_ref().map(|chart| svg(chart, PAPER, ""));
        self.twin.set_inner_html(&twin.unwrap_or_default());
    }

    /// Whether gestures on `element` are meant for the drawing.
    pub(super) fn is_probe(&self, element: &Element) -> bool {
        element.is_same_node(Some(&self.probe))
    }

    /// The button went down.
    pub(super) fn grip(&self, pixels: f64) {
        self.point_at(pixels);
        self.grip.set(Some((pixels, pixels)));
    }

    /// The pointer is `pixels` from the left edge: it selects with the button down, and else reads.
    pub(super) fn point_at(&self, pixels: f64) {
        if let Some((from, _)) = self.grip.get() {
            self.grip.set(Some((from, pixels)));
            self.read(self.at.get());
        } else if !self.pinned.get() {
            self.read(self.value(pixels));
        }
    }

    /// The button went up: after a drag the selection is zoomed to, after a click the read-out is pinned or let go.
    pub(super) fn let_go(&self, pixels: f64) {
        let Some((from, _)) = self.grip.take() else { return };
        if (pixels - from).abs() < DRAG {
            self.pinned.set(!self.pinned.get());
            self.read(self.value(pixels));
        } else if let Some(stretch) = self.value(from.min(pixels)).zip(self.value(from.max(pixels))) {
            self.read(self.at.get());
            self.zoom_to(stretch);
        }
    }

    /// The pointer or the focus has gone.
    pub(super) fn leave(&self) {
        self.grip.set(None);
        self.read(self.at.get().filter(|_| self.pinned.get()));
    }

    /// Does what a key asks for; false for keys that the chart does not know.
    pub(super) fn take_key(&self, key: &str, shift: bool) -> bool {
        let Some(chart) = self.seen.borrow().clone() else { return false };
        match key {
            "+" | "=" => self.act("in"),
            "-" => self.act("out"),
            "0" => self.act("whole"),
            "Enter" => {
                self.pinned.set(!self.pinned.get());
                self.read(chart.step(self.at.get().unwrap_or_else(|| probe::resting(&chart)), 0));
            }
            "Escape" => {
                self.pinned.set(false);
                self.read(None);
            }
            _ => {
                let Some(next) = probe::after_key(&chart, self.at.get(), key, shift) else { return false };
                self.read(Some(next));
            }
        }
        true
    }

    /// Does what a button is for; what is neither of the three is the format of a file.
    pub(super) fn act(&self, act: &str) {
        let Some(chart) = self.seen.borrow().clone() else { return };
        let middle = || f64::midpoint(chart.x.scale.place(chart.x.min), chart.x.scale.place(chart.x.max));
        let about = self.at.get().unwrap_or_else(|| chart.x.scale.value(middle()));
        match act {
            "in" => self.zoom_to(chart.x.around(about, 0.5)),
            "out" => self.zoom_to(chart.x.around(about, 2.0)),
            "whole" => {
                self.view.set(None);
                self.look();
                // The button goes with the zoom; what it was about is the drawing.
                let _ = self.probe.focus();
            }
            format => export::save(format, &chart),
        }
    }

    /// Takes a stretch in sight, unless there is nothing to read in it.
    fn zoom_to(&self, stretch: (f64, f64)) {
        if self.chart.borrow().as_ref().is_some_and(|chart| chart.within(stretch).is_some()) {
            self.view.set(Some(stretch));
            self.look();
        }
    }

    /// The x value so many CSS pixels from the left edge.
    fn value(&self, pixels: f64) -> Option<f64> {
        self.layout.borrow().as_ref().map(|layout| layout.x.value(pixels * layout.sheet.scale))
    }

    /// Reads the chart at `at`, or nowhere.
    fn read(&self, at: Option<f64>) {
        if at.is_none() && self.at.replace(at).is_none() && self.grip.get().is_none() {
            return;
        }
        self.at.set(at);
        let (chart, layout) = (self.seen.borrow(), self.layout.borrow());
        let read = at.zip(chart.as_ref()).and_then(|(at, chart)| chart.read_out(at));
        let selection = self.grip.get().filter(|(from, to)| (to - from).abs() >= DRAG);
        let pinned = self.pinned.get();
        let overlay = read
            .as_ref()
            .zip(layout.as_ref())
            .map(|(read, layout)| probe::overlay(read, layout, selection, pinned));
        self.overlay.set_inner_html(&overlay.unwrap_or_default());
        if let (Some(read), Some(layout)) = (read, layout.as_ref()) {
            let _ = self.probe.set_attribute("aria-valuenow", &probe::per_cent(layout, read.x));
            let _ = self.probe.set_attribute("aria-valuetext", &probe::spoken(&read, pinned));
        } else {
            let _ = self.probe.set_attribute("aria-valuetext", probe::NOTHING);
        }
    }

    fn measure(&self) {
        self.size.set((f64::from(self.canvas.client_width()), f64::from(self.canvas.client_height())));
        self.spot.set(redraw::middle(&self.canvas));
    }

    /// Takes what happens on the figure, and draws again whenever the box round the canvas changes; at once, or the old
    /// drawing would be stretched for a frame. The box, since the canvas's own size follows from it.
    fn follow(self: &Rc<Self>, figure: &Element) {
        let this = Rc::downgrade(self);
        let resized = Closure::<dyn FnMut()>::new(move || {
            if let Some(this) = this.upgrade() {
                this.measure();
                this.paint();
            }
        });
        let this = Rc::downgrade(self);
        // What it does may move the focus, and so call it again before it is done.
        let taken = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            if let Some(this) = this.upgrade() {
                take(&this, &event);
            }
        });
        for kind in HEARD {
            // Fails only for what is no function.
            let _ = figure.add_event_listener_with_callback(kind, taken.as_ref().unchecked_ref());
        }
        if let (Some(plot), Ok(size)) =
            (self.canvas.parent_element(), ResizeObserver::new(resized.as_ref().unchecked_ref()))
        {
            size.observe(&plot);
            self.watch.replace(Some(Watch { size, _resized: resized, _taken: taken }));
        }
        let _ = self.probe.set_attribute("aria-valuetext", probe::NOTHING);
    }
}

impl Drop for Plot {
    fn drop(&mut self) {
        if let Some(watch) = self.watch.take() {
            watch.size.disconnect();
        }
    }
}

/// The curves' names, where the drawing had no room for all of them.
fn legend(chart: &Chart) -> String {
    let entry = |list: Markup, series: &present::chart::Series| {
        list.tags(if series.dash == Dash::Whole { "<li class=\"" } else { "<li class=\"dashed " })
            .tags(series.tone.name())
            .tags("\">")
            .text(&series.name)
            .tags("</li>")
    };
    Markup::new().each(&chart.series, entry).finish()
}
