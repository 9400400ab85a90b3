//! Any bytes as a load test beside a plan: what must hold of the comparison whatever they are.

use crate::shown::is_text;
use agreement::{AgreementShown, report};
use evidence::{LoadTest, LoadTestReader};
use plan::PlanInput;
use quantity::{Key, Place};

/// Reads `bytes` as a link up to the first line's end and a file of a load test behind it, compares the two, and takes
/// what the comparison offers.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let (link, file) =
        bytes.iter().position(|byte| *byte == b'\n').map_or((&b""[..], bytes), |end| bytes.split_at(end));
    let (input, _) = PlanInput::from_link(&String::from_utf8_lossy(link));
    let shown = AgreementShown::of(&input, &[&read(file)], 0.2);
    for sentence in shown.doubts.iter().chain(&shown.by_figure).chain(&shown.untold).chain(&shown.calibrated)
    {
        assert!(sentence.ends_with(['.', '?']), "no sentence: {sentence}");
    }
    is_number(&shown.verdict);
    is_text(&shown.asked.sentence);
    let kept = present::Tested::read(&shown.kept).expect("what is kept can be read");
    assert!(kept.is_of(&input) && kept.holds == shown.holds, "{kept:?}");
    report(&shown).lines().for_each(is_number);
    for table in [&shown.table, &shown.calibration] {
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.caption);
    }
    for chart in &shown.charts {
        is_text(&chart.sentence);
        assert!(chart.x.max.is_finite() && chart.y.max.is_finite(), "{}", chart.title);
    }
    is_taken(&input, &shown);
}

fn read(file: &[u8]) -> LoadTest {
    let mut reader = LoadTestReader::new();
    let _ = file.chunks(64).find_map(|slice| reader.push(slice).err());
    reader.finish().test
}

/// Names stand in it as the file has them, so that only what is written for a number that is none is looked for.
fn is_number(text: &str) {
    assert!(!text.contains("NaN"), "it reads “{text}”");
}

/// What can be taken is a plan without a fault, and taken back it is the plan that was.
fn is_taken(input: &PlanInput, shown: &AgreementShown) {
    let mut plan = input.clone();
    for (place, take) in shown.takes.iter().enumerate() {
        for (key, text) in &take.pairs {
            plan.say(Key::named(key).expect("a key of the table"), text, Place::Link);
        }
        let issues = plan.check().issues.len();
        assert_eq!(issues, input.check().issues.len(), "{place}: {:?}", take.pairs);
    }
    assert_eq!(plan.link(), input.link(), "taken back it is the plan that was");
}

#[cfg(test)]
mod tests {
    use super::survive;
    use proptest::prelude::*;

    /// A look-alike of what a load-test tool saves, with numbers that any text may replace.
    fn run() -> impl Strategy<Value = String> {
        let number = prop_oneof![
            4 => (1_u32..100_000).prop_map(|n| format!("{}", f64::from(n) / 100.0)),
            1 => prop::sample::select(vec!["0", "-1", "1e300", "1e-300", "null", "\"inf\"", "NaN", "[]"])
                .prop_map(String::from),
        ];
        let keys = [
            "completed",
            "failed",
            "request_rate",
            "max_concurrency",
            "burstiness",
            "duration",
            "request_throughput",
            "output_throughput",
            "total_input_tokens",
            "total_output_tokens",
            "mean_ttft_ms",
            "median_ttft_ms",
            "p95_ttft_ms",
            "mean_tpot_ms",
            "mean_e2el_ms",
        ];
        prop::collection::vec(number, keys.len()).prop_map(move |numbers| {
            let pairs: Vec<String> =
                keys.iter().zip(numbers).map(|(key, number)| format!("\"{key}\": {number}")).collect();
            format!("{{{}}}", pairs.join(", "))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_survive(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            survive(&bytes);
        }

        #[test]
        fn runs_of_any_numbers_survive(runs in proptest::collection::vec(run(), 1..5), mbu in 1_u32..100) {
            survive(format!("v=1&replicas=1&mbu={mbu}%\n[{}]", runs.join(",\n")).as_bytes());
            survive(format!("v=1&mbu={mbu}%\n{}", runs.join("\n")).as_bytes());
        }
    }
}
