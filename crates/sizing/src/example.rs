//! Plans for tests: worked example A, and random ones around it.

use crate::{
    Accelerator, Attention, Checkpoint, Counting, Dense, ExpertReads, Experts, FeedForward, Fit, Grouped,
    KvLayout, Latent, Layers, Limit, MemoryRule, Model, Overheads, Peaks, Plan, PlanParts, Recurrent,
    Replica, Shape, WeightSize, Window,
};
use proptest::prelude::*;
use quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Fraction, RequestsPerSecond, Seconds, Tokens};

pub(crate) fn a() -> Plan {
    Plan::new(parts()).expect("worked example A is valid")
}

fn parts() -> PlanParts {
    let peaks = Peaks {
        bf16: FlopsPerSecond::new(989e12),
        fp8: Some(FlopsPerSecond::new(1979e12)),
        int8: Some(FlopsPerSecond::new(1979e12)),
        fp4: None,
    };
    let model = Model::dense(70e9, 80, Grouped { query_heads: 64, kv_heads: 8, head_dim: 128 });
    let (memory, bandwidth) = (Bytes::new(80e9), BytesPerSecond::new(3.35e12));
    PlanParts::standard(model, Accelerator { memory, driver_memory: None, bandwidth, peaks, node: 8 })
}

/// Valid plans: loads, lengths, targets, efficiencies and shapes within what people plan with.
pub(crate) fn plans() -> impl Strategy<Value = Plan> {
    let load = (0.01_f64..2000.0, 20.0_f64..6000.0, 1.0_f64..2000.0, 0.0_f64..0.95);
    let speed = (0.05_f64..0.9, 0.1_f64..1.0, prop::sample::select(std::vec![2_u32, 4, 8]));
    let targets = (0.2_f64..5.0, 0.02_f64..0.3, 0.3_f64..1.0, 0.0_f64..4.0);
    let served = (models(), countings(), prop::sample::select(MemoryRule::ALL.to_vec()));
    let constants = prop_oneof![Just((0.0, 0.0)), (0.0_f64..0.01, 0.0_f64..0.1)];
    (load, speed, targets, served, constants).prop_map(
        |(
            (rate, prompt, answer, cached),
            (mfu, mbu, tp),
            (ttft, tpot, util, ca2),
            (model, counting, memory_rule),
            (per_step, per_request),
        )| {
            Plan::new(PlanParts {
                rate: RequestsPerSecond::new(rate),
                prompt: Tokens::new(prompt),
                answer: Tokens::new(answer),
                cached: Fraction::new(cached),
                mfu: Fraction::new(mfu),
                mbu: Fraction::new(mbu),
                tp,
                ttft: Seconds::new(ttft),
                tpot: Seconds::new(tpot),
                util: Fraction::new(util),
                ca2,
                model,
                counting,
                memory_rule,
                per_step: Seconds::new(per_step),
                per_request: Seconds::new(per_request),
                overheads: Overheads {
                    activations: Bytes::new(3e9),
                    graphs: Bytes::new(1e9),
                    non_torch: Bytes::new(5e8),
                },
                ..parts()
            })
            .expect("inside every range")
        },
    )
}

/// The dense example, and one model that has every kind of layer.
fn models() -> impl Strategy<Value = Model> {
    prop_oneof![Just(parts().model), Just(hybrid())]
}

/// Windowed, full, latent, recurrent and shared layers, with experts: no model has all, so none is left out.
pub(crate) fn hybrid() -> Model {
    let heads = |kv_heads| Grouped { query_heads: 32, kv_heads, head_dim: 128 };
    let latent = Latent {
        query_heads: 32,
        kv_rank: 512,
        rope_dim: 64,
        nope_dim: 128,
        value_dim: 128,
        query_rank: Some(1536),
    };
    let experts = FeedForward::Experts(Experts { shared_inner: 2048, ..Experts::gated(64, 4, 2048) });
    let layers = [
        Layers::new(2, Attention::Grouped(heads(4)), Dense::gated(16_384)),
        Layers::new(6, Attention::Sliding(heads(8), Window(1024)), experts),
        Layers::new(4, Attention::Latent(latent), experts),
        Layers::new(6, Attention::Recurrent(Recurrent { state_bytes: 3e6, parameters: 6e7 }), experts),
        Layers::new(2, Attention::Shared(heads(4)), experts),
        Layers::new(1, Attention::None, FeedForward::None),
    ];
    let shape = Shape { hidden: 4096, vocabulary: 150_000, tied: false, layers: &layers, other: 0 };
    shape.model(Checkpoint::USUAL, Some(131_072.0))
}

fn countings() -> impl Strategy<Value = Counting> {
    let counting = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let chosen = |(attention, touched, reserved, checkpoint)| Counting {
        attention,
        experts: if touched { ExpertReads::Touched } else { ExpertReads::All },
        kv_layout: if reserved { KvLayout::Reserved } else { KvLayout::Ideal },
        weight_size: if checkpoint { WeightSize::Checkpoint } else { WeightSize::Flat },
    };
    prop_oneof![Just(Counting::SIMPLEST), counting.prop_map(chosen)]
}

pub(crate) fn limit(plan: &Plan) -> Option<Limit> {
    let replica = Replica::of(plan);
    let Fit::Fits { resident, .. } = replica.fit else { return None };
    Limit::of(replica.prefill, replica.step, resident, plan.answer, plan.tpot)
}
