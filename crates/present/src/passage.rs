//! A part of a page with a heading, a sentence and a table.

use chart::{Cell, Table};

/// What a part of a page shows, what to see in it, and its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// What it shows, as a heading.
    pub title: &'static str,
    /// What to see in it.
    pub text: String,
    /// The figures.
    pub table: Table,
}

/// A table of these headings and rows.
pub(crate) fn table(caption: &str, head: &[&str], rows: Vec<Vec<Cell>>) -> Table {
    Table { caption: caption.into(), head: head.iter().copied().map(String::from).collect(), rows }
}

/// A row of figures within their targets.
pub(crate) fn row(texts: Vec<String>) -> Vec<Cell> {
    texts.into_iter().map(Cell::from).collect()
}
