//! Tables: a line for each request, or the summary that AIPerf writes beside its JSON.

use super::aiperf;
use super::draft::Draft;
use super::leaves::Leaves;
use super::lines::{Line, Lines, fields};
use super::mapping::{Mapping, Offered};
use super::request::Stated;
use crate::text::{Number, Text};
use crate::wrong::Wrong;

/// A table on its way in.
#[derive(Debug)]
pub(super) struct Table {
    separator: u8,
    /// What a person said of its columns.
    given: Option<Mapping>,
    lines: Lines,
    rows: Rows,
}

#[derive(Debug)]
struct Rows {
    layout: Layout,
    draft: Draft,
}

/// What the lines hold.
#[derive(Debug)]
enum Layout {
    /// Nothing but comments so far.
    Begin,
    Requests(Mapping),
    /// A header that does not tell, and whether a line that follows it was shown.
    Unknown(bool),
    Aiperf(Box<Summary>),
}

/// What is read of a summary of AIPerf: the headings of the block, and figures by name.
#[derive(Debug, Default)]
struct Summary {
    heads: Vec<Vec<u8>>,
    leaves: Leaves,
    /// Whether a block began that is not read.
    ended: bool,
}

/// So many columns are looked at.
const MOST_COLUMNS: usize = 256;

impl Table {
    pub(super) fn new(separator: u8, given: Option<Mapping>, draft: Draft) -> Self {
        let rows = Rows { layout: Layout::Begin, draft };
        Self { separator, given, lines: Lines::default(), rows }
    }

    /// Whether a table that begins so holds figures of a load test.
    pub(super) fn is(beginning: &[u8], separator: u8) -> bool {
        let mut is = false;
        let mut header = true;
        let mut look = |line: &Line<'_>| {
            if header && !is_empty(line.text) {
                header = false;
                let names = names(line.text, separator);
                is = is_summary(&names) || Mapping::named(&names).has_latency();
            }
        };
        let mut lines = Lines::default();
        lines.push(beginning, &mut look);
        lines.finish(&mut look);
        is
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let Self { separator, given, lines, rows } = self;
        lines.push(bytes, |line| rows.line(line, *separator, given.as_ref()));
    }

    pub(super) const fn draft(&self) -> &Draft {
        &self.rows.draft
    }

    /// What it held. Where it was cut, its last line may lack its end.
    pub(super) fn finish(mut self, cut: bool) -> Draft {
        let Self { separator, given, lines, rows } = &mut self;
        if !cut {
            lines.finish(|line| rows.line(line, *separator, given.as_ref()));
        }
        let Rows { layout, mut draft } = self.rows;
        if let Layout::Aiperf(summary) = layout {
            aiperf::summary(&mut draft, &summary.leaves, 1);
            for level in &mut draft.test.levels {
                level
                    .notes
                    .push("The table has two decimals of each figure; the JSON beside it has all.".into());
            }
        }
        draft
    }
}

impl Rows {
    fn line(&mut self, line: &Line<'_>, separator: u8, given: Option<&Mapping>) {
        if let Layout::Aiperf(summary) = &mut self.layout {
            summary.line(line.text, separator);
        } else if is_empty(line.text) {
            // Nothing, or a comment.
        } else if !line.whole {
            self.draft.skip(line.number, Wrong::TooWide);
        } else if matches!(self.layout, Layout::Begin) {
            self.begin(line, separator, given);
        } else {
            self.row(line, separator);
        }
    }

    fn begin(&mut self, line: &Line<'_>, separator: u8, given: Option<&Mapping>) {
        let names = names(line.text, separator);
        let mapping = given.cloned().unwrap_or_else(|| Mapping::named(&names));
        if given.is_none() && is_summary(&names) {
            let summary = Summary { heads: names, ..Summary::default() };
            self.layout = Layout::Aiperf(Box::new(summary));
        } else if mapping.has_latency() {
            // What a person explained may have no header.
            let is_header = |(place, name): (usize, &Vec<u8>)| {
                mapping.column(place).is_some_and(|column| column.holds.is_latency())
                    && !name.is_empty()
                    && Text::new(name).with_comma(separator != b',').number() == Number::None
            };
            let header = !mapping.is_headless() && names.iter().enumerate().any(is_header);
            self.layout = Layout::Requests(mapping);
            if !header {
                self.row(line, separator);
            }
        } else {
            self.draft.offered =
                names.iter().enumerate().map(|(place, name)| Offered::of(place, name, &[])).collect();
            self.layout = Layout::Unknown(false);
        }
    }

    fn row(&mut self, line: &Line<'_>, separator: u8) {
        match &mut self.layout {
            Layout::Requests(mapping) => {
                let mut stated = Stated::default();
                for (place, field) in fields(line.text, separator).enumerate().take(MOST_COLUMNS) {
                    if let Some(column) = mapping.column(place) {
                        stated.take(&mut self.draft, column, Text::new(field).with_comma(separator != b','));
                    }
                }
                stated.end(&mut self.draft, line.number);
            }
            Layout::Unknown(shown) if !*shown => {
                *shown = true;
                for (offered, field) in self.draft.offered.iter_mut().zip(fields(line.text, separator)) {
                    offered.example = Text::new(field).quoted();
                }
            }
            _ => {}
        }
    }
}

impl Summary {
    fn line(&mut self, line: &[u8], separator: u8) {
        let mut row = fields(line, separator);
        let Some(name) = row.next().filter(|name| !name.is_empty() && !self.ended) else { return };
        if name == b"Metric" {
            self.heads = names(line, separator);
        } else if self.heads.len() < fields(line, separator).count() {
            // Another block, of GPUs.
            self.ended = true;
        } else {
            self.figures(name, row);
        }
    }

    fn figures<'a>(&mut self, name: &[u8], row: impl Iterator<Item = &'a [u8]>) {
        let (name, unit) = named(name);
        let under = |head: &[u8]| [name.as_slice(), b".", head].concat();
        if let Some(unit) = unit {
            self.leaves.put(&under(b"unit"), unit);
        }
        for (head, value) in self.heads.iter().skip(1).zip(row) {
            let head = if head == b"Value" { b"avg" } else { head.as_slice() };
            self.leaves.put(&under(head), value);
        }
    }
}

/// "Time to First Token (ms)" is `time_to_first_token`, in ms.
fn named(text: &[u8]) -> (Vec<u8>, Option<&[u8]>) {
    let unit = text.strip_suffix(b")").and_then(|text| {
        let begin = text.iter().rposition(|byte| *byte == b'(')?;
        Some((text.get(..begin)?, text.get(begin + 1..)?))
    });
    let (name, unit) = unit.map_or((text, None), |(name, unit)| (name, Some(unit)));
    (crate::name::words(name).join(&b'_'), unit)
}

fn names(line: &[u8], separator: u8) -> Vec<Vec<u8>> {
    fields(line, separator).take(MOST_COLUMNS).map(|name| Text::new(name).bytes.to_vec()).collect()
}

/// Whether a header is that of a summary by AIPerf.
fn is_summary(names: &[Vec<u8>]) -> bool {
    names.first().is_some_and(|name| name == b"Metric") && names.iter().any(|name| name == b"avg")
}

fn is_empty(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#")
}
