//! Gauss–Newton over the quantities that a load test can give.

use super::Unidentified;
use super::points::Points;
use crate::least_squares::{Normal, Row};
use crate::student::t95;
use plan::MEASURABLE;
use quantity::{Fraction, Key, Seconds, float};
use sizing::{Plan, PlanParts};

/// A value for each quantity that a load test can give, in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chosen([f64; 4]);

/// By how much a parameter moves for its gradient: ln of an efficiency, or a part of a millisecond.
const NUDGE: f64 = 1e-4;
/// A constant is fitted in these units, so that its steps are of the size of those of an efficiency.
const UNIT: f64 = 0.01;
/// Steps of Gauss–Newton at most; three or four are usual.
const MOST_STEPS: usize = 12;
/// Where two parameters inflate each other's variance more than this many times they look alike.
const ALIKE: f64 = 400.0;
/// An efficiency that may be this much more or less, as a logarithm, is not told: some 1.5 times either way.
const VAGUE: f64 = 0.4;
/// A constant that lies within so many standard errors of what the plan says is not changed. Two would take every twentieth
/// chance for a constant, and let it carry off a part of the bandwidth.
const CHANGED: f64 = 4.0;

impl Chosen {
    /// What `plan` says.
    pub(super) fn of(plan: &Plan) -> Self {
        Self([plan.mfu.get(), plan.mbu.get(), plan.per_step.get(), plan.per_request.get()])
    }

    /// The value of `key`.
    pub(super) fn get(self, key: Key) -> f64 {
        self.0[place(key)]
    }

    /// The plan of `parts` with these values; `None` where they make none.
    pub(super) fn plan(self, parts: &PlanParts) -> Option<Plan> {
        let [mfu, mbu, per_step, per_request] = self.0;
        let (per_step, per_request) = (Seconds::new(per_step), Seconds::new(per_request));
        let (mfu, mbu) = (Fraction::new(mfu), Fraction::new(mbu));
        Plan::new(PlanParts { mfu, mbu, per_step, per_request, ..parts.clone() }).ok()
    }

    /// The same with the parameter of `key` moved, within the range of its row.
    fn moved(mut self, key: Key, by: f64) -> Self {
        let value = &mut self.0[place(key)];
        let free = if is_constant(key) { *value + by * UNIT } else { *value * float::exp(by) };
        let (min, max) = key.row().range().unwrap_or((free, free));
        *value = free.clamp(min, max);
        self
    }
}

fn place(key: Key) -> usize {
    MEASURABLE.iter().position(|other| *other == key).unwrap_or(0)
}

fn is_constant(key: Key) -> bool {
    matches!(key, Key::PerStep | Key::PerRequest)
}

/// What came of a fit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fit {
    /// What was fitted.
    pub(super) keys: Vec<Key>,
    /// The values, those not fitted as they were.
    pub(super) chosen: Chosen,
    rows: Vec<Row>,
    normal: Normal,
}

impl Fit {
    /// Fits `keys` to `points`, starting from `start`. What turns out not to be told is taken out, the constants first, and
    /// said in `unidentified`; `None` where nothing is left.
    pub(super) fn of(
        points: &Points,
        start: Chosen,
        mut keys: Vec<Key>,
        unidentified: &mut Vec<(Key, Unidentified)>,
    ) -> Option<Self> {
        let mut from = start;
        loop {
            if keys.is_empty() {
                return None;
            }
            let fit = Self::converged(points, from, keys.clone());
            let Some((key, why)) = fit.worst(start) else { return Some(fit) };
            unidentified.push((key, why));
            keys.retain(|other| *other != key);
            // What is not told stays as it was; the others go on from where they came to.
            from = fit.chosen;
            from.0[place(key)] = start.get(key);
        }
    }

    fn converged(points: &Points, start: Chosen, keys: Vec<Key>) -> Self {
        let mut fit = Self::at(points, start, keys);
        for _ in 0..MOST_STEPS {
            let Some(step) = fit.normal.step() else { break };
            // Half a step where a whole one makes it worse, which far from the end it may.
            let tried = [1.0, 0.5, 0.25, 0.1].into_iter().find_map(|part| {
                let chosen = fit.stepped(&step, part);
                let next = fit.loss_at(points, chosen);
                (next < fit.loss()).then_some(chosen)
            });
            let Some(chosen) = tried else { break };
            let before = fit.loss();
            fit = Self::at(points, chosen, fit.keys);
            if before - fit.loss() < 1e-9 * before {
                break;
            }
        }
        fit
    }

    fn stepped(&self, step: &[f64], part: f64) -> Chosen {
        // No step is longer than a factor of e, or 10 ms.
        let by = |step: &f64| (step * part).clamp(-1.0, 1.0);
        self.keys.iter().zip(step).fold(self.chosen, |chosen, (key, step)| chosen.moved(*key, by(step)))
    }

    /// Rows and equations at `chosen`.
    fn at(points: &Points, chosen: Chosen, keys: Vec<Key>) -> Self {
        let here = points.predicted(chosen);
        // A parameter near the upper end of its range is moved down, where it can move all of it.
        let sides: Vec<f64> = keys
            .iter()
            .map(|key| if near_upper_end(chosen, *key, 2.0 * NUDGE) { -NUDGE } else { NUDGE })
            .collect();
        let moved: Vec<_> =
            keys.iter().zip(&sides).map(|(key, by)| points.predicted(chosen.moved(*key, *by))).collect();
        let row = |(place, point): (usize, &super::points::Point)| {
            let predicted = here[place]?;
            let gradient: Option<Vec<f64>> =
                moved.iter().zip(&sides).map(|(there, by)| Some((there[place]? - predicted) / by)).collect();
            let residual = point.measured - predicted;
            Some(Row { weight: point.weight, residual, gradient: gradient?, level: point.level })
        };
        let rows: Vec<Row> = points.all.iter().enumerate().filter_map(row).collect();
        let normal = Normal::of(rows.iter(), keys.len());
        Self { keys, chosen, rows, normal }
    }

    fn loss(&self) -> f64 {
        self.rows.iter().map(|row| row.weight * row.residual * row.residual).sum()
    }

    /// The loss elsewhere; without bound where the model does not settle at a point that it settled at.
    fn loss_at(&self, points: &Points, chosen: Chosen) -> f64 {
        let there = points.predicted(chosen);
        let settled = there.iter().flatten().count();
        let squares = points.all.iter().zip(&there).filter_map(|(point, there)| {
            let residual = point.measured - (*there)?;
            Some(point.weight * residual * residual)
        });
        if settled < self.rows.len() { f64::INFINITY } else { squares.sum() }
    }

    /// The variance of a residual of weight 1.
    fn variance(&self) -> Option<f64> {
        let freedom = self.freedom();
        (freedom > 0).then(|| self.loss() / freedom as f64)
    }

    fn freedom(&self) -> usize {
        self.rows.len().saturating_sub(self.keys.len())
    }

    /// The standard error of each parameter.
    fn errors(&self) -> Option<Vec<f64>> {
        let variance = self.variance()?;
        Some(self.normal.variances()?.iter().map(|of| float::sqrt(of * variance)).collect())
    }

    /// What the rows tell least, if it is too little; a constant before an efficiency.
    fn worst(&self, start: Chosen) -> Option<(Key, Unidentified)> {
        let constants = || self.keys.iter().copied().filter(|key| is_constant(*key));
        let Some(inflation) = self.normal.inflation() else {
            let key = constants().next_back().or_else(|| self.keys.last().copied())?;
            return Some((key, Unidentified::Alike(partner(key))));
        };
        let of = |key: Key| self.keys.iter().position(|other| *other == key).unwrap_or(0);
        let alike = constants().filter(|key| inflation[of(*key)] > ALIKE);
        let alike = alike.max_by(|a, b| inflation[of(*a)].total_cmp(&inflation[of(*b)]));
        if let Some(key) = alike {
            return Some((key, Unidentified::Alike(partner(key))));
        }
        let Some(errors) = self.errors() else {
            return constants().next_back().map(|key| (key, Unidentified::Alike(partner(key))));
        };
        let changed =
            |key: Key| (self.chosen.get(key) - start.get(key)).abs() / UNIT / errors[of(key)].max(1e-12);
        let least = constants().min_by(|a, b| changed(*a).total_cmp(&changed(*b)));
        if let Some(key) = least.filter(|key| changed(*key) < CHANGED) {
            return Some((key, Unidentified::Unchanged));
        }
        self.vaguest(&errors)
    }

    /// The efficiency that is told least, if that is next to nothing.
    fn vaguest(&self, errors: &[f64]) -> Option<(Key, Unidentified)> {
        let t = t95(self.freedom())?;
        let efficiencies = self.keys.iter().zip(errors).filter(|(key, _)| !is_constant(**key));
        let (key, _) =
            efficiencies.filter(|(_, error)| t * **error > VAGUE).max_by(|a, b| a.1.total_cmp(b.1))?;
        let (low, high) = self.interval(*key)?;
        Some((*key, Unidentified::Vague(low, high)))
    }

    /// Between which values `key` lies with 95% confidence.
    pub(super) fn interval(&self, key: Key) -> Option<(f64, f64)> {
        let (errors, t) = (self.errors()?, t95(self.freedom())?);
        let by = t * errors.get(self.keys.iter().position(|other| *other == key)?)?;
        let value = self.chosen.get(key);
        let (low, high) = if is_constant(key) {
            (value - by * UNIT, value + by * UNIT)
        } else {
            (value * float::exp(-by), value * float::exp(by))
        };
        let (min, max) = key.row().range().unwrap_or((low, high));
        Some((low.clamp(min, max), high.clamp(min, max)))
    }

    /// Whether `key` is an efficiency that would go on past all that the hardware has.
    pub(super) fn at_end(&self, key: Key) -> bool {
        !is_constant(key) && near_upper_end(self.chosen, key, 1e-6)
    }

    /// The error of each level under the values that the other levels give.
    ///
    /// # Formula
    /// At the fit Σ w g r = 0, so without a level's rows the parameters move by −(A − A_level)⁻¹ Σ_level w g r: one step of
    /// Gauss–Newton from the fit of all, not a fit for each.
    pub(super) fn left_out(&self, points: &Points) -> Option<f64> {
        let without = |level: usize| {
            let others = self.rows.iter().filter(|row| row.level != level);
            Some(self.stepped(&Normal::of(others, self.keys.len()).step()?, 1.0))
        };
        let all: Option<Vec<Chosen>> = (0..points.levels()).map(without).collect();
        let all = all?;
        points.error(&|level| all[level])
    }
}

/// The efficiency that a constant looks like, and the other way round.
fn partner(key: Key) -> Key {
    match key {
        Key::PerStep => Key::Mbu,
        Key::Mbu => Key::PerStep,
        Key::Mfu => Key::PerRequest,
        _ => Key::Mfu,
    }
}

/// Whether the value of `key` is less than this part of it below the largest allowed.
fn near_upper_end(chosen: Chosen, key: Key, part: f64) -> bool {
    key.row().range().is_some_and(|(_, max)| chosen.get(key) >= max * (1.0 - part))
}
