//! What a run delivered, and how fast one request of it went. The rate of many is not the speed of one.

use crate::volume::OutputTokens;
use quantity::{RequestsPerSecond, Seconds, Tokens};

/// What a run finished, and how long it took.
///
/// It does not know which rate was offered: a run that was offered more than it finished has the rate that it finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throughput {
    requests: u32,
    output: OutputTokens,
    duration: Seconds,
}

/// How fast the tokens of an answer come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Time to the first token.
    pub ttft: Seconds,
    /// Time for each token after the first.
    pub tpot: Seconds,
}

/// One request as its sender sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestTimes {
    /// From sending to the first token.
    pub ttft: Seconds,
    /// From sending to the last token.
    pub total: Seconds,
    /// Tokens of the answer.
    pub tokens: Tokens,
}

impl Throughput {
    /// A run that finished `requests` with `output` tokens together in `duration`. `None` where it finished nothing or
    /// took no time: then it has no rates, not rates of nought.
    ///
    /// # Example
    /// ```
    /// use quantity::{Seconds, Tokens};
    /// use sizing::{OutputTokens, Pace, Throughput};
    /// let run = Throughput::of(120, OutputTokens(Tokens::new(24_000.0)), Seconds::new(60.0)).unwrap();
    /// assert_eq!(run.request_rate().get(), 2.0);
    /// assert_eq!(run.output_tokens_per_second(), 400.0);
    /// // 400 tokens a second is no TPOT of 2.5 ms: 2 req/s × (0.1 s + 199 × 50 ms) are 20.1 requests at once.
    /// let each = Pace { ttft: Seconds::new(0.1), tpot: Seconds::new(0.05) };
    /// assert!((run.in_flight(each) - 20.1).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn of(requests: u32, output: OutputTokens, duration: Seconds) -> Option<Self> {
        (requests > 0 && duration > Seconds::new(0.0)).then_some(Self { requests, output, duration })
    }

    /// Requests finished in a second.
    #[must_use]
    pub fn request_rate(self) -> RequestsPerSecond {
        RequestsPerSecond::new(f64::from(self.requests) / self.duration.get())
    }

    /// Requests finished in a minute.
    #[must_use]
    pub fn requests_per_minute(self) -> f64 {
        60.0 * self.request_rate().get()
    }

    /// Output tokens in a second, of all requests together.
    #[must_use]
    pub fn output_tokens_per_second(self) -> f64 {
        self.output.0.get() / self.duration.get()
    }

    /// Output tokens in a minute, of all requests together.
    #[must_use]
    pub fn output_tokens_per_minute(self) -> f64 {
        60.0 * self.output_tokens_per_second()
    }

    /// Mean length of an answer.
    #[must_use]
    pub fn mean_answer(self) -> Tokens {
        self.output.0 / f64::from(self.requests)
    }

    /// Requests in flight on average, where each goes at the pace `each`.
    ///
    /// # Formula
    /// Little's law: rate × (TTFT + (mean answer − 1) × TPOT).
    #[must_use]
    pub fn in_flight(self, each: Pace) -> f64 {
        self.request_rate() * each.time(self.mean_answer())
    }

    /// The same run on an empty prefix cache, where hits on an earlier run's prompts made its rates `inflation` larger:
    /// 0.86 for 86% more. A cache never makes a run slower, so what is below 0 counts as 0.
    ///
    /// # Formula
    /// The same work in duration × (1 + inflation): each rate is warm / (1 + inflation).
    #[must_use]
    pub fn cold(self, inflation: f64) -> Self {
        Self { duration: self.duration * (1.0 + inflation.max(0.0)), ..self }
    }
}

impl Pace {
    /// The time from sending a request to the last of its `tokens`.
    ///
    /// # Formula
    /// TTFT + (tokens − 1) × TPOT: the first token is in the TTFT.
    #[must_use]
    pub fn time(self, tokens: Tokens) -> Seconds {
        self.ttft + self.tpot * (tokens.get() - 1.0).max(0.0)
    }
}

impl RequestTimes {
    /// Its pace. `None` where there is no token after the first.
    ///
    /// # Formula
    /// TPOT = (total − TTFT) / (tokens − 1).
    #[must_use]
    pub fn pace(self) -> Option<Pace> {
        let after_the_first = self.tokens.get() - 1.0;
        (after_the_first > 0.0)
            .then(|| Pace { ttft: self.ttft, tpot: (self.total - self.ttft) / after_the_first })
    }

    /// Tokens a second once they come: what a reader sees. `None` where there is no token after the first, or they come
    /// at once.
    ///
    /// # Formula
    /// (tokens − 1) / (total − TTFT).
    ///
    /// # Example
    /// ```
    /// use quantity::{Seconds, Tokens};
    /// use sizing::RequestTimes;
    /// let (ttft, total) = (Seconds::new(2.0), Seconds::new(12.0));
    /// let request = RequestTimes { ttft, total, tokens: Tokens::new(501.0) };
    /// assert_eq!(request.decode_tokens_per_second(), Some(50.0));
    /// assert_eq!(request.end_to_end_tokens_per_second(), Some(41.75));
    /// ```
    #[must_use]
    pub fn decode_tokens_per_second(self) -> Option<f64> {
        let tpot = self.pace()?.tpot;
        (tpot > Seconds::new(0.0)).then(|| 1.0 / tpot.get())
    }

    /// Tokens a second from sending to the end: what a script that waits for the whole answer sees. `None` where it
    /// took no time.
    ///
    /// # Formula
    /// tokens / total.
    #[must_use]
    pub fn end_to_end_tokens_per_second(self) -> Option<f64> {
        (self.total > Seconds::new(0.0)).then(|| self.tokens.get() / self.total.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec;

    proptest! {
        #[test]
        fn in_flight_is_the_sum_of_the_times_over_the_duration(
            paces in prop::collection::vec((0.01_f64..5.0, 0.001_f64..0.2), 1..50),
            tokens in 1.0_f64..2000.0,
            duration in 1.0_f64..1e4,
        ) {
            let count = u32::try_from(paces.len()).expect("few");
            let mean = |of: fn(&(f64, f64)) -> f64| paces.iter().map(of).sum::<f64>() / f64::from(count);
            let each = Pace { ttft: Seconds::new(mean(|p| p.0)), tpot: Seconds::new(mean(|p| p.1)) };
            let output = OutputTokens(Tokens::new(tokens * f64::from(count)));
            let run = Throughput::of(count, output, Seconds::new(duration)).expect("it has rates");
            let times: Vec<f64> = paces.iter().map(|(ttft, tpot)| ttft + (tokens - 1.0) * tpot).collect();
            let seconds_of_requests: f64 = times.iter().sum();
            prop_assert!((run.in_flight(each) / (seconds_of_requests / duration) - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_pace_takes_the_time_that_it_was_read_from(
            ttft in 0.0_f64..10.0,
            decode in 0.001_f64..1e3,
            tokens in 2_u32..5000,
        ) {
            let tokens = Tokens::new(f64::from(tokens));
            let request = RequestTimes { ttft: Seconds::new(ttft), total: Seconds::new(ttft + decode), tokens };
            let pace = request.pace().expect("two tokens have one");
            prop_assert!((pace.time(tokens) / request.total - 1.0).abs() < 1e-9);
        }

        #[test]
        fn waiting_for_the_first_token_slows_a_request_but_not_its_decode(
            ttft in 0.1_f64..10.0,
            wait in 0.1_f64..10.0,
        ) {
            let with = |ttft: f64| {
                let (ttft, total) = (Seconds::new(ttft), Seconds::new(ttft + 8.0));
                RequestTimes { ttft, total, tokens: Tokens::new(400.0) }
            };
            let (soon, late) = (with(ttft), with(ttft + wait));
            let decode = |of: RequestTimes| of.decode_tokens_per_second().expect("400 tokens in 8 s");
            prop_assert!((decode(soon) / decode(late) - 1.0).abs() < 1e-9);
            prop_assert!(late.end_to_end_tokens_per_second() < soon.end_to_end_tokens_per_second());
        }
    }

    #[test]
    fn a_cold_run_takes_longer_by_the_inflation_and_never_less() {
        let run =
            Throughput::of(10, OutputTokens(Tokens::new(5580.0)), Seconds::new(1.0)).expect("it has rates");
        let cold = |inflation: f64| run.cold(inflation);
        assert!((cold(0.86).output_tokens_per_second() - 3000.0).abs() < 1e-9);
        assert!((cold(0.86).request_rate() / run.request_rate() * 1.86 - 1.0).abs() < 1e-12);
        assert_eq!((cold(-0.5), cold(f64::NAN)), (run, run));
    }

    #[test]
    fn a_run_that_finished_nothing_has_no_rates() {
        let none = OutputTokens::default();
        assert_eq!(Throughput::of(0, none, Seconds::new(60.0)), None);
        assert_eq!(Throughput::of(5, none, Seconds::new(0.0)), None);
    }

    #[test]
    fn one_token_has_no_decode_speed() {
        let (ttft, total) = (Seconds::new(0.2), Seconds::new(0.2));
        let request = RequestTimes { ttft, total, tokens: Tokens::new(1.0) };
        assert_eq!((request.pace(), request.decode_tokens_per_second()), (None, None));
        assert_eq!(request.end_to_end_tokens_per_second(), Some(5.0));
    }
}
