//! What one request costs a replica: seconds of prefill and its share of the decode steps.

use crate::replica::Replica;
use quantity::{Seconds, Tokens};

/// Replica-seconds of one request.
///
/// # Formula
/// prefill seconds + answer × step(b) / b: each of its tokens takes part in a step with b − 1 others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Sequences that decode together.
    pub batch: f64,
    /// Time of one step at that batch, with nothing in the way.
    pub step: Seconds,
    /// Replica-seconds of prefill.
    pub prefill: Seconds,
    /// Replica-seconds of decode.
    pub decode: Seconds,
}

impl Work {
    /// The work of one request with `answer` tokens on `replica`, decoded `batch` at a time.
    ///
    /// # Example
    /// ```
    /// use quantity::{Seconds, Tokens};
    /// use sizing::{StepTime, Work};
    /// let step = StepTime::affine(Seconds::new(0.009_798_6), Seconds::new(0.000_145_636));
    /// let chat = Work::of(Seconds::new(0.014_26), step, Tokens::new(1000.0), 64.0);
    /// // 1000 × 19.119 ms / 64 = 0.2987 s of decode, 0.313 s in all.
    /// assert!((chat.total().get() - 0.313).abs() < 1e-3);
    /// ```
    #[must_use]
    pub fn of(prefill: Seconds, step: crate::step::StepTime, answer: Tokens, batch: f64) -> Self {
        let step = step.at(batch);
        Self { batch, step, prefill, decode: step * (answer.get() / batch) }
    }

    /// The work of one request of `replica` at `batch`.
    #[must_use]
    pub fn on(replica: &Replica, answer: Tokens, batch: f64) -> Self {
        Self::of(replica.prefill, replica.step, answer, batch)
    }

    /// Both phases together.
    #[must_use]
    pub fn total(self) -> Seconds {
        self.prefill + self.decode
    }

    /// The part of the work that is prefill.
    #[must_use]
    pub fn prefill_part(self) -> f64 {
        self.prefill / self.total()
    }

    /// TPOT if no prefill hides under decode: a bound to be warned of, not an expectation.
    ///
    /// # Formula
    /// step × (prefill + decode) / decode.
    #[must_use]
    pub fn worst_case_tpot(self) -> Seconds {
        self.step * (self.total() / self.decode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use proptest::prelude::*;

    proptest! {
        /// The two methods are one: at the largest rate within the target, a request costs exactly 1 / rate.
        #[test]
        fn work_at_the_limit_is_one_over_the_rate(plan in example::plans()) {
            let Some(limit) = example::limit(&plan) else { return Ok(()) };
            let work = Work::on(&Replica::of(&plan), plan.answer, limit.batch);
            prop_assert!((work.total().get() * limit.rate.get() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_larger_batch_never_costs_more(plan in example::plans(), batch in 1.0_f64..500.0) {
            let replica = Replica::of(&plan);
            let small = Work::on(&replica, plan.answer, batch);
            let large = Work::on(&replica, plan.answer, batch + 1.0);
            prop_assert!(large.total() < small.total());
        }
    }
}
