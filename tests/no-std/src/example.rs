//! The worked example, stated by hand: the crate that reads plans needs the standard library.

use alloc::vec::Vec;
use quantity::{Bytes, DollarsPerHour, Fraction, Key, RequestsPerSecond, Seconds, Tokens};
use sizing::{Fault, Plan, PlanParts, Precision, Source};

/// A dense 70B model on four H100 a replica, at a rate of the caller's; none where the catalogue lacks the two.
pub(crate) fn plan(rate: f64) -> Option<Result<Plan, Vec<Fault>>> {
    Some(Plan::new(PlanParts {
        model: catalog::model("llama-70b-class")?.model(),
        accelerator: catalog::accelerator("h100")?.accelerator(),
        weights: Precision::Fp8,
        kv: Precision::Fp8,
        tp: 4,
        mem: Fraction::new(0.9),
        reserve: Bytes::new(0.0),
        mfu: Fraction::new(0.4),
        mbu: Fraction::new(0.7),
        rate: RequestsPerSecond::new(rate),
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
    }))
}
