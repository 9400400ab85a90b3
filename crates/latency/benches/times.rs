//! How long a report takes, beside how long it may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs. What is
//! measured is the median of several samples: on a shared machine the fastest flatters and the mean is the neighbours'.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use latency::{Goodput, Report, Synthetic, Target, Targets, Terms};
use quantity::Seconds;
use std::hint::black_box;
use timing::report;

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
