//! What most likely explains the difference between model and test.

mod changed;
mod seen;

use crate::comparison::Comparison;
use crate::subject::Subject;
use core::borrow::Borrow;
use evidence::{Level, Load, LoadTest};
use latency::Metric;
use quantity::Seconds;

/// What can explain a difference, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Prompts were longer or shorter than planned, in tokens.
    Prompts {
        /// As measured.
        measured: f64,
        /// As planned.
        planned: f64,
    },
    /// Answers were longer or shorter than planned, in tokens.
    Answers {
        /// As measured.
        measured: f64,
        /// As planned.
        planned: f64,
    },
    /// More or fewer prompt tokens were found in the prefix cache.
    HitRate {
        /// As measured.
        measured: f64,
        /// As planned.
        planned: f64,
    },
    /// Arrivals were burstier or more regular than planned.
    Bursts {
        /// Squared coefficient of variation of the gaps.
        ca2: f64,
        /// Index of dispersion of counts.
        dispersion: Option<f64>,
        /// The plan's ca².
        planned: f64,
    },
    /// Fewer sequences ran at once than the plan's pool holds, while others waited: a cap on the batch, or a smaller pool.
    BatchCap {
        /// Sequences that ran on the plateau.
        running: f64,
        /// Sequences that the plan's pools hold.
        resident: f64,
        /// Output tokens a second on the plateau.
        throughput: f64,
    },
    /// Requests waited at the client, where no latency sees them.
    ClientQueue {
        /// Requests a second asked for.
        asked: f64,
        /// Requests a second sent.
        sent: f64,
        /// How late they were sent by their own schedule.
        delay: Option<Seconds>,
    },
    /// Answers of one token, which have no TPOT.
    OneToken {
        /// Their share.
        share: f64,
    },
    /// The beginning was slower than the rest.
    WarmUp {
        /// Mean TTFT of the first tenth, or TPOT of the first level.
        first: Seconds,
        /// The same of what followed.
        rest: Seconds,
    },
    /// The tool counted chunks as tokens, or tokens twice.
    Chunks {
        /// The time per token that the tool states.
        stated: Seconds,
        /// The same by E2E, TTFT and tokens.
        ours: Seconds,
    },
    /// A summary that its own detail refutes.
    Refuted {
        /// Of what.
        metric: Metric,
        /// What the summary states.
        stated: Seconds,
        /// What the detail gives.
        ours: Seconds,
    },
}

impl Kind {
    /// Whether the comparison allows for it already, so that it explains a fault of the file and nothing of what is left.
    #[must_use]
    pub const fn is_allowed_for(&self) -> bool {
        matches!(self, Self::Chunks { .. } | Self::Refuted { .. } | Self::ClientQueue { .. })
    }
}

/// A likely cause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cause {
    /// Which, with its evidence.
    pub kind: Kind,
    /// How much of the difference it explains: by how much the mean |ln (measured / predicted)| falls where the model is
    /// told of it, or how far what was measured was distorted by it. Causes are ranked by it.
    pub explained: f64,
    /// At how many levels it shows.
    pub levels: usize,
}

/// Something that the files do not say, so that a cause cannot be told from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// When requests were sent: bursts.
    SentTimes,
    /// How many prompt tokens were in the prefix cache.
    HitRate,
    /// How long prompts and answers were.
    Lengths,
    /// The single requests: warm-up, freezes, answers of one token.
    Requests,
}

/// The likely causes, and what cannot be told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Causes {
    /// What explains most comes first. Empty where nothing in the files can tell.
    pub ranked: Vec<Cause>,
    /// What the files do not say.
    pub untold: Vec<Untold>,
}

/// A cause that explains less than this is none.
const LEAST: f64 = 0.01;

/// What most likely explains how `comparison` came out, which must be that of `subject` and `tests`.
///
/// A cause needs evidence of its own in the files: a length, a hit rate, a plateau that differs from the plan's. How much it
/// explains is then asked of the model: it is told of the cause, and what is left of the difference is what it does not
/// explain.
#[must_use]
pub fn causes(subject: &Subject, tests: &[impl Borrow<LoadTest>], comparison: &Comparison) -> Causes {
    let levels: Vec<&Level> = tests.iter().flat_map(|test| &test.borrow().levels).collect();
    let mut ranked = changed::all(subject, tests.len(), comparison, &levels);
    ranked.extend(seen::all(tests, comparison));
    ranked.retain(|cause| cause.explained > LEAST);
    ranked.sort_by(|a, b| b.explained.total_cmp(&a.explained));
    Causes { ranked, untold: untold(&levels) }
}

fn untold(levels: &[&Level]) -> Vec<Untold> {
    let none = |says: fn(&Level) -> bool| !levels.iter().any(|level| says(level));
    let open = levels.iter().any(|level| matches!(level.load, Load::Open(_)));
    let no_bursts = open && levels.iter().all(|level| crate::Bursts::of(level).is_none());
    [
        (no_bursts, Untold::SentTimes),
        (none(|level| level.cached.is_some()), Untold::HitRate),
        (none(|level| level.prompt.is_some() && level.output.is_some()), Untold::Lengths),
        (none(|level| !level.streams.is_empty()), Untold::Requests),
    ]
    .into_iter()
    .filter_map(|(is_untold, what)| is_untold.then_some(what))
    .collect()
}

#[cfg(test)]
mod tests;
