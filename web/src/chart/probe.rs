//! The read-out under the pointer or the arrow keys.

use crate::markup::Markup;
use present::chart::{Chart, Layout, ReadOut};

/// What is heard where nothing is read.
pub(super) const NOTHING: &str =
    "No value chosen. The arrow keys choose one, Enter pins it, plus and minus zoom.";

/// The place after a key; `None` for keys that the read-out does not know.
pub(super) fn after_key(chart: &Chart, at: Option<f64>, key: &str, shift: bool) -> Option<f64> {
    let stride = if shift { 10 } else { 1 };
    let steps = match key {
        "ArrowRight" | "ArrowUp" => stride,
        "ArrowLeft" | "ArrowDown" => -stride,
        "PageUp" => 10,
        "PageDown" => -10,
        "Home" => i32::MIN,
        "End" => i32::MAX,
        _ => return None,
    };
    // The first arrow shows where the plan stands; only the next one moves.
    let steps = if at.is_none() && steps.abs() == stride { 0 } else { steps };
    chart.step(at.unwrap_or_else(|| resting(chart)), steps)
}

/// What is heard of a read-out.
pub(super) fn spoken(read: &ReadOut, pinned: bool) -> String {
    [read.spoken.as_str(), if pinned { " Pinned." } else { "" }].concat()
}

/// Where `x` lies along the axis, in per cent.
pub(super) fn per_cent(layout: &Layout, x: f64) -> String {
    let (from, to) = layout.x.pixels;
    Markup::new().tenths((layout.x.pixel(x) - from) / (to - from) * 100.0).finish()
}

/// A hairline with a dot on each curve, and the figures beside it, on the side with more room; and what is selected, in
/// CSS pixels from the left.
pub(super) fn overlay(
    read: &ReadOut,
    layout: &Layout,
    selection: Option<(f64, f64)>,
    pinned: bool,
) -> String {
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
    let mut markup = Markup::new().tags("<svg class=\"cross-hair\" aria-hidden=\"true\">");
    if let Some((from, to)) = selection {
        let (from, to) = (from.min(to).max(css(frame.left)), from.max(to).min(css(frame.right)));
        markup = markup.tags("<rect x=\"").tenths(from).tags("\" width=\"").tenths((to - from).max(0.0));
        markup =
            markup.tags("\" y=\"").tenths(css(frame.top)).tags("\" height=\"").tenths(css(frame.height()));
        markup = markup.tags("\"></rect>");
    }
    markup = markup.tags(if pinned { "<line class=\"pinned\"" } else { "<line" });
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
        .tags(if pinned { "pinned " } else { "" })
        .tags(if on_left { "on-left\"><p>" } else { "on-right\"><p>" })
        .text(&read.head)
        .tags("</p><dl>")
        .each(&read.lines, |list, line| {
            let list = list.tags("<div class=\"").tags(line.tone.name()).tags("\"><dt>").text(&line.name);
            let over = line.above.is_some();
            let list =
                list.tags(if over { "</dt><dd class=\"failing\">" } else { "</dt><dd>" }).text(&line.value);
            list.tags(if over { ", over target</dd></div>" } else { "</dd></div>" })
        })
        .tags("</dl></div>")
        .finish()
}

/// Where the read-out starts by keyboard: at the plan.
pub(super) fn resting(chart: &Chart) -> f64 {
    chart.plan.as_ref().map_or(chart.x.min, |plan| plan.x)
}
