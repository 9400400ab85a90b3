//! The answer as a person reads it in a terminal, and the command that prints it.

use crate::{
    Answer, EvidenceShown, StreamsShown, explain, facts, meters, one_lost, rates, reason, ttft, verdict,
    warnings,
};
use chart::Table;
use plan::PlanInput;
use sizing::Figure;

/// The whole answer as plain text: verdict, reason, warnings, meters, lost replica, rates, figures.
#[must_use]
pub fn report(answer: &Answer) -> String {
    let mut lines = Vec::new();
    for tile in verdict(answer) {
        lines.push(format!("{:<22}{:<14}{}", tile.label, tile.text, tile.note));
    }
    if let Some(page) = ttft(answer) {
        let [p95, ..] = page.tiles(answer);
        lines.push(format!("{:<22}{:<14}{}", p95.label, p95.text, p95.note));
    }
    let why = reason(answer);
    lines.push(format!("\n{} {}", why.lead, why.text));
    lines.extend(warnings(answer).into_iter().map(|warning| format!("Warning: {warning}")));
    lines.extend(one_lost(answer).map(|(text, _)| text));
    lines.push(String::new());
    lines.extend(meters(answer).into_iter().map(|meter| format!("{:<22}{}", meter.label, meter.words)));
    lines.extend(written(&rates(answer)));
    lines.push("\nFigures, and where each comes from".into());
    for fact in facts(answer) {
        lines.push(explained_line(answer, fact.figure));
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

fn explained_line(answer: &Answer, figure: Figure) -> String {
    let explained = explain(answer, figure);
    let formula = explained.in_words.map_or_else(String::new, |words| format!("  = {words}"));
    format!("  {:<40}{:<18}{formula}", explained.label, explained.text)
}

/// What token streams say, as plain text: tiles, verdict, what a mean hides, notes, tables.
#[must_use]
pub fn streams_report(shown: &StreamsShown) -> String {
    let mut lines: Vec<String> =
        shown.tiles.iter().map(|tile| format!("{:<22}{:<14}{}", tile.label, tile.text, tile.note)).collect();
    lines.push(format!("\n{} {}", shown.verdict.lead, shown.verdict.text));
    lines.extend(shown.freeze.clone());
    lines.extend(shown.notes.iter().cloned());
    lines.push(shown.rates.clone());
    let tables = [Some(&shown.quantiles), shown.rare.as_ref(), Some(&shown.missed), shown.published.as_ref()];
    lines.extend(tables.into_iter().flatten().filter(|table| !table.rows.is_empty()).flat_map(written));
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// What a file of another tool says, as plain text: headline, tiles, tables, and the pairs of a link that a plan can take.
/// Notes are left to whoever prints it.
#[must_use]
pub fn evidence_report(shown: &EvidenceShown) -> String {
    let mut lines = vec![format!("{}: {}", shown.kind, shown.headline)];
    lines.extend((!shown.tiles.is_empty()).then(String::new));
    lines.extend(shown.tiles.iter().map(|tile| format!("{:<22}{:<20}{}", tile.label, tile.text, tile.note)));
    lines.extend(shown.tables.iter().filter(|table| !table.rows.is_empty()).flat_map(written));
    for take in &shown.takes {
        let stated = take.pairs.iter().filter(|(_, text)| !text.is_empty());
        let pairs: Vec<String> = stated.map(|(key, text)| [key, "=", text].concat()).collect();
        lines.push(format!("\n{} {}", take.sentence, pairs.join("&")));
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// A table as lines of a terminal, each column as wide as its longest text; an empty line and the caption come first.
#[must_use]
pub fn written(table: &Table) -> Vec<String> {
    let width = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.chars().count());
        cells.chain(table.head.get(column).map(|head| head.chars().count())).max().unwrap_or(0) + 2
    };
    let line = |cells: Vec<&str>| {
        cells
            .into_iter()
            .enumerate()
            .map(|(column, text)| format!("{text:>width$}", width = width(column)))
            .collect()
    };
    let head = (!table.head.is_empty()).then(|| format!("\n{}", table.caption));
    let head_row = (!table.head.is_empty()).then(|| line(table.head.iter().map(String::as_str).collect()));
    let rows = table.rows.iter().map(|row| line(row.iter().map(|cell| cell.text.as_str()).collect()));
    head.into_iter().chain(head_row).chain(rows).collect()
}

/// The command that prints the same answer.
#[must_use]
pub fn command(input: &PlanInput) -> String {
    format!("headroom size '{}'", input.clone().alone().link())
}
