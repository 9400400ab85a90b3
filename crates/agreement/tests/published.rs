//! Published runs beside the model, read from the data that is shared beside the repository where it is there.

use agreement::cause::{Kind, causes};
use agreement::identity::{Identity, Of};
use agreement::{AgreementShown, Comparison, Measure, Plateau, Subject, Verdict, report};
use evidence::{Figure, Level, Load, LoadTest, LoadTestReader, Statistic};
use latency::Metric;
use plan::PlanInput;
use present::{Bound, Tested};
use quantity::Seconds;
use std::fs;
use std::path::PathBuf;

/// A file of the shared data; `None`, with a sentence, where it is not there.
fn shared(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let file = fs::read(path).ok();
    if file.is_none() {
        println!("skipped: the shared data beside the repository has no {name}");
    }
    file
}

fn read(name: &str) -> Option<LoadTest> {
    let file = shared(name)?;
    let mut reader = LoadTestReader::new();
    file.chunks(4096).for_each(|slice| assert_eq!(reader.push(slice), Ok(()), "{name}"));
    Some(reader.finish().test)
}

fn input(link: &str) -> PlanInput {
    let (input, notes) = PlanInput::from_link(link);
    assert_eq!(notes, [], "{link}");
    input
}

/// A row of the page on NIM: its model, and a level.
fn nim_row(line: &str) -> Option<(String, Level)> {
    let cells: Vec<&str> = line.split(',').collect();
    let number = |place: usize| cells.get(place)?.parse::<f64>().ok();
    let mean = |metric, ms: f64| Figure { metric, statistic: Statistic::Mean, value: Seconds::new(ms / 1e3) };
    let ours = vec![mean(Metric::Ttft, number(8)?), mean(Metric::Tpot, number(9)?)];
    let level = Level {
        name: format!("{} in flight", cells.get(7)?),
        load: Load::Closed(number(7)?),
        prompt: number(5),
        output: number(6),
        output_tokens_per_second: number(10),
        figures: ours.clone(),
        ours,
        ..Level::default()
    };
    Some(((*cells.get(1)?).into(), level))
}

fn nim() -> Option<Vec<(String, Level)>> {
    let file = String::from_utf8(shared("closed-loop/nim.csv")?).expect("UTF-8");
    Some(file.lines().skip(1).filter_map(nim_row).collect())
}

/// Throughput = c × n / (TTFT + (n − 1) × ITL): within 0.6% for the 70B model, as the page's own figures allow, and 1.1% for
/// the 8B model, of which two headings were lost.
#[test]
fn the_rows_of_nim_satisfy_the_identity() {
    let Some(rows) = nim() else { return };
    assert!(rows.len() >= 8, "{} rows", rows.len());
    for (model, level) in rows {
        let bound = if model.contains("70B") { 0.006 } else { 0.011 };
        let closed = Identity::all(&level).into_iter().find(|identity| identity.of == Of::ClosedLoop);
        let off = closed.expect("a closed loop").ratio() - 1.0;
        assert!(off.abs() < bound, "{model}, {}: {off}", level.name);
    }
}

/// 70B in FP8 on two H100 with an FP8 cache: 85.5 sequences run on the plateau, and the plan's pool holds 84 of 5,250 tokens.
#[test]
fn the_plateau_of_nim_is_the_pool_of_the_plan() {
    let Some(rows) = nim() else { return };
    let levels =
        rows.into_iter().filter(|(model, _)| model.contains("70B")).map(|(_, level)| level).collect();
    let test = LoadTest { levels, model: Some("Llama-3.3-70B".into()), ..LoadTest::default() };
    let input = input("v=1&model=llama-3.3-70b&tp=2&in=5000&out=500&ttft=60s&tpot=200ms&replicas=1");
    let subject = Subject::of(&input);
    let tests = [test];
    let comparison = Comparison::of(&subject, &tests, 0.2);
    let plateau = Plateau::of(comparison.levels.iter()).expect("a plateau");
    assert_eq!(plateau.from.to_bits(), 100.0_f64.to_bits());
    assert!((plateau.running - 85.5).abs() < 0.5, "{plateau:?}");
    let resident = subject.resident().expect("it fits");
    assert!((resident / plateau.running - 1.0).abs() < 0.03, "{resident}");
    // The pool is the plan's, so no cap on the batch is claimed.
    let why = causes(&subject, &tests, &comparison);
    assert!(why.ranked.iter().all(|cause| !matches!(cause.kind, Kind::BatchCap { .. })), "{why:?}");
    assert_eq!(bound(&AgreementShown::of(&input, &tests.iter().collect::<Vec<_>>(), 0.2)), Some(Bound::Pool));
    // With a cache of 16 bits it would be half of that.
    let wide = Subject::of(
        &PlanInput::from_link("v=1&model=llama-3.3-70b&tp=2&in=5000&out=500&kv=bf16&replicas=1").0,
    );
    assert!(wide.resident().is_some_and(|held| held < 0.55 * resident));
}

/// One plan of Llama 3 8B on an H100, seven stages of inference-perf, a file each.
#[test]
fn the_stages_of_inference_perf_compare_without_a_hand_made_step() {
    let name = |stage: usize| {
        format!("bench-outputs/inference-perf/vllm+batch_size/stage_{stage}_lifecycle_metrics.json")
    };
    let tests: Vec<LoadTest> = (0..7).filter_map(|stage| read(&name(stage))).collect();
    if tests.len() < 7 {
        return;
    }
    let input = input("v=1&model=llama-3.1-8b&weights=bf16&kv=bf16&tp=1&in=205&out=60&replicas=1");
    let shown = AgreementShown::of(&input, &tests.iter().collect::<Vec<_>>(), 0.2);
    let text = report(&shown);
    assert_eq!(shown.holds, Some(false), "{text}");
    // Its known faults: the halved TPOT, and the client that could not keep up.
    let causes: Vec<&str> = shown.causes.iter().map(|cause| cause.what.as_str()).collect();
    assert!(causes.contains(&"Chunks counted as tokens, or tokens counted twice"), "{text}");
    assert!(causes.contains(&"Requests queued at the client"), "{text}");
    assert!(shown.doubts.iter().any(|doubt| doubt.contains("The client sent ")), "{text}");
    assert!(shown.doubts.iter().any(|doubt| doubt.contains("issue 564")), "{text}");
    // The pool never filled and no target was missed: what the test ran into is its own client.
    assert_eq!(bound(&shown), Some(Bound::Client));
    // What the server said of TPOT at stage 3 is 24.78 ms; half of 25.11 ms is what the file states.
    let comparison = Comparison::of(&Subject::of(&input), &tests, 0.2);
    let tpot = comparison.levels[3].observed.values.get(Measure::Tpot).expect("a TPOT");
    assert!((tpot / 0.02478 - 1.0).abs() < 0.03, "{tpot}");
    assert!(!shown.takes.is_empty() && shown.charts.len() == 3, "{text}");
}

/// A run whose requests all failed has zeros, which are no figures: nothing is judged.
#[test]
fn a_run_that_failed_is_not_judged() {
    let name = "bench-outputs/vllm-bench/bench_serve_all_requests_failed_v0.25.1.json";
    let Some(test) = read(name) else { return };
    let comparison = Comparison::of(&Subject::of(&input("v=1")), &[test], 0.2);
    assert_eq!(comparison.verdict(), Verdict::Nothing);
}

/// A closed loop of 16 of another model than the worked example's: told before any verdict.
#[test]
fn the_run_of_aiperf_is_of_another_model() {
    let Some(test) = read("bench-outputs/aiperf/profile_export_aiperf_v0.10.0_c16.json") else { return };
    let level = &test.levels[0];
    for identity in Identity::all(level) {
        assert!((identity.ratio() - 1.0).abs() < 0.1, "{identity:?}");
    }
    let shown = AgreementShown::of(&input("v=1"), &[&test], 0.2);
    assert_eq!(shown.holds, None);
    assert!(
        shown.doubts[0].contains("the plan of llama-70b-class. Nothing is judged."),
        "{:?}",
        shown.doubts
    );
    assert!(shown.takes.is_empty(), "{:?}", shown.takes);
    assert_eq!(bound(&shown), None);
}

/// What a test ran into, as the maps have it from what is kept.
fn bound(shown: &AgreementShown) -> Option<Bound> {
    Tested::read(&shown.kept).expect("what is kept can be read").bound
}
