//! Measured over predicted, level by level, and the verdict.

use crate::doubt::Doubt;
use crate::forecast::Forecast;
use crate::measure::Measure;
use crate::observed::Observed;
use crate::subject::Subject;
use core::borrow::Borrow;
use evidence::{Level, LoadTest};
use quantity::{Fraction, Tokens, float};
use sizing::Plan;

/// A plan beside what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The levels of all tests, in their order.
    pub levels: Vec<LevelCompared>,
    /// By how much a measured figure may differ from the predicted one, as a share of it.
    pub within: f64,
}

/// A level beside what the model says at its load.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelCompared {
    /// What the file calls it.
    pub name: String,
    /// Which sweep it is of: the place of the first test of the same tool, model and GPU. Some tools write a file for each
    /// level of one sweep.
    pub sweep: usize,
    /// What there is against judging it.
    pub doubts: Vec<Doubt>,
    /// What was measured.
    pub observed: Observed,
    /// What the model says; `None` where it can say nothing.
    pub forecast: Option<Forecast>,
    /// The figures that both give.
    pub figures: Vec<Compared>,
}

/// A figure that was both measured and predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Which.
    pub measure: Measure,
    /// What the test measured.
    pub measured: f64,
    /// What the model predicted.
    pub predicted: f64,
    /// Whether it may be judged.
    pub sound: bool,
}

impl Compared {
    /// Measured over predicted.
    #[must_use]
    pub fn ratio(self) -> f64 {
        self.measured / self.predicted
    }

    /// Whether the measured figure lies within this share of the predicted one.
    ///
    /// # Example
    /// ```
    /// use agreement::{Compared, Measure};
    /// let tpot = Compared { measure: Measure::Tpot, measured: 0.024, predicted: 0.02, sound: true };
    /// assert!(tpot.is_within(0.2) && !tpot.is_within(0.19));
    /// ```
    #[must_use]
    pub fn is_within(self, share: f64) -> bool {
        // What is exactly at the bound is within, whatever its last bits say.
        (self.measured - self.predicted).abs() <= self.predicted * share * (1.0 + 1e-9)
    }

    /// |ln ratio|, at most that of a factor of ten, so that no single figure outvotes the others.
    pub(crate) fn error(self) -> f64 {
        if self.measured > 0.0 { float::ln(self.ratio()).abs().min(float::ln(10.0)) } else { float::ln(10.0) }
    }
}

/// Whether the model holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every figure that may be judged is within bounds.
    Holds,
    /// So many of them are not.
    Differs {
        /// Figures out of bounds.
        out: usize,
        /// Figures judged.
        of: usize,
    },
    /// There is no figure that may be judged.
    Nothing,
}

impl Comparison {
    /// Compares `subject` with `tests`: `within` 0.2 is 20%.
    ///
    /// The model is asked at the load of each level with the plan's own prompts and answers, since those are what the plan
    /// claims. Only where a level's are so unlike that it is another workload is it asked at the level's.
    #[must_use]
    pub fn of(subject: &Subject, tests: &[impl Borrow<LoadTest>], within: f64) -> Self {
        let of_test = |(place, test): (usize, &LoadTest)| {
            let levels = test.levels.iter();
            let same = |other: &LoadTest| {
                (other.tool, &other.model, &other.accelerator) == (test.tool, &test.model, &test.accelerator)
            };
            let sweep = tests.iter().map(Borrow::borrow).position(same).unwrap_or(place);
            levels.map(|level| LevelCompared::of(subject, test, sweep, level)).collect::<Vec<_>>()
        };
        let levels = tests.iter().map(Borrow::borrow).enumerate().flat_map(of_test).collect();
        Self { levels, within }
    }

    /// The figures that may be judged.
    pub fn judged(&self) -> impl Iterator<Item = Compared> {
        self.levels.iter().flat_map(|level| level.figures.iter().copied()).filter(|figure| figure.sound)
    }

    /// Whether the model holds.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let (of, out) = self
            .judged()
            .fold((0, 0), |(of, out), figure| (of + 1, out + usize::from(!figure.is_within(self.within))));
        match (of, out) {
            (0, _) => Verdict::Nothing,
            (_, 0) => Verdict::Holds,
            _ => Verdict::Differs { out, of },
        }
    }

    /// The mean of |ln (measured / predicted)| over the figures that may be judged; `None` where there is none.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let (sum, count) =
            self.judged().fold((0.0, 0.0), |(sum, count), one| (sum + one.error(), count + 1.0));
        (count > 0.0).then(|| sum / count)
    }
}

impl LevelCompared {
    fn of(subject: &Subject, test: &LoadTest, sweep: usize, level: &Level) -> Self {
        let doubts = Doubt::all(test, level, subject);
        let observed = Observed::of(level, &subject.plan);
        let plan = asked(subject, level, &doubts);
        let forecast = Forecast::of(&plan, subject.replicas, observed.load);
        let figures = forecast.map(|forecast| figures(&observed, &forecast, &doubts)).unwrap_or_default();
        Self { name: level.name.clone(), sweep, doubts, observed, forecast, figures }
    }

    /// Whether a figure of it may be judged.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.figures.iter().any(|figure| figure.sound)
    }
}

/// The plan that the model is asked with: the plan's own, or with the lengths of a level of another mix.
fn asked(subject: &Subject, level: &Level, doubts: &[Doubt]) -> Plan {
    let other = doubts.iter().any(|doubt| matches!(doubt, Doubt::OtherMix { .. }));
    if other { own_workload(subject, level) } else { subject.plan.clone() }
}

/// The plan with what the level says of its prompts, answers and hits.
pub(crate) fn own_workload(subject: &Subject, level: &Level) -> Plan {
    let usable = |value: Option<f64>| value.filter(|value| *value >= 1.0);
    subject.changed(|parts| {
        parts.prompt = usable(level.prompt).map_or(parts.prompt, Tokens::new);
        parts.answer = usable(level.output).map_or(parts.answer, Tokens::new);
        parts.cached = level.cached.map_or(parts.cached, |cached| Fraction::new(cached.clamp(0.0, 0.99)));
    })
}

/// The figures that both give; those that a doubt spoils are there, but not sound.
pub(crate) fn figures(observed: &Observed, forecast: &Forecast, doubts: &[Doubt]) -> Vec<Compared> {
    let compared = |measure: Measure| {
        let (measured, predicted) = (observed.values.get(measure)?, forecast.values.get(measure)?);
        let sound = !doubts.iter().any(|doubt| doubt.spoils(measure));
        // Of a share of nothing nothing can be said.
        (predicted > 0.0 || measured > 0.0).then_some(Compared { measure, measured, predicted, sound })
    };
    Measure::ALL.into_iter().filter_map(compared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{self, open, subject};
    use evidence::Load;
    use proptest::prelude::*;
    use quantity::RequestsPerSecond;

    fn test_of(levels: Vec<Level>) -> LoadTest {
        LoadTest { levels, ..LoadTest::default() }
    }

    proptest! {
        /// A test that the model made agrees with it to the last digits, whatever the plan.
        #[test]
        fn the_model_agrees_with_itself(plan in example::plans(), loads in prop::collection::vec((1_u32..60, 1_u32..500), 1..6)) {
            let subject = Subject { plan: plan.clone(), model: None, gpu: None, replicas: 3 };
            let loads = loads.iter().flat_map(|(rate, c)| [open(f64::from(*rate)), Load::Closed(f64::from(*c))]);
            let made = loads.filter_map(|load| {
                let forecast = Forecast::of(&plan, 3, load)?;
                Some(example::stated(&plan, load, &forecast))
            });
            let comparison = Comparison::of(&subject, &[test_of(made.collect())], 1e-6);
            let fits = sizing::Replica::of(&plan).fit;
            if matches!(fits, sizing::Fit::Fits { .. }) {
                prop_assert_eq!(comparison.verdict(), Verdict::Holds);
            } else {
                prop_assert_eq!(comparison.verdict(), Verdict::Nothing);
            }
        }
    }

    #[test]
    fn a_bound_is_within() {
        let figure = |measured| Compared { measure: Measure::Tpot, measured, predicted: 1.0, sound: true };
        assert!(figure(1.2).is_within(0.2) && figure(0.8).is_within(0.2));
        assert!(!figure(1.201).is_within(0.2) && !figure(0.799).is_within(0.2));
    }

    #[test]
    fn what_is_spoilt_is_shown_and_not_judged() {
        let mut level = example::level(&example::a(), 4, open(20.0));
        level.completed = Some(12);
        level.ours.iter_mut().for_each(|figure| figure.value = figure.value * 3.0);
        let comparison = Comparison::of(&subject("v=1"), &[test_of(vec![level])], 0.2);
        assert_eq!(comparison.verdict(), Verdict::Nothing);
        assert!(comparison.levels[0].figures.len() > 3 && !comparison.levels[0].is_sound());
    }

    #[test]
    fn of_a_saturated_level_only_throughput_is_judged() {
        let mut level = example::level(&example::a(), 4, open(20.0));
        level.load = open(60.0);
        level.requests_per_second = Some(RequestsPerSecond::new(36.0));
        level.output_tokens_per_second = Some(36.0 * 400.0);
        let comparison = Comparison::of(&subject("v=1"), &[test_of(vec![level])], 0.2);
        let judged: Vec<Measure> = comparison.judged().map(|figure| figure.measure).collect();
        // Four pools fill at 36.8 req/s.
        assert_eq!((judged, comparison.verdict()), (vec![Measure::Throughput], Verdict::Holds));
    }

    #[test]
    fn another_mix_is_asked_at_its_own_lengths() {
        let short = subject("v=1&in=500&out=100").plan;
        let level = example::level(&short, 4, open(20.0));
        let comparison = Comparison::of(&subject("v=1"), &[test_of(vec![level])], 0.01);
        assert!(matches!(comparison.levels[0].doubts.as_slice(), [Doubt::OtherMix { .. }]));
        assert_eq!(comparison.verdict(), Verdict::Holds);
    }
}
