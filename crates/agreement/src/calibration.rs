//! Which efficiencies and constants explain the levels best, and how sure that is.

mod fit;
mod points;

use crate::comparison::Comparison;
use crate::subject::Subject;
use core::borrow::Borrow;
use evidence::LoadTest;
use fit::{Chosen, Fit};
use plan::{MEASURABLE, PlanInput, measured};
use points::Points;
use quantity::{Key, Place, float};

/// What the levels say of the plan's efficiencies and constants.
///
/// # Formula
/// Weighted least squares on ln (measured / predicted) of TTFT and TPOT, by Gauss–Newton over ln MFU, ln MBU, the constant
/// of a step and that of a request. A level of n requests counts n / (n + 100), and a TTFT as much as the part of it that is
/// no waiting: how long a queue is says little of how fast a prompt is. The intervals are those of Student's t from the
/// residuals; the error after is that of each level under the values that the other levels give.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// What was found, in the order of the table.
    pub estimates: Vec<Estimate>,
    /// What the levels cannot tell, and why; it stays as it was.
    pub unidentified: Vec<(Key, Unidentified)>,
    /// Levels that were used.
    pub levels: usize,
    /// The typical error of their figures with the plan's own values: the mean of |ln (measured / predicted)|.
    pub before: Option<f64>,
    /// The same where each level is predicted from the others alone; `None` where they are too few for that.
    pub after: Option<f64>,
}

/// A quantity that the levels tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Which.
    pub key: Key,
    /// Its value, to three digits, as the link will carry it.
    pub value: f64,
    /// Between which values it lies with 95% confidence; `None` where no residual is left to say.
    pub interval: Option<(f64, f64)>,
    /// What the plan said.
    pub was: f64,
    /// Whether the levels ask for more than the hardware has, so that it stands at its end: something else is at work.
    pub at_end: bool,
}

/// Why a quantity is not told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unidentified {
    /// There is no level to learn from.
    NoLevel,
    /// One level alone does not tell an efficiency from a constant, and leaves none to check it by.
    OneLevel,
    /// No level has a TTFT that is prefill more than waiting or reading weights.
    NoPrefill,
    /// No level has a time per token.
    NoDecode,
    /// At these levels it looks just like another quantity.
    Alike(Key),
    /// The levels leave it between these two values, which is no better than to guess.
    Vague(f64, f64),
    /// It does not differ from what the plan says by more than chance.
    Unchanged,
}

impl Calibration {
    /// What the sound levels of `tests` say of `subject`; `comparison` must be that of both. The prompts, answers, hits and
    /// bursts are each level's own.
    #[must_use]
    pub fn of(subject: &Subject, tests: &[impl Borrow<LoadTest>], comparison: &Comparison) -> Self {
        let points = Points::of(subject, tests, comparison);
        let start = Chosen::of(&subject.plan);
        let mut unidentified = points.untold();
        let told: Vec<Key> = MEASURABLE
            .into_iter()
            .filter(|key| !unidentified.iter().any(|(other, _)| other == key))
            .collect();
        let fit = Fit::of(&points, start, told, &mut unidentified);
        unidentified.sort_by_key(|(key, _)| *key);
        let estimates = fit.as_ref().map(|fit| estimates(fit, start)).unwrap_or_default();
        Self {
            unidentified,
            levels: points.levels(),
            before: points.error(&|_| start),
            after: fit.filter(|_| !estimates.is_empty()).and_then(|fit| fit.left_out(&points)),
            estimates,
        }
    }

    /// Whether levels that were left out are predicted better with the estimates than by the plan; where none could be left
    /// out, that is not known to be otherwise.
    #[must_use]
    pub fn is_gain(&self) -> bool {
        let better = self.before.zip(self.after).is_none_or(|(before, after)| after < before);
        better && !self.estimates.is_empty()
    }

    /// The pairs of the link that take the estimates into a plan, marked as measured beside what `input` has measured already.
    #[must_use]
    pub fn pairs(&self, input: &PlanInput) -> Vec<(Key, String)> {
        let text = |estimate: &Estimate| (estimate.key, estimate.key.row().unit.link(estimate.value));
        let mut pairs: Vec<(Key, String)> = self.estimates.iter().map(text).collect();
        if !pairs.is_empty() {
            let marks: Vec<Key> = pairs.iter().map(|(key, _)| *key).chain(input.measured()).collect();
            pairs.push((Key::Measured, measured(&marks).into()));
        }
        pairs
    }

    /// The pairs that take it back: what `input` says of the same quantities, and an empty text where it says nothing.
    #[must_use]
    pub fn undo(&self, input: &PlanInput) -> Vec<(Key, String)> {
        let said = |key: Key| match (input.number(key), input.word(key)) {
            (Some(value), _) => key.row().unit.link(value),
            (None, Some(word)) => word.into(),
            _ => String::new(),
        };
        self.pairs(input).into_iter().map(|(key, _)| (key, said(key))).collect()
    }

    /// `input` with the estimates in it.
    #[must_use]
    pub fn applied(&self, input: &PlanInput) -> PlanInput {
        said(input, self.pairs(input))
    }
}

/// `input` with `pairs` in it.
pub(crate) fn said(input: &PlanInput, pairs: Vec<(Key, String)>) -> PlanInput {
    let mut input = input.clone();
    // The mark comes last: taking back what a quantity was takes its mark along.
    pairs.into_iter().for_each(|(key, text)| input.say(key, &text, Place::Link));
    input
}

fn estimates(fit: &Fit, start: Chosen) -> Vec<Estimate> {
    let of = |key: &Key| {
        let value = three_digits(fit.chosen.get(*key));
        let interval = fit.interval(*key);
        Estimate { key: *key, value, interval, was: start.get(*key), at_end: fit.at_end(*key) }
    };
    fit.keys.iter().map(of).collect()
}

/// A value to three digits: more than any interval is good for.
fn three_digits(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    // A whole number of digits over a power of ten is the decimal's nearest number.
    let (mut digits, mut times, mut over) = (value, 1.0, 1.0);
    while digits < 100.0 && times < 1e12 {
        (digits, times) = (value * times * 10.0, times * 10.0);
    }
    while digits >= 1000.0 {
        (digits, over) = (digits / 10.0, over * 10.0);
    }
    float::round(digits) * over / times
}

#[cfg(test)]
mod tests;
