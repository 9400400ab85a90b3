//! Published expositions, where they stand beside the repository, against quantiles that were computed of them apart.

use crate::{notes, sliced};
use evidence::metrics::{Engine, Meaning, MetricsReading, Observed, is};
use latency::{Quantile, Reading};
use quantity::Fraction;

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/metrics/");

fn published(name: &str) -> Option<MetricsReading> {
    let Ok(bytes) = std::fs::read([SHARED, name].concat()) else {
        println!("{name} is not beside the repository: nothing was compared.");
        return None;
    };
    assert!(is(bytes.get(..4096).unwrap_or(&bytes)), "{name} is an exposition");
    Some(sliced(&bytes, 1 << 12))
}

/// `expected_quantiles.csv`: by Prometheus's interpolation, computed when the files were collected.
#[test]
fn every_quantile_is_the_one_computed_apart() {
    let Ok(table) = std::fs::read_to_string([SHARED, "expected_quantiles.csv"].concat()) else {
        println!("expected_quantiles.csv is not beside the repository: nothing was compared.");
        return;
    };
    let (mut compared, mut missing) = (0, 0);
    for line in table.lines().skip(1) {
        let row: Vec<&str> = line.split(',').collect();
        let [file, name, ..] = row[..] else { panic!("{line}") };
        let Some(reading) = published(file) else {
            missing += 1;
            continue;
        };
        let observed = reading.observed.iter().find(|observed| observed.name == name).expect("a histogram");
        let number = |place: usize| row[place].parse::<f64>().expect("a number");
        let close = |what: &str, ours: f64, theirs: f64| {
            // Computed with six decimals.
            assert!(
                (ours - theirs).abs() <= 6e-7 + 1e-12 * theirs.abs(),
                "{name} {what}: {ours} is not {theirs}"
            );
        };
        close("count", observed.buckets.count() as f64, number(3));
        close("sum", observed.sum.expect("a sum"), number(4));
        close("mean", observed.mean().expect("a mean"), number(5));
        for (place, quantile) in
            [(6, Quantile::P50), (7, Quantile::P90), (8, Quantile::P95), (9, Quantile::P99)]
        {
            close(
                "quantile",
                observed.buckets.quantile(quantile).expect("observations").number(),
                number(place),
            );
        }
        close("share", observed.buckets.beyond() as f64 / observed.buckets.count() as f64, number(10));
        compared += 1;
    }
    assert_eq!(compared + missing, table.lines().count() - 1);
}

#[test]
fn vllm_under_load() {
    let Some(reading) = published("vllm_0.25.1_loaded.prom") else { return };
    assert_eq!(
        (reading.engines.as_slice(), reading.model.as_deref(), reading.replicas),
        (&[Engine::Vllm][..], Some("opt-125m-tp2"), 1)
    );
    assert_eq!((reading.waiting, reading.running, reading.preemptions), (Some(64.0), Some(64.0), Some(0.0)));
    assert_eq!(reading.kv_usage.map(|(mean, _)| mean.get()), Some(0.112_238_782_115_315_46));
    assert_eq!((reading.pool_tokens, reading.block), (Some(400_448.0), Some(16.0)));
    assert_eq!((reading.prompt_tokens, reading.output_tokens), (Some(339_968.0), Some(165_293.0)));
    assert_eq!(reading.hits.map(Fraction::get), Some(2480.0 / 339_968.0));
    assert!(reading.finished.contains(&("length".into(), 600.0)) && reading.finished.len() == 5);
    // The traps of formats.md, section 4: the first three, and below the fifth and the sixth.
    let notes = notes(&reading);
    let buckets =
        notes.iter().find(|note| note.starts_with("Nine tenths of the observations")).expect("a note");
    for trap in [
        "prompt length (500 tokens to 1,000 tokens: p50 reads 750 tokens, the mean of 512 tokens is exact)",
        "time in queue (0 ms to 300 ms: p50 reads 151 ms, the mean of 31 ms is exact)",
        "TPOT (0 ms to 10.0 ms: p50 reads 5.0 ms, the mean of 6.1 ms is exact)",
    ] {
        assert!(buckets.contains(trap), "{trap}\n{buckets}");
    }
    for trap in [
        "TTFT was observed 664 times and E2E 600: 64 requests were still in flight, or were cut off. The two are not of the same requests.",
        "TTFT is the engine’s own: it has no network, no client, and no queue before the engine in it.",
    ] {
        assert!(notes.contains(&trap), "{trap}\n{notes:#?}");
    }
}

#[test]
fn sglang_past_its_last_bound() {
    let Some(reading) = published("sglang_docs_example_v0.4.prom") else { return };
    assert_eq!((reading.waiting, reading.running), (Some(2826.0), Some(162.0)));
    let ttft = reading.observed(Meaning::Ttft).expect("TTFT");
    assert_eq!(ttft.buckets.quantile(Quantile::P50), Some(Reading::AtLeast(30.0)));
    assert!(reading.smoothed_hits.is_some() && reading.hits.is_none());
    let notes = notes(&reading);
    for trap in [
        "TTFT: 77% of the observations lie past the last bound. Quantiles there are at least 30.0 s, and nothing says how much more. The mean, 213.7 s, is exact.",
        "E2E: 87% of the observations lie past the last bound. Quantiles there are at least 60.0 s, and nothing says how much more. The mean, 277.5 s, is exact.",
        "E2E was observed 11,228 times and TTFT only 11,008: some requests ended without a first token, or TTFT counts others.",
    ] {
        assert!(notes.contains(&trap), "{trap}\n{notes:#?}");
    }
}

#[test]
fn tgi_and_triton() {
    if let Some(reading) = published("tgi_unit_test_fixture_excerpt.prom") {
        assert_eq!(reading.engines, [Engine::Tgi]);
        assert_eq!(reading.observed(Meaning::E2e).and_then(Observed::mean), Some(0.15));
        assert_eq!(reading.output_tokens, Some(12_500.0));
    }
    if let Some(reading) = published("triton_trtllm_docs_example.prom") {
        assert_eq!(reading.engines, [Engine::Triton]);
        assert_eq!((reading.pool_tokens, reading.most_running), (Some(399_296.0), Some(512.0)));
        assert_eq!(reading.kv_usage.map(|(mean, _)| mean.get()), Some(1.0 / 6239.0));
    }
}
