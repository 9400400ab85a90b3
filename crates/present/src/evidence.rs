//! What a page shows of a file that another tool wrote: what it is, its figures, and what the plan can take from it.

mod beside;
mod columns;
mod definitions;
mod engine_logs;
mod lengths;
mod levels;
mod load_tests;
mod metrics;
mod models;
mod signals;
#[cfg(test)]
mod tests;
mod token_streams;
mod traces;

pub use beside::shown_beside;
pub use engine_logs::engine_log;
pub use load_tests::load_tests;
pub use metrics::metrics_shown;
pub use models::{ModelTerms, model};
pub use signals::SignalTargets;
pub use token_streams::{stated, token_streams};
pub use traces::trace_shown;

use chart::{Chart, Table};
use evidence::Found;
use quantity::{Key, Unit, float};

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
    #[cfg_attr(feature = "serde", serde(deserialize_with = "named"))]
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

/// What charts are called on a page, in their order; no file has more.
pub const CHARTS: [&str; 5] =
    ["chart-file-1", "chart-file-2", "chart-file-3", "chart-file-4", "chart-file-5"];

impl EvidenceShown {
    /// The same, with names for its charts.
    fn named(mut self) -> Self {
        name(&mut self.charts);
        self
    }
}

fn name(charts: &mut [Chart]) {
    for (chart, id) in charts.iter_mut().zip(CHARTS) {
        chart.id = id;
    }
}

/// Charts that come from a worker, with their names: those do not travel.
#[cfg(feature = "serde")]
fn named<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Chart>, D::Error> {
    let mut charts: Vec<Chart> = serde::Deserialize::deserialize(from)?;
    name(&mut charts);
    Ok(charts)
}

impl EvidenceTile {
    fn new(label: &str, text: String, note: String) -> Self {
        Self { label: label.into(), text, note }
    }
}

/// Pairs of a link, each rounded to what the figure is good for. What the plan does not allow is left out.
fn pairs(values: &[(Key, Option<f64>)]) -> Vec<(String, String)> {
    let rounded = |(key, value): &(Key, Option<f64>)| {
        let unit = key.row().unit;
        // Tokens in whole numbers, everything else to three digits.
        let mut parts = 1.0;
        while unit != Unit::Tokens && (*value)? * parts < 100.0 && parts < 1e6 {
            parts *= 10.0;
        }
        pair(*key, float::round((*value)? * parts) / parts)
    };
    values.iter().filter_map(rounded).collect()
}

/// What to show of a file, whichever family it is of.
#[must_use]
pub fn shown(found: &Found) -> EvidenceShown {
    let kind = found.name().to_owned();
    let notes: Vec<String> = found.notes().iter().map(|note| note.text.clone()).collect();
    match found {
        Found::Streams(reading) => token_streams(reading, kind),
        Found::Model(reading) => model(reading, ModelTerms::default()),
        Found::EngineLog(reading) => engine_log(reading, None),
        Found::Trace(reading) => trace_shown(reading),
        Found::Metrics(reading) => metrics_shown(reading, &SignalTargets::default()),
        Found::LoadTest(reading) => load_tests(reading),
        Found::Table { .. } | Found::Unknown(_) => {
            let tables = columns::columns(found.offered()).into_iter().collect();
            let headline =
                notes.first().cloned().unwrap_or_else(|| "The file holds nothing that is read here.".into());
            EvidenceShown { kind, headline, notes, tables, ..EvidenceShown::default() }
        }
    }
}

/// A pair of the link, where the row of this key takes the value.
pub(crate) fn pair(key: Key, value: f64) -> Option<(String, String)> {
    let row = key.row();
    row.check(value).is_ok().then(|| (row.name.into(), row.unit.link(value)))
}
