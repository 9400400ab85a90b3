//! Which autoscaling signal would have fired: what each reads, against its target.

use crate::passage::{row, table};
use chart::{Cell, Table};
use evidence::metrics::MetricsReading;
use quantity::{Fraction, Key, Standard, Unit};
use sizing::{Autoscaler, Gauge, Reaction};

/// What an autoscaler would hold its signals at. Nobody's recommendation: put in your own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignalTargets {
    /// Requests that wait, for each replica. By default 5.
    ///
    /// # Source
    /// The threshold of vLLM's production stack in its guide to autoscaling with KEDA
    /// (`docs/source/use_cases/autoscaling-keda.rst` at 183a136, read in November 2026).
    pub waiting: f64,
    /// The share of the KV pool in use. By default what the plan uses of a replica, `util`.
    pub kv: f64,
    /// The part of the requests that a replica can have in flight. By default the same.
    pub in_flight: f64,
    /// How far a reading may be off its target without anything being done. By default a tenth, as in Kubernetes.
    pub tolerance: Fraction,
}

impl Default for SignalTargets {
    fn default() -> Self {
        let util = match Key::Util.row().default {
            Standard::Number(util) => util,
            _ => 0.8,
        };
        Self { waiting: 5.0, kv: util, in_flight: util, tolerance: Fraction::new(0.1) }
    }
}

impl SignalTargets {
    /// What they are, and that they are assumptions.
    pub(super) fn sentence(&self) -> String {
        let (waiting, kv, in_flight) = (
            Unit::Number.show(self.waiting),
            Unit::Fraction.show(self.kv),
            Unit::Fraction.show(self.in_flight),
        );
        let source =
            if *self == Self::default() { ", as in the guide of vLLM’s production stack" } else { "" };
        [
            "The targets of the signals are assumptions: ",
            &waiting,
            " requests waiting at each replica",
            source,
            ", ",
            &kv,
            " of the KV pool, and ",
            &in_flight,
            " of the requests that a replica can have in flight, by its limit or by the longest contexts that its pool holds.",
        ]
        .concat()
    }
}

/// A signal with its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Signal {
    pub(super) name: &'static str,
    unit: Unit,
    /// What it reads, on average over the replicas.
    reading: Option<f64>,
    target: Option<f64>,
    most: Option<f64>,
    pub(super) reaction: Option<Reaction>,
}

/// The three signals, the early ones first.
///
/// # Formula
/// desired = ⌈replicas × reading / target⌉, outside of the band: [`Autoscaler`].
pub(super) fn signals(reading: &MetricsReading, targets: &SignalTargets) -> [Signal; 3] {
    let count = reading.replicas.max(1) as f64;
    let each = |all: Option<f64>| all.map(|all| all / count);
    // What a replica can have in flight: its own limit, or the sequences of the longest context that fit.
    let limit = reading.most_running.map(|most| most / count);
    let room = limit.or(each(reading.longest_sequences)).filter(|room| *room > 0.0);
    let kv = reading.kv_usage.map(|(mean, _)| mean.get());
    let signal = |name, unit, value: Option<f64>, target: Option<f64>, most| {
        let autoscaler = target.and_then(|target| Autoscaler::new(target, targets.tolerance));
        let replicas = u32::try_from(reading.replicas.max(1)).unwrap_or(u32::MAX);
        let reaction =
            autoscaler.zip(value).map(|(scaler, reading)| scaler.reaction(replicas, Gauge { reading, most }));
        Signal { name, unit, reading: value, target, most, reaction }
    };
    [
        signal("Waiting requests", Unit::Number, each(reading.waiting), Some(targets.waiting), None),
        signal("KV pool in use", Unit::Fraction, kv, Some(targets.kv), Some(1.0)),
        signal(
            "Requests in flight",
            Unit::Number,
            each(reading.running),
            room.map(|room| targets.in_flight * room),
            limit,
        ),
    ]
}

/// What each signal reads, its target, and what an autoscaler on it would ask for.
pub(super) fn signals_table(reading: &MetricsReading, signals: &[Signal]) -> Table {
    let replicas = u32::try_from(reading.replicas.max(1)).unwrap_or(u32::MAX);
    let rows = signals.iter().map(|signal| signal.row(replicas));
    let caption = [
        "Autoscaling signals over ",
        &number(f64::from(replicas), "replica"),
        ", each by itself; ⌈replicas × reading / target⌉ outside of the band",
    ]
    .concat();
    table(&caption, &["Signal", "Reads, each replica", "Target", "Would ask for"], rows.collect())
}

impl Signal {
    fn row(&self, replicas: u32) -> Vec<Cell> {
        let text =
            |value: Option<f64>| value.map_or_else(|| "not known".into(), |value| self.unit.show(value));
        row(vec![self.name.into(), text(self.reading), text(self.target), self.words(replicas)])
    }

    fn words(&self, replicas: u32) -> String {
        let more = |desired: u32| number(f64::from(desired), "replica");
        match self.reaction {
            None => "not judged".into(),
            Some(Reaction::Hold) => "no change: within the band".into(),
            Some(Reaction::Scale(desired)) if desired == replicas => "no change".into(),
            Some(Reaction::Scale(desired)) => more(desired),
            Some(Reaction::NeverGrows { desired }) => {
                let most = self.most.map_or_else(String::new, |most| self.unit.show(most));
                [&more(desired), ", and never more: it ends at ", &most].concat()
            }
        }
    }

    /// Whether it asks for more than there are, and for how many.
    pub(super) fn fires(&self, replicas: u64) -> Option<u32> {
        let replicas = u32::try_from(replicas.max(1)).unwrap_or(u32::MAX);
        self.reaction.map(|reaction| reaction.desired(replicas)).filter(|desired| *desired > replicas)
    }
}

/// "1 replica", "3 replicas".
pub(super) fn number(count: f64, thing: &str) -> String {
    let number = Unit::Count.show(count);
    if (count - 1.0).abs() < 0.5 {
        [&number, " ", thing].concat()
    } else {
        [&number, " ", thing, "s"].concat()
    }
}
