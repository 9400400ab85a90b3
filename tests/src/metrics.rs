//! Any bytes as an exposition of metrics: what must hold whatever they are.

use crate::trace::is_shown;
use evidence::metrics::{MetricsReader, MetricsReading, is};
use evidence::reading::MOST_NOTES;
use latency::Quantile;
use present::{SignalTargets, metrics_shown};

/// Reads `bytes` at once and byte by byte, as one file and as the second of two, and shows what they hold.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let _either = is(bytes);
    let reading = read(bytes, bytes.len());
    assert_eq!(reading, read(bytes, 1), "where slices end changes nothing");
    let half = read(bytes.get(..bytes.len() / 2).unwrap_or_default(), 4096);
    for reading in [&reading, &reading.since(&half), &half.since(&reading)] {
        assert!(!reading.notes.is_empty() || reading.differenced, "nothing is said");
        assert!(reading.notes.len() <= MOST_NOTES);
        for observed in &reading.observed {
            let p50 = observed.buckets.quantile(Quantile::P50);
            assert_eq!(p50.is_none(), observed.buckets.count() == 0);
            assert!(p50.is_none_or(|value| value.number().is_finite()), "{observed:?}");
        }
        is_shown(&metrics_shown(reading, &SignalTargets::default()));
    }
}

fn read(bytes: &[u8], slice: usize) -> MetricsReading {
    let mut reader = MetricsReader::new();
    let pushed = bytes.chunks(slice.max(1)).try_for_each(|slice| reader.push(slice));
    assert!(pushed.is_ok() && reader.bytes() == bytes.len() as u64);
    reader.finish()
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
        fn words_of_such_files_survive(words in vec(select(words::METRICS), 0..80)) {
            survive(words.concat().as_bytes());
        }
    }
}
