//! A figure as data.

use present::{Answer, text_of};
use quantity::Unit;
use serde::Serialize;
use sizing::Figure;

/// A figure with its unit, under names that stay.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// What it is.
    pub label: &'static str,
    /// The number in base units, with all its digits; none where it is unbounded or there is none.
    pub value: Option<f64>,
    /// What the number counts.
    pub unit: &'static str,
    /// The figure as the pages write it.
    pub text: String,
}

impl Shown {
    /// `figure` of `answer`.
    #[must_use]
    pub fn of(figure: Figure, answer: &Answer) -> Self {
        Self {
            label: figure.label(),
            value: figure.of(&answer.plan, &answer.sizing).number(),
            unit: base_unit(figure.unit()),
            text: text_of(answer, figure),
        }
    }
}

/// What values in base units are in, as a program reads it.
#[must_use]
pub fn base_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Count => "count",
        Unit::Number => "number",
        Unit::Tokens => "tokens",
        Unit::Sequences => "sequences",
        Unit::RequestsPerSecond => "requests/s",
        Unit::TokensPerSecond => "tokens/s",
        Unit::ReplicaSecondsPerSecond => "replica-s/s",
        Unit::Fraction => "fraction",
        Unit::Seconds | Unit::Wait => "s",
        Unit::Bytes => "bytes",
        Unit::BytesPerSecond => "bytes/s",
        Unit::Flops => "FLOP",
        Unit::FlopsPerSecond => "FLOP/s",
        Unit::Parameters => "parameters",
        Unit::DollarsPerGpuHour => "$/GPU-h",
        Unit::DollarsPerHour => "$/h",
        Unit::DollarsPerMillion => "$/1M tokens",
    }
}
