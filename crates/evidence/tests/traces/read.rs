//! What is read of traces that are sound, and what is said of those that are not.

use crate::{notes, read};
use evidence::trace::{ArrivalUnit, Bursts, Mapping, TraceKind, TraceReader, columns};
use latency::Quantile;
use quantity::Seconds;
use std::fmt::Write as _;

/// What is said of every trace.
const TOKENIZER: &str = "Tokens were counted by whoever wrote the trace. Another model’s tokenizer gives other lengths, by 15% or so.";

/// And of one of three requests.
const FEW: &str = "3 requests are few: rates, bursts and percentiles of so small a sample say little.";

#[test]
fn a_table_by_the_names_of_its_columns() {
    for text in [
        "arrival_ms,prompt,output\n0,100,10\n500,200,20\n1500,300,30\n",
        "\u{feff}arrival_ms;prompt;output\r\n0;100;10\r\n500;200;20\r\n1500;300;30",
        "# ours\n\nid\toutput\tprompt\tarrival (s)\na\t10\t100\t0\nb\t20\t200\t0.5\nc\t30\t300\t1.5\n",
        "arrival;prompt;output\n0,0;100;10\n0,5;200;20\n1,5;300;30\n",
        "timestamp,prompt_tokens,completion_tokens\n2026-01-01T00:00:00Z,100,10\n2026-01-01T01:00:00.5+01:00,200,20\n2026-01-01T00:00:01.5Z,300,30\n",
        "[{\"timestamp_s\":0,\"prompt_tokens\":100,\"output_tokens\":10},\n{\"timestamp_s\":0.5,\"prompt_tokens\":200,\"output_tokens\":20},{\"timestamp_s\":1.5,\n\"prompt_tokens\":300,\"output_tokens\":30}]",
    ] {
        let reading = read(text);
        assert_eq!(reading.requests, 3, "{text}");
        assert_eq!(reading.duration.map(Seconds::get), Some(1.5), "{text}");
        // Gaps of 0.5 and 1 s: a deviation of 0.25 from 0.75.
        let cv = reading.gaps.expect("gaps").cv;
        assert!((cv - 1.0 / 3.0).abs() < 1e-9, "{text}: {cv}");
        assert_eq!(
            (reading.prompts.mean(), reading.answers.quantile(Quantile::P50)),
            (Some(200.0), Some(20.0))
        );
        assert_eq!(notes(&reading), [FEW, TOKENIZER], "{text}");
    }
}

#[test]
fn columns_may_be_named_by_hand() {
    let text = "7,1000,30,x\n9,2000,10,y\n";
    let mapping =
        Mapping { arrival: Some(1), unit: ArrivalUnit::Milliseconds, prompt: 2, output: 0, header: false };
    let mut reader = TraceReader::mapped(mapping);
    reader.push(text.as_bytes()).expect("text");
    let reading = reader.finish();
    assert_eq!((reading.kind, reading.requests), (Some(TraceKind::Table), 2));
    assert_eq!((reading.prompts.total(), reading.answers.total()), (40.0, 16.0));
    assert_eq!(reading.duration.map(Seconds::get), Some(1.0));
    assert_eq!(columns(b"when, tokens\n1,2\n"), ["when", "tokens"]);
    let header = TraceReader::mapped(Mapping { header: true, ..mapping });
    let mut reader = header;
    reader.push(text.as_bytes()).expect("text");
    assert_eq!(reader.finish().requests, 1);
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_skipped() {
    let reading = read(
        "timestamp,input_tokens,output_tokens,request_id\n0,10,1,a\n1,ten,1,b\n2,20,2,a\n3,0,5,c\n-4,7,7,d\nNaN,7,7,e\n,7,7,f\n7,7,7,g,h\n8,20000000,1,i\n9,30,3,j\n5,40,0,k\n10,-3,1,l\n",
    );
    assert_eq!(reading.requests, 3);
    assert_eq!(
        notes(&reading),
        [
            "2 lines were skipped: line 3 has “ten” where a number of tokens should be.",
            "1 line was skipped: line 4 has the name “a” again, and the first of a name is kept.",
            "1 line was skipped: line 5 has a prompt of no tokens.",
            "1 line was skipped: line 6 has a time below 0.",
            "1 line was skipped: line 7 has a time that is no finite number.",
            "1 line was skipped: line 8 has nothing where a time should be.",
            "1 line was skipped: line 9 has more fields than the header has names.",
            "1 line was skipped: line 10 has more than 10 million tokens in a prompt or an answer.",
            "1 request arrives before the one that precedes it in the file, line 12 first. They were put in order.",
            "1 request has an answer of no tokens, mostly because it failed. They count as arrivals and not among the lengths of answers.",
            FEW,
            TOKENIZER,
        ]
    );
}

#[test]
fn lines_of_json_that_break_cost_themselves_alone() {
    let line = |at: u32| {
        format!("{{\"timestamp\": {at}, \"input_length\": 30, \"output_length\": 5, \"hash_ids\": [{at}]}}\n")
    };
    let reading = read(
        &[line(0), "{\"timestamp\": 3000, \"inp\n".into(), line(3000), "what\n".into(), line(6000)].concat(),
    );
    assert_eq!((reading.kind, reading.requests), (Some(TraceKind::Mooncake), 3));
    assert_eq!(reading.duration.map(Seconds::get), Some(6.0), "milliseconds");
    assert_eq!(notes(&reading)[0], "2 lines were skipped: line 2 is not JSON.");
    let cut = line(9);
    let reading = read(&[line(0).as_str(), cut.get(..30).expect("longer")].concat());
    assert_eq!(
        (reading.requests, notes(&reading)[0]),
        (1, "1 line was skipped: line 2 breaks off before its end.")
    );
    let list = read(&["[\n", line(0).trim(), ",\nnot JSON,\n", line(3000).trim(), "\n]\n"].concat());
    assert_eq!((list.requests, notes(&list)[0]), (2, "1 line was skipped: line 3 is not JSON."));
}

#[test]
fn bailian_s_blocks_are_of_sixteen_tokens_and_its_times_seconds() {
    let line = |id: u32, parent: i32, at: f64, input: u32, blocks: &str| {
        format!(
            "{{\"chat_id\": {id}, \"parent_chat_id\": {parent}, \"timestamp\": {at}, \"input_length\": {input}, \"output_length\": 9, \"type\": \"text\", \"turn\": 1, \"hash_ids\": [{blocks}]}}\n"
        )
    };
    let reading = read(
        &[line(1, -1, 0.5, 40, "1, 2, 3"), line(2, 1, 2.5, 50, "1, 2, 7, 8"), line(2, 1, 3.5, 50, "1")]
            .concat(),
    );
    assert_eq!((reading.kind, reading.requests), (Some(TraceKind::Bailian), 2));
    assert_eq!(reading.duration.map(Seconds::get), Some(2.0));
    let hits = reading.hits.expect("hashes");
    // Two blocks of the second prompt: 32 of 90 tokens, 2 of 7 blocks.
    assert_eq!((hits.block, hits.tokens, hits.blocks), (16, 32.0 / 90.0, 2.0 / 7.0));
    assert_eq!(
        notes(&reading)[0],
        "1 line was skipped: line 3 has the name “2” again, and the first of a name is kept."
    );
}

#[test]
fn lengths_without_arrivals_are_no_workload() {
    let reading = read("num_prefill_tokens,num_decode_tokens\n100,10\n300,30\n");
    assert_eq!((reading.kind, reading.requests), (Some(TraceKind::Vidur), 2));
    assert_eq!((reading.prompts.mean(), reading.rate, reading.workload), (Some(200.0), None, None));
    assert_eq!(
        notes(&reading)[0],
        "The trace has lengths alone and no arrivals: there is no rate, and no workload to take."
    );
}

#[test]
fn a_clock_that_names_no_unit_is_read_by_its_size() {
    for (digits, name) in [
        ("", None),
        ("000", Some("milliseconds")),
        ("000000", Some("microseconds")),
        ("000000000", Some("nanoseconds")),
    ] {
        let reading =
            read(&format!("timestamp,prompt,output\n1772000000{digits},5,5\n1772000002{digits},5,5\n"));
        assert_eq!(reading.duration.map(Seconds::get), Some(2.0));
        let said = name
            .map(|name| format!("Times name no unit. By their size they were read as {name} since 1970."));
        assert_eq!(
            notes(&reading)[0],
            said.as_deref().unwrap_or(
                "2 requests are few: rates, bursts and percentiles of so small a sample say little."
            )
        );
    }
    let slow: String = (0..20).map(|place| format!("{},5,5\n", place * 900)).collect();
    assert_eq!(
        notes(&read(&["time,prompt,output\n", &slow].concat()))[0],
        "Are these milliseconds? Times name no unit and were read as seconds: that makes 0.001 req/s. Name the column with its unit, such as arrival_ms."
    );
}

#[test]
fn the_peak_minute_and_its_bursts_are_the_workload() {
    // A request each second for ten minutes, and in the fifth minute one each 100 ms and 300 ms in turn.
    let mut text = String::from("arrival_s,prompt,output\n");
    for second in (0..240).chain(300..600) {
        writeln!(text, "{second},100,50").expect("a string");
    }
    for pair in 0..150 {
        writeln!(
            text,
            "{:.1},300,50\n{:.1},300,50",
            240.0 + 0.4 * f64::from(pair),
            240.1 + 0.4 * f64::from(pair)
        )
        .expect("a string");
    }
    let reading = read(&text);
    let peak = reading.peak.as_ref().expect("arrivals");
    assert_eq!((peak.from.get(), peak.requests, peak.rate.get()), (240.0, 300, 5.0));
    let workload = reading.workload.expect("a workload");
    assert_eq!((workload.rate.get(), workload.ca2_from), (5.0, Bursts::PeakMinute));
    // Gaps of 0.1 and 0.3 s: a deviation of 0.1 from 0.2, but for the odd one.
    assert!((workload.ca2.expect("gaps") - 0.25).abs() < 0.01, "{workload:?}");
    // 540 prompts of 100 and 300 of 300: mean 171.4, variance 9,184.
    assert!((workload.prompt - 171.43).abs() < 0.01 && (workload.cs2 - 0.3125).abs() < 1e-4, "{workload:?}");
    assert!(
        notes(&reading)[0].starts_with("300 requests arrive before")
            || notes(&reading)[0].starts_with("1 request arrives before")
    );
}

#[test]
fn pauses_of_minutes_are_said() {
    let text: String =
        (0..30).map(|burst| format!("{},9,9\n{},9,9\n", burst * 100, burst * 100 + 1)).collect();
    let reading = read(&["start_s,prompt,output\n", &text].concat());
    assert_eq!(reading.gaps.map(|gaps| gaps.minutes), Some(29));
    assert_eq!(
        notes(&reading)[0],
        "29 gaps take a minute or longer, the longest 99.0 s: the load is on and off. The variation of all gaps measures that, not bursts."
    );
}

#[test]
fn nothing_is_a_sentence() {
    for (text, note) in [
        ("", "The file is empty."),
        (
            "time,prompt,output\n",
            "The file holds no trace: no request with tokens of a prompt and of an answer was found.",
        ),
        (
            "<html>",
            "This file is a page of HTML or XML. What can be read is text: CSV or JSON, as it is or packed with gzip.",
        ),
        (
            "{\"model\": \"x\"}",
            "The file holds no trace: no request with tokens of a prompt and of an answer was found.",
        ),
    ] {
        let reading = read(text);
        assert_eq!((reading.kind, notes(&reading)[0]), (None, note));
    }
    assert_eq!(notes(&read("time,prompt,output\n5,1,1\n"))[0], "One request alone has no rate.");
    assert_eq!(
        notes(&read("time,prompt,output\n5,1,1\n5,1,1\n"))[0],
        "All requests arrive at one time: there is no rate."
    );
}
