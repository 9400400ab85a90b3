//! A chart as a file: picture, drawing or figures, each with the page's address in it.

use super::painter::{context, fit, paint};
use super::surroundings;
use crate::download::{SVG, data, hand_over};
use crate::state::address;
use leptos::prelude::{document, window};
use present::chart::{Chart, SIZE, svg};
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

/// Saves `seen`, which may be a part of the chart, in the format of that name.
pub(super) fn save(format: &str, seen: &Chart) {
    address::write_now();
    let link = window().location().href().unwrap_or_default();
    let file = match format {
        "png" => picture(seen, &link),
        "svg" => Some(data(SVG, &svg(seen, SIZE, &link))),
        "csv" => Some(data("data:text/csv;charset=utf-8,", &seen.table.csv(&link))),
        _ => None,
    };
    if let Some(file) = file {
        hand_over(&file, &[seen.id, ".", format].concat());
    }
}

/// Device pixels in one CSS pixel of a picture.
const SHARPNESS: f64 = 2.0;

/// The chart below its title and above the link, on the theme's ground.
fn picture(chart: &Chart, link: &str) -> Option<String> {
    const ABOVE: f64 = 48.0;
    const BELOW: f64 = 36.0;
    const BESIDE: f64 = 16.0;
    let (drawing, whole) = (canvas()?, canvas()?);
    paint(&drawing, SIZE, SHARPNESS, chart)?;
    let sheet = fit(&whole, (SIZE.0 + 2.0 * BESIDE, SIZE.1 + ABOVE + BELOW), SHARPNESS)?;
    let context = context(&whole)?;
    let palette = surroundings::palette();
    context.set_fill_style_str(&palette.card.to_hex());
    context.fill_rect(0.0, 0.0, sheet.width, sheet.height);
    let px = |css: f64| css * SHARPNESS;
    context.draw_image_with_html_canvas_element(&drawing, px(BESIDE), px(ABOVE)).ok()?;
    context.set_fill_style_str(&palette.muted.to_hex());
    let write = |font: &str, text: &str, y: f64| {
        context.set_font(&[font, &palette.family].concat());
        context.fill_text_with_max_width(text, px(BESIDE), y, px(SIZE.0)).ok()
    };
    write("bold 32px ", &chart.title, px(30.0))?;
    write("20px ", link, sheet.height - px(12.0))?;
    whole.to_data_url().ok()
}

fn canvas() -> Option<HtmlCanvasElement> {
    document().create_element("canvas").ok()?.dyn_into().ok()
}
