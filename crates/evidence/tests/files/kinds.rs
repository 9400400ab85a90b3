//! Each kind of file, in each way in which it is written.

use crate::read::{all_chunks, packed, read};
use evidence::{Kind, Reader, Reading};
use latency::{Outcome, Stream};
use quantity::Seconds;

const TOKEN_LINES: &[u8] = include_bytes!("../fixtures/token_lines.csv");
const REQUESTS: &[u8] = include_bytes!("../fixtures/requests.jsonl");

/// What a sound text holds.
fn sound(text: &str) -> (Option<Kind>, Vec<Vec<(f64, u32)>>) {
    let Reading { kind, streams, notes, .. } = read(text.as_bytes());
    assert_eq!(notes, [], "{text}");
    (kind, all_chunks(&streams))
}

fn sent(reading: &Reading) -> Vec<Option<f64>> {
    reading.streams.iter().map(|stream| stream.sent().map(Seconds::get)).collect()
}

#[test]
fn tables_of_requests_are_read_however_they_are_parted() {
    let expected = (Some(Kind::RequestLines), vec![vec![(0.25, 1), (0.5, 1)], vec![(0.125, 1)]]);
    for text in [
        "0.25,0.5\n0.125\n",
        "0.25,0.5\r\n0.125\r\n",
        "0.25,0.5\n0.125",
        "\u{feff}0.25,0.5\n0.125\n",
        "# seconds\n0.25,0.5\n\n\n0.125\n# the end",
        "0.25;0.5\n0.125\n",
        "0,25;0,5\n0,125\n",
        "0.25\t0.5\n0.125\n",
        " 0.25 , 0.5 ,\n0.125,,,\n",
        "\"0.25\",\"0.5\"\n\"0.125\"\n",
        "2.5e-1,5E-1\n+.125\n",
    ] {
        assert_eq!(sound(text), expected, "{text}");
    }
}

#[test]
fn a_header_may_name_the_unit_the_request_and_when_it_was_sent() {
    let reading = read(b"id,sent,t1_ms,t2_ms\na,1000,250,500\nb,2000,125,\n");
    assert_eq!(all_chunks(&reading.streams), [vec![(0.25, 1), (0.5, 1)], vec![(0.125, 1)]]);
    assert_eq!(sent(&reading), [Some(1.0), Some(2.0)]);
    assert_eq!(reading.notes.len(), 1);
    assert_eq!(reading.notes[0].text, "Line 1 was taken for a header: “id, sent, t1_ms, t2_ms”.");
}

#[test]
fn tokens_of_requests_that_run_side_by_side_are_told_apart() {
    let reading = read(TOKEN_LINES);
    assert_eq!((reading.kind, &reading.notes), (Some(Kind::TokenLines), &vec![]));
    let expected = [vec![(0.25, 1), (0.3, 2), (0.375, 1)], vec![(0.3, 1), (0.4, 1)], vec![(0.1, 3)]];
    for (ours, expected) in all_chunks(&reading.streams).into_iter().zip(expected) {
        assert_eq!(ours.len(), expected.len());
        for (ours, expected) in ours.into_iter().zip(expected) {
            // The difference of two readings of a clock has no more digits than they have.
            assert!((ours.0 - expected.0).abs() < 1e-6 && ours.1 == expected.1, "{ours:?} {expected:?}");
        }
    }
    assert_eq!(sent(&reading), [1_772_000_000.0, 1_772_000_000.1, 1_772_000_000.6].map(Some));
}

#[test]
fn columns_of_tokens_may_stand_in_any_order_under_near_names() {
    let expected = (Some(Kind::TokenLines), vec![vec![(0.25, 1), (0.5, 1)], vec![(0.125, 1)]]);
    for text in [
        "request,time\n1,0.25\n2,0.125\n1,0.5\n",
        "time,request\n0.25,1\n0.125,2\n0.5,1\n",
        "id,token_time\nx,0.25\nx,0.5\ny,0.125",
        "request_id\tt (ms)\nx\t250\nx\t500\ny\t125\n",
        "index,Request ID,server,Timestamp\n0,a,s,0.25\n1,a,s,0.5\n2,b,s,0.125\n",
    ] {
        assert_eq!(sound(text), expected, "{text}");
    }
}

#[test]
fn a_line_of_tokens_may_say_how_its_request_ended() {
    let reading = read(b"request,time,status\na,0.25,\na,0.5,ok\nb,,timeout\nc,0.25,cancelled\n");
    let outcomes: Vec<Outcome> = reading.streams.iter().map(Stream::outcome).collect();
    assert_eq!(outcomes, [Outcome::Finished, Outcome::Failed, Outcome::CutOff]);
    assert_eq!(reading.notes, []);
}

#[test]
fn lines_of_json_are_lists_or_objects() {
    let reading = read(REQUESTS);
    assert_eq!((reading.kind, &reading.notes), (Some(Kind::JsonRequests), &vec![]));
    assert_eq!(
        all_chunks(&reading.streams),
        [
            vec![(0.25, 1), (0.5, 1), (0.75, 1)],
            vec![(0.125, 1), (0.25, 3)],
            vec![(0.5, 1), (0.625, 1)],
            vec![],
            vec![(0.5, 1)],
        ]
    );
    let outcomes: Vec<Outcome> = reading.streams.iter().map(Stream::outcome).collect();
    let finished = Outcome::Finished;
    assert_eq!(outcomes, [finished, finished, finished, Outcome::Failed, Outcome::CutOff]);
    // In the unit of the times, where it has none of its own.
    assert_eq!(sent(&reading), [None, Some(2.0), Some(0.0025), Some(3.0), None]);
}

#[test]
fn json_need_not_stand_in_lines() {
    let expected = (Some(Kind::JsonRequests), vec![vec![(0.25, 1), (0.5, 1)], vec![(0.125, 1)]]);
    for text in [
        "[0.25,0.5]\n[0.125]\n",
        "[0.25,0.5] [0.125]",
        "[[0.25,0.5],[0.125]]",
        "[\n  {\"times\": [\n    0.25,\n    0.5\n  ]},\n  {\"timestamps\": [0.125]}\n]\n",
        "{\n\"times\": [0.25, 0.5]\n}\n{\n\"times\": [0.125]\n}\n",
        "# a comment\n[0.25,0.5]\n\n# another\n[0.125]\n",
        "{\"about\": {\"times\": [9]}, \"times\": [0.25, 0.5]}\r\n{\"times\": [0.125], \"more\": [[[]]]}\r\n",
    ] {
        assert_eq!(sound(text), expected, "{text}");
    }
}

#[test]
fn readings_of_a_clock_count_from_when_the_request_was_sent() {
    let reading = read(b"{\"times\": [1772000000.5, 1772000001.0], \"sent\": 1772000000.25}\n");
    assert_eq!(all_chunks(&reading.streams), [vec![(0.25, 1), (0.75, 1)]]);
    assert_eq!(reading.notes, []);
}

#[test]
fn packed_files_are_read_as_what_they_hold() {
    for file in [TOKEN_LINES, REQUESTS] {
        assert_eq!(read(&packed(file)), read(file));
    }
    // Files that were packed one by one and put together.
    let members = [packed(b"0.25,0.5\n0."), packed(b"125\n")].concat();
    assert_eq!(read(&members), read(b"0.25,0.5\n0.125\n"));
}

#[test]
fn several_tokens_of_a_chunk_are_spread_where_the_file_does_not_say_which() {
    let result = |lens: &str| {
        let text = format!(
            "{{\"ttfts\": [0.5, 0.5], \"itls\": [[0.25, 0.25], [0.25, 0.25]], \"output_lens\": {lens}, \"errors\": [\"\", \"\"]}}"
        );
        let reading = read(text.as_bytes());
        let texts: Vec<String> = reading.notes.into_iter().map(|note| note.text).collect();
        (all_chunks(&reading.streams)[0].clone(), texts)
    };
    let (chunks, texts) = result("[6, 3]");
    assert_eq!(chunks, [(0.5, 1), (0.75, 2), (1.0, 3)]);
    assert_eq!(
        texts,
        [
            "1 request has more tokens than chunks, and the file does not say which chunk holds how many: they were \
          spread evenly. TTFT, TPOT and E2E do not depend on that."
        ]
    );
    // A chunk that only names a role comes first.
    let (chunks, texts) = result("[2, 2]");
    assert_eq!(chunks, [(0.5, 1), (1.0, 1)]);
    assert_eq!(
        texts,
        [
            "2 requests have more chunks than tokens: those that follow the first were taken for empty, so that the \
          figures are those of tokens."
        ]
    );
    let (chunks, texts) = result("[]");
    assert_eq!(chunks, [(0.5, 1), (0.75, 1), (1.0, 1)]);
    assert_eq!(
        texts,
        ["The file does not say how many tokens 2 requests got: each chunk was counted as one."]
    );
}

#[test]
fn keys_of_a_result_come_in_any_order() {
    let (a, b) = (r#""ttfts": [0.5, 0.25]"#, r#""itls": [[0.25], []]"#);
    let (c, d) = (r#""output_lens": [2, 1]"#, r#""errors": ["", ""]"#);
    let first = read(format!("{{{a}, {b}, {c}, {d}}}").as_bytes());
    assert_eq!(all_chunks(&first.streams), [vec![(0.5, 1), (0.75, 1)], vec![(0.25, 1)]]);
    assert_eq!(read(format!("{{{d}, {c}, {b}, {a}}}").as_bytes()), first);
    // One result a line, as other load tests append them.
    let two = read(format!("{{{a}, {b}, {c}, {d}}}\n{{{c}, {a}}}\n").as_bytes());
    assert_eq!(two.streams, first.streams);
    assert_eq!(two.notes[0].text, "The file holds the results of 2 runs. The first was read.");
}

#[test]
fn progress_is_seen_while_a_file_is_read() {
    let mut reader = Reader::new();
    let line = "0.25,0.5,0.75\n".repeat(1000);
    reader.push(line.as_bytes()).expect("a sound file");
    let progress = reader.progress();
    assert_eq!((progress.bytes, progress.requests, progress.tokens), (14_000, 1000, 3000));
}
