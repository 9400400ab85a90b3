//! A chart as a picture of its own: for a file, for paper, and for pages without the program.
//!
//! It is drawn from the same layout as the canvas, in the light theme's colours on white. Every property is a
//! presentation attribute, since the pages' content policy allows no style.

use super::layout::{Align, Dot, Fill, Ink, Layout, Stroke, Text, layout};
use super::letters::estimated_width;
use super::{Chart, Markup, Point, Rect, Series, Sheet, Tone};

/// The size of a picture, in CSS pixels.
pub const SIZE: (f64, f64) = (720.0, 320.0);

/// The picture. Its description holds what to see, and the `link` to the page where one is given.
#[must_use]
pub fn svg(chart: &Chart, (width, height): (f64, f64), link: &str) -> String {
    let layout = layout(chart, Sheet { width, height, scale: 1.0 }, &estimated_width);
    // The names that found no place stand below.
    let names: &[Series] = if layout.complete { &[] } else { &chart.series };
    let below = if names.is_empty() { 0.0 } else { 24.0 };
    let sides = [(" width=\"", width), (" height=\"", height + below)];
    let mut picture = attributes(Markup::new().tags(START), &sides).tags(" viewBox=\"0 0 ").tenths(width);
    picture = picture.tags(" ").tenths(height + below).tags("\"><title>").text(&chart.title);
    picture = picture.tags("</title><desc>").text(&chart.takeaway());
    picture = picture.tags(if link.is_empty() { "" } else { " " }).text(link);
    picture = picture.tags("</desc><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    picture = drawn(picture, &layout);
    let mut left = 0.0;
    for series in names {
        let at = (left, height + below / 2.0);
        let ink = Ink::Word(series.tone);
        let name = Text { text: series.name.clone(), at, align: Align::Left, ink, turned: false };
        picture = word(picture, &name, false);
        left += estimated_width(&series.name) + 16.0;
    }
    picture.tags("</svg>").finish()
}

const START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-size=\"12\" \
                     font-family=\"system-ui, sans-serif\"";

fn drawn(mut picture: Markup, layout: &Layout) -> Markup {
    if let Some(zone) = &layout.zone {
        picture = area(picture, zone, Ink::Hatch).tags(" fill-opacity=\".06\"/>");
    }
    for Fill { ink, rect } in &layout.fills {
        picture = area(picture, rect, *ink).tags(" fill-opacity=\".25\"/>");
    }
    picture = picture.each(&layout.strokes, line).each(&layout.dots, dot);
    for text in &layout.texts {
        let (x, y) = text.at;
        picture = word(picture, text, layout.frame.contains(&Rect::at(x, y, 0.0, 0.0)));
    }
    picture
}

fn area(picture: Markup, rect: &Rect, ink: Ink) -> Markup {
    let (width, height) = (rect.width(), rect.height());
    let lengths = [(" x=\"", rect.left), (" y=\"", rect.top), (" width=\"", width), (" height=\"", height)];
    inked(attributes(picture.tags("<rect"), &lengths), " fill=\"", ink)
}

fn line(picture: Markup, stroke: &Stroke) -> Markup {
    let path = inked(picture.tags("<path fill=\"none\" stroke-linejoin=\"round\""), " stroke=\"", stroke.ink);
    let mut path = attributes(path, &[(" stroke-width=\"", stroke.width)]);
    if let Some((on, off)) = stroke.dashes {
        path = path.tags(" stroke-dasharray=\"").tenths(on).tags(" ").tenths(off).tags("\"");
    }
    path = path.tags(if stroke.ink == Ink::Hatch { " stroke-opacity=\".22\" d=\"" } else { " d=\"" });
    path.each(&stroke.pieces, |path, piece| moves(path, piece)).tags("\"/>")
}

fn moves(mut path: Markup, piece: &[Point]) -> Markup {
    for (place, (x, y)) in piece.iter().enumerate() {
        path = path.tags(if place == 0 { "M" } else { "L" }).tenths(*x).tags(" ").tenths(*y);
    }
    path
}

/// On a ring of the ground's colour, so that it stands off the curve below it.
fn dot(picture: Markup, dot: &Dot) -> Markup {
    let ring = "<circle stroke=\"#ffffff\" stroke-width=\"2\" paint-order=\"stroke\"";
    let lengths = [(" cx=\"", dot.at.0), (" cy=\"", dot.at.1), (" r=\"", dot.radius)];
    inked(attributes(picture.tags(ring), &lengths), " fill=\"", dot.ink).tags("/>")
}

/// A word; inside the frame with a rim of the ground's colour, so that a line behind does not spoil it.
fn word(picture: Markup, text: &Text, rim: bool) -> Markup {
    let rimmed = " stroke=\"#ffffff\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
    let picture =
        picture.tags("<text dy=\".35em\"").tags(if rim { rimmed } else { "" }).tags(match text.align {
            Align::Left => "",
            Align::Centre => " text-anchor=\"middle\"",
            Align::Right => " text-anchor=\"end\"",
        });
    let (x, y) = text.at;
    let mut picture = attributes(picture, &[(" x=\"", x), (" y=\"", y)]);
    if text.turned {
        picture = picture.tags(" transform=\"rotate(-90 ").tenths(x).tags(" ").tenths(y).tags(")\"");
    }
    inked(picture, " fill=\"", text.ink).tags(">").text(&text.text).tags("</text>")
}

/// Attributes: the name of each up to the opening quote, and a length.
fn attributes(picture: Markup, all: &[(&'static str, f64)]) -> Markup {
    all.iter().fold(picture, |picture, (name, length)| picture.tags(name).tenths(*length).tags("\""))
}

/// An attribute with a colour.
fn inked(picture: Markup, name: &'static str, ink: Ink) -> Markup {
    picture.tags(name).tags(colour(ink)).tags("\"")
}

/// The light theme's colour of an ink.
const fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Grid => "#e2dfd6",
        Ink::Axis => "#8a8f9b",
        Ink::Muted | Ink::Mark(Tone::Muted) | Ink::Word(Tone::Muted) => "#5a6272",
        Ink::Hatch | Ink::Mark(Tone::Failure) => "#b4471d",
        Ink::Mark(Tone::Prefill) => "#c2610c",
        Ink::Mark(Tone::Decode) => "#1f6fb2",
        Ink::Mark(Tone::Kv) => "#7a4fa3",
        Ink::Mark(Tone::Queue) => "#8a7300",
        Ink::Mark(Tone::Action) | Ink::Word(Tone::Action) => "#0b6e6e",
        Ink::Word(Tone::Prefill) => "#a3500a",
        Ink::Word(Tone::Decode) => "#1a5f99",
        Ink::Word(Tone::Kv) => "#6c4492",
        Ink::Word(Tone::Queue) => "#6f5d00",
        Ink::Word(Tone::Failure) => "#a33d17",
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;

    #[test]
    fn the_picture_says_what_the_chart_says() {
        let picture = svg(&example::tpot(), SIZE, "https://example.org/?a&b#v=1");
        for part in [
            "<title>TPOT against load</title>",
            "<desc>Past 8.2 req/s the target breaks. https://example.org/?a&amp;b#v=1</desc>",
            ">SLO 50 ms</text>",
            ">no steady state</text>",
            ">Load on one replica, req/s</text>",
            "viewBox=\"0 0 720.0 320.0\"",
        ] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
    }

    #[test]
    fn the_picture_keeps_to_the_pages_policy() {
        let picture = svg(&example::tpot(), SIZE, "<script>alert(1)</script>");
        for forbidden in ["style", "<script", "href", "url(", "NaN", "inf"] {
            assert!(!picture.contains(forbidden), "{forbidden} in {picture}");
        }
    }

    #[test]
    fn where_names_find_no_place_they_stand_below() {
        let (narrow, wide) = (svg(&example::tpot(), (150.0, 120.0), ""), svg(&example::tpot(), SIZE, ""));
        assert!(narrow.contains(" height=\"144.0\"") && narrow.contains(">TPOT</text>"), "{narrow}");
        assert!(wide.contains(" height=\"320.0\""), "{wide}");
    }

    /// Widths as DejaVu Sans has them at twelve pixels, from its advance widths in 2048ths of an em.
    #[test]
    fn no_width_is_estimated_too_low() {
        for (text, em) in
            [("TPOT", 1251 + 1235 + 1612 + 1251), ("15%", 1303 + 1303 + 1946), ("ms", 1995 + 1067)]
        {
            let width = f64::from(em) * 12.0 / 2048.0;
            let estimate = estimated_width(text);
            assert!(estimate >= width && estimate < 1.3 * width, "{text}: {estimate} for {width}");
        }
    }
}
