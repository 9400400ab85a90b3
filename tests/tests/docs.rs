//! What the documents list is what there is.

use export::Format;
use plan::choices;
use quantity::{Key, Quantity, Standard, Unit};
use sizing::Figure;

const LINK: &str = include_str!("../../docs/link.md");
const COMMAND: &str = include_str!("../../docs/command.md");

const EMBED: &str = include_str!("../../docs/embed.md");
const EMBED_SCRIPT: &str = include_str!("../../web/assets/embed.js");

/// The rows of the last table of a document, each a line.
fn last_table(document: &str) -> Vec<&str> {
    let start = document.rfind("|---|").expect("a table");
    document[start..].lines().skip(1).take_while(|line| line.starts_with('|')).collect()
}

#[test]
fn every_key_of_the_link_is_listed() {
    let rows: Vec<String> = Key::all().map(|key| key_row(key.row())).collect();
    assert_eq!(last_table(LINK), rows, "\n\nThe table should be:\n\n{}\n", rows.join("\n"));
}

fn key_row(row: &Quantity) -> String {
    let names: Vec<String> = choices(row.key).iter().map(|choice| format!("`{}`", choice.name)).collect();
    let allowed = if names.is_empty() { row.allowed() } else { names.join(", ") };
    let default = match row.default {
        Standard::Number(value) => format!("`{}`", row.unit.link(value)),
        Standard::Word(name) => format!("`{name}`"),
        Standard::Absent => "nothing".into(),
    };
    format!("| `{}` | {} | {allowed} | {default} |", row.name, row.meaning)
}

#[test]
fn every_figure_of_the_command_is_listed() {
    let row =
        |figure: Figure| format!("| `{}` | {} | {} |", figure.name(), figure.label(), unit(figure.unit()));
    let rows: Vec<String> = Figure::ALL.into_iter().map(row).collect();
    assert_eq!(last_table(COMMAND), rows, "\n\nThe table should be:\n\n{}\n", rows.join("\n"));
}

#[test]
fn every_form_of_an_export_is_listed() {
    let row = |form: Format| format!("| `{}` | {} | `.{}` |", form.name(), form.meaning(), form.extension());
    let rows = Format::ALL.map(row).join("\n");
    assert!(COMMAND.contains(&format!("|---|---|---|\n{rows}\n\n")), "The table should be:\n\n{rows}\n");
}

#[test]
fn an_embed_has_an_attribute_for_every_key() {
    let row = |key: Key| match key.row().name {
        "in" => "| `prompt` | `in` |".into(),
        name => format!("| `{name}` | `{name}` |"),
    };
    let rows: Vec<String> = Key::all().map(row).collect();
    assert_eq!(last_table(EMBED), rows, "\n\nThe table should be:\n\n{}\n", rows.join("\n"));
}

/// The script holds the keys as it was written, with no program to ask.
#[test]
fn the_script_of_embeds_knows_every_key_in_its_order() {
    let (_, list) = EMBED_SCRIPT.split_once("const KEYS = (").expect("the keys");
    let (list, _) = list.split_once(").split").expect("the end of the keys");
    let known: Vec<&str> =
        list.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|key| !key.is_empty()).collect();
    let names: Vec<&str> = Key::all().map(|key| key.row().name).collect();
    assert_eq!(known, names);
}

/// What a document calls the base unit.
fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Count | Unit::Number => "",
        Unit::Fraction => "share of 1",
        Unit::Seconds | Unit::Wait => "s",
        Unit::Bytes => "bytes",
        Unit::BytesPerSecond => "bytes/s",
        Unit::FlopsPerSecond => "FLOP/s",
        Unit::Parameters => "parameters",
        Unit::DollarsPerMillion => "$ per 1M tokens",
        other => other.field().sign,
    }
}
