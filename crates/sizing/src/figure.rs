//! Each result by name: one list from which tiles, tables, the command's JSON and the traces are made.

use crate::fleet::{Fleet, Lost, Outcome, Running, Sizing, lanes};
use crate::plan::Plan;
use crate::queueing::{Ttft, Wait};
use crate::replica::Fit;
use quantity::{Seconds, Unit};

/// The value of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number, in base units of the figure's [`Figure::unit`].
    Number(f64),
    /// It grows without bound: the replica does not settle, or the queue does not.
    Unbounded,
    /// The outcome has no such figure: there is no fleet, no replica can be lost, or a token has no price because the
    /// fleet does not carry the load.
    Absent,
}

impl Value {
    /// The number, if it is one.
    #[must_use]
    pub const fn number(self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(value),
            _ => None,
        }
    }

    fn bounded(value: Option<f64>) -> Self {
        value.map_or(Self::Unbounded, Self::Number)
    }
}

macro_rules! figures {
    ($($(#[$doc:meta])* $variant:ident $name:literal $label:literal $unit:ident;)*) => {
        /// A result of [`crate::size`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Figure {
            $($(#[$doc])* $variant,)*
        }

        impl Figure {
            /// All figures, in the order in which they follow from each other.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Its stable name in the command's JSON and in the page's markup.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What to call it beside its value.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)* }
            }

            /// What its number counts.
            #[must_use]
            pub const fn unit(self) -> Unit {
                match self { $(Self::$variant => Unit::$unit,)* }
            }
        }
    };
}

figures! {
    /// Bytes of weights of a replica.
    Weights "weights_bytes" "Weights" Bytes;
    /// Bytes of KV cache for one token, over the replica's GPUs.
    KvPerToken "kv_bytes_per_token" "KV cache per token" Bytes;
    /// Mean context of a decoding sequence.
    Context "context_tokens" "Mean context" Tokens;
    /// Bytes of KV cache for a sequence at the mean context.
    KvPerSequence "kv_bytes_per_sequence" "KV cache per sequence" Bytes;
    /// Bytes that a decode step moves for a sequence at the mean context.
    KvRead "kv_read_bytes_per_sequence" "KV moved per step and sequence" Bytes;
    /// Bytes of a replica left for KV cache.
    KvPool "kv_pool_bytes" "KV pool" Bytes;
    /// Sequences that the pool holds.
    Resident "resident_sequences" "Sequences that fit" Sequences;
    /// Prefill seconds of a prompt, after cache hits.
    Prefill "prefill_s" "Prefill of one prompt" Seconds;
    /// Prefill seconds of one prompt token that is not cached.
    PrefillPerToken "prefill_s_per_token" "Prefill per prompt token" Seconds;
    /// The largest rate of one replica within the TPOT target and its memory.
    LargestRate "largest_rate" "Largest rate per replica" RequestsPerSecond;
    /// The rate at which the KV pool is full.
    PoolFullRate "pool_full_rate" "Rate at which the KV pool is full" RequestsPerSecond;
    /// The batch at which work is counted.
    Batch "batch" "Decode batch" Sequences;
    /// The time of a step at that batch.
    Step "step_s" "Decode step at that batch" Seconds;
    /// Tokens a second of a replica that does nothing but decode at that batch.
    ReplicaTokens "replica_tok_per_s" "Output of a decoding replica" TokensPerSecond;
    /// Replica-seconds of a request.
    Work "work_s" "Replica-seconds per request" Seconds;
    /// Replica-seconds a second that the load's prompts take.
    PrefillWork "prefill_replica_s_per_s" "Replicas busy with prompts" ReplicaSecondsPerSecond;
    /// Replica-seconds a second that the load's answers take.
    DecodeWork "decode_replica_s_per_s" "Replicas busy with answers" ReplicaSecondsPerSecond;
    /// Replica-seconds a second of the load, both phases together.
    LoadWork "total_replica_s_per_s" "Replicas busy" ReplicaSecondsPerSecond;
    /// TPOT if no prefill hides under decode: a bound.
    WorstCaseTpot "tpot_worst_case_s" "Worst-case TPOT" Seconds;
    /// Replicas by the load's replica-seconds.
    NeedWork "replicas_by_work" "Replicas for the work" Number;
    /// Replicas by the TPOT target.
    NeedSlo "replicas_by_tpot" "Replicas for the TPOT target" Number;
    /// Replicas by the TTFT target.
    NeedTtft "replicas_by_ttft" "Replicas for the TTFT target" Number;
    /// Replicas by the KV pool.
    NeedKv "replicas_by_kv" "Replicas for the KV pool" Number;
    /// Replicas that the requirements ask for.
    Needed "replicas_needed" "Replicas needed" Count;
    /// Replicas that carry load.
    Replicas "replicas" "Replicas" Count;
    /// Replicas beyond those.
    Spare "spare_replicas" "Spare replicas" Count;
    /// GPUs of the replicas that carry load.
    Gpus "gpus" "GPUs" Count;
    /// GPUs with the spares.
    GpusWithSpare "gpus_with_spare" "GPUs with the spare" Count;
    /// How much more load these replicas carry under the binding requirement.
    Margin "margin" "Margin" Fraction;
    /// Requests a second that reach each replica.
    RateEach "rate_per_replica" "Planned rate per replica" RequestsPerSecond;
    /// Share of each second that prompts take.
    PrefillShare "prefill_share" "Prefill share" Fraction;
    /// Expected TPOT at the planned rate.
    Tpot "tpot_s" "Expected TPOT" Seconds;
    /// Sequences that decode at once.
    Sequences "sequences" "Sequences decoding" Sequences;
    /// Expected TPOT over its target.
    TpotOfTarget "tpot_of_target" "TPOT of target" Fraction;
    /// Sequences decoding over those that fit.
    KvInUse "kv_in_use" "KV pool in use" Fraction;
    /// Share of time that the prefill lanes are busy.
    LanesBusy "lanes_busy" "Prefill lanes busy" Fraction;
    /// The largest share of time that the lanes may be busy with TTFT p95 still within its target: the largest rate that
    /// these replicas carry under it × prefill seconds / replicas. It depends on how many lanes there are: few lanes fill
    /// up sooner.
    TtftUtilisation "ttft_utilisation" "Prefill lanes busy at the TTFT target" Fraction;
    /// Probability that a prompt waits for a lane.
    WaitProbability "wait_probability" "Prompts that wait" Fraction;
    /// Mean wait for a lane.
    MeanWait "mean_wait_s" "Mean wait" Wait;
    /// Median TTFT.
    TtftP50 "ttft_p50_s" "TTFT p50" Wait;
    /// TTFT at the 95th percentile.
    TtftP95 "ttft_p95_s" "TTFT p95" Wait;
    /// TTFT at the 99th percentile.
    TtftP99 "ttft_p99_s" "TTFT p99" Wait;
    /// TTFT p95 over its target.
    TtftOfTarget "ttft_of_target" "TTFT p95 of target" Fraction;
    /// Requests a second that reach each replica when one is lost.
    LostRateEach "lost_rate_per_replica" "Rate per replica, one lost" RequestsPerSecond;
    /// Expected TPOT when one replica is lost.
    LostTpot "lost_tpot_s" "Expected TPOT, one lost" Seconds;
    /// TTFT p95 when one replica is lost.
    LostTtftP95 "lost_ttft_p95_s" "TTFT p95, one lost" Wait;
    /// The bill without the spares.
    PerHour "dollars_per_hour" "Cost without the spare" DollarsPerHour;
    /// The bill with the spares.
    PerHourWithSpare "dollars_per_hour_with_spare" "Cost" DollarsPerHour;
    /// The whole bill without the spares over the output tokens.
    PerOutput "dollars_per_m_output" "Per 1M output tokens, without the spare" DollarsPerMillion;
    /// The whole bill with the spares over the output tokens.
    PerOutputWithSpare "dollars_per_m_output_with_spare" "Per 1M output tokens" DollarsPerMillion;
    /// The whole bill without the spares over the input tokens.
    PerInput "dollars_per_m_input" "Per 1M input tokens, without the spare" DollarsPerMillion;
    /// The whole bill with the spares over the input tokens.
    PerInputWithSpare "dollars_per_m_input_with_spare" "Per 1M input tokens" DollarsPerMillion;
    /// The whole bill without the spares over all tokens.
    PerTotal "dollars_per_m_total" "Per 1M of all tokens, without the spare" DollarsPerMillion;
    /// The whole bill with the spares over all tokens.
    PerTotalWithSpare "dollars_per_m_total_with_spare" "Per 1M of all tokens" DollarsPerMillion;
    /// The prefill part of the bill with the spares, over the input tokens.
    PrefillPerInput "prefill_dollars_per_m_input" "Prefill’s part per 1M input tokens" DollarsPerMillion;
    /// The decode part of the bill with the spares, over the output tokens.
    DecodePerOutput "decode_dollars_per_m_output" "Decode’s part per 1M output tokens" DollarsPerMillion;
    /// MBU that the prefill assumption implies.
    ImpliedPrefillMbu "implied_prefill_mbu" "MBU that prefill implies" Fraction;
    /// MFU that the decode assumption implies.
    ImpliedDecodeMfu "implied_decode_mfu" "MFU that decode implies" Fraction;
}

impl Figure {
    /// The figure named `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name() == name)
    }

    /// Its value in `sizing`, which must be that of `plan`.
    #[must_use]
    pub fn of(self, plan: &Plan, sizing: &Sizing) -> Value {
        let replica = &sizing.replica;
        let number = match self {
            Self::Weights => replica.weights.get(),
            Self::KvPerToken => replica.kv_per_token.get(),
            Self::Context => plan.context().get(),
            Self::KvPerSequence => replica.kv_per_sequence.get(),
            Self::KvRead => replica.kv_read.get(),
            Self::Prefill => replica.prefill.get(),
            Self::PrefillPerToken => replica.prefill.get() / (plan.prompt.get() * plan.cached.rest().get()),
            Self::KvPool | Self::Resident => return self.of_pool(replica.fit),
            _ => match &sizing.outcome {
                Outcome::Planned(fleet) => return self.of_fleet(plan, sizing, fleet),
                _ => return Value::Absent,
            },
        };
        Value::Number(number)
    }

    fn of_pool(self, fit: Fit) -> Value {
        match fit {
            Fit::Fits { pool, .. } if self == Self::KvPool => Value::Number(pool.get()),
            Fit::Fits { resident, .. } => Value::Number(f64::from(resident)),
            Fit::TooSmall(_) => Value::Absent,
        }
    }

    fn of_fleet(self, plan: &Plan, sizing: &Sizing, fleet: &Fleet) -> Value {
        let (bill, spared) = (&fleet.bill, &fleet.bill_with_spare);
        if self.unit() == Unit::DollarsPerMillion && fleet.state.steady.tpot().is_none() {
            // A fleet that does not settle serves fewer tokens than arrive; to divide by those that arrive would flatter it.
            return Value::Absent;
        }
        let number = match self {
            Self::LargestRate => fleet.limit.rate.get(),
            Self::PoolFullRate => fleet.limit.pool_full.get(),
            Self::Batch => fleet.work.batch,
            Self::Step => fleet.work.step.get(),
            Self::ReplicaTokens => fleet.work.batch / fleet.work.step.get(),
            Self::Work => fleet.work.total().get(),
            Self::PrefillWork => plan.rate * fleet.work.prefill,
            Self::DecodeWork => plan.rate * fleet.work.decode,
            Self::LoadWork => plan.rate * fleet.work.total(),
            Self::WorstCaseTpot => fleet.work.worst_case_tpot().get(),
            Self::NeedWork => fleet.needs.work,
            Self::NeedSlo => fleet.needs.slo,
            Self::NeedTtft => fleet.needs.ttft,
            Self::NeedKv => fleet.needs.kv,
            Self::Needed => f64::from(fleet.needed),
            Self::Replicas => f64::from(fleet.replicas),
            Self::Spare => f64::from(fleet.spare),
            Self::Gpus => f64::from(bill.gpus),
            Self::GpusWithSpare => f64::from(spared.gpus),
            Self::Margin => fleet.margin,
            Self::PerHour => bill.per_hour.get(),
            Self::PerHourWithSpare => spared.per_hour.get(),
            Self::PerOutput => bill.per_million_output,
            Self::PerOutputWithSpare => spared.per_million_output,
            Self::PerInput => bill.per_million_input,
            Self::PerInputWithSpare => spared.per_million_input,
            Self::PerTotal => bill.per_million_total,
            Self::PerTotalWithSpare => spared.per_million_total,
            Self::PrefillPerInput => spared.prefill_per_million_input,
            Self::DecodePerOutput => spared.decode_per_million_output,
            Self::ImpliedPrefillMbu => fleet.light.prefill_mbu,
            Self::ImpliedDecodeMfu => fleet.light.decode_mfu,
            Self::LostRateEach | Self::LostTpot | Self::LostTtftP95 => return self.of_lost(plan, fleet.lost),
            Self::TtftUtilisation => {
                let lanes = lanes(plan, &sizing.replica, fleet.replicas);
                lanes.utilisation(lanes.largest_rate(plan.ttft).unwrap_or_default())
            }
            _ => return self.of_running(plan, &fleet.state, sizing.replica.fit),
        };
        Value::Number(number)
    }

    fn of_lost(self, plan: &Plan, lost: Option<Lost>) -> Value {
        let Some(Lost { state, .. }) = lost else { return Value::Absent };
        match self {
            Self::LostRateEach => Value::Number(state.rate_each.get()),
            Self::LostTpot => Value::bounded(state.steady.tpot().map(Seconds::get)),
            _ => Self::TtftP95.of_running(
                plan,
                &state,
                Fit::Fits { pool: quantity::Bytes::new(0.0), resident: 1 },
            ),
        }
    }

    /// The figures of `state`, for any number of replicas of `plan`.
    #[must_use]
    pub fn of_running(self, plan: &Plan, state: &Running, fit: Fit) -> Value {
        let ttft = |pick: fn(Ttft) -> Seconds| state.ttft.map(|t| pick(t).get());
        let waiting = match state.wait {
            Wait::Stable(waiting) => Some(waiting),
            Wait::Unbounded => None,
        };
        let in_use = |sequences: f64| match fit {
            Fit::Fits { resident, .. } => Some(sequences / f64::from(resident)),
            Fit::TooSmall(_) => None,
        };
        Value::bounded(match self {
            Self::RateEach => Some(state.rate_each.get()),
            Self::PrefillShare => Some(state.steady.prefill_share()),
            Self::Tpot => state.steady.tpot().map(Seconds::get),
            Self::Sequences => state.steady.sequences(),
            Self::TpotOfTarget => state.steady.tpot().map(|tpot| tpot / plan.tpot),
            Self::KvInUse => state.steady.sequences().and_then(in_use),
            Self::LanesBusy => Some(state.lanes_busy),
            Self::WaitProbability => waiting.map(|w| w.probability),
            Self::MeanWait => waiting.map(|w| w.mean().get()),
            Self::TtftP50 => ttft(|t| t.p50),
            Self::TtftP95 => ttft(|t| t.p95),
            Self::TtftP99 => ttft(|t| t.p99),
            Self::TtftOfTarget => state.ttft.map(|t| t.p95 / plan.ttft),
            _ => return Value::Absent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlanParts, example, size};
    use quantity::RequestsPerSecond;

    #[test]
    fn names_are_stable_and_each_its_own() {
        for figure in Figure::ALL {
            assert_eq!(Figure::named(figure.name()), Some(figure));
        }
    }

    #[test]
    fn a_planned_fleet_has_every_figure() {
        let plan = example::a();
        let sizing = size(&plan);
        for figure in Figure::ALL {
            assert!(figure.of(&plan, &sizing).number().is_some_and(f64::is_finite), "{}", figure.name());
        }
    }

    /// Example A's four lanes pass 500 ms at 38.8 req/s, 86% busy; at exactly that rate p95 is the target.
    #[test]
    fn at_the_ttft_utilisation_p95_is_its_target() {
        let plan = example::a();
        let sizing = size(&plan);
        let number = |figure: Figure| figure.of(&plan, &sizing).number().expect("a number");
        let busy = number(Figure::TtftUtilisation);
        assert!((busy - 0.857).abs() < 1e-3, "{busy}");
        let lanes = lanes(&plan, &sizing.replica, 4);
        let rate = RequestsPerSecond::new(busy * 4.0 / lanes.prefill.get());
        let p95 = lanes.ttft(rate).expect("stable").p95;
        assert!((p95 / plan.ttft - 1.0).abs() < 1e-9, "{p95:?}");
    }

    /// One lane is M/M/1, where the wait is exponential: with slack = target − prefill, ρ solves
    /// ln(20 ρ) / (1/s − λ) = slack.
    #[test]
    fn one_lane_agrees_with_the_closed_form() {
        let plan = Plan::new(PlanParts { replicas: Some(1), ..example::a().parts().clone() }).expect("valid");
        let sizing = size(&plan);
        let busy = Figure::TtftUtilisation.of(&plan, &sizing).number().expect("a number");
        let prefill = sizing.replica.prefill.get();
        let wait = quantity::float::ln(20.0 * busy) * prefill / (1.0 - busy);
        assert!((wait + prefill - plan.ttft.get()).abs() < 1e-9, "{busy}");
    }
}
