//! Laws of whatever was observed.

use crate::given::{Request, requests, streams};
use latency::{
    Arrivals, Buckets, Chunk, Figures, Goodput, Itl, Method, Outcome, Quantile, Random, Reading, Report,
    Samples, Spread, Stream, Streams, Synthetic, Target, Targets, Terms,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use quantity::{Fraction, RequestsPerSecond, Seconds};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()) + 1e-12
}

fn targets() -> impl Strategy<Value = Targets> {
    let limit = |longest: f64| option::of((0.0..longest).prop_map(Seconds::new));
    (limit(2.0), limit(0.2), limit(3.0), limit(20.0)).prop_map(|(ttft, tpot, longest_gap, e2e)| Targets {
        ttft,
        tpot,
        longest_gap,
        e2e,
    })
}

fn sum(itl: Itl, stream: Stream<'_>) -> (f64, u64) {
    itl.gaps(stream).fold((0.0, 0), |(sum, count), gap| {
        (sum + gap.value.get() * f64::from(gap.times), count + u64::from(gap.times))
    })
}

/// The least of two limits, where there are two.
fn tighter(a: Option<Seconds>, b: Option<Seconds>) -> Option<Seconds> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a < b { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn spreads(report: &Report) -> [Option<Spread>; 4] {
    [report.ttft, report.tpot, report.itl, report.e2e]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ttft_and_all_gaps_make_e2e_and_their_mean_is_tpot(requests in requests()) {
        for stream in streams(&requests).iter() {
            let Some(figures) = stream.figures() else {
                prop_assert!(Itl::ALL.iter().all(|itl| sum(*itl, stream).1 == 0));
                continue;
            };
            for itl in [Itl::PerChunk, Itl::PerToken] {
                prop_assert!(close(figures.ttft.get() + sum(itl, stream).0, figures.e2e.get()));
            }
            let (total, count) = sum(Itl::PerToken, stream);
            prop_assert_eq!(count, figures.tokens - 1);
            prop_assert_eq!(figures.tpot().is_some(), count > 0);
            prop_assert!(figures.tpot().is_none_or(|tpot| close(tpot.get(), total / count as f64)));
        }
    }

    #[test]
    fn no_mean_exceeds_what_it_is_a_mean_of(requests in requests()) {
        for figures in streams(&requests).iter().filter_map(Stream::figures) {
            let tpot = figures.tpot().map_or(0.0, Seconds::get);
            prop_assert!(tpot <= figures.longest_gap().map_or(0.0, Seconds::get) + 1e-12);
            prop_assert!(figures.time_per_token_after_first_chunk().is_none_or(|longer| longer.get() >= tpot));
        }
    }

    #[test]
    fn with_one_token_in_each_chunk_all_definitions_agree(requests in requests()) {
        let single = |request: &Request| Request {
            chunks: request.chunks.iter().map(|(at, _)| (*at, 1)).collect(),
            ..request.clone()
        };
        let streams = streams(&requests.iter().map(single).collect::<Vec<_>>());
        let [a, b, c] = Itl::ALL.map(|itl| itl.samples(&streams));
        prop_assert!(a == b && b == c);
    }

    #[test]
    fn goodput_never_rises_when_a_target_tightens_or_comes_on_top(requests in requests(), a in targets(), b in targets()) {
        let both = Targets {
            ttft: tighter(a.ttft, b.ttft),
            tpot: tighter(a.tpot, b.tpot),
            longest_gap: tighter(a.longest_gap, b.longest_gap),
            e2e: tighter(a.e2e, b.e2e),
        };
        let streams = streams(&requests);
        let [a, b, both] = [a, b, both].map(|targets| Goodput::of(&streams, &targets));
        prop_assert!(both.good <= a.good.min(b.good));
        // Who meets the tighter of each pair of limits meets both sets, and nobody else does: inclusion and exclusion.
        prop_assert!(both.good + both.judged >= a.good + b.good);
        for target in Target::ALL {
            let least = [a, b].iter().filter_map(|goodput| goodput.met(target)).min();
            prop_assert_eq!(both.met(target), least);
            prop_assert!(least.is_none_or(|least| both.good <= least));
        }
    }

    #[test]
    fn failures_lower_the_share_and_touch_no_latency(requests in requests(), failing in requests(), targets in targets()) {
        let terms = Terms { targets, ..Terms::default() };
        let ended = |outcome| failing.iter().map(move |request| Request { outcome, ..request.clone() });
        let with = |outcome| {
            let all: Vec<Request> = requests.iter().cloned().chain(ended(outcome)).collect();
            Report::of(&streams(&all), &terms)
        };
        let [before, failed, cut] =
            [Report::of(&streams(&requests), &terms), with(Outcome::Failed), with(Outcome::CutOff)];
        prop_assert_eq!(spreads(&before), spreads(&failed));
        prop_assert_eq!(spreads(&before), spreads(&cut));
        prop_assert_eq!(before.goodput, cut.goodput);
        prop_assert_eq!(failed.goodput.good, before.goodput.good);
        prop_assert_eq!(failed.goodput.judged, before.goodput.judged + failing.len());
        prop_assert_eq!((&before.slowest, &before.slowest), (&failed.slowest, &cut.slowest));
    }

    #[test]
    fn a_first_token_that_was_kept_alone_adds_to_ttft_and_to_nothing_else(
        requests in requests(), firsts in vec(0.0_f64..3.0, 1..10), targets in targets(),
    ) {
        let terms = Terms { targets, duration: Some(Seconds::new(60.0)), ..Terms::default() };
        let kept = |outcome| {
            let firsts = firsts.iter().map(move |at| Request { outcome, ..Request::finished([(*at, 1)]) });
            Report::of(&streams(&requests.iter().cloned().chain(firsts).collect::<Vec<_>>()), &terms)
        };
        let [before, with] = [Report::of(&streams(&requests), &terms), kept(Outcome::FirstOnly)];
        prop_assert_eq!(with.ttft, kept(Outcome::Finished).ttft);
        prop_assert_eq!((with.tpot, with.itl, with.e2e), (before.tpot, before.itl, before.e2e));
        prop_assert_eq!((with.goodput, &with.slowest), (before.goodput, &before.slowest));
        prop_assert_eq!((with.counts.first_only, with.counts.finished), (firsts.len(), before.counts.finished));
        // Nobody knows what the time was spent on.
        let rates = [with.good_per_second(), with.finished_per_second()];
        prop_assert_eq!((rates, with.tokens_per_second(), with.in_flight()), ([None; 2], None, None));
    }

    #[test]
    fn the_order_of_requests_and_the_unit_of_time_change_nothing(requests in requests(), targets in targets()) {
        let turned: Vec<Request> = requests.iter().rev().cloned().collect();
        let doubled: Vec<Request> = requests.iter().map(in_half_seconds).collect();
        let terms = Terms { targets, ..Terms::default() };
        let twice = |limit: Option<Seconds>| limit.map(|limit| limit * 2.0);
        let half_seconds = Targets {
            ttft: twice(targets.ttft),
            tpot: twice(targets.tpot),
            longest_gap: twice(targets.longest_gap),
            e2e: twice(targets.e2e),
        };
        let here = Report::of(&streams(&requests), &terms);
        let turned = Report::of(&streams(&turned), &terms);
        let doubled = Report::of(&streams(&doubled), &Terms { targets: half_seconds, ..terms });
        prop_assert_eq!((here.counts, here.goodput), (turned.counts, turned.goodput));
        prop_assert_eq!(spreads(&here), spreads(&turned));
        prop_assert_eq!((here.counts, here.goodput), (doubled.counts, doubled.goodput));
        prop_assert_eq!(spreads(&here).map(|spread| spread.map(doubled_spread)), spreads(&doubled));
        prop_assert_eq!(here.duration.map(|duration| duration * 2.0), doubled.duration);
    }

    #[test]
    fn the_slowest_are_the_head_of_a_whole_ordering(requests in requests(), most in 0_u8..12) {
        // Each twice: of equal gaps the earlier goes first.
        let streams = streams(requests.iter().chain(&requests));
        let mut all: Vec<(usize, Seconds)> =
            streams.answered().filter_map(|(place, _, figures)| Some((place, figures.longest_gap()?))).collect();
        all.sort_by(|a, b| b.1.get().total_cmp(&a.1.get()).then(a.0.cmp(&b.0)));
        all.truncate(usize::from(most));
        let slowest = Report::of(&streams, &Terms { slowest: most, ..Terms::default() }).slowest;
        prop_assert_eq!(slowest.iter().map(|slow| (slow.request, slow.longest_gap)).collect::<Vec<_>>(), all);
    }

    #[test]
    fn in_flight_is_what_a_walk_through_time_counts(requests in requests()) {
        let finished: Vec<Request> =
            requests.iter().filter(|request| request.outcome == Outcome::Finished).cloned().collect();
        let streams = streams(&finished);
        let (report, walked) = (Report::of(&streams, &Terms::default()), walk(&streams));
        prop_assert_eq!(report.in_flight().is_some(), report.duration.is_some() && report.e2e.is_some());
        if let (Some(ours), Some(duration)) = (report.in_flight(), report.duration) {
            prop_assert!(close(ours, walked / duration.get()), "{} {}", ours, walked);
        }
    }

    #[test]
    fn nothing_observed_is_nan_or_infinite(
        times in vec((any::<f64>(), any::<u32>()), 0..6),
        small in vec((-1e-300_f64..1e9, any::<u32>()), 0..6),
        sent in any::<f64>(),
        duration in any::<f64>(),
        limit in any::<f64>(),
    ) {
        let mut streams = Streams::default();
        for chunks in [times, small] {
            let mut chunks: Vec<Chunk> = chunks.iter().map(|(at, n)| Chunk::new(Seconds::new(*at), *n)).collect();
            for sorted in [false, true] {
                if sorted {
                    chunks.sort_by(|a, b| a.at.get().total_cmp(&b.at.get()));
                }
                if let Ok(stream) = Stream::new(&chunks, Outcome::Finished) {
                    streams.push(stream.sent_at(Seconds::new(sent)));
                }
            }
        }
        let targets = Targets { e2e: Some(Seconds::new(limit)), ..Targets::default() };
        for itl in Itl::ALL {
            let terms = Terms { targets, itl, duration: Some(Seconds::new(duration)), ..Terms::default() };
            let report = Report::of(&streams, &terms);
            prop_assert!(numbers(&report).iter().all(|number| number.is_finite()), "{:?}", report);
        }
        for figures in streams.iter().filter_map(Stream::figures) {
            prop_assert!(per_request(&figures).into_iter().flatten().all(f64::is_finite));
        }
        if let Some(arrivals) = Arrivals::of(&streams) {
            prop_assert!(arrivals.rate.get().is_finite() && arrivals.cv.is_finite());
        }
    }

    #[test]
    fn a_bucket_s_quantile_lies_in_the_bucket_of_the_exact_one(values in vec(0.0_f64..12.0, 1..200), per_mille in 1_u32..=1000) {
        let share = f64::from(per_mille) / 1000.0;
        let quantile = Quantile::new(share).expect("a share");
        let samples = Samples::new(values.iter().map(|value| Seconds::new(*value)));
        let exact = samples.quantile(quantile, Method::NearestRank).expect("values").get();
        match bucketed(&values).quantile(quantile).expect("observations") {
            Reading::AtLeast(bound) => prop_assert!(exact > bound && Some(&bound) == BOUNDS.last()),
            Reading::At(value) => {
                let place = BOUNDS.iter().position(|bound| exact <= *bound).expect("below the last bound");
                let low = place.checked_sub(1).map_or(0.0, |before| BOUNDS[before]);
                prop_assert!((low..=BOUNDS[place]).contains(&value), "{} {}", exact, value);
            }
        }
    }

    #[test]
    fn merged_buckets_are_those_of_all_observations(a in vec(0.0_f64..12.0, 0..50), b in vec(0.0_f64..12.0, 0..50), c in vec(0.0_f64..12.0, 0..50)) {
        let all: Vec<f64> = [&a, &b, &c].into_iter().flatten().copied().collect();
        let [a, b, c] = [&a, &b, &c].map(|values| bucketed(values));
        let merged = |a: &Buckets, b: &Buckets| a.merged(b).expect("the same bounds");
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(merged(&merged(&a, &b), &c), bucketed(&all));
    }

    #[test]
    fn quantiles_of_buckets_rise_with_the_share(values in vec(0.0_f64..12.0, 1..100), a in 0.0_f64..=1.0, b in 0.0_f64..=1.0) {
        let buckets = bucketed(&values);
        let at = |share| buckets.quantile(Quantile::new(share).expect("a share")).expect("observations");
        let (low, high) = (at(a.min(b)), at(a.max(b)));
        prop_assert!(low.number() <= high.number());
        prop_assert!(matches!((low, high), (Reading::At(_), _) | (_, Reading::AtLeast(_))));
    }

    #[test]
    fn a_freeze_costs_only_the_target_that_sees_it(seed in any::<u64>(), stall in 0.6_f64..3.0) {
        let calm = Synthetic { seed, count: 40, stalls: Fraction::new(0.0), ..Synthetic::default() };
        let frozen = Synthetic { stalls: Fraction::new(1.0), stall: Seconds::new(stall), count: 1, ..calm };
        let one = frozen.streams();
        let longest = one.iter().next().and_then(Stream::figures).and_then(|figures| figures.longest_gap());
        prop_assert!(longest.expect("many tokens").get() >= stall);
        let limit = Targets { longest_gap: Some(Seconds::new(0.5)), ..Targets::default() };
        prop_assert_eq!(Goodput::of(&calm.streams(), &limit).good, 40);
        prop_assert_eq!(Goodput::of(&one, &limit).good, 0);
    }
}

#[test]
fn shares_and_freezes_that_cannot_be_still_give_streams() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.8, 7.0] {
        let share = Fraction::new(odd);
        let all = Synthetic { count: 20, stalls: Fraction::new(1.0), ..Synthetic::default() };
        assert_eq!(Synthetic { spikes: share, stalls: share, ..all }.streams().len(), 20, "{odd}");
        let frozen = Synthetic { stall: Seconds::new(odd), ..all }.streams();
        assert_eq!(frozen.len(), 20, "{odd}");
        if odd < 0.0 {
            assert_eq!(frozen, Synthetic { stall: Seconds::new(0.0), ..all }.streams(), "{odd}");
        }
    }
}

/// The same request where times count half seconds.
fn in_half_seconds(request: &Request) -> Request {
    Request {
        chunks: request.chunks.iter().map(|(at, tokens)| (at * 2.0, *tokens)).collect(),
        sent: request.sent.map(|sent| sent * 2.0),
        ..request.clone()
    }
}

fn doubled_spread(spread: Spread) -> Spread {
    let Spread { count, mean, p50, p90, p95, p99, p99_9, max } = spread;
    let [mean, p50, p90, p95, p99, p99_9, max] =
        [mean, p50, p90, p95, p99, p99_9, max].map(|time| time * 2.0);
    Spread { count, mean, p50, p90, p95, p99, p99_9, max }
}

/// Seconds that requests were in flight, added up from one event to the next.
fn walk(streams: &Streams) -> f64 {
    let mut events: Vec<(f64, f64)> = Vec::new();
    for (_, stream, figures) in streams.answered() {
        let sent = stream.sent().expect("each says when").get();
        events.extend([(sent, 1.0), (sent + figures.e2e.get(), -1.0)]);
    }
    events.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut total, mut in_flight, mut now) = (0.0, 0.0, 0.0);
    for (time, change) in events {
        total += in_flight * (time - now);
        (now, in_flight) = (time, in_flight + change);
    }
    total
}

/// Every number of a report that may be there.
fn numbers(report: &Report) -> Vec<f64> {
    let spread = |spread: Spread| {
        let Spread { mean, p50, p90, p95, p99, p99_9, max, .. } = spread;
        [mean, p50, p90, p95, p99, p99_9, max].map(Seconds::get)
    };
    let mut numbers: Vec<f64> = spreads(report).into_iter().flatten().flat_map(spread).collect();
    numbers.extend(report.slowest.iter().map(|slow| slow.longest_gap.get()));
    numbers.extend(report.duration.map(Seconds::get));
    numbers.extend(report.goodput.share().map(Fraction::get));
    numbers.extend(
        [report.good_per_second(), report.finished_per_second()]
            .into_iter()
            .flatten()
            .map(RequestsPerSecond::get),
    );
    numbers.extend(
        [report.tokens_per_second(), report.in_flight(), report.tokens_per_chunk()].into_iter().flatten(),
    );
    numbers
}

fn per_request(figures: &Figures) -> [Option<f64>; 6] {
    let times = [
        Some(figures.ttft),
        Some(figures.e2e),
        figures.tpot(),
        figures.longest_gap(),
        figures.time_per_token_after_first_chunk(),
    ];
    let [a, b, c, d, e] = times.map(|time| time.map(Seconds::get));
    [a, b, c, d, e, figures.tokens_per_second()]
}

const BOUNDS: [f64; 4] = [0.1, 1.0, 5.0, 10.0];

/// The cumulative buckets of `values`, counted one by one.
fn bucketed(values: &[f64]) -> Buckets {
    let up_to = |bound: f64| (bound, values.iter().filter(|value| **value <= bound).count() as u64);
    Buckets::new(BOUNDS.into_iter().chain([f64::INFINITY]).map(up_to)).expect("cumulative buckets")
}

#[test]
fn buckets_that_are_not_cumulative_are_refused() {
    use latency::buckets::Fault;
    let all = (f64::INFINITY, 9);
    let refused = |pairs: &[(f64, u64)]| Buckets::new(pairs.iter().copied()).expect_err("no histogram");
    assert_eq!(refused(&[]), Fault::NoInfinity);
    assert_eq!(refused(&[(1.0, 3), (2.0, 9)]), Fault::NoInfinity);
    assert_eq!(refused(&[all]), Fault::NoBound);
    assert_eq!(refused(&[(1.0, 3), (1.0, 4), all]), Fault::Unordered(1));
    assert_eq!(refused(&[(f64::NAN, 3), all]), Fault::Unordered(0));
    assert_eq!(refused(&[(1.0, 3), (2.0, 2), all]), Fault::Falling(1));
}

#[test]
fn a_first_bound_at_or_below_zero_is_the_value_itself() {
    let buckets = Buckets::new([(-1.0, 4), (1.0, 8), (f64::INFINITY, 8)]).expect("cumulative buckets");
    let at = |share| buckets.quantile(Quantile::new(share).expect("a share"));
    assert_eq!([at(0.0), at(0.25), at(0.75)], [-1.0, -1.0, 0.0].map(|value| Some(Reading::At(value))));
}

#[test]
fn the_smallest_observation_lies_in_the_first_bucket_that_holds_any() {
    let buckets = Buckets::new([(0.1, 0), (1.0, 8), (f64::INFINITY, 8)]).expect("cumulative buckets");
    assert_eq!(buckets.quantile(Quantile::new(0.0).expect("a share")), Some(Reading::At(0.1)));
}

#[test]
fn poisson_arrivals_are_known_by_their_gaps() {
    let mut random = Random::new(1);
    let mut sent = 1.7e9;
    let mut requests = Vec::new();
    for _ in 0..20_000 {
        sent += random.exponential(4.0);
        requests.push(Request { sent: Some(sent), ..Request::finished([]) });
    }
    let arrivals = Arrivals::of(&streams(&requests)).expect("times");
    assert!((arrivals.rate.get() / 4.0 - 1.0).abs() < 0.03, "{arrivals:?}");
    assert!((arrivals.cv - 1.0).abs() < 0.03, "{arrivals:?}");
    assert_eq!(Arrivals::of(&streams(&requests[..1])), None, "one request has no gap");
}
