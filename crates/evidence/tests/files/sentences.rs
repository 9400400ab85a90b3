//! What a file can be instead of what it should be, and the sentence for it.

use crate::read::{all_chunks, notes, packed, read};
use evidence::reading::MOST_NOTES;
use evidence::{Kind, Reading};

/// The only note on a text, and how many requests were sound.
fn only(text: &str) -> (String, usize) {
    let Reading { notes, streams, .. } = read(text.as_bytes());
    assert_eq!(notes.len(), 1, "{text}: {notes:?}");
    (notes[0].text.clone(), streams.len())
}

#[test]
fn a_line_that_cannot_be_right_is_skipped_and_named() {
    for (text, note) in [
        ("0.1,0.2\n0.1,-0.2\n", "1 line was skipped: line 2 has a time below 0."),
        (
            "0.1,0.2\n\n# and\n0.3,0.2\n0.2,0.1\n",
            "2 lines were skipped: line 4 has a time before the one that precedes it.",
        ),
        ("0.1,0.2\n0.1,abc\n", "1 line was skipped: line 2 has “abc” where a time should be."),
        (
            "0.1,0.2\nnan,0.2\n0.1,inf\n0.1,1e999\n",
            "3 lines were skipped: line 2 has a time that is no finite number.",
        ),
        ("0.1,0.2\n0.1,,0.3\n", "1 line was skipped: line 2 has nothing where a time should be."),
        ("0.1,0.2\n0.1,5e10\n", "1 line was skipped: line 2 has a time of more than thirty years."),
        (
            "0.1,0.2\n1772000000.1,1772000000.2\n",
            "1 line was skipped: line 2 has readings of a clock, and nothing says when the request was sent.",
        ),
        ("0.1,0.2\n0.1;0.2\n", "1 line was skipped: line 2 has “0.1;0.2” where a time should be."),
        ("0.1,0.2\n\"0.1,0.2\n0.3,0.4\n", "1 line was skipped: line 2 has “\"0.1” where a time should be."),
    ] {
        let (said, sound) = only(text);
        assert_eq!(said, note);
        assert_eq!(
            sound,
            text.lines().filter(|line| line.starts_with("0.1,0.2") || line.starts_with("0.3,0.4")).count()
        );
    }
}

#[test]
fn a_token_that_cannot_be_right_costs_its_request() {
    for (text, note) in [
        ("request,time\na,0.1\nb,0.1\na,-1\n", "1 request was skipped: line 4 has a time below 0."),
        (
            "request,time\na,0.1\nb,0.3\nb,0.4\na,0.05\n",
            "1 request was skipped: line 5 has a time before the one that precedes it.",
        ),
        ("request,time\nb,0.2\na,soon\n", "1 request was skipped: line 3 has “soon” where a time should be."),
        (
            "request,time\nb,0.2\na,NaN\na,NaN\n",
            "1 request was skipped: line 3 has a time that is no finite number.",
        ),
        (
            "id,times\nb,0.2\na,0.2,0.3\n",
            "1 request was skipped: line 3 has more fields than the header has names.",
        ),
        ("request,time\nb,0.2\na\n", "1 request was skipped: line 3 has nothing where a time should be."),
        (
            "request,time,tokens\nb,0.2,1\na,0.2,1.5\n",
            "1 request was skipped: line 3 has “1.5” where a number of tokens should be.",
        ),
        (
            "request,sent,time\nb,0,0.2\na,now,0.2\n",
            "1 request was skipped: line 3 has “now” where the time of sending should be.",
        ),
        (
            "request,time\nb,0.2\na,1772000000\n",
            "1 request was skipped: line 3 has readings of a clock, and nothing says when the request was sent.",
        ),
        (
            "request,time\nb,0.2\n,0.3\n",
            "1 line was skipped: line 3 has no name of a request, or a very long one.",
        ),
    ] {
        let Reading { kind, streams, notes, .. } = read(text.as_bytes());
        assert_eq!((kind, streams.len()), (Some(Kind::TokenLines), 1), "{text}");
        assert!(notes.iter().any(|said| said.text == note), "{text}: {notes:?}");
    }
}

#[test]
fn a_record_that_cannot_be_right_is_skipped_and_named() {
    for (text, note) in [
        ("[0.1,0.2]\n[0.1,-0.2]\n", "1 request was skipped: line 2 has a time below 0."),
        (
            "[0.1,0.2]\n[0.2,0.1]\n",
            "1 request was skipped: line 2 has a time before the one that precedes it.",
        ),
        (
            "[0.1,0.2]\n[NaN]\n[0.1,Infinity]\n",
            "2 requests were skipped: line 2 has a time that is no finite number.",
        ),
        ("[0.1,0.2]\n[null]\n", "1 request was skipped: line 2 has “null” where a time should be."),
        ("[0.1,0.2]\n[0.1,[0.2]]\n", "1 request was skipped: line 2 has “[” where a time should be."),
        ("[0.1,0.2]\n[0.1,{}]\n", "1 request was skipped: line 2 has “{” where a time should be."),
        ("[0.1,0.2]\n5\n", "1 request was skipped: line 2 holds no token times."),
        ("[0.1,0.2]\n{\"id\": 1}\n", "1 request was skipped: line 2 holds no token times."),
        ("[0.1,0.2]\n[0.1,\n[0.1,0.2]\n", "1 line was skipped: line 2 breaks off before its end."),
        ("[0.1,0.2]\n[0.1,0.2]]\n[0.1,0.2]\n", "1 line was skipped: line 2 is not JSON."),
        ("[0.1,0.2]\nINFO done\n[0.1,0.2]\n", "1 line was skipped: line 2 is not JSON."),
        (
            "[0.1,0.2]\n{\"times\": [0.1], \"tokens\": [1, 2]}\n",
            "1 request was skipped: line 2 has not as many numbers of tokens as times.",
        ),
        (
            "[0.1,0.2]\n{\"times\": [0.1], \"tokens\": [-1]}\n",
            "1 request was skipped: line 2 has “-1” where a number of tokens should be.",
        ),
        (
            "{\"id\": 7, \"times\": [0.1,0.2]}\n{\"id\": 7, \"times\": [0.3]}\n",
            "1 request was skipped: line 2 has the name “7” again, and the first of a name is kept.",
        ),
        (
            "[0.1,0.2]\n{\"times\": [1772000000, 1772000001]}\n",
            "1 request was skipped: line 2 has readings of a clock, and nothing says when the request was sent.",
        ),
    ] {
        let Reading { streams, notes, .. } = read(text.as_bytes());
        assert!(notes.iter().any(|said| said.text == note), "{text}: {notes:?}");
        assert_eq!(all_chunks(&streams)[0], [(0.1, 1), (0.2, 1)], "{text}");
    }
}

#[test]
fn a_line_of_json_that_breaks_off_costs_no_other_line() {
    for (broken, lines) in
        [("[0.1,0.2", "1 line was"), ("{\"times\": [0.1", "1 line was"), ("[0.1,}", "1 line was")]
    {
        let text = format!("{broken}\n[0.3,0.4]\n{broken}\n[0.5]\n");
        let Reading { streams, notes, .. } = read(text.as_bytes());
        assert_eq!(all_chunks(&streams), [vec![(0.3, 1), (0.4, 1)], vec![(0.5, 1)]], "{text}: {notes:?}");
        assert!(notes[0].text.starts_with(lines) || notes[0].text.starts_with("2 lines were"), "{notes:?}");
    }
}

#[test]
fn a_result_that_breaks_off_is_read_as_far_as_it_goes() {
    let text = r#"{"ttfts": [0.5, 0.25, 0.125], "output_lens": [2, 2, 2], "itls": [[0.25], [0.1"#;
    let reading = read(text.as_bytes());
    assert_eq!(all_chunks(&reading.streams), [vec![(0.5, 1), (0.75, 1)], vec![(0.25, 1)], vec![(0.125, 1)]]);
    let texts: Vec<&str> = reading.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "The file breaks off in line 1. What came before that was read.",
            "TTFT is that of 3 requests; TPOT, the gaps between tokens and E2E are those of 1, because the file \
             does not hold all gaps of the others.",
        ]
    );
    let broken = format!("{text}, oops\n0.1], [0.3,0.4]\n[0.5, 0.6]\n");
    let broken = read(broken.as_bytes());
    assert_eq!(broken.streams, reading.streams, "what follows is not taken for requests");
    assert_eq!(broken.notes[0].text, "Line 1 is not JSON. Nothing from there on was read.");
}

#[test]
fn a_request_of_a_result_that_cannot_be_right_is_skipped_and_numbered() {
    let reading = read(br#"{"ttfts": [0.5, NaN, 0.5, 0.5], "itls": [[0.1], [0.1], [-0.1], [null]], "output_lens": [2, 2, 2, 2], "completed": 4}"#);
    assert_eq!(reading.streams.len(), 1);
    let texts: Vec<&str> = reading.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "The file states that 4 requests succeeded, and it holds the times of 1.",
            "2 requests were skipped: request 2 has a time that is no finite number.",
            "1 request was skipped: request 3 has a time before the one that precedes it.",
        ]
    );
}

#[test]
fn a_load_that_was_held_back_is_said() {
    let text =
        r#"{"ttfts": [0.5], "itls": [[]], "output_lens": [1], "request_rate": 2.5, "max_concurrency": 2}"#;
    assert!(notes(text.as_bytes()).contains(
        &"The load test held requests back while too many were in flight (max_concurrency). That wait is in no figure."
            .to_owned()
    ));
    let unlimited = text.replace("2.5", "\"inf\"");
    assert!(!notes(unlimited.as_bytes()).iter().any(|note| note.contains("held requests back")));
}

#[test]
fn what_is_no_list_of_token_times_is_said() {
    let what_can = "What can be read is text: CSV or JSON, as it is or packed with gzip.";
    for (bytes, note) in [
        (&b""[..], "The file is empty.".to_owned()),
        (b"\n\n# nothing but comments\n", "The file holds no token times.".into()),
        (b"[\n", "The file holds no token times.".into()),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", format!("This file is a PNG image. {what_can}")),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", format!("This file is a JPEG image. {what_can}")),
        (b"PK\x03\x04\x14\0", format!("This file is a ZIP archive or a workbook. {what_can}")),
        (b"<!doctype html>\n<title>404</title>", format!("This file is a page of HTML or XML. {what_can}")),
        (b"0.1,0.2\n\0\0\0", format!("This file is no text. {what_can}")),
        (b"\xFF\xFE0\0.\x001\0", format!("This file is text in UTF-16. {what_can}")),
        (
            br#"{"architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "model_type": "llama"}"#,
            "This JSON holds no token times. It begins with the keys “architectures”, “hidden_size”, “model_type”.".into(),
        ),
        (br#"{"timestamp": 27482, "input_length": 6955}"#, "This JSON holds no token times. It begins with the keys “timestamp”, “input_length”.".into()),
        (b"Starting the server\nReady\n", "The file holds no token times.".into()),
        (b"[INFO] Starting the server\n[INFO] Ready\n", "The file holds no token times.".into()),
    ] {
        let reading = read(bytes);
        assert_eq!(reading.notes[0].text, note);
        assert_eq!((reading.kind, reading.streams.len(), reading.published), (None, 0, None), "{note}");
        let inside = read(&packed(bytes));
        assert!(inside.notes[0].text == note || bytes.is_empty(), "packed: {:?}", inside.notes);
    }
}

#[test]
fn a_packed_file_that_is_cut_gives_what_could_be_unpacked() {
    let said = "The gzip file breaks off or is damaged. What could be unpacked was read.";
    let lines: String = (0..2000).map(|line| format!("0.{line},1.{line}\n")).collect();
    let whole = packed(lines.as_bytes());
    let cut = read(&whole[..whole.len() / 2]);
    assert_eq!(cut.notes[0].text, said);
    assert!(!cut.streams.is_empty() && cut.streams.len() < 2000, "{}", cut.streams.len());
    let sound = read(lines.as_bytes());
    assert!(cut.streams.iter().zip(sound.streams.iter()).all(|(cut, sound)| cut == sound), "no half line");
    // Its check sum is another.
    let mut spoilt = whole.clone();
    spoilt[whole.len() - 6] ^= 1;
    assert_eq!(read(&spoilt).notes[0].text, said);
    assert_eq!(notes(&whole[..1]), notes(&whole[..1]));
    assert_eq!(notes(&whole[..2])[0], said);
}

#[test]
fn one_token_for_each_request_is_said() {
    assert_eq!(
        only("0.1\n0.2\n0.3\n"),
        (
            "Every request has one token, so there is no TPOT and no gap. If each line is a token, name a column for its request."
                .into(),
            3
        )
    );
}

#[test]
fn no_success_is_said() {
    let text = "{\"id\": 1, \"error\": \"timeout\"}\n{\"id\": 2, \"success\": false}\n{\"id\": 3, \"times\": [0.1], \"status\": \"cancelled\"}\n";
    assert_eq!(
        only(text),
        ("No request succeeded: 2 failed, and 1 request was cut off by the end of the run.".into(), 3)
    );
    let all = r#"{"ttfts": [0.0, 0.0], "itls": [[], []], "output_lens": [0, 0], "errors": ["no", "no"], "completed": 0, "failed": 2, "mean_ttft_ms": 0.0}"#;
    assert_eq!(only(all), ("No request succeeded: 2 failed.".into(), 2));
}

#[test]
fn milliseconds_that_pass_for_seconds_are_asked_about() {
    let asked = "Are these milliseconds?";
    let asks = |text: &str| notes(text.as_bytes()).iter().any(|note| note.starts_with(asked));
    assert!(asks("250,280,310\n300,340,380\n"));
    assert!(asks("{\"times\": [250, 280, 310]}\n"));
    assert!(asks("request,time\na,250\na,280\n"));
    assert!(!asks("0.25,0.28,9,9.03\n"), "one freeze");
    assert!(!asks("time_ms,more\n250,280,310\n"), "it is stated");
    assert!(!asks("{\"times_s\": [250, 280, 310]}\n"), "it is stated");
}

#[test]
fn an_unknown_status_is_said() {
    assert_eq!(
        only("{\"times\": [0.1, 0.2], \"status\": \"flagged\"}\n"),
        ("Requests of an unknown status, such as “flagged”, were counted as finished.".into(), 1)
    );
}

#[test]
fn equal_faults_are_one_note_and_notes_are_few() {
    let faults = ["-1", "x", "nan", "0.2,0.1", "0.1,,0.2", "1e20", "1772000000"];
    let text: String = (0..1000).map(|line| format!("{}\n", faults[line % faults.len()])).collect();
    let notes = notes(format!("0.1,0.2\n{text}").as_bytes());
    assert_eq!(notes.len(), 6, "{notes:?}");
    assert_eq!(notes[0], "143 lines were skipped: line 2 has a time below 0.");
    assert!(notes.len() <= MOST_NOTES);
}

#[test]
fn what_is_quoted_is_short_and_prints() {
    let long = format!("0.1,0.2\n0.1,{}\u{7}\n", "é".repeat(500));
    let (note, _) = only(&long);
    assert!(note.chars().count() < 120 && !note.contains(char::is_control), "{note}");
}
