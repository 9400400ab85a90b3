//! Files of other tools, as a person and a script read them from a terminal.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A model of ten layers, small enough to count.
const CONFIG: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 10, "num_attention_heads": 32,
    "num_key_value_heads": 4, "intermediate_size": 10000, "vocab_size": 32000}"#;

/// 1 GiB for 52,428 tokens: 20,480 bytes each, which are the model's.
const LOG: &str = "\
INFO 04-10 10:01:00 [kv_cache_utils.py:600] Available KV cache memory: 1.00 GiB\n\
INFO 04-10 10:01:00 [kv_cache_utils.py:600] GPU KV cache size: 52,416 tokens\n";

fn headroom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_headroom")).args(arguments).output().expect("the command runs")
}

fn piped(arguments: &[&str], bytes: &[u8]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_headroom"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut running = command.expect("the command runs");
    running.stdin.take().expect("a pipe").write_all(bytes).expect("it reads");
    running.wait_with_output().expect("it ends")
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A file of the test's own.
fn written(name: &str, text: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("headroom-evidence-{}-{name}", std::process::id()));
    std::fs::write(&file, text).expect("a place to write");
    file
}

#[test]
fn a_model_is_shown_for_a_sequence_on_its_gpus() {
    let (code, out, faults) =
        texts(&piped(&["model", "-", "--context", "1k", "--tp", "8"], CONFIG.as_bytes()));
    assert_eq!((code, faults.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[0],
        "config of a model: llama: 1.87B parameters, and 20.48 kB of KV cache for each token."
    );
    assert!(
        lines.contains(&"KV cache, a sequence  5.12 MB             of 1,000 tokens, on each of 8 GPUs"),
        "{out}"
    );
    assert!(out.contains("What its layers need") && out.contains("Pages of one size for all"), "{out}");
    assert!(out.contains("model=llama-70b-class&params=1.868"), "{out}");
    assert!(out.ends_with(
        "Note: A head or a latent vector cannot be divided: 8 GPUs keep 2 copies of the cache together.\n"
    ));
}

#[test]
fn a_script_reads_what_a_person_does() {
    let (code, out, _) = texts(&piped(&["read", "-", "--json"], CONFIG.as_bytes()));
    let documents: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(code, Some(0));
    let document = &documents[0];
    assert_eq!((&document["file"], &document["kind"]), (&"-".into(), &"config of a model".into()));
    assert_eq!(document["figures"][2]["text"], "20.48 kB");
    assert_eq!(document["tables"][1]["rows"][0][0], "Full: 4 KV heads of 128");
    let pairs = document["takes"][0]["pairs"].as_array().expect("pairs");
    assert!(pairs.contains(&serde_json::json!(["kvheads", "4"])), "{pairs:?}");
}

#[test]
fn a_log_beside_its_models_config_is_compared_with_it() {
    let (config, log) = (written("config.json", CONFIG), written("start.log", LOG));
    let (code, out, faults) =
        texts(&headroom(&["read", log.to_str().expect("UTF-8"), config.to_str().expect("UTF-8")]));
    assert_eq!((code, faults.as_str()), (Some(0), ""));
    assert!(out.contains("The KV pool holds 52,416 tokens."), "{out}");
    let row = out.lines().find(|line| line.contains("KV pool and its tokens")).expect("a row");
    assert!(row.contains("20.5 kB") && row.contains("20.48 kB") && row.ends_with("agrees"), "{row}");
    let alone = texts(&headroom(&["read", log.to_str().expect("UTF-8")])).1;
    assert!(alone.contains("Note: The catalogue has no model of the name in this log"), "{alone}");
    for file in [config, log] {
        std::fs::remove_file(file).expect("it is there");
    }
}

#[test]
fn where_something_was_wrong_the_code_is_2_and_the_rest_is_told() {
    let (code, out, faults) = texts(&piped(&["read", "-"], b"PK\x03\x04rest"));
    assert_eq!(code, Some(2));
    assert!(faults.starts_with("headroom: -: This file is a ZIP archive or a workbook."), "{faults}");
    assert!(out.starts_with("not read: "), "{out}");
    let (code, out, faults) = texts(&piped(&["read", "-"], &CONFIG.as_bytes()[..CONFIG.len() - 10]));
    assert_eq!(code, Some(2));
    assert!(faults.starts_with("headroom: -: The file breaks off before its end.\n"), "{faults}");
    assert!(out.contains("KV cache, a token"), "{out}");
    let (code, out, faults) = texts(&headroom(&["read", "nowhere.json"]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(faults.contains("nowhere.json could not be read"), "{faults}");
}

#[test]
fn what_is_no_config_is_no_model() {
    let (code, out, faults) = texts(&piped(&["model", "-"], b"0.1,0.2\n0.3,0.4\n"));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert_eq!(faults, "headroom: - is no config of a model; it is: CSV, a line for each request.\n");
}

#[test]
fn a_table_is_asked_about_and_then_read_as_it_is_said() {
    let table = b"wait;words;all\n250;101;2250\n350;101;2350\n";
    let (code, out, faults) = texts(&piped(&["read", "-"], table));
    assert_eq!(code, Some(2));
    assert!(out.starts_with("table of unknown columns: ") && out.contains("wait"), "{out}");
    assert!(faults.contains("Say which column holds what."), "{faults}");
    let said =
        ["read", "-", "--column", "wait=ttft:ms", "--column", "words=output", "--column", "all=e2e:ms"];
    let (_, out, _) = texts(&piped(&said, table));
    // (250 + 350) / 2 ms, and 2,000 ms for 100 tokens after the first.
    assert!(out.contains("TTFT 300 ms and TPOT 20.0 ms on average"), "{out}");
    let (code, _, faults) = texts(&piped(&["read", "-", "--column", "waiting=ttft"], table));
    assert_eq!(code, Some(2));
    assert!(faults.contains("The table has no column “waiting”."), "{faults}");
}
