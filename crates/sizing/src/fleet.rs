//! How many replicas, what binds, and what is left when one is lost.

use crate::cost::Bill;
use crate::light::SpeedOfLight;
use crate::plan::Plan;
use crate::queueing::{Lanes, Ttft, Wait, fewest_lanes};
use crate::replica::{Fit, Replica, Shortfall};
use crate::replica_seconds::Work;
use crate::steady_state::{Limit, LimitedBy, SteadyState};
use crate::step::StepTime;
use quantity::{RequestsPerSecond, Seconds, float};

/// The most replicas that a plan is made for.
pub const MOST_REPLICAS: u32 = 1_000_000;

/// What came out for a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizing {
    /// One replica; there even if it does not fit.
    pub replica: Replica,
    /// Whether a fleet can be planned.
    pub outcome: Outcome,
}

/// Whether a fleet can be planned.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time; a box would cost an allocation at each keystroke"
)]
pub enum Outcome {
    /// It can.
    Planned(Fleet),
    /// The model and one sequence do not fit into a replica.
    DoesNotFit(Shortfall),
    /// A single request on an idle replica already misses a target.
    NoReplicasHelp(NoHelp),
    /// The load needs more than [`MOST_REPLICAS`].
    TooMany {
        /// Replicas needed, as far as that can be said.
        wanted: f64,
    },
}

/// Why no number of replicas helps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoHelp {
    /// Prefill alone is longer than the TTFT target.
    Prefill {
        /// Prefill seconds of one prompt, with the constant of a request.
        prefill: Seconds,
    },
    /// A decode step of a single sequence is longer than the TPOT target.
    Step {
        /// Time of that step.
        step: Seconds,
    },
}

/// A fleet that carries the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fleet {
    /// The largest rate of one replica.
    pub limit: Limit,
    /// What one request costs.
    pub work: Work,
    /// How many replicas each requirement asks for.
    pub needs: Needs,
    /// The requirement that asks for most.
    pub binding: Need,
    /// The resource behind it.
    pub resource: Resource,
    /// Replicas that the requirements ask for: the largest, rounded up.
    pub needed: u32,
    /// Replicas that carry load: `needed`, or what the plan fixes. They are the prefill lanes.
    pub replicas: u32,
    /// Replicas beyond those.
    pub spare: u32,
    /// The largest fleet rate that these replicas carry under the binding requirement, over the planned rate, less 1.
    /// Below 0 where the plan fixes too few.
    pub margin: f64,
    /// How the fleet runs at the planned rate.
    pub state: Running,
    /// How it runs with one of `replicas` lost; `None` where there is only one.
    pub lost: Option<Lost>,
    /// The bill of the replicas that carry load.
    pub bill: Bill,
    /// The bill with the spares.
    pub bill_with_spare: Bill,
    /// What the assumptions imply, at the batch that the fleet settles at, or that work is counted at if it does not.
    pub light: SpeedOfLight,
}

/// How a number of replicas runs under the planned rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    /// Requests a second that reach each replica.
    pub rate_each: RequestsPerSecond,
    /// The state that each settles in.
    pub steady: SteadyState,
    /// The wait for a prefill lane.
    pub wait: Wait,
    /// Time to first token; `None` where it is unbounded.
    pub ttft: Option<Ttft>,
    /// Share of time that the prefill lanes are busy.
    pub lanes_busy: f64,
}

/// How the fleet runs with one replica lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// Replicas left.
    pub replicas: u32,
    /// How they run.
    pub state: Running,
}

/// How many replicas each requirement asks for, before rounding up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needs {
    /// rate × work / ceiling: the load's replica-seconds, no hotter than planned.
    pub work: f64,
    /// rate / λ*: TPOT within its target.
    pub slo: f64,
    /// The fewest prefill lanes whose p95 TTFT meets its target.
    pub ttft: f64,
    /// rate / the rate at which the pool is full: room for the sequences.
    pub kv: f64,
}

/// A requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The replica-seconds of the load under the ceiling.
    Work,
    /// TPOT within its target.
    Slo,
    /// p95 TTFT within its target.
    Ttft,
    /// Room for the sequences in the KV pool.
    Kv,
}

/// A resource that can run out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Arithmetic, spent on prompts.
    PrefillCompute,
    /// Memory bandwidth, spent on decode steps.
    Bandwidth,
    /// Memory for keys and values.
    KvMemory,
    /// Prefill lanes, with arrivals bunching up before them.
    PrefillLanes,
}

/// Sizes `plan`.
///
/// # Formula
/// N = ⌈max(rate × work / ceiling, rate / λ*, fewest lanes for the p95 TTFT, rate / pool-full rate)⌉. Where the plan
/// fixes no batch, work is counted at the batch of λ*, where it is exactly 1/λ*.
///
/// It is total: what cannot be planned is an [`Outcome`].
#[must_use]
pub fn size(plan: &Plan) -> Sizing {
    let replica = Replica::of(plan);
    Sizing { replica, outcome: outcome(plan, &replica) }
}

fn outcome(plan: &Plan, replica: &Replica) -> Outcome {
    let resident = match replica.fit {
        Fit::Fits { resident, .. } => resident,
        Fit::TooSmall(shortfall) => return Outcome::DoesNotFit(shortfall),
    };
    if replica.prefill + plan.per_request > plan.ttft {
        return Outcome::NoReplicasHelp(NoHelp::Prefill { prefill: replica.prefill + plan.per_request });
    }
    let Some(limit) = Limit::of(replica.prefill, replica.step, resident, plan.answer, plan.tpot) else {
        return Outcome::NoReplicasHelp(NoHelp::Step { step: replica.step.at(1.0) });
    };
    let work = Work::on(replica, plan.answer, plan.batch.map_or(limit.batch, f64::from));
    // What a request spends outside of the lanes is taken from the target.
    let target = plan.ttft - plan.per_request;
    let lanes = fewest_lanes(plan.rate, replica.prefill, variability(plan), target, MOST_REPLICAS);
    let needs = Needs {
        work: plan.rate * work.total() / plan.util.get(),
        slo: plan.rate / limit.rate,
        ttft: lanes.map_or(f64::from(MOST_REPLICAS) + 1.0, f64::from),
        kv: plan.rate / limit.pool_full,
    };
    let (binding, most) = needs.largest();
    if most > f64::from(MOST_REPLICAS) {
        return Outcome::TooMany { wanted: most };
    }
    Outcome::Planned(Fleet::of(plan, replica, limit, work, needs, binding))
}

/// (ca² + cs²) / 2, the factor by which waits are longer than with exponential gaps and service.
#[must_use]
pub fn variability(plan: &Plan) -> f64 {
    0.5 * (plan.ca2 + plan.cs2)
}

impl Fleet {
    fn of(plan: &Plan, replica: &Replica, limit: Limit, work: Work, needs: Needs, binding: Need) -> Self {
        let needed = whole(needs.largest().1);
        let replicas = plan.replicas.unwrap_or(needed);
        let state = Running::of(plan, replica, replicas);
        let paid = |count: u32| Bill::of(plan, count.saturating_mul(replica.gpus), work);
        Self {
            limit,
            work,
            needs,
            binding,
            resource: resource(plan, replica, &limit, work, binding),
            needed,
            replicas,
            spare: plan.spare,
            margin: carried(plan, replica, &limit, work, binding, replicas) / plan.rate - 1.0,
            state,
            lost: (replicas > 1)
                .then(|| Lost { replicas: replicas - 1, state: Running::of(plan, replica, replicas - 1) }),
            bill: paid(replicas),
            bill_with_spare: paid(replicas.saturating_add(plan.spare)),
            light: SpeedOfLight::of(plan, replica, state.steady.sequences().unwrap_or(work.batch)),
        }
    }
}

impl Running {
    /// How `replicas` of `replica` run under the rate of `plan`.
    #[must_use]
    pub fn of(plan: &Plan, replica: &Replica, replicas: u32) -> Self {
        let rate_each = plan.rate / f64::from(replicas);
        let lanes = lanes(plan, replica, replicas);
        Self {
            rate_each,
            steady: SteadyState::of(replica, rate_each, plan.answer),
            wait: lanes.wait(plan.rate),
            ttft: lanes.ttft(plan.rate),
            lanes_busy: lanes.utilisation(plan.rate),
        }
    }
}

/// The prefill lanes that `replicas` replicas are.
#[must_use]
pub fn lanes(plan: &Plan, replica: &Replica, replicas: u32) -> Lanes {
    Lanes {
        count: replicas,
        prefill: replica.prefill,
        variability: variability(plan),
        outside: plan.per_request,
    }
}

impl Needs {
    /// The requirement that asks for most, and how many replicas it asks for. The first wins a tie.
    #[must_use]
    pub fn largest(self) -> (Need, f64) {
        [(Need::Slo, self.slo), (Need::Ttft, self.ttft), (Need::Kv, self.kv)]
            .into_iter()
            .fold((Need::Work, self.work), |most, next| if next.1 > most.1 { next } else { most })
    }

    /// How many replicas `need` asks for.
    #[must_use]
    pub const fn of(self, need: Need) -> f64 {
        match need {
            Need::Work => self.work,
            Need::Slo => self.slo,
            Need::Ttft => self.ttft,
            Need::Kv => self.kv,
        }
    }
}

/// Rounds up, but not for the last bits of a quotient that is meant to be whole.
fn whole(replicas: f64) -> u32 {
    float::count(float::ceil(replicas * (1.0 - 1e-12))).max(1)
}

/// The largest fleet rate that `replicas` replicas carry under one requirement.
fn carried(
    plan: &Plan,
    replica: &Replica,
    limit: &Limit,
    work: Work,
    need: Need,
    replicas: u32,
) -> RequestsPerSecond {
    let count = f64::from(replicas);
    match need {
        Need::Work => RequestsPerSecond::new(count * plan.util.get() / work.total().get()),
        Need::Slo => limit.rate * count,
        Need::Kv => limit.pool_full * count,
        Need::Ttft => lanes(plan, replica, replicas).largest_rate(plan.ttft).unwrap_or_default(),
    }
}

/// The resource behind a requirement: for TPOT and work the one whose doubling helps most.
fn resource(plan: &Plan, replica: &Replica, limit: &Limit, work: Work, need: Need) -> Resource {
    match need {
        Need::Ttft => Resource::PrefillLanes,
        Need::Kv => Resource::KvMemory,
        Need::Work if plan.batch.is_some() => {
            if work.prefill > work.decode {
                Resource::PrefillCompute
            } else {
                Resource::Bandwidth
            }
        }
        Need::Work | Need::Slo if limit.by == LimitedBy::KvPool => Resource::KvMemory,
        Need::Work | Need::Slo => {
            if limit_with_twice_the_compute(plan, replica) >= limit_with_twice_the_bandwidth(plan, replica) {
                Resource::PrefillCompute
            } else {
                Resource::Bandwidth
            }
        }
    }
}

fn limit_with_twice_the_compute(plan: &Plan, replica: &Replica) -> Option<RequestsPerSecond> {
    raised(plan, &Replica { prefill: replica.prefill / 2.0, ..*replica })
}

fn limit_with_twice_the_bandwidth(plan: &Plan, replica: &Replica) -> Option<RequestsPerSecond> {
    // The constant of a step is no reading: a faster memory leaves it.
    let halved = replica.step.faster(2.0);
    let step = StepTime { fixed: halved.fixed + plan.per_step / 2.0, ..halved };
    raised(plan, &Replica { step, ..*replica })
}

fn raised(plan: &Plan, replica: &Replica) -> Option<RequestsPerSecond> {
    let Fit::Fits { resident, .. } = replica.fit else { return None };
    Limit::of(replica.prefill, replica.step, resident, plan.answer, plan.tpot).map(|limit| limit.rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use crate::plan::PlanParts;
    use proptest::prelude::*;
    use quantity::Tokens;

    fn planned(plan: &Plan) -> Option<Fleet> {
        match size(plan).outcome {
            Outcome::Planned(fleet) => Some(fleet),
            _ => None,
        }
    }

    #[test]
    fn example_a_needs_four_and_a_spare() {
        let fleet = planned(&example::a()).expect("a plan");
        assert_eq!((fleet.replicas, fleet.spare), (4, 1));
        assert_eq!((fleet.binding, fleet.resource), (Need::Work, Resource::PrefillCompute));
        assert_eq!((fleet.bill.gpus, fleet.bill_with_spare.gpus), (16, 20));
        assert!((fleet.margin - (4.0 * 8.196_06 * 0.8 / 20.0 - 1.0)).abs() < 1e-5, "{}", fleet.margin);
    }

    #[test]
    fn what_no_number_of_replicas_helps_is_said() {
        let a = example::a();
        let with = |change: &dyn Fn(&mut PlanParts)| {
            let mut parts = a.parts().clone();
            change(&mut parts);
            size(&Plan::new(parts).expect("valid")).outcome
        };
        let slow_prompt = with(&|p| p.prompt = Tokens::new(20_000.0));
        assert!(matches!(slow_prompt, Outcome::NoReplicasHelp(NoHelp::Prefill { .. })), "{slow_prompt:?}");
        let slow_step = with(&|p| p.tpot = Seconds::new(0.005));
        assert!(matches!(slow_step, Outcome::NoReplicasHelp(NoHelp::Step { .. })), "{slow_step:?}");
        let flood = with(&|p| {
            p.rate = RequestsPerSecond::new(1e6);
            p.prompt = Tokens::new(11_000.0);
            p.answer = Tokens::new(100_000.0);
        });
        assert!(matches!(flood, Outcome::TooMany { wanted } if wanted > 1e6), "{flood:?}");
        let long = with(&|p| p.prompt = Tokens::new(1e7));
        assert!(matches!(long, Outcome::DoesNotFit(_)), "{long:?}");
    }

    #[test]
    fn a_fixed_number_of_replicas_is_kept_and_its_margin_may_be_negative() {
        let plan = Plan::new(PlanParts {
            rate: RequestsPerSecond::new(40.0),
            replicas: Some(4),
            ..example::a().parts().clone()
        });
        let fleet = planned(&plan.expect("valid")).expect("a plan");
        assert_eq!((fleet.replicas, fleet.needed), (4, 7));
        assert!(fleet.margin < 0.0 && fleet.state.steady.tpot().is_none());
    }

    proptest! {
        #[test]
        fn more_load_never_needs_fewer_replicas(plan in example::plans(), more in 1.0_f64..3.0) {
            let heavier = Plan::new(PlanParts { rate: plan.rate * more, ..plan.parts().clone() });
            let (Some(light), Ok(heavier)) = (planned(&plan), heavier) else { return Ok(()) };
            if let Some(heavy) = planned(&heavier) {
                prop_assert!(light.needed <= heavy.needed);
            }
        }

        #[test]
        fn the_fleet_meets_every_target(plan in example::plans()) {
            let Some(fleet) = planned(&plan) else { return Ok(()) };
            prop_assert!(fleet.state.steady.tpot().is_some_and(|t| t.get() <= plan.tpot.get() * (1.0 + 1e-9)));
            prop_assert!(fleet.state.ttft.is_some_and(|t| t.p95.get() <= plan.ttft.get() * (1.0 + 1e-9)));
            prop_assert!(fleet.margin >= -1e-9, "{}", fleet.margin);
        }

        #[test]
        fn one_replica_less_fails_the_binding_requirement(plan in example::plans()) {
            let Some(fleet) = planned(&plan) else { return Ok(()) };
            prop_assume!(fleet.needed > 1);
            let fewer = carried(&plan, &Replica::of(&plan), &fleet.limit, fleet.work, fleet.binding, fleet.needed - 1);
            prop_assert!(fewer.get() < plan.rate.get() * (1.0 + 1e-9));
        }

        #[test]
        fn doubling_every_speed_and_the_rate_keeps_the_fleet(plan in example::plans()) {
            let mut accelerator = plan.accelerator;
            accelerator.bandwidth = accelerator.bandwidth * 2.0;
            accelerator.peaks.bf16 = accelerator.peaks.bf16 * 2.0;
            accelerator.peaks.fp8 = accelerator.peaks.fp8.map(|p| p * 2.0);
            let fast = Plan::new(PlanParts {
                accelerator,
                rate: plan.rate * 2.0,
                ttft: plan.ttft / 2.0,
                tpot: plan.tpot / 2.0,
                per_step: plan.per_step / 2.0,
                per_request: plan.per_request / 2.0,
                ..plan.parts().clone()
            });
            let (Some(slow), Ok(fast)) = (planned(&plan), fast) else { return Ok(()) };
            let fast = planned(&fast).expect("the same plan, twice as fast");
            prop_assert!((slow.needs.work / fast.needs.work - 1.0).abs() < 1e-9);
            prop_assert_eq!(slow.needs.ttft.to_bits(), fast.needs.ttft.to_bits());
            let halves = slow.state.steady.tpot().zip(fast.state.steady.tpot()).map(|(a, b)| a / b);
            prop_assert!(slow.replicas != fast.replicas || halves.is_some_and(|h| (h - 2.0).abs() < 1e-6));
        }
    }
}
