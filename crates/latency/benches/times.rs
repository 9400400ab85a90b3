//! How long a report takes, beside how long it may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs. What is
//! measured is the median of several samples: on a shared machine the fastest flatters and the mean is the neighbours'.

use latency::{Goodput, Report, Synthetic, Target, Targets, Terms};
use quantity::Seconds;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let million = Synthetic { count: 4_500, ..Synthetic::default() }.streams();
    let targets = Targets {
        ttft: Some(Seconds::new(1.0)),
        tpot: Some(Seconds::new(0.05)),
        longest_gap: Some(Seconds::new(0.5)),
        e2e: Some(Seconds::new(10.0)),
    };
    let terms = Terms { targets, ..Terms::default() };
    assert!(Report::of(&million, &terms).counts.tokens >= 1_000_000, "a million token times are to be timed");
    report("report on 1 million token times", 300_000.0, || Report::of(black_box(&million), &terms));
    report("400 synthetic streams, drawn and judged", 16_000.0, || {
        let streams = black_box(Synthetic::default()).streams();
        Goodput::of(&streams, &targets).met(Target::Ttft)
    });
}

/// Prints the line of one measurement.
fn report<T>(name: &str, goal: f64, mut call: impl FnMut() -> T) {
    const SAMPLES: usize = 41;
    let mut each: Vec<f64> = (0..SAMPLES).map(|_| microseconds(&mut call)).collect();
    each.sort_by(f64::total_cmp);
    println!("time\t{name}\t{:.3}\t{goal}", each[SAMPLES / 2]);
}

/// The time of one call.
fn microseconds<T>(call: &mut impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    black_box(call());
    start.elapsed().as_secs_f64() * 1e6
}
