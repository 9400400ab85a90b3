//! The command as a person and a script call it.

use plan::preset;
use serde_json::Value;
use sizing::Figure;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn headroom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_headroom")).args(arguments).output().expect("the command runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn faults(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json(link: &str) -> Value {
    serde_json::from_slice(&headroom(&["size", link, "--json"]).stdout).expect("JSON")
}

fn number(document: &Value, figure: Figure) -> f64 {
    document["figures"][figure.name()]["value"].as_f64().expect("a number")
}

#[test]
fn a_person_reads_the_verdict_first() {
    let output = headroom(&["size", "#v=1"]);
    assert_eq!((output.status.code(), faults(&output).as_str()), (Some(0), ""));
    let text = out(&output);
    let first: Vec<&str> = text.lines().take(4).collect();
    for (line, figures) in
        first.iter().zip([["Fleet", "4 + 1"], ["Per replica", "8.2 req/s"], ["Cost", "$60/h"]])
    {
        assert!(figures.iter().all(|figure| line.contains(figure)), "{line}");
    }
    assert!(first[3].contains("$2.08") && first[3].contains("$1.67"), "{}", first[3]);
    assert!(text.contains("Prefill compute runs out first."), "{text}");
}

#[test]
fn a_script_reads_every_figure_to_the_last_digit() {
    for preset in preset::ALL {
        let document = json(preset.link);
        let answer = present::Answer::to_link(preset.link);
        let names = document["figures"].as_object().expect("figures by name");
        assert_eq!(names.len(), Figure::ALL.len());
        for figure in Figure::ALL {
            let shown = &document["figures"][figure.name()];
            let value = figure.of(&answer.plan, &answer.sizing).number();
            assert_eq!(
                shown["value"].as_f64().map(f64::to_bits),
                value.map(f64::to_bits),
                "{}",
                figure.name()
            );
            assert_eq!(shown["text"], present::text_of(&answer, figure), "{}", figure.name());
            let traced = shown["trace"]["terms"][0]["source"].is_string();
            assert_eq!(traced, value.is_some(), "{} {shown}", figure.name());
        }
    }
}

#[test]
fn the_published_examples_come_out() {
    let a = json("v=1");
    assert_eq!((number(&a, Figure::Replicas), number(&a, Figure::Spare)), (4.0, 1.0));
    assert_eq!(a["figures"]["dollars_per_m_output_with_spare"]["text"], "$2.08");
    let b = json(preset::B.link);
    assert_eq!((number(&b, Figure::Replicas), number(&b, Figure::Gpus)), (26.0, 52.0));
    assert_eq!(b["figures"]["dollars_per_m_output"]["text"], "$2.53");
    assert_eq!(json("#v=1&rate=40&replicas=4")["figures"]["ttft_p95_s"]["text"], "607 ms");
    assert_eq!(json("#v=1&rate=40&replicas=4&cached=0.6")["figures"]["ttft_p95_s"]["text"], "38 ms");
}

#[test]
fn the_outcome_has_a_name() {
    for (link, kind) in [
        ("v=1", "planned"),
        ("v=1&weights=bf16&tp=1", "does-not-fit"),
        ("v=1&in=20000", "no-replicas-help"),
        ("v=1&rate=1e6&in=11k&out=100k", "too-many"),
    ] {
        assert_eq!(json(link)["outcome"]["kind"], kind, "{link}");
    }
    let overrun = json("v=1&rate=46&replicas=4");
    assert_eq!(overrun["outcome"]["state"], "prompts-overflow");
    assert_eq!(overrun["figures"]["ttft_p95_s"]["value"], Value::Null);
    assert_eq!(overrun["figures"]["ttft_p95_s"]["text"], "unbounded");
}

#[test]
fn a_fault_is_said_and_the_sizing_printed_all_the_same() {
    let output = headroom(&["size", "v=1&rate=0&colour=red"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("4 + 1"), "{}", out(&output));
    let said = faults(&output);
    assert!(said.contains("headroom: rate=0: Enter a value above 0"), "{said}");
    assert!(said.contains("headroom: “colour” is not a key this version knows."), "{said}");
    let document = json("v=1&rate=0&colour=red");
    assert_eq!((&document["link"], &document["notes"][1]["key"]), (&"v=1&colour=red".into(), &"rate".into()));
}

#[test]
fn wrong_arguments_say_how_it_is_used() {
    for arguments in [&["size"][..], &["plan", "v=1"], &["size", "v=1", "--yaml"], &[]] {
        let output = headroom(arguments);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{arguments:?}");
        assert!(faults(&output).contains("`headroom --help`"), "{arguments:?}");
    }
    let help = headroom(&["--help"]);
    assert!(help.status.success() && out(&help).contains("headroom size LINK"));
}

#[test]
fn what_the_page_offers_to_copy_prints_the_same() {
    let (input, _) = plan::PlanInput::from_link(preset::B.link);
    let command = present::command(&input);
    let link =
        command.strip_prefix("headroom size '").and_then(|rest| rest.strip_suffix('\'')).expect("a link");
    assert_eq!(out(&headroom(&["size", link])), out(&headroom(&["size", preset::B.link])));
}

/// Runs the command with `text` piped in.
fn piped(arguments: &[&str], text: &str) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_headroom"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut running = command.expect("the command runs");
    running.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    running.wait_with_output().expect("it ends")
}

#[test]
fn plans_go_out_as_json_and_come_back_as_their_link() {
    let links = preset::ALL.map(|preset| plan::PlanInput::from_link(preset.link).0.link());
    let both = "v=1&rate=40&name=Today&2.name=Half%20cached&2.cached=0.5";
    for link in links.iter().map(String::as_str).chain([both]) {
        let file = out(&headroom(&["export", link, "--as", "json"]));
        let output = piped(&["import", "-"], &file);
        assert_eq!((out(&output).trim_end(), faults(&output).as_str()), (link, ""));
        assert_eq!(output.status.code(), Some(0), "{link}");
    }
}

#[test]
fn a_plan_goes_out_in_each_form_with_the_address_that_it_came_with() {
    for (form, start) in [
        ("json", "{"),
        ("csv", "part,"),
        ("markdown", "**4 + 1"),
        ("text", "4 + 1"),
        ("report", "<!doctype html>"),
    ] {
        let output = headroom(&["export", "https://example.org/sandbox/ttft/#v=1", "--as", form]);
        assert_eq!(output.status.code(), Some(0), "{form}: {}", faults(&output));
        assert!(out(&output).starts_with(start), "{form}");
        assert!(out(&output).contains("https://example.org/sandbox/ttft/#v=1"), "{form}");
    }
    let output = headroom(&["export", "v=1&rate=0", "--as", "text"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).ends_with("\n#v=1\n") && faults(&output).contains("rate=0: Enter a value above 0"));
}

#[test]
fn a_fault_of_a_file_has_its_path_and_the_rest_is_used() {
    let file =
        r#"{"headroom": 1, "scenarios": [{"plan": {"rate": 0, "gpu": "h200"}}, {"plan": {"cached": "0.5"#;
    let output = piped(&["import", "-"], file);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), "v=1&gpu=h200&2.gpu=h100\n"));
    let said = faults(&output);
    assert!(said.contains("headroom: The file ends in the middle, in line 1"), "{said}");
    assert!(said.contains("headroom: scenarios[1]: This is the last one before the fault"), "{said}");
    assert!(said.contains("headroom: scenarios[0].plan.rate: Enter a value above 0"), "{said}");
    let nothing = piped(&["import", "-"], "hello");
    assert_eq!((nothing.status.code(), out(&nothing).as_str()), (Some(2), ""));
    assert!(faults(&headroom(&["import", "nowhere.json"])).contains("nowhere.json could not be read"));
}

#[test]
fn of_a_file_of_many_the_first_fill_the_link() {
    let entries: Vec<String> = (1..=6).map(|rate| format!(r#"{{"plan": {{"rate": {rate}}}}}"#)).collect();
    let file = format!(r#"{{"headroom": 1, "scenarios": [{}]}}"#, entries.join(","));
    let output = piped(&["import", "-"], &file);
    assert_eq!(
        (output.status.code(), out(&output).as_str()),
        (Some(2), "v=1&rate=1&2.rate=2&3.rate=3&4.rate=4\n")
    );
    let said = "headroom: A link holds at most 4 scenarios. The other 2 of the file were left out.\n";
    assert_eq!(faults(&output), said);
}

#[test]
fn a_link_of_several_is_sized_by_its_first_and_handed_on() {
    let link = "v=1&rate=40&name=Today&2.cached=0.5";
    let output = headroom(&["size", link, "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["link"], link);
    let said = "headroom: This link holds 2 scenarios; this page shows the first. The others are kept.\n";
    assert_eq!(faults(&output), said);
}

#[test]
fn a_file_of_token_times_is_judged() {
    let file = std::env::temp_dir().join("headroom-command-streams.csv");
    // Three requests: one good, one that waits too long for its first token, one that stands still for a second.
    std::fs::write(&file, "0.2,0.23,0.26\n2.5,2.53,2.56\n0.2,0.23,1.23\n").expect("a place to write");
    let output = headroom(&["streams", file.to_str().expect("UTF-8"), "--ttft", "1s", "--gap", "500ms"]);
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0), "{}", faults(&output));
    assert!(text.starts_with("Goodput               1 of 3"), "{text}");
    let missing = headroom(&["streams", "nowhere.csv"]);
    assert!(faults(&missing).contains("nowhere.csv could not be read"), "{}", faults(&missing));
    std::fs::remove_file(file).expect("it is there");
}

/// A look-alike of what `vllm bench serve` saves: requests in flight, mean and median TTFT, TPOT.
fn bench(in_flight: u32, ttft: f64, median: f64, tpot: f64) -> String {
    let request = ttft + 399.0 * tpot;
    let rate = f64::from(in_flight) / request * 1e3;
    format!(
        r#"{{"model_id": "Llama-3.3-70B", "completed": 500, "failed": 0, "request_rate": "inf", "max_concurrency": {in_flight},
        "total_input_tokens": 1000000, "total_output_tokens": 200000, "duration": {}, "request_throughput": {rate},
        "output_throughput": {}, "mean_ttft_ms": {ttft}, "median_ttft_ms": {median}, "mean_tpot_ms": {tpot}, "median_tpot_ms": {tpot}}}"#,
        500.0 / rate,
        400.0 * rate
    )
}

fn written(name: &str, text: &str) -> String {
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, text).expect("a file");
    file.to_str().expect("UTF-8").into()
}

/// TPOT and TTFT as one replica of a plan has them with so many in flight, the former so many times as slow.
fn tested(link: &str, slower: f64) -> Vec<String> {
    let plan = present::Answer::to_link(link).plan;
    let file = |in_flight: u32| {
        let load = evidence::Load::Closed(f64::from(in_flight));
        let forecast = agreement::Forecast::of(&plan, 1, load).expect("it fits");
        let ms = |measure| forecast.values.get(measure).expect("it settles") * 1e3;
        let ttft = [agreement::Measure::TtftMean, agreement::Measure::TtftP50].map(ms);
        let tpot = ms(agreement::Measure::Tpot) * slower;
        written(
            &format!("headroom-compare-{link}-{slower}-{in_flight}.json"),
            &bench(in_flight, ttft[0], ttft[1], tpot),
        )
    };
    [1, 8, 32, 128].map(file).into()
}

#[test]
fn a_pipeline_holds_a_release_against_its_plan() {
    let compare = |link: &str, files: &[String], within: &str| {
        let mut arguments = vec!["compare", link];
        arguments.extend(files.iter().map(String::as_str));
        arguments.extend(["--within", within]);
        headroom(&arguments)
    };
    let (same, slower) = (tested("v=1", 1.0), tested("v=1", 1.5));
    let output = compare("v=1&replicas=1", &same, "0.2");
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), faults(&output));
    assert!(out(&output).contains("Model and test agree: "), "{}", out(&output));
    let output = compare("v=1&replicas=1", &slower, "0.2");
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert!(
        out(&output).contains("Expected TPOT is 1.50 times the predicted at 4 of 4 levels."),
        "{}",
        out(&output)
    );
    assert_eq!(compare("v=1&replicas=1", &slower, "0.6").status.code(), Some(0));
    // Nothing that can be judged, and a link that cannot be used as it was given.
    assert_eq!(
        compare("v=1&replicas=1", &[written("headroom-compare-none.json", "{}")], "0.2").status.code(),
        Some(2)
    );
    assert_eq!(compare("v=1&replicas=1", &["nowhere.json".into()], "0.2").status.code(), Some(2));
    assert_eq!(compare("v=1&replicas=one", &same, "0.2").status.code(), Some(2));
    let other = compare("v=1&replicas=1&model=qwen3-8b&tp=1", &same, "0.2");
    assert_eq!(other.status.code(), Some(2));
    assert!(
        out(&other).starts_with("First: At all 4 levels: The file is of the model “Llama-3.3-70B”"),
        "{}",
        out(&other)
    );
}

#[test]
fn a_calibrated_link_agrees_with_its_test() {
    let files = tested("v=1&mbu=0.45", 1.0);
    let order = |what: &'static str, link: &str| {
        let mut arguments = vec![what.to_owned(), link.to_owned()];
        arguments.extend(files.iter().cloned());
        headroom(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let output = order("calibrate", "http://127.0.0.1/sandbox/fleet/#v=1&replicas=1");
    assert_eq!(output.status.code(), Some(0), "{}", faults(&output));
    let link = out(&output);
    assert!(link.starts_with("http://127.0.0.1/sandbox/fleet/#v=1&"), "{link}");
    assert!(link.contains("&measured=") && link.contains("mbu="), "{link}");
    assert!(faults(&output).contains("in place of"), "{}", faults(&output));
    let again = order("compare", link.trim());
    assert_eq!(again.status.code(), Some(0), "{link}{}", out(&again));
    let one = headroom(&["calibrate", "v=1&replicas=1", &files[0]]);
    assert_eq!((one.status.code(), out(&one).as_str()), (Some(2), "v=1&replicas=1\n"));
    assert!(faults(&one).contains("One level alone cannot tell"), "{}", faults(&one));
}
