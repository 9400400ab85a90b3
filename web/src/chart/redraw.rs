//! When charts are redrawn: one a frame, the one nearest to what the reader is changing first.

use super::plot::Plot;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use web_sys::Element;

thread_local! {
    static PLOTS: RefCell<Vec<Weak<Plot>>> = const { RefCell::new(Vec::new()) };
    static SCHEDULED: Cell<bool> = const { Cell::new(false) };
}

/// Lets `plot` take part, for as long as it is there.
pub(super) fn enlist(plot: &Rc<Plot>) {
    PLOTS.with_borrow_mut(|plots| {
        plots.retain(|plot| plot.strong_count() > 0);
        plots.push(Rc::downgrade(plot));
    });
}

/// Asks for a redraw of every chart: the theme or the screen has changed.
pub(super) fn ask_all() {
    PLOTS.with_borrow(|plots| plots.iter().filter_map(Weak::upgrade).for_each(|plot| plot.stale.set(true)));
    schedule();
}

/// Draws what is stale in the next frames.
pub(super) fn schedule() {
    if !SCHEDULED.replace(true) {
        leptos::prelude::request_animation_frame(frame);
    }
}

/// Draws one chart and, where others wait, asks for the next frame.
fn frame() {
    SCHEDULED.set(false);
    let mut stale: Vec<Rc<Plot>> =
        PLOTS.with_borrow(|plots| plots.iter().filter_map(Weak::upgrade).collect());
    stale.retain(|plot| plot.stale.get());
    let next = if stale.len() > 1 { nearest(&stale) } else { stale.first() };
    if let Some(plot) = next {
        plot.stale.set(false);
        plot.paint();
    }
    if stale.len() > 1 {
        schedule();
    }
}

/// The chart nearest to the focused element, or to the top of the window where nothing has the focus.
fn nearest(plots: &[Rc<Plot>]) -> Option<&Rc<Plot>> {
    let focused = leptos::prelude::document().active_element().filter(|element| element.tag_name() != "BODY");
    let (x, y) = focused.map_or((0.0, 0.0), |element| middle(&element));
    let distance = |plot: &Plot| {
        let (plot_x, plot_y) = plot.middle();
        (plot_x - x).powi(2) + (plot_y - y).powi(2)
    };
    plots.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The middle of an element in the window.
pub(super) fn middle(element: &Element) -> (f64, f64) {
    let rect = element.get_bounding_client_rect();
    (rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0)
}
