//! A chart as markup: a picture of its own, or a drawing inside a page.
//!
//! Both are drawn from the same layout as the canvas. A picture, for a file, for paper and for pages without the program, has
//! the light theme's colours on white. A drawing inside a page has the page's own, by the names of its custom properties.
//! Every property is a presentation attribute, since the pages' content policy allows no style.

use super::layout::{Align, Dot, Fill, Ink, Layout, Stroke, Text, layout};
use super::letters::estimated_width;
use super::{Chart, Markup, Point, Rect, Series, Sheet, Tone};

/// The size of a picture, in CSS pixels.
pub const SIZE: (f64, f64) = (720.0, 320.0);

/// The picture. Its description holds what to see, and the `link` to the page where one is given.
#[must_use]
pub fn svg(chart: &Chart, size: (f64, f64), link: &str) -> String {
    let sheet = Laid::out(chart, size);
    let sides = [(" width=\"", sheet.size.0), (" height=\"", sheet.size.1)];
    let picture = attributes(Markup::new().tags(START), &sides);
    let picture = sheet.view_box(picture).tags("><title>").text(&chart.title);
    let picture = picture.tags("</title><desc>").text(&chart.takeaway());
    let picture = picture.tags(if link.is_empty() { "" } else { " " }).text(link);
    let picture = picture.tags("</desc><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    sheet.drawn(picture, &Pen { colour: of_light_theme, ground: "#ffffff" }).tags("</svg>").finish()
}

/// The drawing for inside a page, in the colours that the page's style sheet calls `--queue`, `--queue-text`, `--card` and
/// so on: it follows the theme without being drawn again. It is called by what to see.
#[must_use]
pub fn drawing(chart: &Chart, size: (f64, f64)) -> String {
    let sheet = Laid::out(chart, size);
    let picture = Markup::new().tags("<svg role=\"img\" font-size=\"12\" aria-label=\"").text(&chart.title);
    let picture = sheet.view_box(picture.tags(". ").text(&chart.takeaway()).tags("\"")).tags(">");
    sheet.drawn(picture, &Pen { colour: of_page, ground: "var(--card)" }).tags("</svg>").finish()
}

const START: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-size=\"12\" \
                     font-family=\"system-ui, sans-serif\"";

/// A chart laid out, and the names that found no place in it, which stand below.
struct Laid<'a> {
    layout: Layout,
    names: &'a [Series],
    /// With the line of the names.
    size: (f64, f64),
}

/// Height of the line of names.
const BELOW: f64 = 24.0;

impl<'a> Laid<'a> {
    fn out(chart: &'a Chart, (width, height): (f64, f64)) -> Self {
        let layout = layout(chart, Sheet { width, height, scale: 1.0 }, &estimated_width);
        let names: &[Series] = if layout.complete { &[] } else { &chart.series };
        let below = if names.is_empty() { 0.0 } else { BELOW };
        Self { layout, names, size: (width, height + below) }
    }

    fn view_box(&self, picture: Markup) -> Markup {
        picture.tags(" viewBox=\"0 0 ").tenths(self.size.0).tags(" ").tenths(self.size.1).tags("\"")
    }

    fn drawn(&self, picture: Markup, pen: &Pen) -> Markup {
        let mut picture = pen.draw(picture, &self.layout);
        let mut left = 0.0;
        for series in self.names {
            let at = (left, self.size.1 - BELOW / 2.0);
            let ink = Ink::Word(series.tone);
            let name = Text { text: series.name.clone(), at, align: Align::Left, ink, turned: false };
            picture = pen.word(picture, &name, false);
            left += estimated_width(&series.name) + 16.0;
        }
        picture
    }
}

/// What it is drawn with.
struct Pen {
    colour: fn(Ink) -> &'static str,
    /// The colour of what lies behind.
    ground: &'static str,
}

impl Pen {
    fn draw(&self, mut picture: Markup, layout: &Layout) -> Markup {
        if let Some(zone) = &layout.zone {
            picture = self.area(picture, zone, Ink::Hatch).tags(" fill-opacity=\".06\"/>");
        }
        for Fill { ink, rect } in &layout.fills {
            picture = self.area(picture, rect, *ink).tags(" fill-opacity=\".25\"/>");
        }
        for stroke in &layout.strokes {
            picture = self.line(picture, stroke);
        }
        for dot in &layout.dots {
            picture = self.dot(picture, dot);
        }
        for text in &layout.texts {
            let (x, y) = text.at;
            picture = self.word(picture, text, layout.frame.contains(&Rect::at(x, y, 0.0, 0.0)));
        }
        picture
    }

    fn area(&self, picture: Markup, rect: &Rect, ink: Ink) -> Markup {
        let (width, height) = (rect.width(), rect.height());
        let lengths =
            [(" x=\"", rect.left), (" y=\"", rect.top), (" width=\"", width), (" height=\"", height)];
        self.inked(attributes(picture.tags("<rect"), &lengths), " fill=\"", ink)
    }

    fn line(&self, picture: Markup, stroke: &Stroke) -> Markup {
        let path = picture.tags("<path fill=\"none\" stroke-linejoin=\"round\"");
        let path = self.inked(path, " stroke=\"", stroke.ink);
        let mut path = attributes(path, &[(" stroke-width=\"", stroke.width)]);
        if let Some((on, off)) = stroke.dashes {
            path = path.tags(" stroke-dasharray=\"").tenths(on).tags(" ").tenths(off).tags("\"");
        }
        path = path.tags(if stroke.ink == Ink::Hatch { " stroke-opacity=\".22\" d=\"" } else { " d=\"" });
        path.each(&stroke.pieces, |path, piece| moves(path, piece)).tags("\"/>")
    }

    /// On a ring of the ground's colour, so that it stands off the curve below it.
    fn dot(&self, picture: Markup, dot: &Dot) -> Markup {
        let ring = picture.tags("<circle stroke=\"").tags(self.ground);
        let ring = ring.tags("\" stroke-width=\"2\" paint-order=\"stroke\"");
        let lengths = [(" cx=\"", dot.at.0), (" cy=\"", dot.at.1), (" r=\"", dot.radius)];
        self.inked(attributes(ring, &lengths), " fill=\"", dot.ink).tags("/>")
    }

    /// A word; inside the frame with a rim of the ground's colour, so that a line behind does not spoil it.
    fn word(&self, picture: Markup, text: &Text, rim: bool) -> Markup {
        let mut picture = picture.tags("<text dy=\".35em\"");
        if rim {
            let rimmed = "\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
            picture = picture.tags(" stroke=\"").tags(self.ground).tags(rimmed);
        }
        picture = picture.tags(match text.align {
            Align::Left => "",
            Align::Centre => " text-anchor=\"middle\"",
            Align::Right => " text-anchor=\"end\"",
        });
        let (x, y) = text.at;
        picture = attributes(picture, &[(" x=\"", x), (" y=\"", y)]);
        if text.turned {
            picture = picture.tags(" transform=\"rotate(-90 ").tenths(x).tags(" ").tenths(y).tags(")\"");
        }
        self.inked(picture, " fill=\"", text.ink).tags(">").text(&text.text).tags("</text>")
    }

    /// An attribute with a colour.
    fn inked(&self, picture: Markup, name: &'static str, ink: Ink) -> Markup {
        picture.tags(name).tags((self.colour)(ink)).tags("\"")
    }
}

fn moves(mut path: Markup, piece: &[Point]) -> Markup {
    for (place, (x, y)) in piece.iter().enumerate() {
        path = path.tags(if place == 0 { "M" } else { "L" }).tenths(*x).tags(" ").tenths(*y);
    }
    path
}

/// Attributes: the name of each up to the opening quote, and a length.
fn attributes(picture: Markup, all: &[(&'static str, f64)]) -> Markup {
    all.iter().fold(picture, |picture, (name, length)| picture.tags(name).tenths(*length).tags("\""))
}

/// The light theme's colour of an ink.
const fn of_light_theme(ink: Ink) -> &'static str {
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

/// The page's name for the colour of an ink.
const fn of_page(ink: Ink) -> &'static str {
    match ink {
        Ink::Grid => "var(--line)",
        Ink::Axis => "var(--axis)",
        Ink::Muted | Ink::Mark(Tone::Muted) | Ink::Word(Tone::Muted) => "var(--muted)",
        Ink::Hatch | Ink::Mark(Tone::Failure) => "var(--failure)",
        Ink::Mark(Tone::Prefill) => "var(--prefill)",
        Ink::Mark(Tone::Decode) => "var(--decode)",
        Ink::Mark(Tone::Kv) => "var(--kv)",
        Ink::Mark(Tone::Queue) => "var(--queue)",
        Ink::Mark(Tone::Action) => "var(--action)",
        Ink::Word(Tone::Prefill) => "var(--prefill-text)",
        Ink::Word(Tone::Decode) => "var(--decode-text)",
        Ink::Word(Tone::Kv) => "var(--kv-text)",
        Ink::Word(Tone::Queue) => "var(--queue-text)",
        Ink::Word(Tone::Failure) => "var(--failure-text)",
        Ink::Word(Tone::Action) => "var(--action-text)",
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
    fn inside_a_page_it_is_the_same_drawing_in_other_colours() {
        let chart = example::tpot();
        let (picture, inside) = (svg(&chart, SIZE, ""), drawing(&chart, SIZE));
        let shapes = |text: &str, ground: &str| {
            let start = text.find("<path").unwrap_or_default();
            Ink::all().fold(text[start..].replace(ground, "ground"), |text, ink| {
                text.replace(of_light_theme(ink), "ink").replace(of_page(ink), "ink")
            })
        };
        assert_eq!(shapes(&picture, "#ffffff"), shapes(&inside, "var(--card)"));
        assert!(inside.contains("aria-label=\"TPOT against load. Past 8.2 req/s the target breaks.\""));
        assert!(!inside.contains('#'), "a colour of its own in {inside}");
    }

    impl Ink {
        fn all() -> impl Iterator<Item = Self> {
            let tones = Tone::ALL.into_iter().flat_map(|tone| [Self::Word(tone), Self::Mark(tone)]);
            [Self::Grid, Self::Axis, Self::Muted, Self::Hatch].into_iter().chain(tones)
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
