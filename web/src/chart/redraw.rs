//! When charts are redrawn: one a frame, the one nearest to what the reader is changing first.

use super::plot::Plot;
use leptos::ev;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use web_sys::{Element, FocusEvent};

/// A place on the page, in CSS pixels from its corner.
pub(super) type Spot = (f64, f64);

thread_local! {
    static PLOTS: RefCell<Vec<Weak<Plot>>> = const { RefCell::new(Vec::new()) };
    static SCHEDULED: Cell<bool> = const { Cell::new(false) };
    /// Where the reader last went.
    static FOCUS: Cell<Spot> = const { Cell::new((0.0, 0.0)) };
}

/// Lets `plot` take part, for as long as it is there.
pub(super) fn enlist(plot: &Rc<Plot>) {
    PLOTS.with_borrow_mut(|plots| {
        plots.retain(|plot| plot.strong_count() > 0);
        plots.push(Rc::downgrade(plot));
    });
}

/// Notes where the reader goes, for as long as the page is there. Places are measured now, while the page is at rest: in
/// a frame that has changed something, asking for them would have the whole page laid out on the spot.
pub(super) fn follow_focus() {
    std::mem::forget(window_event_listener(ev::focusin, |event: FocusEvent| {
        FOCUS.set(middle(&event_target::<Element>(&event)));
    }));
}

/// Asks for a redraw of every chart: the theme or the screen has changed.
pub(super) fn ask_all() {
    PLOTS.with_borrow(|plots| plots.iter().filter_map(Weak::upgrade).for_each(|plot| plot.stale.set(true)));
    schedule();
}

/// Draws the twin of every chart, for paper.
pub(super) fn for_paper() {
    PLOTS.with_borrow(|plots| plots.iter().filter_map(Weak::upgrade).for_each(|plot| plot.draw_twin()));
}

/// Draws what is stale in the next frames.
pub(super) fn schedule() {
    if !SCHEDULED.replace(true) {
        request_animation_frame(frame);
    }
}

/// Draws one chart and, where others wait, asks for the next frame.
fn frame() {
    SCHEDULED.set(false);
    let mut stale: Vec<Rc<Plot>> =
        PLOTS.with_borrow(|plots| plots.iter().filter_map(Weak::upgrade).collect());
    stale.retain(|plot| plot.stale.get());
    if stale.len() > 1 {
        schedule();
    }
    if let Some(plot) = nearest(&stale) {
        plot.paint();
    }
}

/// The chart nearest to where the reader is.
fn nearest(plots: &[Rc<Plot>]) -> Option<&Rc<Plot>> {
    let (x, y) = FOCUS.get();
    let distance = |plot: &Plot| {
        let (plot_x, plot_y) = plot.spot.get();
        (plot_x - x).powi(2) + (plot_y - y).powi(2)
    };
    plots.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The middle of an element on the page.
pub(super) fn middle(element: &Element) -> Spot {
    let rect = element.get_bounding_client_rect();
    let scrolled = window().scroll_y().unwrap_or_default();
    (rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0 + scrolled)
}
