//! What a chart shows, as plain data: the same spec makes the drawing, the table, the sentence and the read-out.

mod axis;
mod curve;
mod layout;
mod placement;
mod read_out;
mod sheet;
mod table;

pub use axis::{Axis, Tick};
pub use layout::{Align, Dot, Ink, Layout, Stroke, Text, layout};
pub use placement::{Label, place};
pub use read_out::{ReadLine, ReadOut};
pub use sheet::{Point, Rect, Sheet, Span};
pub use table::{Cell, Table};

/// A chart that says what to see.
///
/// Points are in the base unit of their axis and finite; what has no finite value is `None`, never a large number. A
/// curve that exceeds the y axis leaves the frame at its exact edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Unique on its page; part of the ids of the elements that show the chart.
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

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// As written beside the curve and in the read-out.
    pub name: String,
    /// What the curve is about.
    pub tone: Tone,
    /// Dashed, to tell it apart from a curve of the same tone.
    pub dash: bool,
    /// By rising x; `None` where the value is unbounded.
    pub points: Vec<(f64, Option<f64>)>,
}

/// A horizontal limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// As written on the line, for example "SLO 50 ms".
    pub name: String,
    /// Where the line runs, in the y axis's base unit.
    pub value: f64,
}

/// The plan's own operating point: a dotted vertical line, and a dot where it meets its curve.
#[derive(Clone, Debug, PartialEq)]
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
pub struct Unbounded {
    /// The first x without a finite value.
    pub from: f64,
    /// The word for it: "unbounded", "no steady state".
    pub name: String,
}

/// What a colour means; the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
