//! Any bytes as a trace: what must hold whatever they are.

use crate::shown::{is_table, is_text};
use agreement::{Means, TraceLoad};
use evidence::reading::MOST_NOTES;
use evidence::trace::{TraceReader, TraceReading, is};
use plan::PlanInput;
use present::{EvidenceShown, trace_shown};

/// Reads `bytes` at once and byte by byte, and shows what they hold.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let _either = is(bytes);
    let reading = read(bytes, bytes.len());
    assert_eq!(reading, read(bytes, 1), "where slices end changes nothing");
    assert!(!reading.notes.is_empty() && reading.notes.len() <= MOST_NOTES);
    assert_eq!(reading.kind.is_none(), reading.requests == 0, "what holds something is something");
    let counted: u64 = reading.rates.counts().iter().sum();
    assert!(counted == reading.requests || counted == 0, "each arrival is counted once");
    let shown = trace_shown(&reading);
    is_shown(&shown);
    let load = TraceLoad::of(&reading, &shown);
    if let Some(means) = load.and_then(|load| Means::of(&PlanInput::default(), &load)) {
        is_text(&means.sentence);
        assert!(means.sentence.ends_with('.'), "no sentence: {}", means.sentence);
        is_table(&means.table);
    }
}

fn read(bytes: &[u8], slice: usize) -> TraceReading {
    let mut reader = TraceReader::new();
    let fault = bytes.chunks(slice.max(1)).find_map(|slice| reader.push(slice).err());
    let reading = reader.finish();
    assert!(
        fault.is_none_or(|fault| reading.notes.iter().any(|note| note.text == fault.text)),
        "a fault is told"
    );
    reading
}

/// Everything that is shown can be: texts without control characters, sentences that end, charts of finite numbers.
///
/// # Panics
/// Where something cannot.
pub fn is_shown(shown: &EvidenceShown) {
    is_text(&shown.kind);
    is_text(&shown.headline);
    for note in &shown.notes {
        assert!(note.ends_with('.'), "no sentence: {note}");
        assert!(!note.contains(char::is_control), "a control character in {note:?}");
    }
    shown.tiles.iter().for_each(|tile| is_text(&tile.text));
    let charts = || shown.charts.iter();
    for table in shown.tables.iter().chain(charts().map(|chart| &chart.table)) {
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.caption);
        table.rows.iter().flatten().for_each(|cell| is_text(&cell.text));
    }
    for chart in charts() {
        let ends = [chart.x.min, chart.x.max, chart.y.min, chart.y.max];
        assert!(
            ends.iter().all(|end| end.is_finite()) && chart.x.min < chart.x.max && chart.y.min < chart.y.max,
            "{ends:?}"
        );
        let points = chart.series.iter().flat_map(|series| &series.points);
        assert!(points.clone().count() <= 1000 && chart.sentence.ends_with('.'));
        for (x, y) in points {
            assert!(x.is_finite() && y.is_none_or(f64::is_finite), "{x} {y:?} in {}", chart.title);
        }
    }
    for take in &shown.takes {
        assert!(take.sentence.ends_with('.') && !take.pairs.is_empty(), "{take:?}");
        let link = take.pairs.iter().map(|(key, text)| format!("&{key}={text}")).collect::<String>();
        let checked = PlanInput::from_link(&format!("#v=1{link}")).0.check();
        assert!(checked.issues.is_empty(), "{link}: {:?}", checked.issues);
    }
}

#[cfg(test)]
mod tests {
    use super::survive;
    use crate::fuzzing::words;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_survive(bytes in vec(any::<u8>(), 0..200)) {
            survive(&bytes);
        }

        #[test]
        fn words_of_such_files_survive(words in vec(select(words::TRACE), 0..60)) {
            survive(words.concat().as_bytes());
        }

        #[test]
        fn sound_requests_survive(requests in vec((0..u32::MAX, 1..10_000_000_u32, 0..10_000_000_u32), 0..60), spread in 0..32_u32) {
            let lines = requests.iter().map(|(at, prompt, output)| format!("{},{prompt},{output}\n", at >> spread));
            survive(["arrival_s,prompt,output\n".to_owned(), lines.collect()].concat().as_bytes());
        }
    }
}
