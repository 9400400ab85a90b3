//! Streams and histograms against an independent reference. Its origin is in `tests/golden/README.md`.

use latency::{
    Buckets, Figures, Goodput, Itl, Method, Quantile, Reading, Report, Spread, Synthetic, Target, Targets,
    Terms,
};
use quantity::Seconds;
use serde_json::{Map, Value};

const METRICS: &str = include_str!("../golden/stream_metrics.json");
const STREAMS: &str = include_str!("../golden/streams_seed5.csv");
const HISTOGRAMS: &str = include_str!("../golden/histogram_quantile.json");

fn read(text: &str) -> (Value, f64) {
    let golden: Value = serde_json::from_str(text).expect("a golden file is JSON");
    let tolerance = golden["tolerance_rel"].as_f64().expect("a golden file states its tolerance");
    (golden, tolerance)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn compare(name: &str, ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance * theirs.abs(), "{name}: {ours} is not {theirs}");
}

/// The targets that the file states.
fn targets(golden: &Value) -> Targets {
    let limit = |name: &str| Some(Seconds::new(number(&golden["slo"][name])));
    Targets { ttft: limit("ttft_s"), tpot: limit("tpot_s"), ..Targets::default() }
}

const UNFROZEN: Targets = Targets { ttft: None, tpot: None, longest_gap: Some(Seconds::new(0.5)), e2e: None };

#[test]
fn the_metrics_of_seed_5_are_the_reference_s() {
    let (golden, tolerance) = read(METRICS);
    let metrics = golden["metrics"].as_object().expect("metrics by name");
    let mut ours = Ours::of(targets(&golden));
    for (name, value) in metrics {
        compare(name, ours.metric(name), number(value), tolerance);
    }
    assert_eq!(metrics.len(), 26, "each was compared");
}

/// The figures of the streams of seed 5.
struct Ours {
    report: Report,
    unfrozen: Goodput,
    good_and_unfrozen: Goodput,
    gaps_p99_99: Seconds,
}

impl Ours {
    fn of(targets: Targets) -> Self {
        let streams = Synthetic { seed: 5, count: 400, ..Synthetic::default() }.streams();
        let rare = Quantile::new(0.9999).expect("a share");
        Self {
            report: Report::of(&streams, &Terms { targets, ..Terms::default() }),
            unfrozen: Goodput::of(&streams, &UNFROZEN),
            good_and_unfrozen: Goodput::of(
                &streams,
                &Targets { longest_gap: UNFROZEN.longest_gap, ..targets },
            ),
            gaps_p99_99: Itl::default().samples(&streams).quantile(rare, Method::Linear).expect("gaps"),
        }
    }

    fn metric(&mut self, name: &str) -> f64 {
        let Report { counts, goodput, .. } = &self.report;
        let missed = |goodput: &Goodput, target| goodput.judged - goodput.met(target).expect("a target");
        let spread = |spread: Option<Spread>| spread.expect("values");
        let count = match name {
            "failed_on_ttft" => missed(goodput, Target::Ttft),
            "failed_on_tpot" => missed(goodput, Target::Tpot),
            "streams_with_a_gap_over_half_a_second" => missed(&self.unfrozen, Target::LongestGap),
            "good_yet_frozen" => goodput.good - self.good_and_unfrozen.good,
            "requests" => counts.finished,
            "good" => goodput.good,
            "tokens" => return counts.tokens as f64,
            "gaps" => return spread(self.report.itl).count as f64,
            "itl_p99_99" => return self.gaps_p99_99.get(),
            _ => return self.quantile(name),
        };
        count as f64
    }

    /// Such as `ttft_p50` or `itl_max`.
    fn quantile(&self, name: &str) -> f64 {
        let (metric, which) = name.split_once('_').expect("a metric and a quantile");
        let spread = match metric {
            "ttft" => self.report.ttft,
            "tpot" => self.report.tpot,
            "itl" => self.report.itl,
            "e2e" => self.report.e2e,
            _ => panic!("{name} is compared with nothing"),
        };
        let spread = spread.expect("values");
        let value = match which {
            "p50" => spread.p50,
            "p90" => spread.p90,
            "p95" => spread.p95,
            "p99" => spread.p99,
            "p99_9" => spread.p99_9,
            "max" => spread.max,
            _ => panic!("{name} is compared with nothing"),
        };
        value.get()
    }
}

#[test]
fn the_printed_figures_are_ours_rounded() {
    let (golden, _) = read(METRICS);
    let printed = golden["printed"].as_object().expect("printed figures by name");
    let ours = Ours::of(targets(&golden));
    for (name, half) in [("ttft_ms", 0.5), ("tpot_ms", 0.05), ("itl_ms", 0.5)] {
        for (which, value) in printed[name].as_object().expect("by quantile") {
            let exact = ours.quantile(&name.replace("ms", which)) * 1e3;
            assert!((exact - number(value)).abs() <= half, "{name} {which}: {exact}");
        }
    }
    let share = ours.report.goodput;
    assert_eq!(
        (Value::from(share.good), Value::from(share.judged)),
        (printed["good"].clone(), printed["of"].clone())
    );
    assert_eq!(ours.good_and_unfrozen.good, 329, "with a target on the longest gap");
}

#[test]
fn every_stream_of_seed_5_is_the_reference_s() {
    let streams = Synthetic::default().streams();
    let theirs: Vec<&str> = STREAMS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(streams.len(), theirs.len());
    for (stream, theirs) in streams.iter().zip(theirs) {
        let ours = stream.figures().expect("each has tokens");
        let theirs: Vec<f64> = theirs.split(',').map(|field| field.parse().expect("a number")).collect();
        assert_eq!(theirs.len(), 4);
        for (ours, theirs) in four(&ours).into_iter().zip(theirs) {
            compare("a stream", ours, theirs, 1e-12);
        }
    }
}

fn four(figures: &Figures) -> [f64; 4] {
    let longest = figures.longest_gap().expect("no stream is of one token").get();
    [figures.tokens as f64, figures.ttft.get(), figures.e2e.get(), longest]
}

#[test]
fn quantiles_from_buckets_are_prometheus_s() {
    let (golden, tolerance) = read(HISTOGRAMS);
    let cases = golden["cases"].as_array().expect("a list of histograms");
    for case in cases {
        let buckets = buckets(&case["buckets"]);
        compare_quantiles(&buckets, case["quantiles"].as_object().expect("by share"), tolerance);
    }
    assert_eq!(cases.len(), 4);
}

fn buckets(pairs: &Value) -> Buckets {
    let bound = |value: &Value| value.as_f64().unwrap_or(f64::INFINITY);
    let pairs = pairs.as_array().expect("pairs").iter();
    Buckets::new(pairs.map(|pair| (bound(&pair[0]), pair[1].as_u64().expect("a count"))))
        .expect("cumulative buckets")
}

fn compare_quantiles(buckets: &Buckets, theirs: &Map<String, Value>, tolerance: f64) {
    for (share, theirs) in theirs {
        let quantile = Quantile::new(share.parse().expect("a number"));
        match (quantile, theirs) {
            // Prometheus answers what lies outside [0, 1] with an infinity. Here there is no such quantile to ask for.
            (None, infinity) => assert!(infinity.is_string(), "{share}"),
            (Some(quantile), Value::Null) => assert_eq!(buckets.quantile(quantile), None),
            (Some(quantile), theirs) => {
                let ours = buckets.quantile(quantile).expect("observations").number();
                compare(share, ours, number(theirs), tolerance);
            }
        }
    }
}

#[test]
fn a_rank_past_the_last_bound_is_told_from_one_at_it() {
    let (golden, _) = read(HISTOGRAMS);
    let past = |case: usize, share: f64| {
        let reading =
            buckets(&golden["cases"][case]["buckets"]).quantile(Quantile::new(share).expect("a share"));
        matches!(reading, Some(Reading::AtLeast(_)))
    };
    // 998 of 1,000 within 5 s; 50 of 50 within 1 ms; 60 of 100 within 1 s.
    assert_eq!([past(0, 0.998), past(0, 0.999), past(0, 1.0)], [false, true, true]);
    assert!(!past(1, 1.0));
    assert_eq!([past(2, 0.6), past(2, 0.9)], [false, true]);
}
