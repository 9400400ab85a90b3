//! Which state a replica settles in under a steady load: Little's law and the step time at once.

use crate::replica::{Fit, Replica};
use crate::step::{StepTime, root};
use quantity::{RequestsPerSecond, Seconds, Tokens};

/// The state of one replica under a load.
///
/// # Formula
/// Prefill takes its share of each second, u = rate × prefill seconds; decode has the rest, so that
/// TPOT = step(b) / (1 − u). Little's law: b = rate × answer × TPOT. With step(b) = fixed + b × per sequence both hold at
///
/// TPOT = fixed / (1 − u − rate × answer × per sequence).
///
/// Where a step reads only the experts that it touches, it is no longer affine, and the batch is found by bracketing
/// between none and the one that it would settle at if every expert were read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SteadyState {
    /// It settles.
    Steady {
        /// The share of each second that prompts take.
        prefill_share: f64,
        /// Sequences that decode at once, on average.
        sequences: f64,
        /// Time per output token, with prefill in the way.
        tpot: Seconds,
    },
    /// It would settle with more sequences than the KV pool holds.
    KvExhausted {
        /// The share of each second that prompts take.
        prefill_share: f64,
        /// Sequences it would need.
        wanted: f64,
    },
    /// Each step admits more tokens of work than it finishes.
    NoSteadyState {
        /// The share of each second that prompts take.
        prefill_share: f64,
    },
    /// Prompts alone need more than all of the time.
    PromptsOverflow {
        /// The share of each second that prompts would take; 1 or more.
        prefill_share: f64,
    },
}

impl SteadyState {
    /// The state of `replica` when `rate` requests a second reach it, each with `answer` tokens to decode.
    #[must_use]
    pub fn of(replica: &Replica, rate: RequestsPerSecond, answer: Tokens) -> Self {
        let prefill_share = rate * replica.prefill;
        let decode_share = 1.0 - prefill_share;
        let per_second = rate.get() * answer.get();
        let slack = decode_share - per_second * replica.step.per_sequence.get();
        if decode_share <= 0.0 {
            return Self::PromptsOverflow { prefill_share };
        }
        if slack <= 0.0 {
            return Self::NoSteadyState { prefill_share };
        }
        let most = per_second * replica.step.at_most().fixed.get() / slack;
        let tpot = if replica.step.experts.is_some() {
            let step = replica.step;
            let settles = |b: f64| b * decode_share >= per_second * step.at(b).get();
            Seconds::new(root(0.0, most, settles) / per_second)
        } else {
            replica.step.fixed / slack
        };
        let sequences = per_second * tpot.get();
        match replica.fit {
            Fit::Fits { resident, .. } if sequences <= f64::from(resident) => {
                Self::Steady { prefill_share, sequences, tpot }
            }
            _ => Self::KvExhausted { prefill_share, wanted: sequences },
        }
    }

    /// The share of each second that prompts take, in every state.
    #[must_use]
    pub const fn prefill_share(self) -> f64 {
        match self {
            Self::Steady { prefill_share, .. }
            | Self::KvExhausted { prefill_share, .. }
            | Self::NoSteadyState { prefill_share }
            | Self::PromptsOverflow { prefill_share } => prefill_share,
        }
    }

    /// Time per output token, where the replica settles.
    #[must_use]
    pub const fn tpot(self) -> Option<Seconds> {
        match self {
            Self::Steady { tpot, .. } => Some(tpot),
            _ => None,
        }
    }

    /// Sequences that decode at once, where the replica settles.
    #[must_use]
    pub const fn sequences(self) -> Option<f64> {
        match self {
            Self::Steady { sequences, .. } => Some(sequences),
            _ => None,
        }
    }
}

/// The largest rate that one replica carries within the TPOT target and its memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The rate, λ*.
    pub rate: RequestsPerSecond,
    /// Sequences that decode there.
    pub batch: f64,
    /// TPOT there.
    pub tpot: Seconds,
    /// What ends it.
    pub by: LimitedBy,
    /// The rate at which the KV pool is full, whatever the target.
    pub pool_full: RequestsPerSecond,
}

/// What ends a replica's rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedBy {
    /// TPOT reaches its target.
    Tpot,
    /// The KV pool is full.
    KvPool,
}

impl Limit {
    /// The limit of a replica that takes `prefill` seconds for a prompt and `step` for a decode step, holds `resident`
    /// sequences and decodes `answer` tokens for each request. `None` where even a step of one sequence is slower than
    /// `target`.
    ///
    /// # Formula
    /// By the target T: λ = (1 − fixed/T) / (prefill + answer × per sequence), by bracketing where the step is not affine.
    /// By the pool of M sequences: λ = M / (M × prefill + answer × step(M)). The smaller of the two.
    ///
    /// # Example
    /// ```
    /// use quantity::{Seconds, Tokens};
    /// use sizing::{Limit, StepTime};
    /// let step = StepTime::affine(Seconds::new(0.01), Seconds::new(0.0001));
    /// // (1 − 0.01/0.05) / (0.06 + 100 × 0.0001) = 0.8 / 0.07
    /// let limit = Limit::of(Seconds::new(0.06), step, 1000, Tokens::new(100.0), Seconds::new(0.05)).unwrap();
    /// assert!((limit.rate.get() - 11.428_571_4).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn of(
        prefill: Seconds,
        step: StepTime,
        resident: u32,
        answer: Tokens,
        target: Seconds,
    ) -> Option<Self> {
        if step.at(1.0) > target {
            return None;
        }
        let answer = answer.get();
        let by_target = rate_at(prefill, step, answer, target);
        let held = f64::from(resident);
        let full = held / (held * prefill.get() + answer * step.at(held).get());
        let pool_full = RequestsPerSecond::new(full);
        let limit = if by_target <= full {
            let batch = by_target * answer * target.get();
            Self {
                rate: RequestsPerSecond::new(by_target),
                batch,
                tpot: target,
                by: LimitedBy::Tpot,
                pool_full,
            }
        } else {
            let tpot = Seconds::new(held / (full * answer));
            Self { rate: pool_full, batch: held, tpot, by: LimitedBy::KvPool, pool_full }
        };
        Some(limit)
    }
}

/// The rate at which TPOT is `target`.
fn rate_at(prefill: Seconds, step: StepTime, answer: f64, target: Seconds) -> f64 {
    let affine =
        |step: StepTime| (1.0 - step.fixed / target) / (prefill.get() + answer * step.per_sequence.get());
    if step.experts.is_none() {
        return affine(step);
    }
    // With every expert read the rate is lower, with none of them higher.
    let (low, high) = (affine(step.at_most()), affine(step));
    root(if low > 0.0 { low } else { 0.0 }, high, |rate| {
        let batch = rate * answer * target.get();
        step.at(batch).get() >= target.get() * (1.0 - rate * prefill.get())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use proptest::prelude::*;

    /// The same state by iterating the two equations until they agree: the oracle for the closed form.
    fn fixed_point(replica: &Replica, rate: f64, answer: f64) -> Option<(f64, f64)> {
        let share = 1.0 - rate * replica.prefill.get();
        let mut batch = 0.0;
        for _ in 0..200_000 {
            let tpot = replica.step.at(batch).get() / share;
            let next = rate * answer * tpot;
            if (next - batch).abs() <= 1e-13 * next {
                return Some((next, tpot));
            }
            batch = next;
        }
        None
    }

    proptest! {
        #[test]
        fn the_closed_form_is_the_fixed_point(plan in example::plans(), part in 0.01_f64..0.97) {
            let replica = Replica::of(&plan);
            let Some(limit) = example::limit(&plan) else { return Ok(()) };
            let rate = limit.rate.get() * part;
            let SteadyState::Steady { sequences, tpot, .. } =
                SteadyState::of(&replica, RequestsPerSecond::new(rate), plan.answer) else {
                return Err(TestCaseError::fail("below its limit a replica settles"));
            };
            let (batch, slow) = fixed_point(&replica, rate, plan.answer.get()).expect("a contraction below the limit");
            prop_assert!((sequences / batch - 1.0).abs() < 1e-6, "{} {}", sequences, batch);
            prop_assert!((tpot.get() / slow - 1.0).abs() < 1e-6);
        }

        #[test]
        fn a_steady_replica_obeys_littles_law(plan in example::plans(), part in 0.01_f64..0.999) {
            let Some(limit) = example::limit(&plan) else { return Ok(()) };
            let rate = RequestsPerSecond::new(limit.rate.get() * part);
            let state = SteadyState::of(&Replica::of(&plan), rate, plan.answer);
            let (Some(tpot), Some(sequences)) = (state.tpot(), state.sequences()) else {
                return Err(TestCaseError::fail("below its limit a replica settles"));
            };
            // sequences = arrivals × time in decode
            prop_assert!((sequences / (rate.get() * plan.answer.get() * tpot.get()) - 1.0).abs() < 1e-12);
        }

        #[test]
        fn tpot_grows_with_load(plan in example::plans(), low in 0.01_f64..0.98, more in 0.001_f64..0.02) {
            let Some(limit) = example::limit(&plan) else { return Ok(()) };
            let at = |part: f64| {
                let rate = RequestsPerSecond::new(limit.rate.get() * part);
                SteadyState::of(&Replica::of(&plan), rate, plan.answer).tpot()
            };
            prop_assert!(at(low) < at(low + more));
        }

        #[test]
        fn at_its_limit_a_replica_meets_the_target_and_holds_its_sequences(plan in example::plans()) {
            let replica = Replica::of(&plan);
            let Some(limit) = example::limit(&plan) else { return Ok(()) };
            let Fit::Fits { resident, .. } = replica.fit else { return Ok(()) };
            let just_below = RequestsPerSecond::new(limit.rate.get() * (1.0 - 1e-9));
            let just_above = RequestsPerSecond::new(limit.rate.get() * (1.0 + 1e-6));
            let below = SteadyState::of(&replica, just_below, plan.answer);
            prop_assert!(below.tpot().is_some_and(|t| t <= plan.tpot), "{:?}", below);
            prop_assert!(limit.batch <= f64::from(resident) * (1.0 + 1e-12));
            let above = SteadyState::of(&replica, just_above, plan.answer);
            prop_assert!(above.tpot().is_none_or(|t| t > plan.tpot), "{:?}", above);
        }
    }
}
