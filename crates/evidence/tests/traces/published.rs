//! Published traces, where they stand beside the repository, against figures that were computed of the same files apart.

use crate::{notes, sliced};
use evidence::trace::{TraceKind, TraceReading, is};
use latency::Quantile;
use quantity::Seconds;

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/traces/");

/// The reading of a published file; `None`, and a word about it, where it is not at hand.
fn published(name: &str) -> Option<TraceReading> {
    let Ok(bytes) = std::fs::read([SHARED, name].concat()) else {
        println!("{name} is not beside the repository: nothing was compared.");
        return None;
    };
    assert!(is(bytes.get(..4096).unwrap_or(&bytes)), "{name} is a trace");
    Some(sliced(&bytes, 1 << 16))
}

/// Whether `ours` is printed as `theirs` with as many decimals; halves may go either way.
#[track_caller]
fn as_printed(name: &str, ours: f64, theirs: &str) {
    let decimals = theirs.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let unit = 10_f64.powi(-i32::try_from(decimals).expect("few"));
    let printed: f64 = theirs.parse().expect("a number");
    assert!((ours - printed).abs() <= 0.5 * unit * (1.0 + 1e-9), "{name}: {ours} is not printed {theirs}");
}

/// trace_stats.csv: rate, variation and percentiles of whole files, computed with numpy when they were collected.
#[test]
fn every_figure_is_the_one_computed_apart() {
    let Ok(table) = std::fs::read_to_string([SHARED, "trace_stats.csv"].concat()) else {
        println!("trace_stats.csv is not beside the repository: nothing was compared.");
        return;
    };
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a header");
    let (mut compared, mut missing) = (0, 0);
    for row in lines {
        let theirs = |name: &str| row[head.iter().position(|head| *head == name).expect("a column")];
        let files = [
            ("azure2023_conv", "azure2023_conv.csv"),
            ("mooncake_conversation", "mooncake_fast25_conversation.jsonl"),
        ];
        // Of Vidur's file no more than the first rows are kept beside the repository.
        let Some((_, file)) = files.iter().find(|(trace, _)| *trace == row[0]) else { continue };
        let Some(reading) = published(file) else {
            missing += 1;
            continue;
        };
        as_printed("requests", reading.requests as f64, theirs("requests"));
        as_printed("duration", reading.duration.expect("arrivals").get(), theirs("duration_s"));
        as_printed("rate", reading.rate.expect("arrivals").get(), theirs("mean_rate_rps"));
        let gaps = reading.gaps.expect("arrivals");
        as_printed("cv", gaps.cv, theirs("interarrival_cv"));
        as_printed("together", gaps.together, theirs("frac_zero_gap"));
        for (lengths, name) in [(&reading.prompts, "isl"), (&reading.answers, "osl")] {
            let at = |column: &str| theirs(&[name, "_", column].concat()).to_owned();
            as_printed(name, lengths.mean().expect("lengths"), &at("mean"));
            for (quantile, column) in [(Quantile::P50, "p50"), (Quantile::P90, "p90"), (Quantile::P99, "p99")]
            {
                as_printed(name, lengths.quantile(quantile).expect("lengths"), &at(column));
            }
            as_printed(name, lengths.max() as f64, &at("max"));
        }
        compared += 1;
    }
    assert_eq!(compared + missing, 2);
}

#[test]
fn azure_s_conversations_of_2023() {
    let Some(reading) = published("azure2023_conv.csv") else { return };
    assert_eq!(
        (reading.kind, reading.begins.as_deref()),
        (Some(TraceKind::Azure), Some("2023-11-16 18:15:46"))
    );
    let peak = reading.peak.as_ref().expect("arrivals");
    // Counted apart: 507 requests in the 32nd minute, their gaps with a squared variation of 1.0257.
    assert_eq!((peak.from.get(), peak.requests, peak.gaps), (1860.0, 507, 506));
    assert!((peak.cv2.expect("gaps") - 1.025_747_777_4).abs() < 1e-6, "{:?}", peak.cv2);
    let indices: Vec<f64> =
        reading.dispersions.iter().flat_map(|dispersion| [dispersion.index, dispersion.local]).collect();
    for (ours, theirs) in
        indices.iter().zip([1.385_142, 1.080_896, 3.856_997, 1.091_659, 16.128_259, 2.276_668])
    {
        assert!((ours - theirs).abs() < 1e-5, "{ours} {theirs}");
    }
    let workload = reading.workload.expect("a workload");
    assert!((workload.cs2 - 0.922_072_994).abs() < 1e-8, "{workload:?}");
    assert_eq!(workload.cached, None);
    assert_eq!(reading.notes.len(), 1, "{:?}", notes(&reading));
}

/// The share that was published with the collection, 36.6%, is that of blocks; of tokens it is 37.4%.
#[test]
fn mooncake_s_conversations() {
    let Some(reading) = published("mooncake_fast25_conversation.jsonl") else { return };
    assert_eq!((reading.kind, reading.begins.clone()), (Some(TraceKind::Mooncake), None));
    let hits = reading.hits.expect("hashes");
    assert_eq!(hits.block, 512);
    assert!((hits.blocks - 0.366_412_478).abs() < 1e-8, "{hits:?}");
    assert!((hits.tokens - 0.373_623_749).abs() < 1e-8, "{hits:?}");
    assert!((hits.rest_cv2 - 3.237_452_967).abs() < 1e-6, "{hits:?}");
    assert_eq!(reading.gaps.and_then(|gaps| gaps.bin).map(Seconds::get), Some(3.0));
    // Spread over the bins, counted apart: local dispersion in windows of 10 s.
    let ca2 = reading.workload.and_then(|workload| workload.ca2).expect("counts");
    assert!((ca2 - 0.894_225_601).abs() < 0.01, "{ca2}");
    assert!(
        notes(&reading)
            .iter()
            .any(|note| note.starts_with("Arrivals are known by bins of 3,000 ms alone: 90% come"))
    );
}

#[test]
fn small_samples_of_the_others() {
    for (file, kind, requests) in [
        ("azure2024_head_from_notebook.csv", TraceKind::Azure, 10),
        ("burstgpt_head_sample.csv", TraceKind::BurstGpt, 3),
        ("inference_perf_trace_example.csv", TraceKind::Azure, 20),
        ("vidur_splitwise_conv.csv", TraceKind::Vidur, 2000),
    ] {
        let Some(reading) = published(file) else { continue };
        assert_eq!((reading.kind, reading.requests), (Some(kind), requests), "{file}");
        assert!(reading.workload.is_some(), "{file}");
    }
    if let Some(vidur) = published("vidur_splitwise_conv.csv") {
        assert!(notes(&vidur).iter().any(|note| note.contains("do not count them twice")));
    }
    if let Some(azure) = published("azure2024_head_from_notebook.csv") {
        // From the first of the code week to the last of the conversations.
        assert!(
            (azure.duration.expect("arrivals").get() - 172_800.238_349).abs() < 1e-6,
            "{:?}",
            azure.duration
        );
    }
}

/// The same requests as Azure's, with times from 0.
#[test]
fn vidur_s_conversations_are_azure_s() {
    let (Some(azure), Some(vidur)) = (published("azure2023_conv.csv"), published("vidur_splitwise_conv.csv"))
    else {
        return;
    };
    // Vidur's is cut after 2,000 requests, some six minutes.
    let cut = vidur.duration.expect("arrivals").get();
    // Both in steps that five minutes are a whole number of.
    let first = |reading: &TraceReading| {
        let width = reading.rates.width();
        let steps = (1_usize..=300)
            .find(|steps| (*steps as f64 * width.get() - 300.0).abs() < 1e-9)
            .expect("a whole number");
        reading.rates.counts().iter().take(steps).sum::<u64>()
    };
    assert!(cut > 300.0, "{cut}");
    assert_eq!(first(&azure), first(&vidur));
}
