//! How long the equations take, beside how long they may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs. What is measured
//! is the median of many samples, each of as many calls as fill half a millisecond: on a shared machine the fastest
//! sample flatters and the mean is the neighbours'.
//!
//! A loop of our own, because no bench library writes such a line.

mod example;

use quantity::RequestsPerSecond;
use sizing::{Replica, fleet, queueing, size};
use std::hint::black_box;
use std::time::{Duration, Instant};

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

/// Prints the line of one measurement.
fn report<T>(name: &str, goal: f64, mut call: impl FnMut() -> T) {
    println!("time\t{name}\t{:.3}\t{goal}", median(&mut call));
}

/// The median of the microseconds that `call` takes.
fn median<T>(call: &mut impl FnMut() -> T) -> f64 {
    const SAMPLES: u32 = 201;
    let mut calls = 1;
    while sample(call, calls) < Duration::from_micros(500) {
        calls *= 2;
    }
    let mut each: Vec<f64> =
        (0..SAMPLES).map(|_| sample(call, calls).as_secs_f64() * 1e6 / f64::from(calls)).collect();
    each.sort_by(f64::total_cmp);
    each[each.len() / 2]
}

/// The time of `calls` calls.
fn sample<T>(call: &mut impl FnMut() -> T, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(call());
    }
    start.elapsed()
}
