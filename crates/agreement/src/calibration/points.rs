//! What a fit is made to: the sound figures of the levels, and the model asked for each.

use super::Unidentified;
use super::fit::Chosen;
use crate::comparison::{Comparison, LevelCompared, own_workload};
use crate::forecast::Served;
use crate::measure::Measure;
use crate::subject::Subject;
use crate::{Bursts, Doubt, Forecast};
use core::borrow::Borrow;
use evidence::{Level, Load, LoadTest};
use plan::MEASURABLE;
use quantity::{Key, float};
use sizing::{Plan, PlanParts};

/// A figure of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Which level, by its place among those used.
    pub(super) level: usize,
    /// Which figure.
    pub(super) measure: Measure,
    /// ln of what was measured.
    pub(super) measured: f64,
    /// How much it counts.
    pub(super) weight: f64,
}

/// A level with the plan that it really tested.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    parts: PlanParts,
    load: Load,
    /// Whether its prompts are so short that TTFT says nothing of MFU.
    prefill_reads: bool,
}

/// All that is fitted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points {
    replicas: u32,
    places: Vec<Place>,
    pub(super) all: Vec<Point>,
}

/// The number of requests at which a level counts half as much as one without chance in it.
const HALF: f64 = 100.0;
/// A TTFT that is less than this part prefill says next to nothing of it.
const LEAST_ALONE: f64 = 0.05;

impl Points {
    pub(super) fn of(subject: &Subject, tests: &[impl Borrow<LoadTest>], comparison: &Comparison) -> Self {
        let levels = tests.iter().flat_map(|test| &test.borrow().levels);
        let mut points = Self { replicas: subject.replicas, places: Vec::new(), all: Vec::new() };
        for (level, compared) in levels.zip(&comparison.levels) {
            points.add(tested(subject, level), compared);
        }
        points
    }

    /// Adds a level that tested `plan`, if it has a figure to be fitted.
    fn add(&mut self, plan: Plan, compared: &LevelCompared) {
        let load = compared.observed.load;
        let Some(served) = Served::of(&plan, self.replicas, None) else { return };
        let Some(forecast) = served.at(load) else { return };
        let level = self.places.len();
        let measures = [central(compared.observed.values), Measure::Tpot];
        let points = measures.into_iter().filter_map(|measure| point(level, measure, compared, &forecast));
        let before = self.all.len();
        self.all.extend(points);
        if self.all.len() > before {
            let prefill_reads = served.prefill_reads();
            self.places.push(Place { parts: plan.parts().clone(), load, prefill_reads });
        }
    }

    /// How many levels there are.
    pub(super) fn levels(&self) -> usize {
        self.places.len()
    }

    /// What the levels cannot tell whatever comes of a fit.
    pub(super) fn untold(&self) -> Vec<(Key, Unidentified)> {
        let every = |why| MEASURABLE.map(|key| (key, why)).into();
        match self.levels() {
            0 => return every(Unidentified::NoLevel),
            1 => return every(Unidentified::OneLevel),
            _ => {}
        }
        let has = |is: &dyn Fn(&Point) -> bool| self.all.iter().any(is);
        let first_tokens = has(&|point| point.measure.is_ttft());
        let prefill = has(&|point| point.measure.is_ttft() && !self.places[point.level].prefill_reads);
        let decode = has(&|point| point.measure == Measure::Tpot);
        [
            (prefill, Key::Mfu, Unidentified::NoPrefill),
            (decode, Key::Mbu, Unidentified::NoDecode),
            (decode, Key::PerStep, Unidentified::NoDecode),
            (first_tokens, Key::PerRequest, Unidentified::NoPrefill),
        ]
        .into_iter()
        .filter_map(|(is_told, key, why)| (!is_told).then_some((key, why)))
        .collect()
    }

    /// ln of what the model predicts of every point; `None` for those that it does not settle at.
    pub(super) fn predicted(&self, chosen: Chosen) -> Vec<Option<f64>> {
        let values: Vec<_> = self.places.iter().map(|place| self.values(place, chosen)).collect();
        let of = |point: &Point| {
            values[point.level]?.get(point.measure).filter(|value| *value > 0.0).map(float::ln)
        };
        self.all.iter().map(of).collect()
    }

    /// The points of one level under these values, each less what was measured.
    pub(super) fn residuals(&self, level: usize, chosen: Chosen) -> Vec<f64> {
        let Some(values) = self.places.get(level).and_then(|place| self.values(place, chosen)) else {
            return Vec::new();
        };
        let of_level = self.all.iter().filter(|point| point.level == level);
        let residual = |point: &Point| Some(point.measured - float::ln(values.get(point.measure)?));
        of_level.filter_map(residual).filter(|residual| residual.is_finite()).collect()
    }

    fn values(&self, place: &Place, chosen: Chosen) -> Option<crate::measure::Values> {
        let plan = chosen.plan(&place.parts)?;
        Some(Served::of(&plan, self.replicas, None)?.at(place.load)?.values)
    }

    /// The mean of |ln (measured / predicted)|, each level under the values that `chosen` gives for it.
    pub(super) fn error(&self, chosen: &dyn Fn(usize) -> Chosen) -> Option<f64> {
        let all: Vec<f64> =
            (0..self.levels()).flat_map(|level| self.residuals(level, chosen(level))).collect();
        (!all.is_empty()).then(|| all.iter().map(|one| one.abs()).sum::<f64>() / all.len() as f64)
    }
}

/// A sound figure that the model predicts, by how much it counts; `None` where it counts next to nothing.
fn point(level: usize, measure: Measure, compared: &LevelCompared, forecast: &Forecast) -> Option<Point> {
    let measured = compared.observed.values.get(measure).filter(|value| *value > 0.0)?;
    forecast.values.get(measure).filter(|_| !spoilt(&compared.doubts, measure))?;
    let requests = compared.observed.requests.map_or(HALF, |requests| requests as f64);
    let alone = || forecast.values.get(Measure::TtftMean).map(|ttft| (forecast.ttft_alone / ttft).min(1.0));
    let part = if measure.is_ttft() { alone()? } else { 1.0 };
    let weight = requests / (requests + HALF) * part;
    (part >= LEAST_ALONE).then(|| Point { level, measure, measured: float::ln(measured), weight })
}

/// The plan that a level tested: its own prompts, answers, hits and bursts.
fn tested(subject: &Subject, level: &Level) -> Plan {
    let own = own_workload(subject, level);
    let mut parts = own.parts().clone();
    if let (Load::Open(_), Some(bursts)) = (level.load, Bursts::of(level)) {
        parts.ca2 = bursts.ca2.min(1000.0);
    }
    Plan::new(parts).unwrap_or(own)
}

/// The median of TTFT where there is one: the tail of a queue says little of a prompt.
fn central(values: crate::measure::Values) -> Measure {
    if values.get(Measure::TtftP50).is_some() { Measure::TtftP50 } else { Measure::TtftMean }
}

fn spoilt(doubts: &[Doubt], measure: Measure) -> bool {
    doubts.iter().any(|doubt| doubt.spoils(measure))
}
