//! A layout drawn by plotters, on whatever backend is given.
//!
//! Only strokes, areas and dots: words are written by the canvas itself, because plotters measures text by adding a
//! styled element to the page, which the page's content policy forbids. And only the backend, not plotters' own chart
//! builder, because that rounds to whole device pixels, which makes flat curves wobble.

use super::palette::{Colour, Palette};

use plotters::style::Color as _;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind};
use present::chart::{Dot, Ink, Layout, Point, Rect, Stroke};

/// Backend units in one device pixel. Backends take whole numbers; the canvas is scaled down by as much.
pub const GRAIN: f64 = 8.0;

/// Draws everything but the words.
///
/// Backends know no dashes. `dash` is told those of the next strokes, in backend units, by a surface that has its own: to
/// cut a curve into pieces and draw each would take most of the time of a drawing.
///
/// # Errors
/// Where the backend cannot draw.
pub fn draw<B: DrawingBackend>(
    layout: &Layout,
    palette: &Palette,
    backend: &mut B,
    dash: &dyn Fn(Option<(f64, f64)>),
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    if let Some(zone) = &layout.zone {
        fill(zone, palette.zone, backend)?;
    }
    for area in &layout.fills {
        fill(&area.rect, palette.ink(area.ink).fainter(0.25), backend)?;
    }
    for stroke in &layout.strokes {
        dash(stroke.dashes.map(|(on, off)| (on * GRAIN, off * GRAIN)));
        draw_stroke(stroke, palette, backend)?;
    }
    dash(None);
    for dot in &layout.dots {
        draw_dot(dot, palette, backend)?;
    }
    Ok(())
}

fn fill<B: DrawingBackend>(
    rect: &Rect,
    colour: Colour,
    backend: &mut B,
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    let pen = Pen { colour, width: 0 };
    backend.draw_rect(grains((rect.left, rect.top)), grains((rect.right, rect.bottom)), &pen, true)
}

fn draw_stroke<B: DrawingBackend>(
    stroke: &Stroke,
    palette: &Palette,
    backend: &mut B,
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    let pen = Pen { colour: palette.ink(stroke.ink), width: length(stroke.width) };
    for piece in &stroke.pieces {
        backend.draw_path(piece.iter().copied().map(grains), &pen)?;
    }
    Ok(())
}

/// A dot on a ring of the card's colour, so that it stands off the curve below it.
fn draw_dot<B: DrawingBackend>(
    dot: &Dot,
    palette: &Palette,
    backend: &mut B,
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    let at = grains(dot.at);
    let ring = Pen { colour: palette.card, width: 0 };
    backend.draw_circle(at, length(dot.radius * 1.4), &ring, true)?;
    let pen = Pen { colour: palette.ink(dot.ink), width: 0 };
    backend.draw_circle(at, length(dot.radius), &pen, true)
}

struct Pen {
    colour: Colour,
    width: u32,
}

impl BackendStyle for Pen {
    fn color(&self) -> BackendColor {
        let Colour { red, green, blue, alpha } = self.colour;
        plotters::style::RGBColor(red, green, blue).mix(alpha).to_backend_color()
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a sheet is a few thousand pixels wide; casts saturate")]
fn grains((x, y): Point) -> BackendCoord {
    ((x * GRAIN).round() as i32, (y * GRAIN).round() as i32)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths are small and positive; casts saturate"
)]
fn length(pixels: f64) -> u32 {
    (pixels * GRAIN).round() as u32
}

impl Palette {
    /// The colour of an ink.
    #[must_use]
    pub fn ink(&self, ink: Ink) -> Colour {
        match ink {
            Ink::Grid => self.grid,
            Ink::Axis => self.axis,
            Ink::Muted => self.muted,
            Ink::Hatch => self.hatch,
            Ink::Mark(tone) => self.marks[tone as usize],
            Ink::Word(tone) => self.words[tone as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::prelude::SVGBackend;
    use present::chart::{AxisScale, Fill, Sheet, Span};

    fn palette() -> Palette {
        Palette::read(&|name| String::from(if name == "--decode" { "#1f6fb2" } else { "#202020" }))
    }

    fn one_stroke(ink: Ink) -> Layout {
        let span = Span { values: (0.0, 1.0), pixels: (0.0, 100.0), scale: AxisScale::Linear };
        Layout {
            sheet: Sheet { width: 100.0, height: 50.0, scale: 1.0 },
            frame: Rect::at(0.0, 0.0, 100.0, 50.0),
            x: span,
            y: span,
            zone: Some(Rect::at(80.0, 0.0, 20.0, 50.0)),
            fills: vec![Fill { ink, rect: Rect::at(20.0, 10.0, 10.0, 40.0) }],
            strokes: vec![Stroke {
                ink,
                width: 2.25,
                dashes: Some((5.0, 4.0)),
                pieces: vec![vec![(0.0, 40.0), (10.25, 30.5)]],
            }],
            dots: vec![Dot { ink, at: (50.0, 25.0), radius: 4.5 }],
            texts: Vec::new(),
            complete: true,
        }
    }

    fn svg(layout: &Layout) -> String {
        let mut text = String::new();
        let mut backend = SVGBackend::with_string(&mut text, (800, 400));
        draw(layout, &palette(), &mut backend, &|_| ()).expect("a string takes any drawing");
        backend.present().expect("a string takes any drawing");
        drop(backend);
        text
    }

    #[test]
    fn curves_keep_an_eighth_of_a_pixel() {
        let text = svg(&one_stroke(Ink::Mark(present::chart::Tone::Decode)));
        assert!(text.contains("points=\"0,320 82,244"), "{text}");
        assert!(text.contains("#1F6FB2") && text.contains("stroke-width=\"18\""), "{text}");
    }

    #[test]
    fn dashes_are_told_before_their_stroke_and_taken_back() {
        let told = std::cell::RefCell::new(Vec::new());
        let mut text = String::new();
        let mut backend = SVGBackend::with_string(&mut text, (800, 400));
        let dash = |dashes| told.borrow_mut().push(dashes);
        draw(&one_stroke(Ink::Axis), &palette(), &mut backend, &dash).expect("a string takes any drawing");
        assert_eq!(*told.borrow(), [Some((40.0, 32.0)), None]);
    }

    #[test]
    fn an_area_lets_through_what_lies_behind() {
        let text = svg(&one_stroke(Ink::Axis));
        assert!(text.contains("width=\"80\" height=\"320\" opacity=\"0.25\""), "{text}");
    }

    #[test]
    fn a_dot_stands_on_a_ring() {
        let text = svg(&one_stroke(Ink::Axis));
        assert_eq!(text.matches("<circle").count(), 2, "{text}");
    }
}
