//! What a plan costs: one bill, and three prices of it.

use crate::plan::Plan;
use crate::replica_seconds::Work;
use quantity::DollarsPerHour;

/// The bill of a fleet at the planned load.
///
/// The three prices divide the *whole* bill by different tokens. They are one bill said three ways and do not add up;
/// the split by phase does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bill {
    /// GPUs that are paid for.
    pub gpus: u32,
    /// Dollars an hour.
    pub per_hour: DollarsPerHour,
    /// The whole bill over the output tokens, dollars for a million.
    pub per_million_output: f64,
    /// The whole bill over the input tokens, dollars for a million.
    pub per_million_input: f64,
    /// The whole bill over all tokens, dollars for a million.
    pub per_million_total: f64,
    /// The prefill part of the bill over the input tokens, dollars for a million.
    pub prefill_per_million_input: f64,
    /// The decode part of the bill over the output tokens, dollars for a million.
    pub decode_per_million_output: f64,
}

impl Bill {
    /// The bill for `gpus` GPUs that serve the load of `plan`, whose requests cost `work` each.
    ///
    /// # Formula
    /// $ per 1M = GPUs × price / (3600 × rate × tokens per request) × 10⁶. The split gives each phase its part of the
    /// replica-seconds.
    ///
    /// # Example
    /// 16 GPUs at $3 serving 20 req/s of 400 output tokens: $48 an hour for 28.8M tokens, $1.67 a million.
    #[must_use]
    pub fn of(plan: &Plan, gpus: u32, work: Work) -> Self {
        let per_hour = plan.price * f64::from(gpus);
        let per_million =
            |part: f64, tokens: f64| part * per_hour.get() / (3600.0 * plan.rate.get() * tokens) * 1e6;
        let (input, output) = (plan.prompt.get(), plan.answer.get());
        let prefill = work.prefill_part();
        Self {
            gpus,
            per_hour,
            per_million_output: per_million(1.0, output),
            per_million_input: per_million(1.0, input),
            per_million_total: per_million(1.0, input + output),
            prefill_per_million_input: per_million(prefill, input),
            decode_per_million_output: per_million(1.0 - prefill, output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Replica, example};

    #[test]
    fn the_split_adds_up_to_the_bill_and_the_three_prices_do_not() {
        let plan = example::a();
        let bill = Bill::of(&plan, 16, Work::on(&Replica::of(&plan), plan.answer, 64.0));
        let tokens_an_hour = |each: f64| plan.rate.get() * each * 3600.0 / 1e6;
        let (input, output) = (tokens_an_hour(plan.prompt.get()), tokens_an_hour(plan.answer.get()));
        let split = bill.prefill_per_million_input * input + bill.decode_per_million_output * output;
        assert!((split - 48.0).abs() < 1e-9, "{split}");
        for (price, tokens) in [
            (bill.per_million_input, input),
            (bill.per_million_output, output),
            (bill.per_million_total, input + output),
        ] {
            assert!((price * tokens - 48.0).abs() < 1e-9, "{price}");
        }
    }
}
