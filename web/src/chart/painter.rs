//! One chart's canvas: sized to its box in device pixels, drawn, and lettered.

use super::drawing::{GRAIN, draw};
use super::palette::Palette;
use super::surroundings;
use js_sys::Array;
use plotters_canvas::CanvasBackend;
use present::chart::{Align, Chart, Layout, Rect, Sheet, Text, layout};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Draws `chart` on `canvas`, which is shown in that size at so many device pixels to one of CSS, and returns where
/// everything went; `None` where there is no room or no context.
pub(super) fn paint(
    canvas: &HtmlCanvasElement,
    size: (f64, f64),
    scale: f64,
    chart: &Chart,
) -> Option<Layout> {
    let sheet = fit(canvas, size, scale)?;
    let context = context(canvas)?;
    let palette = surroundings::palette();
    zoom(&context, 1.0);
    context.clear_rect(0.0, 0.0, sheet.width, sheet.height);
    context.set_font(&font(&palette.family, sheet.scale));
    let measure = |text: &str| context.measure_text(text).map_or(0.0, |metrics| metrics.width());
    let layout = layout(chart, sheet, &measure);
    zoom(&context, 1.0 / GRAIN);
    context.set_line_join("round");
    let dash = |dashes: Option<(f64, f64)>| {
        let pattern = dashes.map_or_else(Array::new, |(on, off)| Array::of2(&on.into(), &off.into()));
        // Fails only for what is no list of numbers.
        let _ = context.set_line_dash(&pattern);
    };
    if let Some(mut backend) = CanvasBackend::with_canvas_object(canvas.clone())
        && draw(&layout, &palette, &mut backend, &dash).is_err()
    {
        leptos::logging::warn!("the chart could not be drawn; its table holds the same figures");
    }
    zoom(&context, 1.0);
    letter(&context, &layout, &palette);
    Some(layout)
}

/// What one draws with on a canvas.
pub(super) fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Gives the canvas as many pixels as there are for it. Setting a size clears the canvas, so only on a change.
pub(super) fn fit(canvas: &HtmlCanvasElement, size: (f64, f64), scale: f64) -> Option<Sheet> {
    let (width, height) = (pixels(size.0 * scale), pixels(size.1 * scale));
    if width == 0 || height == 0 {
        return None;
    }
    if canvas.width() != width {
        canvas.set_width(width);
    }
    if canvas.height() != height {
        canvas.set_height(height);
    }
    Some(Sheet { width: f64::from(width), height: f64::from(height), scale })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes of an element on a screen; casts saturate"
)]
fn pixels(length: f64) -> u32 {
    length.round() as u32
}

/// A scaling cannot fail for finite numbers.
fn zoom(context: &CanvasRenderingContext2d, factor: f64) {
    let _ = context.set_transform(factor, 0.0, 0.0, factor, 0.0, 0.0);
}

/// Chart text: twelve CSS pixels, to a tenth of a device pixel.
fn font(family: &str, scale: f64) -> String {
    let tenths = pixels(120.0 * scale);
    [&(tenths / 10).to_string(), ".", &(tenths % 10).to_string(), "px ", family].concat()
}

/// Writes the words. Those inside the frame get a rim of the card's colour, so that a line behind them does not spoil
/// them; the others have nothing behind them, and a rim costs more than the word.
fn letter(context: &CanvasRenderingContext2d, layout: &Layout, palette: &Palette) {
    context.set_text_baseline("middle");
    context.set_stroke_style_str(&palette.card.to_hex());
    context.set_line_width(4.0 * layout.sheet.scale);
    for text in &layout.texts {
        context.set_text_align(match text.align {
            Align::Left => "left",
            Align::Centre => "center",
            Align::Right => "right",
        });
        context.set_fill_style_str(&palette.ink(text.ink).to_hex());
        let (x, y) = text.at;
        write(context, text, layout.frame.contains(&Rect::at(x, y, 0.0, 0.0)));
    }
}

/// Every call fails only for a detached context, which could not have been drawn on either.
fn write(context: &CanvasRenderingContext2d, Text { text, at, turned, .. }: &Text, rim: bool) {
    let at = if *turned {
        let _ = context.translate(at.0, at.1);
        let _ = context.rotate(-std::f64::consts::FRAC_PI_2);
        (0.0, 0.0)
    } else {
        *at
    };
    if rim {
        let _ = context.stroke_text(text, at.0, at.1);
    }
    let _ = context.fill_text(text, at.0, at.1);
    if *turned {
        zoom(context, 1.0);
    }
}
