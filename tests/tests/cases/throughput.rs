//! Rates of many requests, speeds of one, and ceilings.

use crate::{bytes, compare};
use quantity::{BytesPerSecond, FlopsPerSecond, Fraction, Seconds, Tokens};
use sizing::{OutputTokens, Pace, RequestTimes, StatedPeak, Throughput, decode_ceiling, mfu};

fn run(requests: u32, output: f64, seconds: f64) -> Throughput {
    Throughput::of(requests, OutputTokens(Tokens::new(output)), Seconds::new(seconds))
        .expect("it finished some")
}

#[test]
fn thr_01_a_throughput_is_no_tpot() {
    let run = run(772, 174_589.0, 329.83);
    compare(run.output_tokens_per_second(), 529.33, 0.01);
    compare(run.request_rate().get(), 2.341, 0.01);
    let each = Pace { ttft: Seconds::new(0.249_49), tpot: Seconds::new(0.108_19) };
    compare(run.in_flight(each), 57.6, 0.01);
}

#[test]
fn thr_04_what_was_offered_is_not_what_was_achieved() {
    // Offered 10 requests a second.
    let run = run(100, 28_135.0, 124.76);
    compare(run.mean_answer().get(), 281.35, 1e-12);
    compare(run.requests_per_minute(), 48.09, 0.002);
    compare(run.output_tokens_per_minute(), 13_530.8, 0.002);
    compare(run.request_rate().get(), 0.802, 0.002);
}

#[test]
fn thr_07_a_speed_names_its_window() {
    let (ttft, total) = (Seconds::new(2.0), Seconds::new(12.0));
    let request = RequestTimes { ttft, total, tokens: Tokens::new(501.0) };
    compare(request.decode_tokens_per_second().expect("500 gaps"), 50.0, 1e-6);
    compare(request.end_to_end_tokens_per_second().expect("12 s"), 41.75, 1e-6);
}

#[test]
fn pfx_01_a_second_run_of_the_same_prompts_measures_the_cache() {
    let warm = run(10, 5580.0, 1.0);
    compare(warm.cold(0.86).output_tokens_per_second(), 3000.0, 0.001);
}

#[test]
fn roo_01_the_headline_of_a_sheet_is_sparse() {
    let tera = |n: f64| FlopsPerSecond::new(n * 1e12);
    for peak in [StatedPeak::Dense(tera(989.5)), StatedPeak::Sparse { peak: tera(1979.0), times: 2.0 }] {
        compare(mfu(tera(420.0), peak).expect("a peak").get(), 0.4245, 0.005);
    }
}

#[test]
fn roo_03_a_pair_of_chips_has_the_bandwidth_of_both() {
    let ceiling = |chips| {
        decode_ceiling(chips, BytesPerSecond::new(288e9), Fraction::new(0.85), bytes("6.4 GB"))
            .expect("weights")
    };
    compare(ceiling(2), 76.5, 0.001);
    compare(ceiling(1), 38.25, 0.001);
}
