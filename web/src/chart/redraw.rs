//! When charts are redrawn: one a frame, the one nearest to what the reader is changing first.

use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, HtmlElement};

/// A chart's place in the queue; leaves it when dropped.
pub(super) struct Turn(u32);

struct Chart {
    id: u32,
    stale: bool,
    host: HtmlElement,
    paint: Rc<dyn Fn()>,
}

#[derive(Default)]
struct Queue {
    charts: Vec<Chart>,
    next_id: u32,
    scheduled: bool,
}

thread_local! {
    static QUEUE: RefCell<Queue> = RefCell::default();
}

impl Turn {
    /// A turn for the chart in `host`, drawn by `paint`.
    pub(super) fn new(host: HtmlElement, paint: Rc<dyn Fn()>) -> Self {
        QUEUE.with_borrow_mut(|queue| {
            queue.next_id += 1;
            let id = queue.next_id;
            queue.charts.push(Chart { id, stale: false, host, paint });
            Self(id)
        })
    }

    /// Asks for a redraw in one of the next frames.
    pub(super) fn ask(&self) {
        QUEUE.with_borrow_mut(|queue| {
            for chart in &mut queue.charts {
                chart.stale |= chart.id == self.0;
            }
        });
        schedule();
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        QUEUE.with_borrow_mut(|queue| queue.charts.retain(|chart| chart.id != self.0));
    }
}

/// Asks for a redraw of every chart: the theme or the screen has changed.
pub(super) fn ask_all() {
    QUEUE.with_borrow_mut(|queue| queue.charts.iter_mut().for_each(|chart| chart.stale = true));
    schedule();
}

fn schedule() {
    let first = QUEUE.with_borrow_mut(|queue| !std::mem::replace(&mut queue.scheduled, true));
    if first {
        leptos::prelude::request_animation_frame(frame);
    }
}

/// Draws one chart and, where others wait, asks for the next frame.
fn frame() {
    let (paint, more) = QUEUE.with_borrow_mut(|queue| {
        queue.scheduled = false;
        let stale: Vec<_> = queue.charts.iter_mut().filter(|chart| chart.stale).collect();
        let more = stale.len() > 1;
        let next = if more { nearest(stale) } else { stale.into_iter().next() };
        let paint = next.map(|chart| {
            chart.stale = false;
            Rc::clone(&chart.paint)
        });
        (paint, more)
    });
    if more {
        schedule();
    }
    if let Some(paint) = paint {
        paint();
    }
}

/// The chart nearest to the focused element, or to the top of the window where nothing has the focus.
fn nearest(charts: Vec<&mut Chart>) -> Option<&mut Chart> {
    let focused = leptos::prelude::document().active_element().filter(|element| element.tag_name() != "BODY");
    let (x, y) = focused.map_or((0.0, 0.0), |element| middle(&element));
    let distance = |chart: &Chart| {
        let (chart_x, chart_y) = middle(&chart.host);
        (chart_x - x).hypot(chart_y - y)
    };
    charts.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

fn middle(element: &Element) -> (f64, f64) {
    let rect = element.get_bounding_client_rect();
    (rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0)
}
