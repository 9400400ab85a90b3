//! Any bytes as a file of any other tool, as a config or as an engine's log: what must hold whatever they are.

use crate::shown::is_text_around_quotes;
use evidence::load_test::{Holds, TimeUnit};
use evidence::reading::MOST_NOTES;
use evidence::{Columns, Config, EngineLog, EngineLogReading, File, Found, ModelReading};
use plan::PlanInput;
use present::EvidenceShown;
use present::chart::Table;
use present::evidence::{engine_log, model, shown};
use quantity::{Key, Place};

/// Reads `bytes` through the door for any file, at once and byte by byte, and shows what they hold.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let found = read(bytes, bytes.len());
    assert_eq!(found, read(bytes, 1), "where slices end changes nothing");
    assert!(found.notes().len() <= MOST_NOTES);
    let nothing = matches!(found, Found::Unknown(_) | Found::Table { .. });
    assert!(!nothing || !found.notes().is_empty(), "nothing was read and nothing is said");
    is_found_shown(&found);
    for said in said() {
        survive_said(bytes, &said);
    }
}

/// What a person may say of the columns of anything: a load test, a trace, and nonsense.
fn said() -> [Columns; 3] {
    let at = |place, holds, unit| Columns::default().with(place, holds, unit);
    [
        at(0, Holds::Ttft, Some(TimeUnit::Milliseconds)).with(1, Holds::Output, None).with(
            2,
            Holds::E2e,
            None,
        ),
        at(0, Holds::Sent, None).with(1, Holds::Prompt, None).with(2, Holds::Output, None),
        at(usize::MAX, Holds::Itl, Some(TimeUnit::Nanoseconds)).with_named("a", Holds::Error, None),
    ]
}

fn survive_said(bytes: &[u8], columns: &Columns) {
    let found = read_as(File::mapped(columns.clone()), bytes, bytes.len());
    assert_eq!(found, read_as(File::mapped(columns.clone()), bytes, 1), "where slices end changes nothing");
    assert!(found.notes().len() <= MOST_NOTES && found.offered().len() <= 200);
    is_found_shown(&found);
}

/// Reads `bytes` as a config.
///
/// # Panics
/// As [`survive`].
pub fn survive_config(bytes: &[u8]) {
    let read = |slice: usize| -> ModelReading {
        let mut config = Config::new();
        let _told = bytes.chunks(slice.max(1)).try_for_each(|slice| config.push(slice));
        config.finish()
    };
    let reading = read(bytes.len());
    assert_eq!(reading, read(1), "where slices end changes nothing");
    if let Some(found) = reading.model() {
        assert!(found.parameters.is_finite() && found.active.is_finite(), "{found:?}");
    }
    is_shown(&unnamed(model(&reading, present::evidence::ModelTerms::default()), &reading));
}

/// Reads `bytes` as an engine's log.
///
/// # Panics
/// As [`survive`].
pub fn survive_log(bytes: &[u8]) {
    let read = |slice: usize| -> EngineLogReading {
        let mut log = EngineLog::new();
        let _never = bytes.chunks(slice.max(1)).try_for_each(|slice| log.push(slice));
        log.finish()
    };
    let reading = read(bytes.len());
    assert_eq!(reading, read(1), "where slices end changes nothing");
    for implied in &reading.implied {
        assert!(implied.per_token.get().is_finite() && implied.per_token.get() > 0.0, "{implied:?}");
    }
    let llama =
        sizing::Model::dense(8e9, 32, sizing::Grouped { query_heads: 32, kv_heads: 8, head_dim: 128 });
    is_shown(&engine_log(&reading, Some(&llama)));
    is_shown(&engine_log(&reading, None));
}

fn read(bytes: &[u8], slice: usize) -> Found {
    read_as(File::new(), bytes, slice)
}

fn read_as(mut file: File, bytes: &[u8], slice: usize) -> Found {
    let fault = bytes.chunks(slice.max(1)).find_map(|slice| file.push(slice).err());
    assert!(fault.is_some() || file.progress().bytes == bytes.len() as u64);
    let found = file.finish();
    let told = |text: &str| found.notes().iter().any(|note| note.text == text);
    assert!(fault.is_none_or(|fault| told(&fault.text)), "a fault is told");
    found
}

fn is_found_shown(found: &Found) {
    let shown = shown(found);
    is_shown(&match found {
        Found::Model(reading) => unnamed(shown, reading),
        _ => shown,
    });
}

/// Without what the file calls the kind of its model: that stands at the head as it is, whatever it is.
fn unnamed(mut shown: EvidenceShown, reading: &ModelReading) -> EvidenceShown {
    let named = reading.model_type.as_deref().map(quantity::clip);
    if let Some(rest) = named.and_then(|name| shown.headline.strip_prefix(&name)) {
        shown.headline = ["A model", rest].concat();
    }
    shown
}

/// Every text can be read, and every pair can be taken into a plan.
fn is_shown(shown: &EvidenceShown) {
    for note in &shown.notes {
        assert!(note.ends_with(['.', '?']), "no sentence: {note}");
    }
    let tiles = shown.tiles.iter().flat_map(|tile| [&tile.label, &tile.text]);
    // What stands in a column is quoted as it is, whatever it is.
    let quotes = |table: &&Table| table.head.iter().any(|head| head == "What stands first in it");
    let rows = shown.tables.iter().flat_map(|table| &table.rows);
    for row in rows {
        assert!(row.first().is_some_and(|cell| !cell.text.is_empty()), "a row without a name: {row:?}");
    }
    // Where two definitions agree there is nothing to compare.
    let cells =
        shown.tables.iter().filter(|table| !quotes(table)).flat_map(|table| table.rows.iter().flatten());
    let cells = cells.map(|cell| &cell.text).filter(|text| !text.is_empty());
    let all = tiles.chain(cells).chain(&shown.notes).chain([&shown.kind, &shown.headline]);
    all.for_each(|text| is_text_around_quotes(text));
    for take in &shown.takes {
        let mut input = PlanInput::default();
        for (key, text) in &take.pairs {
            input.say(Key::named(key).expect("a key of the table"), text, Place::Link);
        }
        let _always = input.check();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzing::words;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_survive(bytes in vec(any::<u8>(), 0..200)) {
            survive(&bytes);
            survive_config(&bytes);
            survive_log(&bytes);
            // What UTF-16 and what gzip files begin with.
            survive(&[b"\xFF\xFE", bytes.as_slice()].concat());
            survive(&[&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0], bytes.as_slice()].concat());
        }

        #[test]
        fn words_of_configs_survive(words in vec(select(words::CONFIG), 0..40), rest in any::<bool>()) {
            survive_config(words.concat().as_bytes());
            let members: Vec<String> = words.iter().filter(|word| word.ends_with(':')).map(|word| format!("{word}2")).collect();
            let model = r#"{"model_type":"x","hidden_size":64,"num_hidden_layers":4,"num_attention_heads":4"#;
            let text = format!("{model},{}{}", members.join(","), if rest { ",\"vocab_size\":9}" } else { "}" });
            survive_config(text.as_bytes());
            survive(text.as_bytes());
        }

        #[test]
        fn words_of_tables_survive(words in vec(select(words::TABLE), 0..40)) {
            survive(words.concat().as_bytes());
            survive(["{\"a\":1,\"b\":2,\"c\":3}\n".to_owned(), words.concat()].concat().as_bytes());
            survive(["who;what;n\n1;2;3\n".to_owned(), words.concat()].concat().as_bytes());
        }

        #[test]
        fn words_of_logs_survive(words in vec(select(words::LOG), 0..60)) {
            survive_log(words.concat().as_bytes());
            survive(words.concat().as_bytes());
        }
    }
}
