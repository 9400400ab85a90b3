//! Laws that hold across crates, from the text of a link to its figures.

use headroom_tests::links;
use plan::PlanInput;
use proptest::prelude::*;
use quantity::{Decimal, Key, Place, RequestsPerSecond, Unit};
use sizing::{Figure, Fleet, Outcome, Plan, PlanParts, SteadyState};

fn planned(plan: &Plan) -> Option<Fleet> {
    match sizing::size(plan).outcome {
        Outcome::Planned(fleet) => Some(fleet),
        _ => None,
    }
}

/// The plan with one change, where that is a plan too.
fn with(plan: &Plan, change: impl FnOnce(&mut PlanParts)) -> Option<Plan> {
    let mut parts = plan.parts().clone();
    change(&mut parts);
    Plan::new(parts).ok()
}

/// Both fleets, if both can be planned.
fn fleets(plan: &Plan, change: impl FnOnce(&mut PlanParts)) -> Option<(Fleet, Fleet)> {
    Some((planned(plan)?, planned(&with(plan, change)?)?))
}

/// A change to a plan, by name.
type Change<'a> = (&'a str, &'a dyn Fn(&mut PlanParts));

/// The same plan where bytes, operations and arrivals are twice as fast, and targets half as long.
fn twice_as_fast(parts: &mut PlanParts) {
    let gpu = &mut parts.accelerator;
    gpu.bandwidth = gpu.bandwidth * 2.0;
    gpu.peaks.bf16 = gpu.peaks.bf16 * 2.0;
    for peak in [&mut gpu.peaks.fp8, &mut gpu.peaks.int8, &mut gpu.peaks.fp4] {
        *peak = peak.map(|p| p * 2.0);
    }
    parts.rate = parts.rate * 2.0;
    parts.ttft = parts.ttft / 2.0;
    parts.tpot = parts.tpot / 2.0;
}

/// What becomes of a figure when every rate doubles.
fn doubling(unit: Unit) -> f64 {
    match unit {
        Unit::RequestsPerSecond | Unit::TokensPerSecond => 2.0,
        Unit::Seconds | Unit::Wait | Unit::DollarsPerMillion => 0.5,
        _ => 1.0,
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn doubling_every_rate_halves_every_time_and_price(input in links::realistic()) {
        let plan = input.check().plan;
        let Some(fast) = with(&plan, twice_as_fast) else { return Ok(()) };
        let (slow_sizing, fast_sizing) = (sizing::size(&plan), sizing::size(&fast));
        for figure in Figure::ALL {
            let slow = figure.of(&plan, &slow_sizing).number().map(|value| value * doubling(figure.unit()));
            let fast = figure.of(&fast, &fast_sizing).number();
            let same = match (slow, fast) {
                (Some(slow), Some(fast)) => close(slow, fast),
                (slow, fast) => slow == fast,
            };
            prop_assert!(same, "{} {:?} {:?}", figure.name(), slow, fast);
        }
    }

    #[test]
    fn more_of_a_resource_never_needs_more_replicas(input in links::realistic(), more in 1.0_f64..4.0) {
        let plan = input.check().plan;
        let changes: [Change; 5] = [
            ("bandwidth", &|p| p.accelerator.bandwidth = p.accelerator.bandwidth * more),
            ("compute", &|p| {
                p.accelerator.peaks.bf16 = p.accelerator.peaks.bf16 * more;
                p.accelerator.peaks.fp8 = p.accelerator.peaks.fp8.map(|peak| peak * more);
            }),
            ("memory", &|p| p.accelerator.memory = p.accelerator.memory * more),
            ("cache hits", &|p| p.cached = quantity::Fraction::new(1.0 - p.cached.rest().get() / more)),
            ("patience", &|p| (p.ttft, p.tpot) = (p.ttft * more, p.tpot * more)),
        ];
        for (name, change) in changes {
            let Some((lean, rich)) = fleets(&plan, change) else { continue };
            prop_assert!(rich.needed <= lean.needed, "more {}: {} to {}", name, lean.needed, rich.needed);
            prop_assert!(rich.limit.rate.get() >= lean.limit.rate.get() * (1.0 - 1e-12), "more {}", name);
        }
    }

    #[test]
    fn more_load_of_any_kind_never_needs_fewer(input in links::realistic(), more in 1.0_f64..3.0) {
        let plan = input.check().plan;
        let changes: [Change; 4] = [
            ("requests", &|p| p.rate = p.rate * more),
            ("prompt", &|p| p.prompt = p.prompt * more),
            ("answer", &|p| p.answer = p.answer * more),
            ("burstiness", &|p| p.ca2 *= more),
        ];
        for (name, change) in changes {
            let Some((light, heavy)) = fleets(&plan, change) else { continue };
            prop_assert!(heavy.needed >= light.needed, "more {}: {} to {}", name, light.needed, heavy.needed);
        }
    }

    #[test]
    fn one_more_replica_never_slows_anything(input in links::realistic(), replicas in 1_u32..200) {
        let plan = input.check().plan;
        let at = |count: u32| with(&plan, |p| p.replicas = Some(count)).and_then(|plan| planned(&plan));
        let (Some(fewer), Some(more)) = (at(replicas), at(replicas + 1)) else { return Ok(()) };
        // None is unbounded, so a number may follow nothing, and nothing no number.
        for (slow, fast) in [
            (fewer.state.steady.tpot(), more.state.steady.tpot()),
            (fewer.state.ttft.map(|t| t.p50), more.state.ttft.map(|t| t.p50)),
            (fewer.state.ttft.map(|t| t.p95), more.state.ttft.map(|t| t.p95)),
            (fewer.state.ttft.map(|t| t.p99), more.state.ttft.map(|t| t.p99)),
        ] {
            prop_assert!(slow.is_none() || fast.zip(slow).is_some_and(|(fast, slow)| fast.get() <= slow.get() * (1.0 + 1e-12)));
        }
        prop_assert!(fewer.margin < more.margin);
    }

    #[test]
    fn a_fleet_with_one_lost_is_a_fleet_of_one_less(input in links::realistic()) {
        let plan = input.check().plan;
        let Some((fleet, lost)) = planned(&plan).and_then(|fleet| Some((fleet, fleet.lost?))) else { return Ok(()) };
        let fixed = with(&plan, |p| p.replicas = Some(fleet.replicas - 1)).and_then(|plan| planned(&plan));
        prop_assert_eq!(fixed.map(|f| f.state), Some(lost.state));
    }

    #[test]
    fn a_spare_costs_as_much_as_any_replica_and_changes_nothing_else(input in links::realistic(), spare in 0_u32..20) {
        let plan = input.check().plan;
        let Some((fleet, spared)) = fleets(&plan, |p| p.spare = spare) else { return Ok(()) };
        prop_assert_eq!((fleet.bill, fleet.state, fleet.needs), (spared.bill, spared.state, spared.needs));
        let replicas = f64::from(fleet.replicas);
        let share = (replicas + f64::from(spare)) / replicas;
        prop_assert!(close(spared.bill_with_spare.per_hour.get(), spared.bill.per_hour.get() * share));
        prop_assert!(close(spared.bill_with_spare.per_million_output, spared.bill.per_million_output * share));
    }

    #[test]
    fn the_pool_is_full_at_the_rate_that_is_said_to_fill_it(input in links::realistic()) {
        let plan = input.check().plan;
        let sizing = sizing::size(&plan);
        let Outcome::Planned(fleet) = &sizing.outcome else { return Ok(()) };
        let at = |part: f64| {
            let rate = RequestsPerSecond::new(fleet.limit.pool_full.get() * part);
            SteadyState::of(&sizing.replica, rate, plan.answer)
        };
        prop_assert!(at(1.0 - 1e-9).sequences().is_some(), "below it the sequences fit");
        prop_assert!(at(1.0 + 1e-6).sequences().is_none(), "above it they do not");
    }

    #[test]
    fn a_form_that_says_what_a_link_says_makes_the_same_plan(input in links::inputs()) {
        let (linked, _) = PlanInput::from_link(&input.link());
        let mut typed = PlanInput::default();
        for key in Key::all() {
            if linked.entry(key).is_some() {
                typed.say(key, &linked.field_text(key, Decimal::Point), Place::Field(Decimal::Point));
            }
        }
        prop_assert_eq!(typed.check().plan, linked.check().plan);
        prop_assert_eq!(typed.link(), linked.link());
    }

    #[test]
    fn what_a_field_shows_in_a_comma_language_is_the_same_plan(input in links::realistic()) {
        let mut typed = PlanInput::default();
        for key in Key::all() {
            typed.say(key, &input.field_text(key, Decimal::Comma), Place::Field(Decimal::Comma));
        }
        prop_assert_eq!(typed.check().issues, []);
        prop_assert_eq!(typed.link(), input.link());
    }
}
