//! Files of other tools: what each is, what it says, and what was wrong with it.

use crate::say;
use crate::source::pour;
use agreement::{Means, TraceLoad};
use evidence::{Columns, File, Found};
use plan::PlanInput;
use present::evidence::{ModelTerms, model, shown_beside};
use present::{EvidenceShown, evidence_report};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::io;

/// Prints what each file says, of whose columns this is said. Gives what was wrong with them.
pub(crate) fn told(files: &[OsString], columns: &Columns, json: bool) -> io::Result<Vec<String>> {
    let (mut faults, mut read) = (Vec::new(), Vec::new());
    for file in files {
        match read_mapped(file, columns) {
            Ok(found) => read.push((file.to_string_lossy().into_owned(), found)),
            Err(fault) => faults.push(fault),
        }
    }
    let (names, read): (Vec<String>, Vec<Found>) = read.into_iter().unzip();
    let mut shown = shown_beside(&read);
    for (shown, found) in shown.iter_mut().zip(&read) {
        // No plan is named here: it is the worked example, which a page without one in its address has too.
        let Found::Trace(trace) = found else { continue };
        let load = TraceLoad::of(trace, shown);
        if let Some(means) = load.and_then(|load| Means::of(&PlanInput::default(), &load)) {
            means.tell(shown);
        }
    }
    let documents: Vec<Document> = names
        .into_iter()
        .zip(shown)
        .zip(&read)
        .map(|((file, shown), found)| Document { file, shown, told: found.is_sound() })
        .collect();
    for (document, found) in documents.iter().zip(&read) {
        if !found.is_sound() {
            faults.extend(found.notes().iter().map(|note| format!("{}: {}", document.file, note.text)));
        }
    }
    if json || !documents.is_empty() {
        print(&documents, json)?;
    }
    Ok(faults)
}

/// Prints the shape of the model in a config, for a sequence and a number of GPUs. Gives what was wrong with the file.
pub(crate) fn modelled(file: &OsStr, terms: ModelTerms, json: bool) -> io::Result<Vec<String>> {
    let found = match read_file(file) {
        Ok(found) => found,
        Err(fault) => return Ok(vec![fault]),
    };
    let name = file.to_string_lossy();
    let Found::Model(reading) = &found else {
        return Ok(vec![format!("{name} is no config of a model; it is: {}.", found.name())]);
    };
    let document =
        Document { file: name.clone().into_owned(), shown: model(reading, terms), told: found.is_sound() };
    print(&[document], json)?;
    let faults = found.notes().iter().filter(|_| !found.is_sound());
    Ok(faults.map(|note| format!("{name}: {}", note.text)).collect())
}

/// What the file is and holds, as far as it can be read.
pub(crate) fn read_file(file: &OsStr) -> Result<Found, String> {
    read_mapped(file, &Columns::default())
}

fn read_mapped(file: &OsStr, columns: &Columns) -> Result<Found, String> {
    let mut reader = File::mapped(columns.clone());
    match pour(file, |slice| reader.push(slice).is_ok()) {
        Ok(()) => Ok(reader.finish()),
        Err(error) => Err(format!("{} could not be read: {error}.", file.to_string_lossy())),
    }
}

/// What is shown of one file.
struct Document {
    file: String,
    shown: EvidenceShown,
    /// Whether its notes stand beside its figures; those on what was wrong are said apart.
    told: bool,
}

impl Document {
    /// For reading: figures, then what to know about them.
    fn text(&self, found_in: bool) -> String {
        let name = if found_in { format!("{}\n", self.file) } else { String::new() };
        let known = |note: &&String| self.told || !self.shown.headline.contains(note.as_str());
        let notes: String =
            self.shown.notes.iter().filter(known).map(|note| format!("Note: {note}\n")).collect();
        [name, evidence_report(&self.shown), notes].concat()
    }
}

fn print(documents: &[Document], json: bool) -> io::Result<()> {
    if json {
        let written: Vec<Written<'_>> = documents.iter().map(Written::of).collect();
        // Nothing in it can fail to be written: all of it is text.
        return say(&(serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"));
    }
    let several = documents.len() > 1;
    let texts: Vec<String> = documents.iter().map(|document| document.text(several)).collect();
    say(&texts.join("\n"))
}

/// A file as JSON, under names that stay.
#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
    kind: &'a str,
    headline: &'a str,
    figures: Vec<Figure<'a>>,
    notes: &'a [String],
    tables: Vec<Table<'a>>,
    takes: Vec<Take<'a>>,
}

#[derive(Serialize)]
struct Figure<'a> {
    label: &'a str,
    text: &'a str,
    note: &'a str,
}

#[derive(Serialize)]
struct Table<'a> {
    caption: &'a str,
    head: &'a [String],
    rows: Vec<Vec<&'a str>>,
}

/// What a plan can take.
#[derive(Serialize)]
struct Take<'a> {
    what: &'a str,
    sentence: &'a str,
    /// The pairs of its link; an empty text takes back what a plan said.
    pairs: Vec<[&'a str; 2]>,
}

impl<'a> Written<'a> {
    fn of(document: &'a Document) -> Self {
        let shown = &document.shown;
        let rows = |table: &'a present::chart::Table| {
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect()
        };
        Self {
            file: &document.file,
            kind: &shown.kind,
            headline: &shown.headline,
            figures: shown
                .tiles
                .iter()
                .map(|tile| Figure { label: &tile.label, text: &tile.text, note: &tile.note })
                .collect(),
            notes: &shown.notes,
            tables: shown
                .tables
                .iter()
                .map(|table| Table { caption: &table.caption, head: &table.head, rows: rows(table) })
                .collect(),
            takes: shown
                .takes
                .iter()
                .map(|take| Take {
                    what: &take.what,
                    sentence: &take.sentence,
                    pairs: take.pairs.iter().map(|(key, text)| [key.as_str(), text.as_str()]).collect(),
                })
                .collect(),
        }
    }
}
