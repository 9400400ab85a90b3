//! Laws of forecasts: the identity, the fleet itself, and what happens past the pool.

use super::*;
use crate::example;
use latency::definition::closed_loop;
use proptest::prelude::*;
use sizing::fleet::Running;
use sizing::{Figure, PlanParts};

proptest! {
    /// Whatever the concurrency, throughput is c × n / (TTFT + (n − 1) × TPOT).
    #[test]
    fn a_closed_loop_satisfies_the_identity(plan in example::plans(), c in 1_u32..2_000) {
        let Some(forecast) = Forecast::of(&plan, 2, Load::Closed(f64::from(c))) else { return Ok(()) };
        let value = |measure| forecast.values.get(measure).expect("it settles");
        let (ttft, tpot) = (Seconds::new(value(Measure::TtftMean)), Seconds::new(value(Measure::Tpot)));
        let identity = closed_loop(f64::from(c), plan.answer.get(), ttft, tpot).expect("time passes");
        prop_assert!((value(Measure::Throughput) / identity - 1.0).abs() < 1e-6, "{:?}", forecast);
    }

    #[test]
    fn more_in_flight_never_yields_less(plan in example::plans(), c in 1_u32..1_000) {
        let at = |c: u32| Forecast::of(&plan, 2, Load::Closed(f64::from(c))).map(|f| f.rate.get());
        if let (Some(few), Some(more)) = (at(c), at(c + 1)) {
            prop_assert!(more >= few * (1.0 - 1e-9), "{} {}", few, more);
        }
    }

    /// An open loop at a rate and the fleet of the plan are one state, asked two ways.
    #[test]
    fn an_open_loop_is_the_fleet_itself(plan in example::plans(), replicas in 1_u32..20) {
        let Some(forecast) = Forecast::of(&plan, replicas, Load::Open(plan.rate)) else { return Ok(()) };
        let replica = Replica::of(&plan);
        let running = Running::of(&plan, &replica, replicas);
        let number = |figure: Figure| figure.of_running(&plan, &running, replica.fit).number();
        let settles = number(Figure::Tpot).is_some() && number(Figure::TtftP95).is_some();
        prop_assert_eq!(forecast.settled == Settled::Steady, settles);
        if settles {
            prop_assert_eq!(forecast.values.get(Measure::Tpot), number(Figure::Tpot));
            prop_assert_eq!(forecast.values.get(Measure::TtftP95), number(Figure::TtftP95));
            prop_assert_eq!(forecast.values.get(Measure::KvUse), number(Figure::KvInUse));
        }
    }
}

#[test]
fn one_request_in_flight_waits_for_nobody() {
    let plan = example::a();
    let forecast = Forecast::of(&plan, 1, Load::Closed(1.0)).expect("it fits");
    let prefill = Replica::of(&plan).prefill.get();
    assert_eq!(forecast.values.get(Measure::TtftMean), Some(prefill));
    assert_eq!(forecast.values.get(Measure::TtftP95), Some(prefill));
}

/// Beyond the pool a request in flight more costs 1 / rate of TTFT, and no throughput.
#[test]
fn past_the_pool_only_ttft_grows() {
    let plan = example::a();
    let at = |c: f64| Forecast::of(&plan, 1, Load::Closed(c)).expect("it fits");
    let (one, two) = (at(800.0), at(900.0));
    assert_eq!((one.settled, one.rate), (Settled::Plateau, two.rate));
    let grown = two.values.get(Measure::TtftMean).zip(one.values.get(Measure::TtftMean)).map(|(b, a)| b - a);
    assert!(grown.is_some_and(|grown| (grown - 100.0 / one.rate.get()).abs() < 1e-9));
    assert_eq!(
        (two.values.get(Measure::TtftP95), two.values.get(Measure::Tpot)),
        (None, one.values.get(Measure::Tpot))
    );
}

#[test]
fn a_cap_on_the_batch_is_a_smaller_pool() {
    let plan = example::a();
    let capped = Forecast::capped(&plan, 1, 64, Load::Closed(200.0)).expect("it fits");
    let free = Forecast::of(&plan, 1, Load::Closed(200.0)).expect("it fits");
    assert_eq!((capped.settled, free.settled), (Settled::Plateau, Settled::Steady));
    assert!(capped.rate < free.rate);
}

#[test]
fn more_than_they_carry_has_no_latency() {
    let forecast =
        Forecast::of(&example::a(), 1, Load::Open(RequestsPerSecond::new(100.0))).expect("it fits");
    assert_eq!((forecast.settled, forecast.values.get(Measure::TtftP95)), (Settled::Overloaded, None));
    assert!((forecast.rate.get() - 9.196).abs() < 1e-3, "{forecast:?}");
    let small =
        Plan::new(PlanParts { tp: 1, weights: sizing::Precision::Bf16, ..example::a().parts().clone() });
    let load = Load::Closed(1.0);
    assert_eq!(small.ok().and_then(|plan| Forecast::of(&plan, 1, load)), None);
}

#[test]
fn a_cap_that_is_not_reached_changes_nothing() {
    let plan = example::a();
    let rate = RequestsPerSecond::new(5.0);
    let at = |load| Forecast::of(&plan, 1, load).expect("it fits");
    assert_eq!(at(Load::Capped(rate, 500.0)), at(Load::Open(rate)));
    assert_eq!(at(Load::Capped(rate, 8.0)), at(Load::Closed(8.0)));
}
