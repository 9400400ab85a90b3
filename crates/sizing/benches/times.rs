//! How long the equations take, beside how long they may.

mod example;
mod timing;

use quantity::RequestsPerSecond;
use sizing::{Replica, fleet, queueing, size};
use std::hint::black_box;
use timing::report;

fn main() {
    let (a, b, large) = (example::a(), example::b(), example::five_thousand_replicas());
    report("size, worked example A", 10.0, || size(black_box(&a)));
    report("size, worked example B", 10.0, || size(black_box(&b)));
    report("size, 5,000 replicas", 200.0, || size(black_box(&large)));
    let lanes = fleet::lanes(&a, &Replica::of(&a), 4);
    let rates = (1..=200).map(|at| RequestsPerSecond::new(45.2 * f64::from(at) / 200.0));
    report("TTFT curve of 200 points, 4 replicas", 1000.0, || {
        // Each point kept, or what nobody reads would not be computed.
        rates.clone().map(|rate| black_box(lanes.ttft(rate))).filter(Option::is_some).count()
    });
    report("Erlang C, 10,000 servers", 100.0, || queueing::erlang_c(black_box(10_000), black_box(9_950.0)));
}
