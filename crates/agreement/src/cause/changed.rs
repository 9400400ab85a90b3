//! Causes that the model can be told of: what is left of the difference then.

use super::{Cause, Kind};
use crate::comparison::{Comparison, figures, own_workload};
use crate::forecast::Served;
use crate::plateau::Plateau;
use crate::{Bursts, Doubt, Subject};
use evidence::{Level, Load};
use quantity::{Fraction, Tokens, float};
use sizing::{Plan, PlanParts};

/// By how much a mean length has to differ.
const LENGTH: f64 = 1.05;
/// By how much a hit rate has to differ, as a share of the prompt.
const HITS: f64 = 0.03;
/// By how much ca² has to differ: with a few hundred gaps chance alone makes it 10% larger or smaller.
const BURSTS: f64 = 1.3;
/// By how much a plateau has to differ from the pool.
const RUNNING: f64 = 1.15;

/// A change of the plan for one level.
type Change<'a> = &'a dyn Fn(&mut PlanParts, &Level);

/// Every such cause for which the files have evidence.
pub(super) fn all(subject: &Subject, tests: usize, comparison: &Comparison, levels: &[&Level]) -> Vec<Cause> {
    let Some(error) = comparison.error() else { return Vec::new() };
    let asked = Asked { subject, comparison, levels };
    let lengths = [asked.prompts(), asked.answers(), asked.hits(), asked.bursts()];
    let caps = (0..tests).map(|sweep| asked.cap(sweep));
    let causes = lengths.into_iter().chain(caps).flatten();
    // What explains a twentieth of the difference is lost among other reasons.
    causes
        .map(|(kind, left, levels)| Cause { kind, explained: error - left, levels })
        .filter(|cause| cause.explained > 0.05 * error)
        .collect()
}

/// A cause, the difference that is left where the model is told of it, and how many levels show it.
type Told = (Kind, f64, usize);

struct Asked<'a> {
    subject: &'a Subject,
    comparison: &'a Comparison,
    levels: &'a [&'a Level],
}

impl Asked<'_> {
    /// The difference that is left where the model is told of `change`, with at most `cap` sequences a replica.
    fn left(&self, change: Change<'_>, cap: Option<u32>) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        for (level, compared) in self.levels.iter().zip(&self.comparison.levels) {
            if !compared.is_sound() {
                continue;
            }
            let plan = self.plan(level, &compared.doubts, change);
            let Some(served) = Served::of(&plan, self.subject.replicas, cap) else { continue };
            let Some(forecast) = served.at(compared.observed.load) else { continue };
            for figure in figures(&compared.observed, &forecast, &compared.doubts) {
                if figure.sound {
                    sum += figure.error();
                    count += 1.0;
                }
            }
        }
        (count > 0.0).then(|| sum / count)
    }

    fn plan(&self, level: &Level, doubts: &[Doubt], change: Change<'_>) -> Plan {
        let mut parts = if of_other_mix(doubts) {
            own_workload(self.subject, level).parts().clone()
        } else {
            self.subject.plan.parts().clone()
        };
        change(&mut parts, level);
        Plan::new(parts).unwrap_or_else(|_| self.subject.plan.clone())
    }

    /// The mean of what sound levels say of a thing, and how many of them differ by `differs`.
    fn mean(&self, of: fn(&Level) -> Option<f64>, differs: &dyn Fn(f64) -> bool) -> Option<(f64, usize)> {
        let pairs = self.levels.iter().zip(&self.comparison.levels);
        let sound = pairs.filter(|(_, compared)| compared.is_sound() && !of_other_mix(&compared.doubts));
        let values: Vec<f64> = sound.filter_map(|(level, _)| of(level)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let count = values.iter().filter(|value| differs(**value)).count();
        (differs(mean) && count > 0).then_some((mean, count))
    }

    fn prompts(&self) -> Option<Told> {
        let planned = self.subject.plan.prompt.get();
        let (measured, levels) =
            self.mean(|level| level.prompt, &|value| is_apart(value, planned, LENGTH))?;
        let change = |parts: &mut PlanParts, level: &Level| {
            parts.prompt = level.prompt.filter(|tokens| *tokens >= 1.0).map_or(parts.prompt, Tokens::new);
        };
        Some((Kind::Prompts { measured, planned }, self.left(&change, None)?, levels))
    }

    fn answers(&self) -> Option<Told> {
        let planned = self.subject.plan.answer.get();
        let (measured, levels) =
            self.mean(|level| level.output, &|value| is_apart(value, planned, LENGTH))?;
        let change = |parts: &mut PlanParts, level: &Level| {
            parts.answer = level.output.filter(|tokens| *tokens >= 1.0).map_or(parts.answer, Tokens::new);
        };
        Some((Kind::Answers { measured, planned }, self.left(&change, None)?, levels))
    }

    fn hits(&self) -> Option<Told> {
        let planned = self.subject.plan.cached.get();
        let (measured, levels) = self.mean(|level| level.cached, &|value| (value - planned).abs() > HITS)?;
        let change = |parts: &mut PlanParts, level: &Level| {
            parts.cached = level.cached.map_or(parts.cached, |hits| Fraction::new(hits.clamp(0.0, 0.99)));
        };
        Some((Kind::HitRate { measured, planned }, self.left(&change, None)?, levels))
    }

    /// Bursts of the open levels: in a closed loop arrivals follow the answers.
    fn bursts(&self) -> Option<Told> {
        let planned = self.subject.plan.ca2;
        let open = self.levels.iter().filter(|level| matches!(level.load, Load::Open(_)));
        let all: Vec<Bursts> = open.filter_map(|level| Bursts::of(level)).collect();
        let mean = |of: &dyn Fn(&Bursts) -> Option<f64>| {
            let (sum, count) =
                all.iter().filter_map(of).fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
            (count > 0.0).then(|| sum / count)
        };
        let ca2 = mean(&|bursts| Some(bursts.ca2))?;
        if !is_apart(ca2, planned, BURSTS) {
            return None;
        }
        let change = |parts: &mut PlanParts, level: &Level| {
            if let (Load::Open(_), Some(bursts)) = (level.load, Bursts::of(level)) {
                parts.ca2 = bursts.ca2.min(1000.0);
            }
        };
        let kind = Kind::Bursts { ca2, dispersion: mean(&|bursts| bursts.dispersion), planned };
        Some((kind, self.left(&change, None)?, all.len()))
    }

    /// A plateau of one sweep, where another number of sequences runs than the plan's pools hold.
    fn cap(&self, sweep: usize) -> Option<Told> {
        let of_test = || self.comparison.levels.iter().filter(|level| level.sweep == sweep);
        let Plateau { running, throughput, from, .. } = Plateau::of(of_test())?;
        let resident = self.subject.resident()?;
        if running * RUNNING >= resident {
            return None;
        }
        let each = float::count(float::round(running / f64::from(self.subject.replicas))).max(1);
        let on = |load: Load| {
            matches!(load, Load::Open(rate) if rate.get() >= from)
                || matches!(load, Load::Closed(most) | Load::Capped(_, most) if most >= from)
        };
        let levels = of_test().filter(|level| on(level.observed.load)).count();
        let kind = Kind::BatchCap { running, resident, throughput };
        Some((kind, self.left(&|_, _| {}, Some(each))?, levels))
    }
}

fn of_other_mix(doubts: &[Doubt]) -> bool {
    doubts.iter().any(|doubt| matches!(doubt, Doubt::OtherMix { .. }))
}

fn is_apart(value: f64, planned: f64, times: f64) -> bool {
    value > planned * times || value * times < planned
}
