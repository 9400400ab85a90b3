//! The decoders of `docs/link-format.md`, run on its vectors.

use crate::fenced;
use crate::vectors::vectors;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// Reads links from standard input, and writes what the decoder makes of each: null where it refuses.
const IN_JAVASCRIPT: &str = "
const links = JSON.parse(require('fs').readFileSync(0, 'utf8'));
Promise.all(links.map((link) => decode(link).catch(() => null))).then((all) => console.log(JSON.stringify(all)));
";

const IN_PYTHON: &str = "
import json, sys

def tried(link):
    try:
        return decode(link)
    except Exception:
        return None

print(json.dumps([tried(link) for link in json.load(sys.stdin)]))
";

#[test]
fn the_decoder_in_javascript_reads_every_vector() {
    reads_every_vector("node", "-e", &format!("{}\n{IN_JAVASCRIPT}", fenced("js")));
}

#[test]
fn the_decoder_in_python_reads_every_vector() {
    reads_every_vector("python3", "-c", &format!("{}\n{IN_PYTHON}", fenced("python")));
}

fn reads_every_vector(program: &str, option: &str, code: &str) {
    let vectors = vectors();
    let links: Vec<&str> = vectors.iter().map(|vector| vector.link.as_str()).collect();
    let Some(answer) = run(program, &[option, code], &json!(links).to_string()) else {
        return println!("{program} is not installed here: its decoder was not run.");
    };
    let read: Vec<Value> = serde_json::from_str(&answer).expect("what the decoder read");
    assert_eq!(read.len(), vectors.len());
    for (vector, read) in vectors.iter().zip(read) {
        assert_eq!(read, json!(vector.keys), "{program}: {}", vector.link);
    }
}

/// What `program` answers to `input`; nothing where it is not installed.
fn run(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{program} failed");
    Some(String::from_utf8(output.stdout).expect("a text"))
}

/// A decoder that needs no more than a dozen lines is one that people write.
#[test]
fn both_are_about_a_dozen_lines() {
    for language in ["js", "python"] {
        assert!(fenced(language).lines().count() <= 18, "{language}");
    }
}
