//! Time to first token by Erlang C.

use crate::{Golden, Sized};
use quantity::{Seconds, float};
use sizing::{Figure, Lanes, Wait, queueing};

const FILE: &str = include_str!("../../golden/ttft_erlang_c.json");

#[test]
fn ttft_and_erlang_c_are_the_references() {
    let mut golden = Golden::read(FILE);
    for row in 0..golden.length("/rows") {
        compare_row(&mut golden, &format!("/rows/{row}"));
    }
    for row in 0..golden.length("/erlang_c") {
        let path = format!("/erlang_c/{row}");
        let servers = golden.number(&format!("{path}/servers"));
        let erlangs = golden.number(&format!("{path}/erlangs"));
        let waits = queueing::erlang_c(float::count(servers), erlangs).expect("below the servers");
        golden.compare_all(&path, &[("servers", servers), ("erlangs", erlangs), ("wait_probability", waits)]);
    }
    golden.finish();
}

fn compare_row(golden: &mut Golden, path: &str) {
    let given = |name: &str| golden.number(&format!("{path}/{name}"));
    let sized = Sized::link(&format!(
        "#v=1&in={}&rate={}&replicas={}&cached={}",
        given("prompt"),
        given("rps"),
        given("replicas"),
        given("cached"),
    ));
    let plan = &sized.plan;
    golden.compare_all(
        path,
        &[
            ("prompt", plan.prompt.get()),
            ("rps", plan.rate.get()),
            ("replicas", sized.figure(Figure::Replicas)),
            ("cached", plan.cached.get()),
            ("util", sized.figure(Figure::LanesBusy)),
            ("prefill_s", sized.figure(Figure::Prefill)),
        ],
    );
    for (name, figure) in [
        ("wait_probability", Figure::WaitProbability),
        ("mean_wait", Figure::MeanWait),
        ("p50", Figure::TtftP50),
        ("p95", Figure::TtftP95),
        ("p99", Figure::TtftP99),
    ] {
        golden.compare_bounded(&format!("{path}/{name}"), sized.bounded(figure));
    }
    without_a_plan(golden, path, &sized);
}

/// The queue on its own gives the same as the queue of a plan.
fn without_a_plan(golden: &mut Golden, path: &str, sized: &Sized) {
    let lanes = Lanes {
        count: float::count(golden.number(&format!("{path}/replicas"))),
        prefill: sized.sizing.replica.prefill,
        variability: 1.0,
        outside: Seconds::new(0.0),
    };
    let ttft = lanes.ttft(sized.plan.rate);
    golden.compare_bounded(&format!("{path}/p50"), ttft.map(|t| t.p50.get()));
    golden.compare_bounded(&format!("{path}/p95"), ttft.map(|t| t.p95.get()));
    golden.compare_bounded(&format!("{path}/p99"), ttft.map(|t| t.p99.get()));
    assert_eq!(matches!(lanes.wait(sized.plan.rate), Wait::Unbounded), ttft.is_none(), "{path}");
}
