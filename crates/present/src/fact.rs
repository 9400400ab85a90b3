//! What one replica is: the facts behind the fleet, each to be explained.

use crate::{Answer, text_of};
use sizing::Figure;

/// A named figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The figure.
    pub figure: Figure,
    /// What it is.
    pub label: &'static str,
    /// Its value.
    pub text: String,
}

/// Every figure of `answer` that has a value, in the order in which they follow from each other.
#[must_use]
pub fn facts(answer: &Answer) -> Vec<Fact> {
    Figure::ALL
        .into_iter()
        .filter(|figure| figure.of(&answer.plan, &answer.sizing) != sizing::Value::Absent)
        .map(|figure| Fact { figure, label: figure.label(), text: text_of(answer, figure) })
        .collect()
}
