//! What a page shows of a file that another tool wrote: what it is, its figures, and what the plan can take from it.

mod definitions;
mod levels;
mod load_tests;
#[cfg(test)]
mod tests;

pub use load_tests::load_tests;

use chart::{Chart, Table};
use quantity::Key;

/// What to show of a file: texts, tables and charts alone, so that page and command show the same.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EvidenceShown {
    /// What the file is, such as "result of vllm bench serve".
    pub kind: String,
    /// One sentence: the most important thing that the file says.
    pub headline: String,
    /// The figures to see first.
    pub tiles: Vec<EvidenceTile>,
    /// What a person should know before using a figure: what was wrong, skipped, or cannot be told. One sentence each.
    pub notes: Vec<String>,
    /// The figures.
    pub tables: Vec<Table>,
    /// The pictures of them, each with an id of its own.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub charts: Vec<Chart>,
    /// What the plan can take.
    pub takes: Vec<Take>,
}

/// A figure with its name and what to know about it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EvidenceTile {
    /// What it is.
    pub label: String,
    /// The figure.
    pub text: String,
    /// What to know about it.
    pub note: String,
}

/// Something that the plan can take from a file.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Take {
    /// What it is, such as "this workload" or "this model".
    pub what: String,
    /// What the plan will have, in a sentence.
    pub sentence: String,
    /// The pairs of the link: key and text.
    pub pairs: Vec<(String, String)>,
}

/// A pair of the link, where the row of this key takes the value.
pub(crate) fn pair(key: Key, value: f64) -> Option<(String, String)> {
    let row = key.row();
    row.check(value).is_ok().then(|| (row.name.into(), row.unit.link(value)))
}
