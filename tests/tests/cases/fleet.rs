//! What a fleet costs, when it grows, and how long a new replica takes.

use crate::{bytes, compare};
use quantity::{Bytes, BytesPerSecond, DollarsPerHour, Fraction, Seconds, Tokens};
use sizing::{
    Autoscaler, ColdStart, Gauge, InputTokens, Loading, OutputTokens, PerMillion, Phase, Reaction, Volume,
};

fn input(tokens: f64) -> InputTokens {
    InputTokens(Tokens::new(tokens))
}

fn output(tokens: f64) -> OutputTokens {
    OutputTokens(Tokens::new(tokens))
}

#[test]
fn cst_01_a_price_says_what_it_is_divided_by() {
    // 20,000 tokens a second, 2,500 of them written.
    let each_second = Volume { input: input(17_500.0), output: output(2500.0) };
    let price = PerMillion::of(DollarsPerHour::new(3.0) * 8.0, each_second * 3600.0);
    let (of_all, of_output) = (price.total.expect("tokens"), price.output.expect("tokens"));
    compare(of_all, 0.3333, 0.001);
    compare(of_output, 2.6667, 0.001);
    compare(of_output / of_all, 8.0, 0.001);
}

#[test]
fn cst_03_a_total_is_not_an_input() {
    let a_day = |calls| Volume::of(calls, input(3000.0), output(500.0));
    let all = a_day(2500.0);
    compare(all.input.0.get(), 7.5e6, 1e-9);
    compare(all.output.0.get(), 1.25e6, 1e-9);
    compare(all.total().get(), 8.75e6, 1e-9);
    let hybrid = a_day(750.0);
    compare(hybrid.input.0.get(), 2.25e6, 1e-9);
    compare(hybrid.output.0.get(), 0.375e6, 1e-9);
}

#[test]
fn asc_01_replicas_follow_the_ratio_outside_of_the_band() {
    let autoscaler = Autoscaler::new(75.0, Fraction::new(0.1)).expect("a target");
    let react = |reading| autoscaler.reaction(50, Gauge { reading, most: None });
    assert_eq!(react(90.0), Reaction::Scale(60));
    assert_eq!(react(75.0 * 1.09), Reaction::Hold);
}

#[test]
fn asc_03_a_gauge_capped_below_its_target_never_scales() {
    let autoscaler = Autoscaler::new(2.0, Fraction::new(0.1)).expect("a target");
    // One slot, busy; seven wait.
    let processing = autoscaler.reaction(1, Gauge { reading: 1.0, most: Some(1.0) });
    assert_eq!(processing, Reaction::NeverGrows { desired: 1 });
    let waiting = autoscaler.reaction(1, Gauge { reading: 7.0, most: None });
    assert_eq!((waiting, waiting.desired(1)), (Reaction::Scale(4), 4));
}

#[test]
fn cld_01_weights_load_at_the_speed_of_the_store() {
    let clock =
        |hours: f64, minutes: f64, seconds: f64| Seconds::new(3600.0 * hours + 60.0 * minutes + seconds);
    let took = clock(14.0, 7.0, 31.0) - clock(14.0, 3.0, 36.0);
    compare(took.get(), 235.0, 0.002);
    let weights = Loading { per_gpu: bytes("57.752 GiB"), gpus: 8 };
    compare(weights.total() / bytes("462.0 GiB"), 1.0, 0.002);
    let speed = weights.speed(took).expect("it took a time");
    compare(speed / BytesPerSecond::new(bytes("1.966 GiB").get()), 1.0, 0.002);
    compare(weights.time(speed).expect("it moves").get(), 235.0, 0.002);
}

#[test]
fn cld_03_weights_in_the_page_cache_are_the_smallest_part_of_a_start() {
    let phases = [("p2p", 60.0), ("weights", 10.0), ("dynamo", 15.0), ("compile", 70.0), ("graphs", 60.0)]
        .map(|(name, seconds)| Phase { name, time: Seconds::new(seconds) });
    let start = ColdStart { phases: &phases, first_request: [30.0, 60.0].map(Seconds::new) };
    compare(start.until_ready().get(), 215.0, 0.0);
    let [least, most] = start.until_first_answer();
    compare(least.get(), 245.0, 0.0);
    compare(most.get(), 275.0, 0.0);
    // 70e9 bytes over eight GPUs, from the page cache.
    let hot = Loading { per_gpu: Bytes::new(70e9 / 8.0), gpus: 8 };
    assert!(hot.speed(phases[1].time) > Some(BytesPerSecond::new(6.9e9)));
}
