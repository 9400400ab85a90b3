//! Wherever slices end, and whatever stands in them.

use crate::read::{all_notes, in_slices, read};
use evidence::LoadTestReader;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const FILES: [&[u8]; 3] = [
    include_bytes!("../fixtures/bench_serve_detailed.json"),
    include_bytes!("../fixtures/bench_serve_summary.json"),
    b"ttft_ms,latency_ms,output_tokens\n100,900,9\n\"200\",900,9\nx,1,1\n",
];

const WORDS: [&str; 40] = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    "\"",
    ";",
    "0.1",
    "250",
    "-1",
    "1e999",
    "NaN",
    "null",
    "\"ttft\"",
    "\"latency\"",
    "\"itls\"",
    "\"ttfts\"",
    "\"output_lens\"",
    "\"completed\"",
    "\"mean_ttft_ms\"",
    "\"benchmarks\"",
    "\"experiments\"",
    "\"requests\"",
    "\"timestamp\"",
    "\"response_timestamps\"",
    "\"metrics\"",
    "\"successes\"",
    "\"metadata\"",
    "\"request_latency\"",
    "\"value\"",
    "\"unit\"",
    "\"avg\"",
    "\"mean\"",
    "\"load_summary\"",
    "Metric,avg\n",
    "ttft,tpot\n",
    "MLPerf Results Summary",
    "===\n",
];

#[test]
fn the_ends_of_slices_change_nothing() {
    for file in FILES {
        let whole = in_slices(file, usize::MAX);
        assert!(!whole.test.levels.is_empty());
        for slice in [1, 2, 13, 4_095, 4_096, 4_097] {
            assert_eq!(in_slices(file, slice), whole, "{slice}");
        }
    }
}

#[test]
fn a_file_that_breaks_off_gives_what_came_before() {
    let [detailed, ..] = FILES;
    for end in (1..detailed.len()).step_by(97) {
        let reading = in_slices(&detailed[..end], 64);
        let said = all_notes(&reading);
        assert!(["breaks off", "not JSON", "No"].iter().any(|words| said.contains(words)), "{end}: {said}");
    }
    let cut = in_slices(&detailed[..detailed.len() - 2], 64);
    assert_eq!(cut.test.levels[0].streams, in_slices(detailed, 64).test.levels[0].streams);
    // Of lines, the one that is cut is lost and no other.
    let line = "{\"ttft_ms\": 100, \"latency_ms\": 900, \"output_tokens\": 9}\n";
    let reading = read([line, line, &line[..20]].concat());
    assert_eq!(reading.test.levels[0].completed, Some(2));
    assert_eq!(reading.notes[0].text, "1 line was skipped: line 3 breaks off before its end.");
    let reading = read([line, "{\"ttft_ms\": 10\n", line, "nonsense\n", line].concat());
    assert_eq!(reading.test.levels[0].completed, Some(3), "{:?}", reading.notes);
}

#[test]
fn what_is_no_text_is_refused_in_a_sentence() {
    for (bytes, words) in [
        (&b""[..], "empty"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"PK\x03\x04", "ZIP"),
        (b"{\"a\":\0}", "no text"),
    ] {
        let reading = read(bytes);
        assert!(reading.test.levels.is_empty() && reading.notes.len() == 1);
        assert!(reading.notes[0].text.contains(words), "{:?}", reading.notes);
    }
}

#[test]
fn a_mark_of_byte_order_and_carriage_returns_change_nothing() {
    let table = String::from_utf8_lossy(FILES[2]).into_owned();
    let other = ["\u{feff}", &table.replace('\n', "\r\n")].concat();
    assert_eq!(read(&table), read(&other));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_words_survive(words in vec(select(WORDS.to_vec()), 0..80), slice in 1_usize..40) {
        let text = words.concat();
        let whole = read(&text);
        prop_assert_eq!(&in_slices(text.as_bytes(), slice), &whole);
        let _told = LoadTestReader::is(text.as_bytes());
        prop_assert!(!whole.test.levels.is_empty() || !whole.notes.is_empty(), "nothing is read and nothing said");
        for line in all_notes(&whole).lines() {
            prop_assert!(line.ends_with('.') || line.ends_with('?') || line.ends_with('…'), "{}", line);
        }
    }

    #[test]
    fn a_damaged_byte_spoils_no_more_than_its_file(place in 0_usize..6_000, byte in any::<u8>(), slice in 1_usize..5_000) {
        let mut file = FILES[0].to_vec();
        let length = file.len();
        file[place % length] = byte;
        prop_assert_eq!(in_slices(&file, slice), in_slices(&file, usize::MAX));
    }
}
