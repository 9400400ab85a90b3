//! A sizing as formatted figures, sentences, tables and chart specs.
//!
//! Everything here is pure and knows no browser. The page, the prerendered page and the command show the same figures
//! because they call the same functions. Numbers become text through [`quantity::Unit`] alone.

mod batch_chart;
mod batches;
pub use chart;
pub mod comparison;
pub mod evidence;
mod fact;
mod field;
mod figure;
mod fleet;
mod levers;
mod lost;
mod memory;
mod mermaid;
mod meter;
mod one_formula;
mod passage;
mod rates;
mod reason;
mod relief;
mod report;
mod rule;
mod single_request;
mod stream_field;
mod streams;
mod terms;
mod tested;
mod tokens;
mod tpot_chart;
mod trace;
mod ttft;
mod ttft_chart;
mod warning;

pub use crate::evidence::{
    EvidenceShown, EvidenceTile, SignalTargets, Take, load_tests, metrics_shown, trace_shown,
};
pub use batch_chart::batch_charts;
pub use batches::batches;
pub use fact::{Fact, facts};
pub use field::{implied, standing_number, starting_value};
pub use figure::{text_of, value_text};
pub use fleet::{Tile, headline, verdict};
pub use levers::levers;
pub use lost::one_lost;
pub use memory::memory;
pub use mermaid::mermaid_label;
pub use meter::{Meter, meters};
pub use one_formula::one_formula;
pub use passage::Passage;
pub use rates::rates;
pub use reason::{Reason, reason};
pub use relief::{relief, reliefs};
pub use report::{command, evidence_report, report, streams_report, written};
pub use rule::rule;
pub use single_request::single_requests;
pub use stream_field::{DRAWN, JUDGED, STREAM_PRESETS, StreamField, StreamPreset};
pub use streams::{Published, Statistic, StreamsAnswer, StreamsShown};
pub use terms::{Part, Terms, terms};
pub use tested::{Bound, Tested};
pub use tokens::tokens;
pub use tpot_chart::tpot_chart;
pub use trace::{Explained, explain};
pub use ttft::{TtftAnswer, ttft};
pub use ttft_chart::ttft_chart;
pub use warning::warnings;

use plan::PlanInput;
use sizing::{Fleet, Outcome, Plan, PlanParts, Sizing, size};

/// A plan with its sizing: what every presenter takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The plan.
    pub plan: Plan,
    /// What came out for it.
    pub sizing: Sizing,
}

impl Answer {
    /// The answer to `plan`.
    #[must_use]
    pub fn to(plan: Plan) -> Self {
        let sizing = size(&plan);
        Self { plan, sizing }
    }

    /// The answer to the same plan with a change; `None` where that makes no plan.
    pub(crate) fn changed(&self, change: &dyn Fn(&mut PlanParts)) -> Option<Self> {
        let mut parts = self.plan.parts().clone();
        change(&mut parts);
        Some(Self::to(Plan::new(parts).ok()?))
    }

    /// The fleet, where there is one.
    #[must_use]
    pub const fn fleet(&self) -> Option<&Fleet> {
        match &self.sizing.outcome {
            Outcome::Planned(fleet) => Some(fleet),
            _ => None,
        }
    }

    /// The answer to what a link holds, faults replaced by the example's values.
    #[must_use]
    pub fn to_link(fragment: &str) -> Self {
        Self::to(PlanInput::from_link(fragment).0.check().plan)
    }
}

#[cfg(test)]
pub(crate) const B: &str = plan::preset::B.link;
