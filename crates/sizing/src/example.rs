//! Plans for tests: worked example A, and random ones around it.

use crate::{Accelerator, Fit, Grouped, Limit, Model, Peaks, Plan, PlanParts, Precision, Replica, Source};
use proptest::prelude::*;
use quantity::{
    Bytes, BytesPerSecond, DollarsPerHour, FlopsPerSecond, Fraction, Key, RequestsPerSecond, Seconds, Tokens,
};

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
    PlanParts {
        model: Model::dense(70e9, 80, Grouped { query_heads: 64, kv_heads: 8, head_dim: 128 }),
        accelerator: Accelerator { memory: Bytes::new(80e9), bandwidth: BytesPerSecond::new(3.35e12), peaks },
        weights: Precision::Fp8,
        kv: Precision::Fp8,
        tp: 4,
        mem: Fraction::new(0.9),
        reserve: Bytes::new(0.0),
        mfu: Fraction::new(0.4),
        mbu: Fraction::new(0.7),
        rate: RequestsPerSecond::new(20.0),
        prompt: Tokens::new(2000.0),
        answer: Tokens::new(400.0),
        cached: Fraction::new(0.0),
        batch: None,
        util: Fraction::new(0.8),
        spare: 1,
        ttft: Seconds::new(0.5),
        tpot: Seconds::new(0.05),
        itl: None,
        price: DollarsPerHour::new(3.0),
        replicas: None,
        ca2: 1.0,
        cs2: 1.0,
        sources: [Source::Assumed; Key::COUNT],
    }
}

/// Valid plans: loads, lengths, targets and efficiencies within what people plan with.
pub(crate) fn plans() -> impl Strategy<Value = Plan> {
    let load = (0.01_f64..2000.0, 20.0_f64..6000.0, 1.0_f64..2000.0, 0.0_f64..0.95);
    let speed = (0.05_f64..0.9, 0.1_f64..1.0, prop::sample::select(std::vec![2_u32, 4, 8]));
    let targets = (0.2_f64..5.0, 0.02_f64..0.3, 0.3_f64..1.0, 0.0_f64..4.0);
    (load, speed, targets).prop_map(
        |((rate, prompt, answer, cached), (mfu, mbu, tp), (ttft, tpot, util, ca2))| {
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
                ..parts()
            })
            .expect("inside every range")
        },
    )
}

pub(crate) fn limit(plan: &Plan) -> Option<Limit> {
    let replica = Replica::of(plan);
    let Fit::Fits { resident, .. } = replica.fit else { return None };
    Limit::of(replica.prefill, replica.step, resident, plan.answer, plan.tpot)
}
