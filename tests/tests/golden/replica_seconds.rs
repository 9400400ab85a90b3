//! Worked example B: a 70B fleet on H200, by replica-seconds.

use crate::sized::{compare_one_formula, compare_state};
use crate::{Golden, Sized};
use quantity::Tokens;
use sizing::{Figure, Fit, Work};

const FILE: &str = include_str!("../../golden/replica_seconds_70b_h200.json");

/// B with the parameters of the file, 70.55e9 exactly.
const EXACT: &str = "#v=1&model=llama-3.3-70b&params=70.55B&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75\
                     &rate=50&in=3k&out=400&util=0.65&spare=0&price=3.5";

/// B as it is published, with the parameters of the catalogue, 70,553,706,496.
const CATALOGUE: &str = "#v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75\
                         &rate=50&in=3k&out=400&util=0.65&spare=0&price=3.5";

#[test]
fn example_b_is_the_references() {
    everything(Golden::read(FILE), EXACT);
}

#[test]
fn example_b_by_the_catalogue_is_within_the_difference_of_its_parameters() {
    everything(Golden::read(FILE).within(1e-4), CATALOGUE);
}

fn everything(mut golden: Golden, link: &str) {
    let b = Sized::link(&format!("{link}&batch=64"));
    b.compare_inputs(&mut golden);
    golden.compare("/inputs/batch", b.plan.batch.map_or(0.0, f64::from));
    with_batch(&mut golden, "/batch_64", &b);
    for batch in [32, 64, 128, 192] {
        let sized = Sized::link(&format!("{link}&batch={batch}"));
        with_batch(&mut golden, &format!("/by_batch/{batch}"), &sized);
    }
    let hit = Sized::link(&format!("{link}&batch=64&cached=0.5"));
    with_batch(&mut golden, "/hit_50_percent", &hit);
    by_steady_state(&mut golden, link);
    single_requests(&mut golden, link, &b);
    golden.finish();
}

fn with_batch(golden: &mut Golden, path: &str, sized: &Sized) {
    let replica = &sized.sizing.replica;
    let gpus = f64::from(replica.gpus);
    let work = sized.fleet().work;
    let Fit::Fits { pool, resident } = replica.fit else { panic!("B fits") };
    let step_bytes = replica.weights + replica.kv_per_sequence * work.batch;
    let prompt_tokens = sized.plan.prompt * sized.plan.cached.rest().get();
    golden.compare_all(
        path,
        &[
            ("prefill_s_per_token", replica.prefill.get() / prompt_tokens.get()),
            ("prefill_replica_s_per_s", sized.plan.rate * work.prefill),
            ("ttft_floor_s", sized.figure(Figure::Prefill)),
            ("weights_bytes_per_gpu", sized.figure(Figure::Weights) / gpus),
            ("kv_bytes_per_token", sized.figure(Figure::KvPerToken)),
            ("kv_bytes_per_token_per_gpu", sized.plan.model.kv_per_token_per_gpu(sized.plan.kv, 2).get()),
            ("kv_bytes_per_seq_per_gpu", sized.figure(Figure::KvPerSequence) / gpus),
            ("kv_pool_bytes_per_gpu", pool.get() / gpus),
            ("max_resident", sized.figure(Figure::Resident)),
            ("step_bytes_per_gpu", step_bytes.get() / gpus),
            ("step_s", sized.figure(Figure::Step)),
            ("replica_tok_per_s", work.batch / work.step.get()),
            ("decode_replica_s_per_s", sized.plan.rate * work.decode),
            ("total_replica_s_per_s", sized.plan.rate * work.total()),
            ("replicas_exact", sized.figure(Figure::NeedWork)),
            ("replicas", sized.figure(Figure::Replicas)),
            ("gpus", sized.figure(Figure::Gpus)),
            ("worst_case_tpot_s", sized.figure(Figure::WorstCaseTpot)),
            ("dollars_per_hour", sized.figure(Figure::PerHour)),
            ("dollars_per_m_output", sized.figure(Figure::PerOutput)),
            ("dollars_per_m_total", sized.figure(Figure::PerTotal)),
            ("prefill_fraction", work.prefill_part()),
        ],
    );
    golden.compare_word(&format!("{path}/fits"), work.batch <= f64::from(resident));
}

fn by_steady_state(golden: &mut Golden, link: &str) {
    let follows = Sized::link(link);
    compare_one_formula(golden, "/by_steady_state/at_0_65", &follows);
    let hotter = Sized::link(&link.replace("util=0.65", "util=0.8"));
    compare_one_formula(golden, "/by_steady_state/at_0_8", &hotter);
    let fixed = Sized::link(&format!("{link}&replicas=26"));
    compare_state(golden, "/by_steady_state/expected_at_26_replicas", fixed.fleet().state.steady);
    golden.compare("/by_steady_state/slo_s", follows.plan.tpot.get());
}

/// Two requests that have the fleet to themselves but for the batch of 64 that they decode in.
fn single_requests(golden: &mut Golden, link: &str, b: &Sized) {
    for name in ["rag", "chat"] {
        let path = format!("/single_requests/{name}");
        let (prompt, answer) =
            (golden.number(&format!("{path}/prompt")), golden.number(&format!("{path}/output")));
        let alone = Sized::link(&link.replace("in=3k&out=400", &format!("in={prompt}&out={answer}")));
        let work = Work::of(alone.sizing.replica.prefill, b.sizing.replica.step, Tokens::new(answer), 64.0);
        golden.compare_all(
            &path,
            &[
                ("prompt", alone.plan.prompt.get()),
                ("output", alone.plan.answer.get()),
                ("prefill_s", alone.figure(Figure::Prefill)),
                ("decode_s", work.decode.get()),
                ("replica_s", work.total().get()),
            ],
        );
    }
}
