//! Both worked examples as one formula.

use crate::sized::{compare_one_formula, compare_state};
use crate::{Golden, Sized};

const FILE: &str = include_str!("../../golden/one_formula.json");

/// B's load with the batch left to follow from the targets.
const B: &str = "#v=1&model=llama-3.3-70b&params=70.55B&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75\
                 &rate=50&in=3k&spare=0&price=3.5";

#[test]
fn replica_seconds_and_steady_state_are_one_formula() {
    everything(Golden::read(FILE), B);
}

#[test]
fn so_they_are_by_the_catalogue() {
    everything(Golden::read(FILE).within(1e-4), &B.replace("&params=70.55B", ""));
}

fn everything(mut golden: Golden, b: &str) {
    compare_one_formula(&mut golden, "/a", &Sized::link("#v=1"));
    compare_one_formula(&mut golden, "/b/at_0_65", &Sized::link(&format!("{b}&util=0.65")));
    compare_one_formula(&mut golden, "/b/at_0_8", &Sized::link(&format!("{b}&util=0.8")));
    let fixed = Sized::link(&format!("{b}&replicas=26"));
    compare_state(&mut golden, "/b/expected_at_26_replicas", fixed.fleet().state.steady);
    golden.compare("/b/slo_s", fixed.plan.tpot.get());
    golden.finish();
}
