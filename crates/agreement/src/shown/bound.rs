//! What a test ran into first, with the figures that say so.

use super::words::load;
use crate::cause::{Causes, Kind};
use crate::comparison::{Comparison, LevelCompared};
use crate::{Measure, Plateau, Subject};
use evidence::Load;
use present::Bound;
use quantity::Unit;

/// A pool that was this full was full.
const FULL: f64 = 0.95;
/// Prompts that take this share of the replicas' time leave them none.
const BUSY: f64 = 0.8;
/// How far what runs on a plateau may be from what the plan's pools hold to be the same.
const SAME: f64 = 1.15;

/// What the test ran into, in a sentence of figures; `None` where the sound levels do not tell.
///
/// # Rules
/// A cap on the batch where the causes found one. Else, on a plateau of throughput, the pool if what runs is what the
/// plan's pools hold, and prompts if fewer run and prompts take [`BUSY`] of the replicas' time at the throughput that was
/// measured. Else a pool that a level states as full, a TPOT above its target at a load that is planned, and last the
/// client of the test.
pub(super) fn bound(subject: &Subject, comparison: &Comparison, causes: &Causes) -> Option<(Bound, String)> {
    sound(comparison).next()?;
    cap(causes)
        .or_else(|| plateau(subject, comparison))
        .or_else(|| full(comparison))
        .or_else(|| slow(subject, comparison))
        .or_else(|| client(causes))
}

fn cap(causes: &Causes) -> Option<(Bound, String)> {
    causes.ranked.iter().find_map(|cause| match cause.kind {
        Kind::BatchCap { running, resident, throughput } => {
            Some((Bound::Cap, stays(throughput, running, resident)))
        }
        _ => None,
    })
}

fn stays(throughput: f64, running: f64, resident: f64) -> String {
    format!(
        "Throughput stays at {} while TTFT grows; by Little’s law {} run there, and the plan’s pool holds {}.",
        Unit::TokensPerSecond.show(throughput),
        Unit::Sequences.show(running),
        Unit::Sequences.show(resident)
    )
}

fn sound(comparison: &Comparison) -> impl Iterator<Item = &LevelCompared> {
    comparison.levels.iter().filter(|level| level.is_sound())
}

fn plateau(subject: &Subject, comparison: &Comparison) -> Option<(Bound, String)> {
    let resident = subject.resident()?;
    let mut sweeps: Vec<usize> = sound(comparison).map(|level| level.sweep).collect();
    sweeps.dedup();
    sweeps.into_iter().find_map(|sweep| {
        let levels = || sound(comparison).filter(|level| level.sweep == sweep);
        let flat = Plateau::of(levels())?;
        let stays = stays(flat.throughput, flat.running, resident);
        if flat.running * SAME >= resident {
            return (flat.running <= resident * SAME).then_some((Bound::Pool, stays));
        }
        let share = levels().filter_map(prompts).fold(0.0, f64::max);
        let busy =
            || [&stays, " Prompts take ", &Unit::Fraction.show(share), " of the replicas’ time."].concat();
        (share >= BUSY).then(|| (Bound::Prefill, busy()))
    })
}

/// The share of time that prompts take, at the throughput that was measured.
fn prompts(level: &LevelCompared) -> Option<f64> {
    let forecast = level.forecast?;
    let measured = level.observed.values.get(Measure::Throughput)?;
    let predicted = forecast.values.get(Measure::Throughput).filter(|tokens| *tokens > 0.0)?;
    Some((forecast.prefill_share * measured / predicted).min(1.0))
}

fn full(comparison: &Comparison) -> Option<(Bound, String)> {
    let used = |level: &LevelCompared| {
        let used = level.observed.values.get(Measure::KvUse).filter(|used| (FULL..=1.0).contains(used))?;
        Some(format!("{} of the KV pool were in use at {}.", Unit::Fraction.show(used), level.name))
    };
    sound(comparison).find_map(used).map(|why| (Bound::Pool, why))
}

/// A level at a load that each replica is planned to carry, where TPOT misses its target.
fn slow(subject: &Subject, comparison: &Comparison) -> Option<(Bound, String)> {
    let (target, planned) = (subject.plan.tpot.get(), subject.planned_rate()?);
    let missed = |level: &LevelCompared| {
        let Load::Open(rate) = level.observed.load else { return None };
        let each = rate.get() / f64::from(subject.replicas);
        let tpot = level.figures.iter().find(|figure| figure.measure == Measure::Tpot && figure.sound)?;
        (each <= planned && tpot.measured > target).then(|| {
            let (tpot, target) = (Unit::Seconds.show(tpot.measured), Unit::Seconds.exact(target));
            format!(
                "At {}, no more than is planned, TPOT is {tpot}, and its target {target}.",
                load(level.observed.load)
            )
        })
    };
    sound(comparison).find_map(missed).map(|why| (Bound::Decode, why))
}

fn client(causes: &Causes) -> Option<(Bound, String)> {
    causes.ranked.iter().find_map(|cause| match cause.kind {
        Kind::ClientQueue { asked, sent, .. } => {
            let [asked, sent] = [asked, sent].map(|rate| Unit::RequestsPerSecond.show(rate));
            Some((Bound::Client, format!("{asked} were asked for and {sent} sent.")))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::causes;
    use crate::example::{level, open, stated, subject};
    use crate::forecast::Served;
    use evidence::{Level, LoadTest};
    use quantity::{RequestsPerSecond, Seconds};

    fn of(link: &str, levels: Vec<Level>) -> Option<Bound> {
        let (subject, tests) = (subject(link), [LoadTest { levels, ..LoadTest::default() }]);
        let comparison = Comparison::of(&subject, &tests, 0.2);
        let found = bound(&subject, &comparison, &causes(&subject, &tests, &comparison));
        assert!(found.as_ref().is_none_or(|(_, why)| why.ends_with('.')), "{found:?}");
        found.map(|(bound, _)| bound)
    }

    fn sweep(link: &str, loads: &[f64]) -> Vec<Level> {
        let subject = subject(link);
        loads.iter().map(|most| level(&subject.plan, subject.replicas, Load::Closed(*most))).collect()
    }

    const LOADS: [f64; 5] = [50.0, 400.0, 800.0, 1600.0, 3200.0];

    /// One replica of worked example A holds 604 sequences.
    #[test]
    fn a_plateau_of_the_models_own_is_the_pool() {
        assert_eq!(of("v=1&replicas=1", sweep("v=1&replicas=1", &LOADS)), Some(Bound::Pool));
        assert_eq!(of("v=1&replicas=1", sweep("v=1&replicas=1", &[1.0, 2.0, 4.0])), None);
    }

    #[test]
    fn a_cap_is_told_from_the_pool() {
        let subject = subject("v=1&replicas=1");
        let capped = Served::of(&subject.plan, 1, Some(64)).expect("the model fits");
        let made = |most: &f64| {
            let load = Load::Closed(*most);
            stated(&subject.plan, load, &capped.at(load).expect("a forecast"))
        };
        assert_eq!(of("v=1&replicas=1", LOADS.iter().map(made).collect()), Some(Bound::Cap));
    }

    #[test]
    fn a_pool_that_a_level_states_as_full_is_full() {
        let mut levels = sweep("v=1&replicas=1", &[4.0]);
        levels[0].kv_usage = Some(0.94);
        assert_eq!(of("v=1&replicas=1", levels.clone()), None);
        levels[0].kv_usage = Some(0.97);
        assert_eq!(of("v=1&replicas=1", levels), Some(Bound::Pool));
    }

    /// Four replicas are planned for 20 req/s, so one for 5.
    #[test]
    fn slow_answers_count_at_a_load_that_is_planned() {
        let slow = |rate: f64| {
            let mut level = level(&subject("v=1&replicas=1").plan, 1, open(rate));
            for figure in level.ours.iter_mut().filter(|figure| figure.metric == latency::Metric::Tpot) {
                figure.value = Seconds::new(0.06);
            }
            vec![level]
        };
        assert_eq!(of("v=1&replicas=1", slow(4.9)), Some(Bound::Decode));
        assert_eq!(of("v=1&replicas=1", slow(5.1)), None);
    }

    #[test]
    fn what_may_not_be_judged_names_nothing() {
        let mut levels = sweep("v=1&replicas=1", &LOADS);
        levels.iter_mut().for_each(|level| level.completed = Some(9));
        assert_eq!(of("v=1&replicas=1", levels), None);
    }

    #[test]
    fn the_client_comes_last() {
        let mut level = level(&subject("v=1").plan, 4, open(10.0));
        level.load = open(20.0);
        level.achieved = Some(RequestsPerSecond::new(10.0));
        assert_eq!(of("v=1", vec![level]), Some(Bound::Client));
        assert_eq!(of("v=1", Vec::new()), None);
    }
}
