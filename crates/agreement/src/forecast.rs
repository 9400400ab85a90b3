//! What the model says at the load of a level.

use crate::measure::{Measure, Values};
use evidence::Load;
use quantity::{RequestsPerSecond, Seconds};
use sizing::fleet::lanes;
use sizing::{Fit, Lanes, Limit, Pace, Plan, Replica, SteadyState, Wait};

/// What the model predicts of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Which state the replicas settle in.
    pub settled: Settled,
    /// Requests a second that they answer, all together.
    pub rate: RequestsPerSecond,
    /// What each figure will be. Those that the load itself sets, and those that the model does not know, are `None`.
    pub values: Values,
    /// The part of the mean TTFT that is no waiting.
    pub ttft_alone: f64,
    /// The share of time that prompts take on each replica.
    pub prefill_share: f64,
}

/// Which state the replicas settle in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A steady one.
    Steady,
    /// The pool is full and a closed loop waits in front of it: throughput stays, TTFT grows with the concurrency.
    Plateau,
    /// More arrives than they can carry: what waits grows for as long as the test lasts.
    Overloaded,
}

/// The replicas of a plan, asked at one load after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Served<'a> {
    plan: &'a Plan,
    replica: Replica,
    replicas: u32,
    lanes: Lanes,
    /// The largest steady rate of all replicas, where the pool is full.
    full: f64,
}

impl<'a> Served<'a> {
    /// The replicas of `plan`; of each at most `cap` sequences decode at once, where an engine limits them. `None` where
    /// the model does not fit.
    pub(crate) fn of(plan: &'a Plan, replicas: u32, cap: Option<u32>) -> Option<Self> {
        let mut replica = Replica::of(plan);
        let Fit::Fits { pool, resident } = replica.fit else { return None };
        let resident = cap.map_or(resident, |cap| resident.min(cap.max(1)));
        replica.fit = Fit::Fits { pool, resident };
        // The rate at which the pool is full does not depend on the target; a step of one sequence has to meet it.
        let target = Seconds::new(plan.tpot.get().max(replica.step.at(1.0).get()));
        let limit = Limit::of(replica.prefill, replica.step, resident, plan.answer, target)?;
        let full = limit.pool_full.get() * f64::from(replicas);
        Some(Self { plan, replica, replicas, lanes: lanes(plan, &replica, replicas), full })
    }

    fn state(&self, rate: f64) -> SteadyState {
        SteadyState::of(
            &self.replica,
            RequestsPerSecond::new(rate / f64::from(self.replicas)),
            self.plan.answer,
        )
    }

    /// TTFT mean and TPOT where `rate` arrives and each request sees the load of `others`; `None` where they do not settle.
    fn pace(&self, rate: f64, others: f64) -> Option<Pace> {
        let tpot = self.state(rate).tpot()?;
        let Wait::Stable(waiting) = self.lanes.wait(RequestsPerSecond::new(others)) else { return None };
        Some(Pace { ttft: waiting.mean() + self.lanes.alone(), tpot })
    }

    /// Little's law: requests in flight at `rate`.
    fn in_flight(&self, rate: f64, others: f64) -> Option<f64> {
        let pace = self.pace(rate, others)?;
        Some(rate * pace.time(self.plan.answer).get())
    }

    /// The forecast for a level that sends requests so; `None` where nothing can be said.
    pub(crate) fn at(&self, load: Load) -> Option<Forecast> {
        match load {
            Load::Open(rate) => Some(self.open(rate.get())),
            Load::Closed(concurrency) => self.closed(concurrency),
            Load::Capped(rate, most) => {
                let reached = self.in_flight(rate.get(), rate.get()).is_none_or(|held| held > most);
                if reached { self.closed(most) } else { Some(self.open(rate.get())) }
            }
            Load::AllAtOnce => Some(self.overloaded(self.full)),
            Load::Unknown => None,
        }
    }

    /// Open loop: the replicas at this rate.
    fn open(&self, rate: f64) -> Forecast {
        match self.pace(rate, rate) {
            Some(pace) => {
                let forecast = self.settled(rate, rate, pace, Settled::Steady);
                let held = rate * pace.time(self.plan.answer).get();
                Forecast { values: forecast.values.with(Measure::InFlight, Some(held)), ..forecast }
            }
            None => self.overloaded(self.full.min(rate)),
        }
    }

    /// Closed loop: the rate at which this many requests are in flight.
    ///
    /// # Formula
    /// rate × (TTFT + (n − 1) × TPOT) = c, whose left side grows with the rate, so that there is one such rate. A request of c waits behind
    /// the other c − 1 of them, so its wait is that of rate × (c − 1) / c. Where c is more than at the rate that fills the
    /// pool, the rate stays there and TTFT takes up the rest: c / rate − (n − 1) × TPOT.
    fn closed(&self, concurrency: f64) -> Option<Forecast> {
        if concurrency.is_nan() || concurrency < 1.0 {
            return None;
        }
        let others = (concurrency - 1.0) / concurrency;
        // A little below the full pool, so that rounding leaves it settled.
        let full = self.full * (1.0 - 1e-9);
        let over =
            |rate: f64| self.in_flight(rate, rate * others).map_or(f64::MAX, |held| held - concurrency);
        let most = over(full);
        if most < 0.0 {
            return Some(self.plateau(full, concurrency));
        }
        let rate = crossing((0.0, -concurrency), (full, most), 1e-12 * concurrency, over);
        let pace = self.pace(rate, rate * others)?;
        Some(self.settled(rate, rate * others, pace, Settled::Steady))
    }

    /// A closed loop of more requests than the pool holds.
    fn plateau(&self, rate: f64, concurrency: f64) -> Forecast {
        let tpot = self.state(rate).tpot().unwrap_or_default();
        let decode = Pace { ttft: Seconds::new(0.0), tpot }.time(self.plan.answer);
        let ttft = Seconds::new(concurrency / rate) - decode;
        let forecast = self.settled(rate, 0.0, Pace { ttft, tpot }, Settled::Plateau);
        // Behind so many others the wait hardly varies: its median is its mean. How far its tail reaches is not known.
        let values = forecast.values.with(Measure::TtftP50, Some(ttft.get()));
        Forecast { values: values.with(Measure::TtftP95, None).with(Measure::Goodput, None), ..forecast }
    }

    fn settled(&self, rate: f64, others: f64, pace: Pace, settled: Settled) -> Forecast {
        let arrivals = RequestsPerSecond::new(others);
        let ttft = self.lanes.ttft(arrivals);
        let state = self.state(rate);
        let used = state.sequences().zip(self.resident()).map(|(used, held)| used / held);
        let values = Values::default()
            .with(Measure::TtftMean, Some(pace.ttft.get()))
            .with(Measure::TtftP50, ttft.map(|ttft| ttft.p50.get()))
            .with(Measure::TtftP95, ttft.map(|ttft| ttft.p95.get()))
            .with(Measure::Tpot, Some(pace.tpot.get()))
            .with(Measure::Throughput, Some(rate * self.plan.answer.get()))
            .with(Measure::Goodput, Some(rate * self.good(arrivals, pace.tpot)))
            .with(Measure::KvUse, used);
        Forecast {
            settled,
            rate: RequestsPerSecond::new(rate),
            values,
            ttft_alone: self.lanes.alone().get(),
            prefill_share: state.prefill_share(),
        }
    }

    fn overloaded(&self, rate: f64) -> Forecast {
        Forecast {
            settled: Settled::Overloaded,
            rate: RequestsPerSecond::new(rate),
            values: Values::default().with(Measure::Throughput, Some(rate * self.plan.answer.get())),
            ttft_alone: self.lanes.alone().get(),
            prefill_share: self.state(rate).prefill_share(),
        }
    }

    /// The share of requests that meet the plan's targets: those that do not wait too long, if TPOT meets its own.
    fn good(&self, arrivals: RequestsPerSecond, tpot: Seconds) -> f64 {
        let slack = self.plan.ttft - self.lanes.alone();
        match self.lanes.wait(arrivals) {
            Wait::Stable(waiting) if tpot <= self.plan.tpot && slack >= Seconds::new(0.0) => {
                1.0 - waiting.longer_than(slack)
            }
            _ => 0.0,
        }
    }

    fn resident(&self) -> Option<f64> {
        match self.replica.fit {
            Fit::Fits { resident, .. } => Some(f64::from(resident)),
            Fit::TooSmall(_) => None,
        }
    }

    /// Whether prompts are so short that reading the weights takes longer than their arithmetic, so that TTFT says nothing
    /// of MFU.
    pub(crate) fn prefill_reads(&self) -> bool {
        sizing::light::SpeedOfLight::of(self.plan, &self.replica, 1.0).prefill_exceeds()
    }
}

impl Forecast {
    /// What `replicas` replicas of `plan` do under `load`; `None` where nothing can be said, since the model does not fit
    /// or the load is not known.
    ///
    /// # Example
    /// Worked example A at its own load: four replicas, 5 req/s each, expected TPOT 15.5 ms.
    /// ```
    /// use agreement::{Forecast, Measure};
    /// use quantity::RequestsPerSecond;
    /// let plan = plan::PlanInput::default().check().plan;
    /// let load = evidence::Load::Open(RequestsPerSecond::new(20.0));
    /// let forecast = Forecast::of(&plan, 4, load).unwrap();
    /// assert!((forecast.values.get(Measure::Tpot).unwrap() - 0.0155).abs() < 5e-5);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan, replicas: u32, load: Load) -> Option<Self> {
        Served::of(plan, replicas, None)?.at(load)
    }

    /// The same where an engine decodes at most `cap` sequences at once on each replica.
    #[must_use]
    pub fn capped(plan: &Plan, replicas: u32, cap: u32, load: Load) -> Option<Self> {
        Served::of(plan, replicas, Some(cap))?.at(load)
    }
}

/// Where a growing function passes 0 between a place below it and one above, to `enough`: by the line through both, with the
/// end that stays pulled in (the Illinois method), which takes a quarter of the steps of halving.
fn crossing(mut low: (f64, f64), mut high: (f64, f64), enough: f64, of: impl Fn(f64) -> f64) -> f64 {
    for step in 0..100 {
        let line = high.0 - high.1 * (high.0 - low.0) / (high.1 - low.1);
        // Where the line leads nowhere, as it may from an end without bound, halving does.
        let place = if step < 40 && line > low.0 && line < high.0 { line } else { 0.5 * (low.0 + high.0) };
        let value = of(place);
        if value.abs() <= enough {
            return place;
        }
        if value < 0.0 {
            low = (place, value);
            high.1 *= 0.5;
        } else {
            high = (place, value);
            low.1 *= 0.5;
        }
    }
    low.0
}

#[cfg(test)]
mod tests;
