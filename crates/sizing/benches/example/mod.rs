//! The plans that are timed.

use quantity::{
    Bytes, BytesPerSecond, DollarsPerHour, FlopsPerSecond, Fraction, RequestsPerSecond, Seconds, Tokens,
};
use sizing::{Accelerator, Grouped, Model, Need, Outcome, Peaks, Plan, PlanParts, Precision, size};

/// Worked example A: a 70B model on H100.
pub(crate) fn a() -> Plan {
    valid(parts())
}

/// Worked example B: a 70B model on H200, with the batch fixed.
pub(crate) fn b() -> Plan {
    valid(PlanParts {
        model: Model::dense(70_553_706_496.0, 80, HEADS),
        accelerator: gpu(141e9, 4.8e12),
        kv: Precision::Bf16,
        tp: 2,
        mem: Fraction::new(0.92),
        reserve: Bytes::new(3e9),
        mfu: Fraction::new(0.5),
        mbu: Fraction::new(0.75),
        rate: RequestsPerSecond::new(50.0),
        prompt: Tokens::new(3000.0),
        batch: Some(64),
        util: Fraction::new(0.65),
        spare: 0,
        price: DollarsPerHour::new(3.5),
        ..parts()
    })
}

/// A under so much load that 5,000 replicas carry it, and with a TTFT target so tight that the lanes bind: then the
/// margin is searched for as well.
pub(crate) fn five_thousand_replicas() -> Plan {
    let plan = valid(PlanParts {
        rate: RequestsPerSecond::new(55_500.0),
        answer: Tokens::new(1.0),
        ttft: Seconds::new(0.089),
        tpot: Seconds::new(1.0),
        util: Fraction::new(1.0),
        ..parts()
    });
    let Outcome::Planned(fleet) = size(&plan).outcome else { panic!("the load can be carried") };
    assert_eq!(fleet.binding, Need::Ttft, "{:?}", fleet.needs);
    assert!((4_900..5_100).contains(&fleet.replicas), "{} replicas", fleet.replicas);
    plan
}

const HEADS: Grouped = Grouped { query_heads: 64, kv_heads: 8, head_dim: 128 };

fn gpu(memory: f64, bandwidth: f64) -> Accelerator {
    let peaks = Peaks {
        bf16: FlopsPerSecond::new(989e12),
        fp8: Some(FlopsPerSecond::new(1979e12)),
        int8: Some(FlopsPerSecond::new(1979e12)),
        fp4: None,
    };
    let (memory, bandwidth) = (Bytes::new(memory), BytesPerSecond::new(bandwidth));
    Accelerator { memory, driver_memory: None, bandwidth, peaks, node: 8 }
}

fn valid(parts: PlanParts) -> Plan {
    Plan::new(parts).expect("every quantity is in its range")
}

fn parts() -> PlanParts {
    PlanParts::standard(Model::dense(70e9, 80, HEADS), gpu(80e9, 3.35e12))
}
