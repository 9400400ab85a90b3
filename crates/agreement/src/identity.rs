//! Whether the figures of a level fit each other.

use evidence::{Level, Load, Statistic};
use latency::{Metric, definition};
use quantity::Seconds;

/// Two ways to one figure of a level, and how far they are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Identity {
    /// Which figure.
    pub of: Of,
    /// What the level states.
    pub stated: f64,
    /// What follows from its other figures.
    pub follows: f64,
}

/// A figure that can be had in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Output tokens a second of a closed loop: c × n / (TTFT + (n − 1) × TPOT), with the c that it held.
    ClosedLoop,
    /// Output tokens a second: requests a second × tokens of an answer.
    Tokens,
    /// Requests a second: answered requests over the duration.
    Requests,
    /// E2E: TTFT + (n − 1) × TPOT.
    EndToEnd,
}

impl Identity {
    /// Stated over what follows; 1 where they agree.
    #[must_use]
    pub fn ratio(self) -> f64 {
        self.stated / self.follows
    }

    /// Every identity that `level` has the figures for.
    ///
    /// # Example
    /// NVIDIA's page on NIM at one request of 500 tokens at a time: 51.67 tok/s stated, 51.65 by the formula.
    /// ```
    /// use agreement::identity::{Identity, Of};
    /// use evidence::{Figure, Level, Load, Statistic};
    /// use latency::Metric;
    /// use quantity::Seconds;
    /// let mean = |metric, value| Figure { metric, statistic: Statistic::Mean, value: Seconds::new(value) };
    /// let level = Level {
    ///     load: Load::Closed(1.0),
    ///     output: Some(500.0),
    ///     output_tokens_per_second: Some(51.67),
    ///     ours: vec![mean(Metric::Ttft, 0.40677), mean(Metric::Tpot, 0.01858)],
    ///     ..Level::default()
    /// };
    /// let found = Identity::all(&level);
    /// assert_eq!(found[0].of, Of::ClosedLoop);
    /// assert!((found[0].ratio() - 1.0).abs() < 0.006);
    /// ```
    #[must_use]
    pub fn all(level: &Level) -> Vec<Self> {
        [closed_loop(level), tokens(level), requests(level), end_to_end(level)]
            .into_iter()
            .flatten()
            .filter(|identity| identity.follows > 0.0 && identity.ratio().is_finite())
            .collect()
    }
}

/// How many requests a closed loop really held on average, where that is clearly fewer than it was to: it filled and emptied
/// for much of a short test. `None` where it was full, or so empty that a unit is more likely wrong.
#[must_use]
pub fn held(level: &Level) -> Option<f64> {
    let Load::Closed(most) = level.load else { return None };
    level.in_flight().filter(|held| *held >= 1.0 && *held * 1.2 < most && *held * 5.0 > most)
}

fn mean(level: &Level, metric: Metric) -> Option<Seconds> {
    level.figure(metric, Statistic::Mean)
}

/// The mean time between tokens.
fn pace(level: &Level) -> Option<Seconds> {
    mean(level, Metric::Tpot).or_else(|| mean(level, Metric::Itl))
}

fn closed_loop(level: &Level) -> Option<Identity> {
    let Load::Closed(most) = level.load else { return None };
    let concurrency = held(level).unwrap_or(most);
    // While it fills and empties, a loop holds fewer; that counts where each place in it answers only a few.
    if level.completed.is_some_and(|completed| (completed as f64) < 8.0 * concurrency) {
        return None;
    }
    let follows =
        definition::closed_loop(concurrency, level.output?, mean(level, Metric::Ttft)?, pace(level)?)?;
    Some(Identity { of: Of::ClosedLoop, stated: level.output_tokens_per_second?, follows })
}

fn tokens(level: &Level) -> Option<Identity> {
    let follows = level.requests_per_second?.get() * level.output?;
    Some(Identity { of: Of::Tokens, stated: level.output_tokens_per_second?, follows })
}

fn requests(level: &Level) -> Option<Identity> {
    let follows = level.completed? as f64 / level.duration?.get();
    Some(Identity { of: Of::Requests, stated: level.requests_per_second?.get(), follows })
}

fn end_to_end(level: &Level) -> Option<Identity> {
    let decode = pace(level)? * (level.output? - 1.0);
    let follows = mean(level, Metric::Ttft)? + decode;
    Some(Identity { of: Of::EndToEnd, stated: mean(level, Metric::E2e)?.get(), follows: follows.get() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{self, open};

    #[test]
    fn what_the_model_makes_fits() {
        let plan = example::a();
        for load in [open(5.0), Load::Closed(30.0)] {
            for identity in Identity::all(&example::level(&plan, 1, load)) {
                assert!((identity.ratio() - 1.0).abs() < 1e-6, "{identity:?}");
            }
        }
    }

    #[test]
    fn milliseconds_taken_for_seconds_do_not() {
        let mut level = example::level(&example::a(), 1, Load::Closed(30.0));
        level.ours.iter_mut().for_each(|figure| figure.value = figure.value * 1000.0);
        let closed = Identity::all(&level).into_iter().find(|identity| identity.of == Of::ClosedLoop);
        assert!(closed.is_some_and(|closed| (closed.ratio() - 1000.0).abs() < 1e-3), "{closed:?}");
    }

    /// Five were to be in flight, and 1 req/s of 2.4 s each are 2.4.
    #[test]
    fn a_loop_that_was_not_full_is_asked_at_what_it_held() {
        let e2e = |seconds| evidence::Figure {
            metric: Metric::E2e,
            statistic: Statistic::Mean,
            value: Seconds::new(seconds),
        };
        let level = |seconds: f64| Level {
            load: Load::Closed(5.0),
            requests_per_second: Some(quantity::RequestsPerSecond::new(1.0)),
            ours: vec![e2e(seconds)],
            ..Level::default()
        };
        assert_eq!(held(&level(2.4)), Some(2.4));
        assert_eq!(held(&level(4.9)), None);
        assert_eq!(held(&level(0.0024)), None);
    }

    #[test]
    fn a_loop_that_hardly_turns_is_not_asked() {
        let level = Level { completed: Some(100), ..example::level(&example::a(), 1, Load::Closed(30.0)) };
        assert!(Identity::all(&level).iter().all(|identity| identity.of != Of::ClosedLoop));
    }
}
