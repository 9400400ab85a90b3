//! Laws: where slices end changes nothing, what is written is read, and nothing panics.

use crate::read::{in_slices, packed, read};
use evidence::reading::MOST_NOTES;
use evidence::{Kind, Reading};
use latency::{Chunk, Outcome, Report, Stream, Streams, Terms};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quantity::Seconds;

const FIXTURES: [&[u8]; 6] = [
    include_bytes!("../fixtures/streams_seed7.csv"),
    include_bytes!("../fixtures/bench_serve_detailed.json"),
    include_bytes!("../fixtures/bench_serve_trimmed.json"),
    include_bytes!("../fixtures/bench_serve_summary.json"),
    include_bytes!("../fixtures/token_lines.csv"),
    include_bytes!("../fixtures/requests.jsonl"),
];

/// A request: gaps between chunks, tokens of each, when it was sent, how it ended.
type Request = (Vec<(f64, u32)>, f64, Outcome);

fn requests() -> impl Strategy<Value = Vec<Request>> {
    let chunk = (prop_oneof![4 => 0.0_f64..0.1, 1 => Just(0.0), 1 => 0.0_f64..3.0], 1_u32..4);
    let outcome = select(vec![Outcome::Finished, Outcome::Finished, Outcome::Failed, Outcome::CutOff]);
    vec((vec(chunk, 1..30), 0.0_f64..60.0, outcome), 1..12)
}

/// The streams of `requests`, with or without what a form cannot say.
fn streams(requests: &[Request], tokens: bool, ends: bool) -> Streams {
    let mut streams = Streams::default();
    for (chunks, sent, outcome) in requests {
        let mut at = 0.0;
        let chunks = chunks.iter().map(|(gap, count)| {
            at += gap;
            Chunk::new(Seconds::new(at), if tokens { *count } else { 1 })
        });
        let outcome = if ends { *outcome } else { Outcome::Finished };
        streams.add(chunks, outcome, ends.then(|| Seconds::new(*sent))).expect("times in order");
    }
    streams
}

fn times(stream: Stream<'_>) -> Vec<String> {
    stream.arrivals().map(|chunk| chunk.at.get().to_string()).collect()
}

fn tokens(stream: Stream<'_>) -> Vec<String> {
    stream.arrivals().map(|chunk| chunk.tokens.to_string()).collect()
}

fn request_lines(streams: &Streams, separator: &str) -> String {
    streams.iter().map(|stream| times(stream).join(separator) + "\n").collect()
}

/// Lines of all requests, one of each in turn.
fn token_lines(streams: &Streams) -> String {
    let mut lines: Vec<(usize, usize, String)> = Vec::new();
    for (request, stream) in streams.iter().enumerate() {
        for (place, (time, count)) in times(stream).into_iter().zip(tokens(stream)).enumerate() {
            lines.push((place, request, format!("r{request},{time},{count}\n")));
        }
    }
    lines.sort_unstable();
    std::iter::once("request,time,tokens\n".to_owned())
        .chain(lines.into_iter().map(|(.., line)| line))
        .collect()
}

fn json_lines(streams: &Streams) -> String {
    let status = |stream: Stream<'_>| match stream.outcome() {
        Outcome::Failed => "failed",
        Outcome::CutOff => "cut_off",
        _ => "ok",
    };
    let line = |(place, stream): (usize, Stream<'_>)| {
        format!(
            "{{\"id\": {place}, \"status\": \"{}\", \"sent\": {}, \"times\": [{}], \"tokens\": [{}]}}\n",
            status(stream),
            stream.sent().map_or(0.0, Seconds::get),
            times(stream).join(", "),
            tokens(stream).join(", "),
        )
    };
    streams.iter().enumerate().map(line).collect()
}

/// The slices of `bytes` that end at these places.
fn sliced<'a>(bytes: &'a [u8], ends: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut ends: Vec<usize> = ends.iter().map(|end| end.index(bytes.len() + 1)).collect();
    ends.sort_unstable();
    let begins = std::iter::once(0).chain(ends.iter().copied());
    let all = begins.zip(ends.iter().copied().chain([bytes.len()]));
    all.map(|(begin, end)| &bytes[begin..end]).collect()
}

/// What must hold of a reading, whatever it is one of.
fn is_sound(reading: &Reading) {
    assert!(reading.notes.len() <= MOST_NOTES);
    for note in &reading.notes {
        assert!(note.text.ends_with('.') && !note.text.contains(char::is_control), "{note:?}");
        assert!(note.text.chars().count() < 400, "{note:?}");
    }
    let nothing = reading.streams.is_empty() && reading.published.is_none();
    assert_eq!(reading.kind.is_none(), nothing);
    assert!(!nothing || !reading.notes.is_empty(), "nothing was read and nothing is said");
    let report = Report::of(&reading.streams, &Terms::default());
    assert!([report.ttft, report.e2e].into_iter().flatten().all(|spread| spread.max.get().is_finite()));
    let figures = reading.published.iter().flat_map(|published| &published.figures);
    assert!(figures.clone().all(|figure| figure.value.get().is_finite()), "{:?}", reading.published);
}

/// Lines that cannot be right, and where they stand.
fn wrong_lines() -> impl Strategy<Value = Vec<(&'static str, prop::sample::Index)>> {
    let line = select(vec!["-1", "x", "nan", "0.2,0.1", "0.1,,0.2", "1e20", "1772000000"]);
    vec((line, any::<prop::sample::Index>()), 1..5)
}

/// Texts of the alphabet of such files, which come far.
fn nearly() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\n",
        "\"",
        "\\",
        ";",
        "\t",
        "#",
        " ",
        "0.1",
        "0.2",
        "-1",
        "1e9",
        "NaN",
        "null",
        "x",
        "\"times\"",
        "\"id\"",
        "\"ttfts\"",
        "\"itls\"",
        "\"output_lens\"",
        "\"errors\"",
        "\"p99_ttft_ms\"",
        "\"completed\"",
        "\"sent\"",
        "\"tokens\"",
        "request,time\n",
        "1772000000",
        "\r\n",
        "\u{feff}",
        "\"error\"",
        "0",
    ];
    vec(select(words.to_vec()), 0..60).prop_map(|words| words.concat().into_bytes())
}

/// A fixture that was cut and that has a byte changed.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let place = any::<prop::sample::Index>;
    (select(FIXTURES.to_vec()), any::<bool>(), place(), place(), any::<u8>()).prop_map(
        |(fixture, pack, end, at, byte)| {
            let mut bytes = if pack { packed(fixture) } else { fixture.to_vec() };
            bytes.truncate(end.index(bytes.len()) + 1);
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn where_slices_end_changes_nothing(
        bytes in prop_oneof![1 => select(FIXTURES.to_vec()).prop_map(<[u8]>::to_vec), 1 => damaged(), 2 => nearly()],
        ends in vec(any::<prop::sample::Index>(), 0..12),
    ) {
        prop_assert_eq!(in_slices(sliced(&bytes, &ends)), read(&bytes));
        let packed = packed(&bytes);
        prop_assert_eq!(in_slices(sliced(&packed, &ends)), read(&packed));
    }

    #[test]
    fn each_byte_may_be_a_slice(bytes in prop_oneof![damaged(), nearly()]) {
        prop_assert_eq!(in_slices(bytes.chunks(1)), read(&bytes));
    }

    #[test]
    fn what_is_written_is_read(requests in requests()) {
        let plain = streams(&requests, false, false);
        for separator in [",", ";", "\t", " , "] {
            let reading = read(request_lines(&plain, separator).as_bytes());
            prop_assert_eq!((reading.kind, &reading.streams), (Some(Kind::RequestLines), &plain));
        }
        let counted = streams(&requests, true, false);
        let reading = read(token_lines(&counted).as_bytes());
        prop_assert_eq!((reading.kind, &reading.streams), (Some(Kind::TokenLines), &counted));
        let ended = streams(&requests, true, true);
        let reading = read(json_lines(&ended).as_bytes());
        prop_assert_eq!((reading.kind, &reading.streams), (Some(Kind::JsonRequests), &ended));
    }

    #[test]
    fn what_is_wrong_costs_only_its_own_line(requests in requests(), wrong in wrong_lines()) {
        let sound = streams(&requests, false, false);
        let text = request_lines(&sound, ",");
        let mut lines: Vec<&str> = text.lines().collect();
        for (line, at) in &wrong {
            // After the first: there it would be a header.
            lines.insert(1 + at.index(lines.len()), line);
        }
        let reading = read(lines.join("\n").as_bytes());
        prop_assert_eq!(&reading.streams, &sound);
        let skipped = |text: &str| text.split_once(' ').filter(|(_, rest)| rest.contains("skipped")).and_then(|(count, _)| count.parse::<usize>().ok());
        let counts: usize = reading.notes.iter().filter_map(|note| skipped(&note.text)).sum();
        prop_assert_eq!(counts, wrong.len(), "{:?}", reading.notes);
    }

    #[test]
    fn hostile_bytes_are_survived(bytes in prop_oneof![vec(any::<u8>(), 0..300), damaged(), nearly()]) {
        is_sound(&read(&bytes));
        is_sound(&read(&packed(&bytes)));
    }
}

#[test]
fn known_trouble_is_survived() {
    for text in [
        "[[",
        "[[]",
        "]",
        "{",
        "{\"",
        "{\"ttfts\"",
        "{\"ttfts\": [[",
        "{\"itls\": [[[1]]]}",
        "[[1],[2]][3]",
        "\"",
        "[]",
        "{}",
        "[{}]",
        "{\"times\": []}",
        "{\"times\": {}}",
        "[[],{\"ttfts\": [0.1]}]",
        "\u{feff}",
        "#",
        ",",
        ";",
        "\n,\n",
        "request,time",
        "request,time\n",
        "request,time\na",
        "{\"ttfts\":[1],\"output_lens\":[4294967295]}",
        "{\"ttfts\":[1],\"itls\":[[1],[2],[3]]}",
        "{\"completed\": 1e300, \"mean_ttft_ms\": 1e300, \"duration\": -1}",
        "[1]\n[",
        "5",
        "[5",
        "{\"times\":[1]",
    ] {
        is_sound(&read(text.as_bytes()));
    }
    let deep = "[".repeat(100_000);
    is_sound(&read(deep.as_bytes()));
    let long = format!("{}\n0.1,0.2\n", "7".repeat(100_000));
    assert_eq!(read(long.as_bytes()).streams.len(), 1);
}
