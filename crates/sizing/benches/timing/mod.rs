//! How long a call takes, beside how long it may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs. What is measured
//! is the median of many samples, each of as many calls as fill half a millisecond: on a shared machine the fastest
//! sample flatters and the mean is the neighbours'. Calls that take long are sampled less often.
//!
//! A loop of our own, because no bench library writes such a line.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Prints the line of one measurement.
pub(crate) fn report<T>(name: &str, goal: f64, mut call: impl FnMut() -> T) {
    println!("time\t{name}\t{:.3}\t{goal}", median(&mut call));
}

/// The median of the microseconds that `call` takes.
fn median<T>(call: &mut impl FnMut() -> T) -> f64 {
    let mut calls = 1;
    let mut took = sample(call, calls);
    while took < Duration::from_micros(500) {
        calls *= 2;
        took = sample(call, calls);
    }
    let samples = if took < Duration::from_millis(20) { 201 } else { 21 };
    let mut each: Vec<f64> =
        (0..samples).map(|_| sample(call, calls).as_secs_f64() * 1e6 / f64::from(calls)).collect();
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
