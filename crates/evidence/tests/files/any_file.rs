//! Any file through one door: what it is, however it is packed or encoded, and what is said of one that is not read.

use crate::read::{packed, shared};
use evidence::{File, Found};
use proptest::prelude::*;
use proptest::sample::select;

const CONFIG: &str = "{\"model_type\": \"llama\", \"hidden_size\": 64, \"num_hidden_layers\": 2, \"num_attention_heads\": 4,\r\n\
    \"intermediate_size\": 100, \"vocab_size\": 1000, \"_name_or_path\": \"Ärzte/ß🚀\"}\r\n";
const LOG: &str = "INFO 02-20 10:00:00 executor_base.py:110] # cuda blocks: 1000, # CPU blocks: 4681\r\n\
    INFO 02-20 10:00:00 executor_base.py:115] Maximum concurrency for 2048 tokens per request: 7.81x\r\n";
const STREAMS: &str = "0.2,0.25,0.3\r\n0.4,0.45\r\n";

fn read(bytes: &[u8]) -> Found {
    in_slices(bytes, usize::MAX)
}

fn in_slices(bytes: &[u8], slice: usize) -> Found {
    let mut file = File::new();
    let fault = bytes.chunks(slice.max(1)).find_map(|slice| file.push(slice).err());
    assert!(fault.is_some() || file.progress().bytes == bytes.len() as u64);
    let found = file.finish();
    let told = |text: &str| found.notes().iter().any(|note| note.text == text);
    assert!(fault.is_none_or(|fault| told(&fault.text)), "a fault is told");
    found
}

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
    units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

#[test]
fn a_file_is_told_by_what_is_in_it() {
    for (text, name) in [
        (CONFIG, "config of a model"),
        (LOG, "start-up log of an engine"),
        (STREAMS, "CSV, a line for each request"),
        ("{\"times\": [0.1, 0.2]}\n", "JSON, a list of times for each request"),
    ] {
        let found = read(text.as_bytes());
        assert_eq!(found.name(), name);
        assert!(found.is_sound(), "{name}: {:?}", found.notes());
    }
}

#[test]
fn packing_and_encoding_change_nothing() {
    for text in [CONFIG, LOG, STREAMS] {
        let plain = read(text.as_bytes());
        assert_eq!(read(&packed(text.as_bytes())), plain);
        assert_eq!(read(format!("\u{feff}{text}").as_bytes()), plain);
        for little in [true, false] {
            assert_eq!(read(&utf16(text, little)), plain);
            assert_eq!(read(&packed(&utf16(text, little))), plain);
        }
    }
}

#[test]
fn what_is_not_read_is_named_with_what_to_do() {
    let sentence = |bytes: &[u8]| match read(bytes) {
        Found::Unknown(notes) => notes[0].text.clone(),
        other => panic!("{}", other.name()),
    };
    let tar = [vec![b'a'; 257], b"ustar\0".to_vec()].concat();
    for (bytes, start) in [
        (&b""[..], "The file is empty."),
        (b"PK\x03\x04rest", "This file is a ZIP archive or a workbook. Unpack it"),
        (b"\x28\xB5\x2F\xFDrest", "This file is packed with zstd. Unpack it with zstd -d first"),
        (b"\x89PNG\r\n", "This file is a PNG image."),
        (b" \n<!doctype html>", "This file is a page of HTML or XML. Save the file itself"),
        (
            b"version https://git-lfs.github.com/spec/v1\n",
            "This file is a pointer of Git LFS and not the file itself.",
        ),
        (b"0.1,\0", "This file is no text."),
        (&tar, "This file is a tar archive."),
        (&packed(&packed(b"0.1,0.2")), "This file is packed twice."),
        (&packed(b"%PDF-1.7"), "This file is a PDF document."),
        (&packed(b""), "The file is empty."),
    ] {
        let said = sentence(bytes);
        assert!(said.starts_with(start) && said.ends_with('.'), "{said}");
    }
}

#[test]
fn a_gzip_file_that_breaks_off_gives_what_was_before() {
    let lines: String = (0..2000).map(|line| format!("0.{line:04},1.{line:04}\n")).collect();
    let whole = packed(lines.as_bytes());
    let Found::Streams(reading) = read(&whole[..whole.len() / 2]) else { panic!("requests") };
    assert_eq!(
        reading.notes[0].text,
        "The gzip file breaks off or is damaged. What could be unpacked was read."
    );
    assert!(!reading.streams.is_empty());
}

#[test]
fn real_configs_and_logs_come_through_the_door() {
    for (file, name) in [
        ("data/hf-configs/nvidia--Llama-3_3-Nemotron-Super-49B-v1.json", "config of a model"),
        ("data/hf-configs/nvidia--Qwen3-235B-A22B-NVFP4.hf_quant_config.json", "config of a model"),
        ("data/metrics/vllm_0.25.1_startup_no_kv_memory.log", "start-up log of an engine"),
        ("golden/streams_seed5.csv.gz", "CSV, a line for each request"),
    ] {
        let Some(bytes) = shared(file) else { continue };
        assert_eq!(in_slices(&bytes, 1000).name(), name, "{file}");
    }
}

proptest! {
    #[test]
    fn where_slices_end_changes_nothing(
        text in select(vec![CONFIG, LOG, STREAMS]),
        (way, slice) in (0_u8..4, 1_usize..50),
        damage in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
    ) {
        let mut bytes = match way {
            0 => text.as_bytes().to_vec(),
            1 => packed(text.as_bytes()),
            2 => utf16(text, true),
            _ => packed(&utf16(text, false)),
        };
        if let Some((at, byte)) = damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        prop_assert_eq!(in_slices(&bytes, slice), read(&bytes));
    }
}
