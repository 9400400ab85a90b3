//! Any bytes as the file of a load test: what must hold whatever they are.

use crate::bytes::reads_well;
use crate::shown::is_text;
use evidence::reading::MOST_NOTES;
use evidence::{Level, LoadTestReader, LoadTestReading};
use latency::stream::is_duration;
use quantity::{RequestsPerSecond, Seconds};

/// Reads `bytes` at once and byte by byte, and shows what they hold.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let _told = LoadTestReader::is(bytes);
    let reading = read(bytes, bytes.len());
    assert_eq!(reading, read(bytes, 1), "where slices end changes nothing");
    assert!(reading.notes.len() <= MOST_NOTES + 1);
    reading.notes.iter().for_each(|note| reads_well(&note.text));
    assert!(
        !reading.test.levels.is_empty() || !reading.notes.is_empty(),
        "nothing was read and nothing is said"
    );
    reading.test.levels.iter().for_each(is_sound);
    let shown = present::load_tests(&reading);
    reads_well(&shown.headline);
    shown.tiles.iter().for_each(|tile| is_text(&tile.text));
    for table in &shown.tables {
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{table:?}");
    }
}

fn read(bytes: &[u8], slice: usize) -> LoadTestReading {
    let mut reader = LoadTestReader::new();
    let fault = bytes.chunks(slice.max(1)).find_map(|slice| reader.push(slice).err());
    let progress = reader.progress();
    assert!(fault.is_some() || progress.bytes == bytes.len() as u64, "{progress:?}");
    let reading = reader.finish();
    let told = |text: &str| reading.notes.iter().any(|note| note.text == text);
    assert!(fault.is_none_or(|fault| told(&fault.text)), "a fault is told");
    reading
}

fn is_sound(level: &Level) {
    for figure in level.figures.iter().chain(&level.ours).chain(&level.gaps) {
        assert!(is_duration(figure.value), "{figure:?}");
    }
    level.notes.iter().for_each(|note| reads_well(note));
    let plain = [
        level.prompt,
        level.output,
        level.output_tokens_per_second,
        level.burstiness,
        level.cached,
        level.kv_usage,
    ];
    let rates = [level.achieved, level.requests_per_second, level.good_per_second];
    let times = [level.duration, level.schedule_delay];
    let known = plain.into_iter().chain(rates.map(|rate| rate.map(RequestsPerSecond::get)));
    let known = known.chain(times.map(|time| time.map(Seconds::get))).chain([level.in_flight()]);
    assert!(known.flatten().all(f64::is_finite), "{level:?}");
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
            survive(&[b"{\"completed\": 4, \"ttfts\": [", bytes.as_slice()].concat());
        }

        #[test]
        fn words_of_such_files_survive(words in vec(select(words::LOAD_TEST), 0..60)) {
            survive(words.concat().as_bytes());
        }
    }

    /// What was found, or is worth never breaking.
    #[test]
    fn known_trouble_survives() {
        for text in [
            "{\"completed\": 1e300, \"duration\": 1e300, \"mean_ttft_ms\": 1e300, \"output_throughput\": 1e308}",
            "{\"completed\": 3, \"total_output_tokens\": 0, \"mean_ttft_ms\": 0, \"mean_tpot_ms\": 0, \"mean_e2el_ms\": 0}",
            "{\"metadata\": {\"timestamp_ns\": -9223372036854775808}, \"metrics\": {\"ttft\": {\"value\": 1}}}",
            "{\"experiments\": [{\"requests\": [{\"timestamp\": -9223372036854775808, \"response_timestamps\": [9223372036854775807]}]}]}",
            "ttft,latency,output_tokens,start\n1e300,1e300,1e300,1e300\n0,0,0,-1e300\n0,1e9,1,1e300\n",
            "===\nMLPerf Results Summary\nScenario : Server\nCompleted samples per second : 0\nCompleted tokens per second: 5\n",
        ] {
            survive(text.as_bytes());
        }
    }
}
