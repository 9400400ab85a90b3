//! Laws: a planted cause comes first, and where none was planted none is claimed.

use super::*;
use crate::example::{self, level, noisy, open, subject};
use latency::{Chunk, Outcome, Random, Stream, Streams};
use proptest::prelude::*;
use quantity::RequestsPerSecond;

/// Open and closed levels as the model makes them for the plan of `link`.
fn sweep(link: &str, replicas: u32) -> Vec<Level> {
    let plan = subject(link).plan;
    let loads = [open(4.0), open(12.0), open(20.0), Load::Closed(8.0), Load::Closed(64.0)];
    loads.map(|load| level(&plan, replicas, load)).into()
}

fn found(link: &str, levels: Vec<Level>) -> Causes {
    let subject = subject(link);
    let tests = [LoadTest { levels, ..LoadTest::default() }];
    causes(&subject, &tests, &Comparison::of(&subject, &tests, 0.2))
}

fn first(link: &str, levels: Vec<Level>) -> Option<Kind> {
    found(link, levels).ranked.first().map(|cause| cause.kind)
}

proptest! {
    #[test]
    fn where_none_is_planted_none_is_claimed(seed in 0_u64..1000, noise in 0.0_f64..0.08) {
        let mut random = Random::new(seed);
        let levels = sweep("v=1", 4).into_iter().map(|level| noisy(level, noise, &mut random)).collect();
        prop_assert_eq!(found("v=1", levels).ranked, []);
    }

    #[test]
    fn planted_lengths_come_first(seed in 0_u64..1000, prompt in 2300_u32..3900, answer in 500_u32..790) {
        let mut random = Random::new(seed);
        let mut made = |link: String| -> Vec<Level> {
            sweep(&link, 4).into_iter().map(|level| noisy(level, 0.03, &mut random)).collect()
        };
        let longer = first("v=1", made(format!("v=1&in={prompt}")));
        prop_assert!(matches!(longer, Some(Kind::Prompts { .. })), "{longer:?}");
        let longer = first("v=1", made(format!("v=1&out={answer}")));
        prop_assert!(matches!(longer, Some(Kind::Answers { .. })), "{longer:?}");
    }

    #[test]
    fn a_planted_hit_rate_comes_first(seed in 0_u64..1000, cached in 0_u32..35) {
        let mut random = Random::new(seed);
        let made = sweep(&format!("v=1&cached={cached}%"), 4);
        let made = made.into_iter().map(|level| noisy(level, 0.03, &mut random)).collect();
        let lower = first("v=1&cached=0.5&replicas=4", made);
        prop_assert!(matches!(lower, Some(Kind::HitRate { .. })), "{lower:?}");
    }
}

#[test]
fn planted_bursts_come_first() {
    let plan = subject("v=1&ca2=6").plan;
    let burst = |rate| Level { burstiness: Some(1.0 / 6.0), ..level(&plan, 4, open(rate)) };
    let kind = first("v=1", vec![burst(15.0), burst(25.0), burst(30.0)]);
    let Some(Kind::Bursts { ca2, planned, dispersion: None }) = kind else { panic!("{kind:?}") };
    assert!((ca2 - 6.0).abs() < 1e-9 && (planned - 1.0).abs() < 1e-9);
}

#[test]
fn a_planted_cap_on_the_batch_comes_first() {
    let subject = subject("v=1&replicas=1");
    let capped = |c: f64| {
        let load = Load::Closed(c);
        let forecast = crate::Forecast::capped(&subject.plan, 1, 64, load).expect("it fits");
        example::stated(&subject.plan, load, &forecast)
    };
    let found = found("v=1&replicas=1", [16.0, 64.0, 128.0, 256.0, 512.0].map(capped).into());
    let Some(Cause { kind: Kind::BatchCap { running, resident, .. }, levels, .. }) = found.ranked.first()
    else {
        panic!("{found:?}")
    };
    assert!((running - 64.0).abs() < 1.0 && (resident - 604.0).abs() < 1e-9 && *levels >= 3, "{found:?}");
}

#[test]
fn a_plateau_of_the_plans_own_is_no_cause() {
    let levels = [16.0, 400.0, 800.0, 1600.0].map(|c| level(&example::a(), 1, Load::Closed(c)));
    assert_eq!(found("v=1&replicas=1", levels.into()).ranked, []);
}

#[test]
fn a_client_that_queues_comes_first() {
    let mut levels = sweep("v=1", 4);
    for level in &mut levels[..3] {
        let Load::Open(rate) = level.load else { continue };
        (level.load, level.achieved) = (open(rate.get() * 1.5), Some(rate));
    }
    let kind = first("v=1", levels);
    assert!(
        matches!(kind, Some(Kind::ClientQueue { asked, sent, .. }) if (asked / sent - 1.5).abs() < 1e-9),
        "{kind:?}"
    );
}

#[test]
fn a_time_per_token_that_is_half_the_truth_comes_first() {
    let mut levels = sweep("v=1", 4);
    for level in &mut levels {
        let tpot =
            level.figures.iter_mut().find(|figure| figure.metric == Metric::Tpot).expect("it states one");
        tpot.value = tpot.value * 0.5;
    }
    let kind = first("v=1", levels);
    assert!(
        matches!(kind, Some(Kind::Chunks { stated, ours }) if (ours / stated - 2.0).abs() < 1e-9),
        "{kind:?}"
    );
}

#[test]
fn a_summary_that_its_detail_refutes_comes_first() {
    let mut levels = sweep("v=1", 4);
    levels.iter_mut().for_each(|level| level.figures[0].value = level.figures[0].value * 0.7);
    let kind = first("v=1", levels);
    assert!(matches!(kind, Some(Kind::Refuted { metric: Metric::Ttft, .. })), "{kind:?}");
}

#[test]
fn answers_of_one_token_come_first() {
    let plan = subject("v=1&out=1").plan;
    let mut one = level(&plan, 4, open(20.0));
    one.ours.retain(|figure| figure.metric != Metric::Tpot);
    one.figures.retain(|figure| figure.metric != Metric::Tpot);
    let kind = first("v=1", vec![one]);
    assert_eq!(kind, Some(Kind::OneToken { share: 1.0 }));
}

/// 200 requests of which the first 20 wait 1.5 s more for their first token.
#[test]
fn a_slow_beginning_comes_first() {
    let made = level(&example::a(), 4, open(20.0));
    let ttft = made.ours[0].value.get();
    let mut streams = Streams::default();
    for place in 0..200 {
        let first = if place < 20 { ttft + 1.5 } else { ttft };
        let chunks = [first, first + 0.0155].map(|at| Chunk::new(Seconds::new(at), 1));
        let sent = Seconds::new(f64::from(place) / 20.0);
        streams.push(Stream::new(&chunks, Outcome::Finished).expect("in order").sent_at(sent));
    }
    let mut cold = Level { streams, burstiness: None, ..made };
    cold.ours[0].value = Seconds::new(ttft + 0.15);
    cold.figures = cold.ours.clone();
    let kind = first("v=1&ca2=0&cs2=0", vec![cold]);
    assert!(matches!(kind, Some(Kind::WarmUp { first, rest }) if first.get() > rest.get() + 1.4), "{kind:?}");
}

#[test]
fn a_first_level_that_is_slower_than_the_next_is_cold() {
    let mut levels = sweep("v=1", 4);
    levels.truncate(3);
    levels[0].ours.iter_mut().for_each(|figure| figure.value = figure.value * 3.0);
    levels[0].figures = levels[0].ours.clone();
    assert!(matches!(first("v=1", levels), Some(Kind::WarmUp { .. })));
}

#[test]
fn what_a_file_does_not_say_is_named() {
    let mut levels = sweep("v=1&mbu=0.3", 4);
    for level in &mut levels {
        (level.cached, level.prompt) = (None, None);
    }
    let found = found("v=1", levels);
    assert_eq!(found.ranked, [], "nothing in this file can tell");
    assert_eq!(found.untold, [Untold::SentTimes, Untold::HitRate, Untold::Lengths, Untold::Requests]);
    let rate = Some(RequestsPerSecond::new(1.0));
    assert_eq!(untold(&[&Level { achieved: rate, ..Level::default() }]).len(), 3);
}
