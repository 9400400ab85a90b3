//! How model and test compare, in words, tables and charts.

mod asked;
mod bound;
mod calibrated;
mod charts;
mod doubts;
mod report;
mod table;
mod tested;
mod verdict;
mod why;
mod words;

pub use asked::Asked;
pub use charts::CHARTS;
pub use report::report;

use crate::{Calibration, Comparison, Subject, causes};
use chart::{Chart, Table};
use evidence::LoadTest;
use plan::PlanInput;
use present::Take;

/// What a page and the command show: texts, tables and charts alone, so that both show the same.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AgreementShown {
    /// What is not sound, a sentence each: to be read before the verdict.
    pub doubts: Vec<String>,
    /// The verdict in a sentence.
    pub verdict: String,
    /// Whether the model holds; `None` where nothing could be judged.
    pub holds: Option<bool>,
    /// The same for each figure, over all levels: a sentence each.
    pub by_figure: Vec<String>,
    /// Figure by level: measured, predicted, how they differ.
    pub table: Table,
    /// Likely causes, what explains most first.
    pub causes: Vec<CauseShown>,
    /// What the causes leave open: that nothing tells, and what the files do not say.
    pub untold: Vec<String>,
    /// What a calibration found: each quantity as planned and as measured, with its interval. Without rows where it found
    /// nothing.
    pub calibration: Table,
    /// How much better the calibrated model predicts, and what could not be told, a sentence each.
    pub calibrated: Vec<String>,
    /// TPOT, TTFT and throughput: measured points over the model's curve.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "charts::named"))]
    pub charts: Vec<Chart>,
    /// What the plan can take: the calibrated values, and after that what undoes them.
    pub takes: Vec<Take>,
    /// For how many replicas the plan was asked.
    pub asked: Asked,
    /// The verdict as the text of a [`present::Tested`], to be kept for pages that show the plan without its tests.
    pub kept: String,
}

/// A likely cause, as it reads.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CauseShown {
    /// What it is.
    pub what: String,
    /// Its evidence in figures.
    pub evidence: String,
}

impl AgreementShown {
    /// What to show of `input` beside `tests`; `within` 0.2 is 20%.
    ///
    /// # Example
    /// ```
    /// use agreement::AgreementShown;
    /// use plan::PlanInput;
    /// let shown = AgreementShown::of(&PlanInput::default(), &[], 0.2);
    /// assert_eq!(shown.verdict, "Nothing can be judged: the files hold no level of load.");
    /// assert_eq!(shown.holds, None);
    /// ```
    #[must_use]
    pub fn of(input: &PlanInput, tests: &[&LoadTest], within: f64) -> Self {
        let subject = Subject::of(input);
        let comparison = Comparison::of(&subject, tests, within);
        let why = causes(&subject, tests, &comparison);
        let calibration = Calibration::of(&subject, tests, &comparison);
        let tested = tested::tested(input, &subject, &comparison, &why);
        Self {
            kept: tested.text(),
            asked: Asked::of(input),
            doubts: doubts::sentences(&subject, tests, &comparison),
            verdict: tested.verdict,
            holds: tested.holds,
            by_figure: verdict::by_figure(&comparison),
            table: table::table(&comparison),
            causes: why.ranked.iter().map(why::shown).collect(),
            untold: why::untold(&why, comparison.verdict()),
            calibration: calibrated::table(&calibration),
            calibrated: calibrated::sentences(&calibration),
            charts: charts::charts(&subject, &comparison),
            takes: calibrated::takes(&calibration, input),
        }
    }
}

#[cfg(test)]
mod tests;
