//! Any bytes as a file of a load test: what must hold whatever they are.

use crate::shown::is_text;
use evidence::reading::MOST_NOTES;
use evidence::{Reader, Reading};
use latency::{Report, Spread, Targets, Terms};
use quantity::{Seconds, Unit};

/// Reads `bytes` at once and byte by byte, and reports on what they hold.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let reading = read(bytes, bytes.len());
    assert_eq!(reading, read(bytes, 1), "where slices end changes nothing");
    assert!(reading.notes.len() <= MOST_NOTES);
    for note in &reading.notes {
        assert!(note.text.ends_with('.'), "no sentence: {}", note.text);
        assert!(!note.text.contains(char::is_control), "a control character in {:?}", note.text);
    }
    let nothing = reading.streams.is_empty() && reading.published.is_none();
    assert_eq!(reading.kind.is_none(), nothing, "what holds something is something");
    assert!(!nothing || !reading.notes.is_empty(), "nothing was read and nothing is said");
    is_shown(&reading);
}

fn read(bytes: &[u8], slice: usize) -> Reading {
    let mut reader = Reader::new();
    let fault = bytes.chunks(slice.max(1)).find_map(|slice| reader.push(slice).err());
    let progress = reader.progress();
    assert!(fault.is_some() || progress.bytes == bytes.len() as u64, "{progress:?}");
    let reading = reader.finish();
    let told = |text: &str| reading.notes.iter().any(|note| note.text == text);
    assert!(fault.is_none_or(|fault| told(&fault.text)), "a fault is told");
    reading
}

/// Every figure can be written.
fn is_shown(reading: &Reading) {
    let limit = Some(Seconds::new(0.5));
    let targets = Targets { ttft: limit, tpot: limit, longest_gap: limit, e2e: limit };
    let terms = Terms { targets, duration: reading.duration, ..Terms::default() };
    let report = Report::of(&reading.streams, &terms);
    let spreads = [report.ttft, report.tpot, report.itl, report.e2e];
    spreads.into_iter().flatten().flat_map(values).for_each(is_duration);
    report.duration.into_iter().for_each(is_duration);
    for rate in [report.good_per_second(), report.finished_per_second()].into_iter().flatten() {
        is_text(&Unit::RequestsPerSecond.show(rate.get()));
    }
    let published = reading.published.iter();
    published.clone().flat_map(|published| &published.figures).for_each(|figure| is_duration(figure.value));
    published.filter_map(|published| published.model.as_ref()).for_each(|model| assert!(model.len() < 400));
}

fn values(spread: Spread) -> [Seconds; 7] {
    let Spread { mean, p50, p90, p95, p99, p99_9, max, .. } = spread;
    [mean, p50, p90, p95, p99, p99_9, max]
}

fn is_duration(time: Seconds) {
    assert!(time.get().is_finite() && time.get() >= 0.0, "{time:?}");
    is_text(&Unit::Wait.show(time.get()));
}

#[cfg(test)]
mod tests {
    use super::survive;
    use crate::fuzzing::words;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_survive(bytes in vec(any::<u8>(), 0..200)) {
            survive(&bytes);
            // What gzip files begin with.
            survive(&[&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0], bytes.as_slice()].concat());
        }

        #[test]
        fn words_of_such_files_survive(words in vec(select(words::FILE), 0..60)) {
            survive(words.concat().as_bytes());
        }
    }
}
