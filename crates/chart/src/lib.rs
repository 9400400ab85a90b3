//! What a chart shows, as plain data: the same spec makes the drawing, the table, the sentence and the read-out.

mod axis;
mod csv;
mod curve;
mod layout;
mod letters;
mod markup;
mod placement;
mod read_out;
mod scale;
mod sheet;
mod svg;
mod table;
mod zoom;

pub use axis::{Axis, Tick};
pub use layout::{Align, Dot, Fill, Ink, Layout, Stroke, Text, layout};
pub use letters::estimated_width;
pub use markup::Markup;
pub use placement::{Label, place};
pub use read_out::{ReadLine, ReadOut};
pub use scale::AxisScale;
pub use sheet::{Point, Rect, Sheet, Span};
pub use svg::{SIZE, drawing, svg};
pub use table::{Cell, Table};

/// A chart that says what to see.
///
/// Points are in the base unit of their axis and finite; what has no finite value is `None`, never a large number. A
/// curve that exceeds the y axis leaves the frame at its exact edge.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chart {
    /// Unique on its page; part of the ids of the elements that show the chart.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub id: &'static str,
    /// What to see, as a heading.
    pub title: String,
    /// The takeaway in one sentence; also what a screen reader hears in place of the drawing.
    pub sentence: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, the most important one first.
    pub series: Vec<Series>,
    /// Horizontal limits, drawn dashed with their name on the line.
    pub targets: Vec<Target>,
    /// Where the plan stands.
    pub plan: Option<PlanMark>,
    /// Further points worth a name.
    pub marks: Vec<Mark>,
    /// Where no finite value exists any more.
    pub unbounded: Option<Unbounded>,
    /// The same data in rows.
    pub table: Table,
}

impl Chart {
    /// The sentence and, where a log scale has no place for some values, that they are left out.
    #[must_use]
    pub fn takeaway(&self) -> String {
        // An empty bin of a histogram has no bar, and nothing is left out.
        let drawn = self.series.iter().filter(|series| series.style != Style::Bars);
        let points = drawn.flat_map(|series| &series.points);
        let placeless = |point: &&(f64, Option<f64>)| {
            self.x.scale.place(point.0).is_nan() || point.1.is_some_and(|y| self.y.scale.place(y).is_nan())
        };
        let note = match points.filter(placeless).count() {
            0 => "",
            _ => " Values of 0 or less have no place on a log scale and are left out.",
        };
        [&self.sentence, note].concat()
    }
}

/// One curve.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Series {
    /// As written beside the curve and in the read-out.
    pub name: String,
    /// What the curve is about.
    pub tone: Tone,
    /// How its line is broken, to tell it apart from the others without their colours.
    pub dash: Dash,
    /// In which form it is drawn.
    pub style: Style,
    /// By rising x; `None` where the value is unbounded.
    pub points: Vec<(f64, Option<f64>)>,
}

/// How a line is broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Dash {
    /// Not at all.
    #[default]
    Whole,
    /// In long dashes.
    Long,
    /// In short dashes.
    Short,
    /// In dots.
    Dots,
}

impl Dash {
    /// Every dash.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Long, Self::Short, Self::Dots];

    /// How long the pieces and the gaps between them are, in CSS pixels; none for a whole line.
    #[must_use]
    pub const fn lengths(self) -> Option<(f64, f64)> {
        match self {
            Self::Whole => None,
            Self::Long => Some((14.0, 5.0)),
            Self::Short => Some((5.0, 4.0)),
            Self::Dots => Some((2.0, 3.0)),
        }
    }
}

/// The form of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Style {
    /// A curve through the points.
    #[default]
    Line,
    /// A bar about each point, from the axis's floor up and halfway to the points beside it: a histogram, whose points
    /// are the middles of its bins.
    Bars,
    /// Nothing but the points.
    Dots,
}

/// A horizontal limit.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// As written on the line, for example "SLO 50 ms".
    pub name: String,
    /// Where the line runs, in the y axis's base unit.
    pub value: f64,
}

/// The plan's own operating point: a dotted vertical line, and a dot where it meets its curve.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlanMark {
    /// As written beside the line, for example "planned 5.0".
    pub label: String,
    /// Where the line stands.
    pub x: f64,
    /// The height of the dot; without one there is only the line.
    pub y: Option<f64>,
}

/// A named point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mark {
    /// As written beside the dot.
    pub label: String,
    /// Where it stands.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// What it is about.
    pub tone: Tone,
}

/// The hatched zone from `from` to the right edge.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unbounded {
    /// The first x without a finite value.
    pub from: f64,
    /// The word for it: "unbounded", "no steady state".
    pub name: String,
}

/// What a colour means; the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Tone {
    /// Reading prompts.
    Prefill,
    /// Writing tokens.
    Decode,
    /// KV memory.
    Kv,
    /// Waiting.
    Queue,
    /// A broken target.
    Failure,
    /// The plan, and what can be done about it.
    Action,
    /// Context.
    Muted,
}

impl Tone {
    /// Every tone.
    pub const ALL: [Self; 7] =
        [Self::Prefill, Self::Decode, Self::Kv, Self::Queue, Self::Failure, Self::Action, Self::Muted];

    /// The tone as a word for style sheets: `prefill`, `decode`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prefill => "prefill",
            Self::Decode => "decode",
            Self::Kv => "kv",
            Self::Queue => "queue",
            Self::Failure => "failure",
            Self::Action => "action",
            Self::Muted => "muted",
        }
    }
}

#[cfg(test)]
mod example;
