//! One figure as text.

use crate::Answer;
use sizing::{Figure, Value};

/// `figure` of `answer` for reading: "8.2 req/s", "unbounded", "none".
#[must_use]
pub fn text_of(answer: &Answer, figure: Figure) -> String {
    value_text(figure, figure.of(&answer.plan, &answer.sizing))
}

/// A value of `figure` for reading.
#[must_use]
pub fn value_text(figure: Figure, value: Value) -> String {
    match value {
        Value::Number(number) => figure.unit().show(number),
        Value::Unbounded => "unbounded".into(),
        Value::Absent => "none".into(),
    }
}
