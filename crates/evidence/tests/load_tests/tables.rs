//! Tables and lines of figures of single requests.

use crate::read::{all_notes, is, mapped, ours, read};
use evidence::load_test::{Holds, Mapping, TimeUnit};
use evidence::{LoadTestReader, Statistic};
use latency::Metric;

const MEAN: Statistic = Statistic::Mean;

#[test]
fn columns_are_recognised_and_their_units_read() {
    let comma = "request_id,ttft_ms,e2e_s,prompt_tokens,output_tokens,start_s,status\n\
                 a,100,1.1,500,11,0.0,ok\nb,300,2.3,700,21,2.0,ok\nc,,,500,,3.0,timeout\n";
    let semicolon = "ttft (ms);latency (s);input tokens;output tokens;start (s);error\n\
                     100,0;1,1;500;11;0,0;\n300,0;2,3;700;21;2,0;\n;;;;3,0;broken pipe\n";
    let lines = "{\"ttft_ms\": 100, \"latency_s\": 1.1, \"prompt_len\": 500, \"completion_tokens\": 11, \"start\": 0, \"error\": null}\n\
                 {\"ttft_ms\": 300, \"latency_s\": 2.3, \"prompt_len\": 700, \"completion_tokens\": 21, \"start\": 2, \"error\": \"\"}\n\
                 {\"error\": \"timeout\", \"ttft_ms\": null}\n";
    for text in [comma, semicolon, lines] {
        assert!(LoadTestReader::is(text.as_bytes()), "{text}");
        let reading = read(text);
        let level = &reading.test.levels[0];
        assert_eq!((level.completed, level.failed), (Some(2), Some(1)), "{text}: {:?}", reading.notes);
        is("TTFT", ours(level, Metric::Ttft, MEAN), 200.0, 1e-9);
        is("TPOT", ours(level, Metric::Tpot, MEAN), 100.0, 1e-9);
        is("E2E", ours(level, Metric::E2e, MEAN), 1_700.0, 1e-9);
        assert_eq!((level.prompt, level.output), (Some(600.0), Some(16.0)));
        is("the run", level.duration.map(quantity::Seconds::get), 4.3, 1e-9);
    }
}

#[test]
fn of_two_requests_of_one_name_the_first_is_kept() {
    let reading = read("request_id,ttft_ms,latency_ms\na,100,900\nb,200,900\na,500,900\n");
    is("TTFT", ours(&reading.test.levels[0], Metric::Ttft, MEAN), 150.0, 1e-9);
    assert!(all_notes(&reading).contains("line 4 has the name “a” again"), "{}", all_notes(&reading));
}

#[test]
fn a_column_of_tpot_alone_is_taken_as_it_is() {
    let reading = read("ttft_s,tpot_ms\n0.2,20\n0.4,30\n");
    is("TPOT", ours(&reading.test.levels[0], Metric::Tpot, MEAN), 25.0, 1e-9);
    is("TTFT", ours(&reading.test.levels[0], Metric::Ttft, MEAN), 300.0, 1e-9);
}

#[test]
fn what_no_name_tells_is_offered_and_then_mapped() {
    let text = "wait,all,words\n250,2250,101\n350,2350,101\n";
    assert!(!LoadTestReader::is(text.as_bytes()));
    let reading = read(text);
    assert!(reading.test.levels.is_empty());
    let offered: Vec<_> =
        reading.offered.iter().map(|column| (column.name.as_str(), column.example.as_str())).collect();
    assert_eq!(offered, [("wait", "250"), ("all", "2250"), ("words", "101")]);
    assert!(reading.notes[0].text.ends_with("Say which column holds what."));
    let mapping = Mapping::default()
        .with(0, Holds::Ttft, TimeUnit::Milliseconds)
        .with(1, Holds::E2e, TimeUnit::Milliseconds)
        .with(2, Holds::Output, TimeUnit::Seconds);
    for text in [text, text.strip_prefix("wait,all,words\n").expect("a header")] {
        let reading = mapped(text, mapping.clone());
        assert_eq!(reading.test.levels[0].completed, Some(2), "with a header or without");
        is("TTFT", ours(&reading.test.levels[0], Metric::Ttft, MEAN), 300.0, 1e-9);
        is("TPOT", ours(&reading.test.levels[0], Metric::Tpot, MEAN), 20.0, 1e-9);
    }
}

#[test]
fn what_is_wrong_is_skipped_with_its_line() {
    let text = "ttft_ms,latency_ms,output_tokens\n100,900,9\nabc,900,9\n-5,900,9\nNaN,900,9\n900,100,9\n\n# a comment\n100,900,x\n,,9\n";
    let reading = read(text);
    assert_eq!(reading.test.levels[0].completed, Some(1));
    let notes = all_notes(&reading);
    for sentence in [
        "line 3 has “abc” where a time should be.",
        "line 4 has a time below 0.",
        "line 5 has a time that is no finite number.",
        "line 6 ends before its first token came, as where one time is in seconds and one in milliseconds.",
        "line 9 has “x” where a number of tokens should be.",
        "line 10 holds none of the figures that are read.",
    ] {
        assert!(notes.contains(sentence), "{sentence} is not in\n{notes}");
    }
}

#[test]
fn readings_of_clocks_need_no_unit() {
    for (clock, step) in [("1760000000", 10.0), ("1760000000000", 1e4), ("1760000000000000000", 1e10)] {
        let later: f64 = clock.parse::<f64>().expect("a number") + step;
        let reading = read(format!("start,latency_s\n{clock},1.0\n{later:.0},1.0\n"));
        is(clock, reading.test.levels[0].duration.map(quantity::Seconds::get), 11.0, 1e-3);
    }
}

#[test]
fn quotes_keep_commas_and_lines_end_them() {
    let reading =
        read("prompt,ttft_ms,latency_ms\n\"one, two\",100,900\n\"stray,100,900\n\"three\",300,1100\n");
    assert_eq!(reading.test.levels[0].completed, Some(2));
    assert!(
        all_notes(&reading).contains("1 request was skipped: line 3 holds none"),
        "{}",
        all_notes(&reading)
    );
}

#[test]
fn a_million_columns_and_a_line_without_end_are_skipped() {
    let header = "ttft_ms,latency_ms\n";
    let reading = read([header, "100,900\n", &"1,".repeat(1_000_000), "\n200,900\n"].concat());
    assert_eq!(reading.test.levels[0].completed, Some(2));
    assert!(
        all_notes(&reading).contains("line 3 is longer than a line of figures can be."),
        "{}",
        all_notes(&reading)
    );
}
