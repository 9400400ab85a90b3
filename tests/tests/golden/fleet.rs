//! Worked example A: a 70B fleet on H100.

use crate::sized::compare_state;
use crate::{Golden, Sized};
use quantity::Seconds;
use sizing::{Figure, Fit, Limit, StepTime, Wait};

const FILE: &str = include_str!("../../golden/fleet_70b_h100.json");

#[test]
fn example_a_is_the_references() {
    let mut golden = Golden::read(FILE);
    let a = Sized::link("#v=1");
    a.compare_inputs(&mut golden);
    golden.compare("/inputs/tpot_slo_s", a.plan.tpot.get());
    one_replica(&mut golden, &a);
    rows(&mut golden, &a);
    the_fleet(&mut golden, &a);
    one_lost(&mut golden, &a);
    levers(&mut golden, &a);
    golden.finish();
}

fn one_replica(golden: &mut Golden, a: &Sized) {
    golden.compare_all(
        "",
        &[
            ("kv_bytes_per_token", a.figure(Figure::KvPerToken)),
            ("context_tokens", a.figure(Figure::Context)),
            ("max_sequences_by_memory", a.figure(Figure::Resident)),
            ("prefill_s", a.figure(Figure::Prefill)),
            ("max_rps_exact_tpot_50ms", a.figure(Figure::LargestRate)),
            ("largest_rps_by_memory_alone", a.figure(Figure::PoolFullRate)),
        ],
    );
    let keeps_the_target =
        |rate: &u32| a.state_at(f64::from(*rate)).tpot().is_some_and(|tpot| tpot <= a.plan.tpot);
    let on_grid = (1..=12).rev().find(keeps_the_target).expect("some whole rate");
    golden.compare("/max_rps_on_integer_grid", f64::from(on_grid));
}

fn rows(golden: &mut Golden, a: &Sized) {
    for row in 0..golden.length("/rows") {
        let rate = golden.number(&format!("/rows/{row}/rps"));
        let state = a.state_at(rate);
        compare_state(golden, &format!("/rows/{row}/state"), state);
        // A fleet of one under that load says the same.
        let alone = Sized::link(&format!("#v=1&rate={rate}&replicas=1"));
        assert_eq!(alone.fleet().state.steady, state, "{rate} req/s");
        golden.compare(&format!("/rows/{row}/rps"), alone.figure(Figure::RateEach));
    }
}

fn the_fleet(golden: &mut Golden, a: &Sized) {
    golden.compare_all(
        "",
        &[
            ("replicas", a.figure(Figure::Replicas)),
            ("gpus", a.figure(Figure::Gpus)),
            ("replicas_n_plus_1", a.figure(Figure::Replicas) + a.figure(Figure::Spare)),
            ("dollars_per_hour", a.figure(Figure::PerHour)),
            ("dollars_per_m_output", a.figure(Figure::PerOutput)),
            ("dollars_per_m_total", a.figure(Figure::PerTotal)),
            ("with_spare/gpus", a.figure(Figure::GpusWithSpare)),
            ("with_spare/dollars_per_hour", a.figure(Figure::PerHourWithSpare)),
            ("with_spare/dollars_per_m_output", a.figure(Figure::PerOutputWithSpare)),
            ("with_spare/dollars_per_m_total", a.figure(Figure::PerTotalWithSpare)),
        ],
    );
}

fn one_lost(golden: &mut Golden, a: &Sized) {
    let lost = a.fleet().lost.expect("one of four can be lost");
    let Wait::Stable(waiting) = lost.state.wait else { panic!("three lanes carry the prompts of A") };
    let ttft = lost.state.ttft.expect("a queue that settles has a TTFT");
    compare_state(golden, "/one_replica_lost/state", lost.state.steady);
    golden.compare_all(
        "/one_replica_lost",
        &[
            ("replicas", f64::from(lost.replicas)),
            ("rps_each", a.figure(Figure::LostRateEach)),
            ("state/tpot_s", a.figure(Figure::LostTpot)),
            ("ttft/util", lost.state.lanes_busy),
            ("ttft/prefill_s", a.figure(Figure::Prefill)),
            ("ttft/wait_probability", waiting.probability),
            ("ttft/mean_wait", waiting.mean().get()),
            ("ttft/p50", ttft.p50.get()),
            ("ttft/p95", a.figure(Figure::LostTtftP95)),
            ("ttft/p99", ttft.p99.get()),
        ],
    );
}

/// Each lever as a link; only a decode that costs nothing is no plan.
const LEVERS: [(&str, Option<&str>); 7] = [
    ("none", Some("#v=1")),
    ("decode 6% faster", Some("#v=1&bw=3.551TB/s")),
    ("bandwidth efficiency 1.0", Some("#v=1&mbu=1")),
    ("decode twice as fast", Some("#v=1&bw=6.7TB/s")),
    ("decode free", None),
    ("prefix hit 50%", Some("#v=1&cached=0.5")),
    ("prefix hit 60%", Some("#v=1&cached=0.6")),
];

fn levers(golden: &mut Golden, a: &Sized) {
    for (row, (name, link)) in LEVERS.into_iter().enumerate() {
        let path = format!("/levers/{row}");
        golden.compare_word(&format!("{path}/lever"), name);
        let (rate, replicas) = match link.map(Sized::link) {
            Some(pulled) => (pulled.figure(Figure::LargestRate), pulled.figure(Figure::Needed)),
            None => with_free_decode(a),
        };
        golden.compare_all(&path, &[("largest_rps", rate), ("replicas_at_20_rps", replicas)]);
    }
}

fn with_free_decode(a: &Sized) -> (f64, f64) {
    let free = StepTime::affine(Seconds::new(0.0), Seconds::new(0.0));
    let Fit::Fits { resident, .. } = a.sizing.replica.fit else { panic!("A fits") };
    let limit = Limit::of(a.sizing.replica.prefill, free, resident, a.plan.answer, a.plan.tpot);
    let rate = limit.expect("no step is too slow").rate;
    (rate.get(), (a.plan.rate / rate / a.plan.util.get()).ceil())
}
