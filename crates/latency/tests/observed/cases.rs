//! What people got wrong, with the right value. Each test names the cases of the collection that it restates, and where
//! they came from.

use crate::given::{Request, streams};
use latency::{
    Buckets, Figures, GammaGaps, Goodput, Itl, Outcome, Quantile, Reading, Report, Samples, Target, Targets,
    Terms,
};
use quantity::{Fraction, RequestsPerSecond, Seconds};

fn close(ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance * theirs.abs(), "{ours} is not {theirs}");
}

fn ms(time: Seconds) -> f64 {
    time.get() * 1e3
}

fn seconds(value: f64) -> Option<Seconds> {
    Some(Seconds::new(value))
}

/// The figures of one finished request.
fn figures(request: &Request) -> Figures {
    streams([request]).iter().next().and_then(latency::Stream::figures).expect("a request with tokens")
}

/// The gaps of one finished request, in milliseconds, spelt out.
fn gaps(request: &Request, itl: Itl) -> Vec<f64> {
    let streams = streams([request]);
    let stream = streams.iter().next().expect("a request");
    itl.gaps(stream).flat_map(|gap| (0..gap.times).map(move |_| ms(gap.value))).collect()
}

fn all_close(ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len(), "{ours:?} {theirs:?}");
    ours.iter().zip(theirs).for_each(|(ours, theirs)| close(*ours, *theirs, 1e-6));
}

/// TPI-01: vllm-project/vllm#17802, #50600.
#[test]
fn the_first_token_is_no_part_of_tpot() {
    let figures = figures(&Request::even(0.2, 0.02, 101));
    close(ms(figures.tpot().expect("tokens")), 20.0, 1e-6);
    // What dividing everything by all tokens would make of it.
    close(ms(figures.e2e) / 101.0, 21.782, 1e-4);
}

/// TPI-04: sgl-project/sglang#1340.
#[test]
fn gaps_between_chunks_part_engines_of_nearly_one_tpot() {
    let one_by_one = Request::even(1.0, 1.0, 50);
    let by_tens = Request::finished([10.0, 20.0, 30.0, 40.0, 50.0].map(|at| (at, 10)));
    for (request, tpot, gap) in [(one_by_one, 1.0, 1000.0), (by_tens, 0.8163, 10_000.0)] {
        close(figures(&request).tpot().expect("tokens").get(), tpot, 1e-3);
        assert!(gaps(&request, Itl::PerChunk).iter().all(|each| (each - gap).abs() < 1e-6));
        // Tokens of one chunk come at once: the reader waits the whole gap.
        close(ms(figures(&request).longest_gap().expect("tokens")), gap, 1e-9);
    }
}

/// ONE-01: AI-Hypercomputer/JetStream#61, vllm-project/vllm#3400.
#[test]
fn one_token_has_no_tpot_and_misses_none() {
    let requests = [
        Request::without_tokens(Outcome::Failed),
        Request::even(0.1, 0.0, 1),
        Request::even(0.1, 0.03, 2),
        Request::even(0.1, 0.02, 11),
    ];
    let targets = Targets { ttft: seconds(0.2), tpot: seconds(0.025), ..Targets::default() };
    let report = Report::of(&streams(&requests), &Terms { targets, ..Terms::default() });
    let tpot: Vec<Option<f64>> =
        requests[1..].iter().map(|request| figures(request).tpot().map(ms)).collect();
    assert_eq!(tpot[0], None);
    all_close(&[tpot[1].expect("two tokens"), tpot[2].expect("eleven")], &[30.0, 20.0]);
    let spread = report.tpot.expect("two of them have one");
    assert_eq!((spread.count, report.counts.one_token, report.goodput.good), (2, 1, 2));
    close(ms(spread.mean), 25.0, 1e-9);
}

/// The kind of ONE-01, with nothing at all.
#[test]
fn an_answer_without_a_token_is_never_good() {
    let requests = [Request::without_tokens(Outcome::Finished), Request::finished([(0.1, 0)])];
    let report = Report::of(&streams(&requests), &Terms::default());
    assert_eq!((report.counts.no_token, report.goodput.good, report.goodput.judged), (2, 0, 2));
    assert_eq!((report.ttft, report.e2e, report.tokens_per_chunk()), (None, None, None));
}

/// CHK-01: sgl-project/sglang#12064. One request at a time, at 292.29 tokens a second; the median gap between chunks,
/// 8.72 ms, was printed as the gap between tokens.
#[test]
fn a_gap_between_chunks_is_not_one_between_tokens() {
    // Of 1,000 chunks 8.72 ms apart, 549 hold three tokens and 451 two: 292.3 tokens a second.
    let chunk = |place: u32| (0.1 + 0.008_72 * f64::from(place), if place % 1000 < 549 { 3 } else { 2 });
    let request = Request::finished((0..=1000).map(chunk).collect::<Vec<_>>());
    let streams = streams([&request]);
    let of = |itl| Report::of(&streams, &Terms { itl, ..Terms::default() });
    close(ms(of(Itl::PerChunk).itl.expect("gaps").p50), 8.72, 5e-3);
    close(ms(of(Itl::PerToken).itl.expect("gaps").mean), 3.421, 5e-3);
    close(figures(&request).tokens_per_second().expect("a pace"), 292.29, 5e-3);
    close(of(Itl::PerToken).tokens_per_chunk().expect("chunks"), 2.549, 5e-3);
}

/// CHK-04: vllm-project/vllm#28183, #42661.
#[test]
fn a_gap_is_spread_over_its_tokens_and_the_first_chunk_has_none() {
    let request = Request::finished([(0.5, 3), (0.56, 2), (0.58, 1)]);
    let figures = figures(&request);
    assert_eq!(figures.ttft, Seconds::new(0.5));
    close(ms(figures.tpot().expect("tokens")), 16.0, 1e-6);
    all_close(&gaps(&request, Itl::PerToken), &[0.0, 0.0, 30.0, 30.0, 20.0]);
    all_close(&gaps(&request, Itl::PerChunk), &[60.0, 20.0]);
    all_close(&gaps(&request, Itl::PerChunkShared), &[30.0, 20.0]);
}

/// TTF-01: api7/aisix#869. Of 13,228 tokens the first 12,560 are reasoning; visible text begins after 183.581 s.
#[test]
fn the_first_token_of_any_channel_ends_the_wait() {
    let role = (0.9, 0);
    let request = Request::finished([role, (1.175, 1), (183.0, 12_559), (183.581, 1), (192.851, 667)]);
    let figures = figures(&request);
    close(ms(figures.ttft), 1175.0, 1e-9);
    close(ms(figures.tpot().expect("tokens")), 14.491, 2e-3);
    close(figures.tokens_per_second().expect("a pace"), 69.0, 2e-3);
}

/// GDP-01: vllm-project/guidellm#1085.
#[test]
fn a_failure_counts_against_and_what_the_run_cut_off_does_not_count() {
    let mut requests = vec![Request::even(0.2, 0.02, 10); 70];
    requests.extend(vec![Request::even(0.9, 0.02, 10); 15]);
    requests.extend(vec![Request::even(0.2, 0.08, 10); 5]);
    requests.extend(vec![Request { outcome: Outcome::Failed, ..Request::even(0.2, 0.02, 10) }; 6]);
    requests.extend(vec![Request { outcome: Outcome::CutOff, ..Request::even(0.2, 0.02, 10) }; 4]);
    let targets = Targets { ttft: seconds(0.5), tpot: seconds(0.05), ..Targets::default() };
    let report =
        Report::of(&streams(&requests), &Terms { targets, duration: seconds(50.0), ..Terms::default() });
    close(report.goodput.share().expect("judged").get(), 0.7292, 1e-3);
    close(report.good_per_second().expect("a duration").get(), 1.4, 1e-3);
    assert_eq!((report.counts.finished, report.counts.failed, report.counts.cut_off), (90, 6, 4));
    assert_eq!(report.ttft.expect("values").count, 90);
}

/// GDP-04: sgl-project/sglang#5495, paiml/probar#26.
#[test]
fn all_targets_have_to_hold_for_the_same_request() {
    let pairs = [
        (300.0, 20.0),
        (300.0, 20.0),
        (300.0, 60.0),
        (700.0, 20.0),
        (300.0, 20.0),
        (300.0, 20.0),
        (300.0, 20.0),
        (300.0, 60.0),
        (700.0, 60.0),
        (300.0, 20.0),
    ];
    let requests = pairs.map(|(ttft, tpot)| Request::even(ttft / 1e3, tpot / 1e3, 5));
    let targets = Targets { ttft: seconds(0.5), tpot: seconds(0.05), ..Targets::default() };
    let goodput = Goodput::of(&streams(&requests), &targets);
    assert_eq!([Target::Ttft, Target::Tpot].map(|target| goodput.met(target)), [Some(8), Some(7)]);
    assert_eq!(goodput.share(), Some(Fraction::new(0.6)), "not 0.7, nor 0.8 × 0.7");
    assert_eq!(goodput.met(Target::LongestGap), None, "nobody set that target");
}

fn buckets(pairs: &[(f64, u64)], all: u64) -> Buckets {
    Buckets::new(pairs.iter().copied().chain([(f64::INFINITY, all)])).expect("cumulative buckets")
}

fn p99(buckets: &Buckets) -> Reading {
    buckets.quantile(Quantile::P99).expect("observations")
}

/// AGG-01: scylladb/scylla-monitoring#1886, sourcegraph#9840.
#[test]
fn replicas_are_merged_by_their_buckets_not_by_their_percentiles() {
    let a = buckets(&[(0.1, 990), (0.5, 1000), (1.0, 1000)], 1000);
    let b = buckets(&[(0.1, 0), (0.5, 50), (1.0, 100)], 100);
    let merged = a.merged(&b).expect("the same bounds");
    close(p99(&merged).number(), 0.89, 1e-3);
    // Neither the mean of the two, 0.545, nor the larger.
    close(p99(&a).number().max(p99(&b).number()), 0.99, 1e-3);
    assert_eq!(a.merged(&buckets(&[(0.1, 1), (0.5, 1)], 1)), None, "other bounds");
}

/// HST-01: vllm-project/vllm#15167, #15202.
#[test]
fn a_rank_in_the_last_bucket_is_at_least_its_bound() {
    let buckets = buckets(&[(30.0, 80), (60.0, 90)], 100);
    assert_eq!(p99(&buckets), Reading::AtLeast(60.0));
    assert_eq!(buckets.quantile(Quantile::P50), Some(Reading::At(18.75)));
}

/// HST-04: NVIDIA-NeMo/Switchyard#262. Of 100 observations 98 are short, and the 99th is the true p99.
#[test]
fn tails_of_one_number_are_told_apart_from_a_value() {
    let with_p99 = |true_p99: f64| {
        let up_to_last = 98 + u64::from(true_p99 <= 10_000.0);
        p99(&buckets(&[(1000.0, 98), (10_000.0, up_to_last)], 100))
    };
    assert_eq!(with_p99(10_000.0), Reading::At(10_000.0));
    for true_p99 in [40_000.0, 300_000.0] {
        assert_eq!(with_p99(true_p99), Reading::AtLeast(10_000.0));
    }
}

/// ARR-01: vllm-project/vllm#10105.
#[test]
fn burstiness_changes_the_gaps_but_not_their_mean() {
    let gaps = GammaGaps::new(RequestsPerSecond::new(10.0), 0.25).expect("a rate and a shape");
    close(gaps.mean().get(), 0.1, 1e-9);
    close(gaps.scale().get(), 0.4, 1e-9);
    close(gaps.cv(), 2.0, 1e-9);
}

/// ARR-03: vllm-project/vllm#9722. A rate of "inf", 30 at once, 100 requests of 603 tokens together in 82.97 s.
#[test]
fn a_cap_on_concurrency_is_seen_in_what_is_in_flight() {
    assert_eq!(GammaGaps::new(RequestsPerSecond::new(f64::INFINITY), 1.0), None, "no rate");
    let requests: Vec<Request> =
        (0..100).map(|place| Request::even(18.854, 0.875_24, if place < 97 { 6 } else { 7 })).collect();
    let report = Report::of(&streams(&requests), &Terms { duration: seconds(82.97), ..Terms::default() });
    assert_eq!(report.counts.tokens, 603);
    close(report.finished_per_second().expect("a duration").get(), 1.205, 0.02);
    close(report.in_flight().expect("a duration"), 28.0, 0.02);
}

/// At the limit a request is good, the next float above it is not.
#[test]
fn a_target_is_met_at_its_limit() {
    let requests = [Request::finished([(0.25, 1), (0.5, 1)])];
    for (target, shown) in Target::ALL.into_iter().zip([0.25_f64, 0.25, 0.25, 0.5]) {
        let good = |limit: f64| {
            let mut targets = Targets::default();
            *match target {
                Target::Ttft => &mut targets.ttft,
                Target::Tpot => &mut targets.tpot,
                Target::LongestGap => &mut targets.longest_gap,
                Target::E2e => &mut targets.e2e,
            } = seconds(limit);
            Goodput::of(&streams(&requests), &targets).good
        };
        assert_eq!((good(shown), good(shown.next_down())), (1, 0), "{target:?}");
    }
}

/// Rates need arrival times or a stated duration; a duration that is none is as good as not stated.
#[test]
fn without_a_duration_goodput_is_a_count_and_a_share() {
    let unknown = Request::even(0.5, 0.5, 4);
    let known = Request { sent: Some(100.0), ..unknown.clone() };
    let report = |request: &Request, duration| {
        Report::of(&streams([request]), &Terms { duration, ..Terms::default() })
    };
    for duration in [None, seconds(0.0), seconds(-1.0), seconds(f64::NAN), seconds(f64::INFINITY)] {
        let (unknown, known) = (report(&unknown, duration), report(&known, duration));
        assert_eq!((unknown.goodput.good, unknown.goodput.share()), (1, Some(Fraction::new(1.0))));
        let rates = (unknown.good_per_second(), unknown.finished_per_second(), unknown.tokens_per_second());
        assert_eq!((rates, unknown.in_flight()), ((None, None, None), None));
        // From 100 to 102 s.
        assert_eq!((known.tokens_per_second(), known.in_flight()), (Some(2.0), Some(1.0)));
    }
    assert_eq!(report(&known, seconds(8.0)).tokens_per_second(), Some(0.5), "what is stated goes first");
}

/// Percentiles of gaps see freezes only where they are more than the percentile's remainder.
#[test]
fn a_rare_freeze_is_seen_by_the_longest_gap_alone() {
    let freezing = Request::finished([(0.1, 1), (0.9, 1)]);
    let mut requests = vec![Request::even(0.1, 0.03, 1001); 20];
    requests.push(freezing);
    let report = Report::of(&streams(&requests), &Terms::default());
    let gaps = report.itl.expect("gaps");
    close(gaps.p99_9.get(), 0.03, 1e-6);
    close(gaps.max.get(), 0.8, 1e-9);
    assert_eq!(report.slowest[0].request, 20);
}

/// The smallest samples, where the two methods differ most.
#[test]
fn p99_of_eight_values_lies_between_the_two_largest_only_if_that_is_asked_for() {
    let samples = Samples::new((1..=8).map(|value| Seconds::new(f64::from(value))));
    let at = |method| samples.quantile(Quantile::P99, method).expect("values").get();
    close(at(latency::Method::Linear), 7.93, 1e-12);
    close(at(latency::Method::NearestRank), 8.0, 0.0);
}
