//! What a plan costs: one bill, and three prices of it.

use crate::plan::Plan;
use crate::replica_seconds::Work;
use crate::volume::Volume;
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
        let per_million = |part: f64, tokens: f64| {
            dollars_per_million(part * per_hour.get(), 3600.0 * plan.rate.get() * tokens)
        };
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

/// What a million tokens cost, from a bill and the tokens that it paid for: one bill, divided three ways. `None` where
/// there are no such tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerMillion {
    /// The whole bill over the input tokens, dollars.
    pub input: Option<f64>,
    /// The whole bill over the output tokens, dollars.
    pub output: Option<f64>,
    /// The whole bill over all tokens, dollars.
    pub total: Option<f64>,
}

impl PerMillion {
    /// The prices of a fleet that costs `per_hour` and handles the volume `an_hour` in an hour.
    ///
    /// # Formula
    /// $ an hour / tokens an hour × 10⁶.
    ///
    /// # Example
    /// ```
    /// use quantity::{DollarsPerHour, Tokens};
    /// use sizing::{InputTokens, OutputTokens, PerMillion, Volume};
    /// // 8 GPUs at $3; each second 9,000 tokens in and 1,000 out.
    /// let tokens = |n: f64| Tokens::new(3600.0 * n);
    /// let an_hour = Volume { input: InputTokens(tokens(9000.0)), output: OutputTokens(tokens(1000.0)) };
    /// let price = PerMillion::of(DollarsPerHour::new(24.0), an_hour);
    /// assert!((price.output.unwrap() - 6.6667).abs() < 1e-4);
    /// assert!((price.total.unwrap() - 0.6667).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn of(per_hour: DollarsPerHour, an_hour: Volume) -> Self {
        let price = |tokens: f64| (tokens > 0.0).then(|| dollars_per_million(per_hour.get(), tokens));
        Self {
            input: price(an_hour.input.0.get()),
            output: price(an_hour.output.0.get()),
            total: price(an_hour.total().get()),
        }
    }
}

fn dollars_per_million(per_hour: f64, tokens_an_hour: f64) -> f64 {
    per_hour / tokens_an_hour * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::volume::{InputTokens, OutputTokens};
    use crate::{Replica, example};
    use proptest::prelude::*;
    use quantity::Tokens;

    proptest! {
        #[test]
        fn a_plan_has_the_prices_of_its_volume(plan in example::plans(), gpus in 1_u32..500) {
            let bill = Bill::of(&plan, gpus, Work::on(&Replica::of(&plan), plan.answer, 8.0));
            let an_hour = Volume::of(3600.0 * plan.rate.get(), InputTokens(plan.prompt), OutputTokens(plan.answer));
            let price = PerMillion::of(bill.per_hour, an_hour);
            for (of_plan, of_volume) in [
                (bill.per_million_input, price.input),
                (bill.per_million_output, price.output),
                (bill.per_million_total, price.total),
            ] {
                prop_assert!(of_volume.is_some_and(|price| (price / of_plan - 1.0).abs() < 1e-12));
            }
        }
    }

    #[test]
    fn tokens_that_are_not_there_have_no_price() {
        let volume = Volume { input: InputTokens(Tokens::new(1e6)), output: OutputTokens::default() };
        let price = PerMillion::of(DollarsPerHour::new(3.0), volume);
        assert_eq!(price, PerMillion { input: Some(3.0), output: None, total: Some(3.0) });
    }

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
