//! The surface that a chart is laid out on, in device pixels.

use super::AxisScale;
use quantity::float::within;

/// A place on the sheet; y grows downwards.
pub type Point = (f64, f64);

/// The size of a drawing surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    /// In device pixels.
    pub width: f64,
    /// In device pixels.
    pub height: f64,
    /// Device pixels in one CSS pixel; sizes of text and strokes follow it.
    pub scale: f64,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Smallest x.
    pub left: f64,
    /// Smallest y.
    pub top: f64,
    /// Largest x.
    pub right: f64,
    /// Largest y.
    pub bottom: f64,
}

impl Rect {
    /// A rectangle by its upper left corner and size.
    #[must_use]
    pub const fn at(left: f64, top: f64, width: f64, height: f64) -> Self {
        Self { left, top, right: left + width, bottom: top + height }
    }

    /// Horizontal extent.
    #[must_use]
    pub const fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Vertical extent.
    #[must_use]
    pub const fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Whether the two share any area.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether `other` lies inside; a shared edge counts, and so does a rounding error.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        const SLACK: f64 = 1e-6;
        other.left >= self.left - SLACK
            && other.right <= self.right + SLACK
            && other.top >= self.top - SLACK
            && other.bottom <= self.bottom + SLACK
    }

    /// The rectangle moved by the shortest way into `frame`; `None` where it is larger than the frame.
    #[must_use]
    pub fn moved_into(&self, frame: &Self) -> Option<Self> {
        if self.width() > frame.width() || self.height() > frame.height() {
            return None;
        }
        let left = within(self.left, frame.left, frame.right - self.width());
        let top = within(self.top, frame.top, frame.bottom - self.height());
        Some(Self::at(left, top, self.width(), self.height()))
    }
}

/// A stretch of values laid along a stretch of pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Values at the two ends.
    pub values: (f64, f64),
    /// Pixels at the two ends.
    pub pixels: (f64, f64),
    /// How the values between are laid out.
    pub scale: AxisScale,
}

impl Span {
    /// The pixel of a value; NaN where a log scale has no place for it.
    #[must_use]
    pub fn pixel(&self, value: f64) -> f64 {
        map(self.scale.place(value), self.places(), self.pixels)
    }

    /// The value at a pixel.
    #[must_use]
    pub fn value(&self, pixel: f64) -> f64 {
        self.scale.value(map(pixel, self.pixels, self.places()))
    }

    fn places(&self) -> (f64, f64) {
        (self.scale.place(self.values.0), self.scale.place(self.values.1))
    }
}

/// Moves `at` from one scale to another; an empty scale maps to the start of the other.
fn map(at: f64, from: (f64, f64), to: (f64, f64)) -> f64 {
    let extent = from.1 - from.0;
    if extent == 0.0 { to.0 } else { to.0 + (at - from.0) / extent * (to.1 - to.0) }
}
