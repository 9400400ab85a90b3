//! Reading for tests.

use evidence::load_test::Mapping;
use evidence::{Level, LoadTestReader, LoadTestReading, Statistic};
use latency::{Metric, Quantile};
use std::path::PathBuf;

/// What `text` holds. A fault is told by the reading too.
pub(crate) fn read(text: impl AsRef<[u8]>) -> LoadTestReading {
    through(LoadTestReader::new(), text.as_ref(), usize::MAX)
}

/// What `bytes` hold, pushed in slices of this size.
pub(crate) fn in_slices(bytes: &[u8], slice: usize) -> LoadTestReading {
    through(LoadTestReader::new(), bytes, slice)
}

/// What a table holds whose columns a person explained.
pub(crate) fn mapped(text: &str, mapping: Mapping) -> LoadTestReading {
    through(LoadTestReader::mapped(mapping), text.as_bytes(), usize::MAX)
}

fn through(mut reader: LoadTestReader, bytes: &[u8], slice: usize) -> LoadTestReading {
    let slices = bytes.chunks(slice.clamp(1, bytes.len().max(1)));
    let fault = slices.map(|slice| reader.push(slice)).find_map(Result::err);
    let reading = reader.finish();
    if let Some(fault) = fault {
        assert!(reading.notes.iter().any(|note| note.text == fault.text), "{fault} is not told");
    }
    reading
}

/// The only level of a file.
pub(crate) fn one(text: impl AsRef<[u8]>) -> Level {
    let reading = read(text);
    assert_eq!(reading.test.levels.len(), 1, "{:?}", reading.notes);
    reading.test.levels.into_iter().next().expect("a level")
}

/// The notes of a level and of its file, one after the other.
pub(crate) fn all_notes(reading: &LoadTestReading) -> String {
    let of_file = reading.notes.iter().map(|note| note.text.as_str());
    let of_levels = reading.test.levels.iter().flat_map(|level| level.notes.iter().map(String::as_str));
    of_file.chain(of_levels).collect::<Vec<_>>().join("\n")
}

pub(crate) const P99: Statistic = Statistic::Quantile(Quantile::P99);

/// A figure by the definitions of plans, in milliseconds.
pub(crate) fn ours(level: &Level, metric: Metric, statistic: Statistic) -> Option<f64> {
    level.figure(metric, statistic).map(|time| time.get() * 1e3)
}

/// A figure as its tool states it, in milliseconds.
pub(crate) fn stated(level: &Level, metric: Metric, statistic: Statistic) -> Option<f64> {
    level.stated(metric, statistic).map(|time| time.get() * 1e3)
}

/// Asks that a figure is there and is `expected` to within half of its last digit.
pub(crate) fn is(name: &str, figure: Option<f64>, expected: f64, half: f64) {
    let figure = figure.unwrap_or(f64::NAN);
    assert!((figure - expected).abs() <= half, "{name}: {figure} is not {expected}");
}

/// A file of the data that is shared beside the repository; `None`, with a sentence, where it is not there.
pub(crate) fn shared(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        println!("skipped: the shared data beside the repository has no {name}");
    }
    bytes
}
