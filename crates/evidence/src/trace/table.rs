//! A trace as a table: lines of fields, parted by a comma, a semicolon or a tab.

use super::layout::{self, Mapping, Role, TraceKind};
use super::requests::Requests;
use crate::cells::{self, Cells};
use crate::text::Text;
use crate::wrong::Wrong;

/// A table on its way in.
#[derive(Debug)]
pub(crate) struct Table {
    cells: Cells,
    pub(crate) rows: Rows,
}

/// What the lines hold.
#[derive(Debug)]
pub(crate) struct Rows {
    columns: Columns,
    pub(crate) kind: TraceKind,
    pub(crate) requests: Requests,
}

#[derive(Debug)]
enum Columns {
    /// The header so far.
    Header(Vec<Vec<u8>>),
    /// A header to be passed over, because somebody said what the columns are.
    Skipped(Vec<Role>),
    Known {
        roles: Vec<Role>,
        arrives: bool,
        /// Whether each column has a name.
        named: bool,
    },
}

/// So many columns of a header are looked at.
const MOST_NAMES: usize = 1000;

impl Table {
    pub(crate) fn new(separator: u8, mapping: Option<Mapping>) -> Self {
        let columns = match mapping {
            None => Columns::Header(Vec::new()),
            Some(mapping) if mapping.header => Columns::Skipped(mapping.roles()),
            Some(mapping) => known(mapping.roles(), false),
        };
        let rows = Rows { columns, kind: TraceKind::Table, requests: Requests::default() };
        Self { cells: Cells::new(separator), rows }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.cells.push(bytes, &mut self.rows);
    }

    /// Ends the last line. Where the file was cut, a number at its end may lack digits.
    pub(crate) fn finish(&mut self, cut: bool) {
        let Self { cells, rows } = self;
        if cells.is_open() {
            if cut {
                rows.requests.wrong(Wrong::Cut);
            } else {
                cells.end_field(&[], rows);
            }
            cells.end_line(rows);
        }
    }
}

impl cells::Rows for Rows {
    fn field(&mut self, column: usize, text: Text<'_>) {
        match &mut self.columns {
            Columns::Header(names) => {
                names.extend((names.len() < MOST_NAMES).then(|| text.bytes.to_vec()));
            }
            Columns::Skipped(_) => {}
            Columns::Known { roles, named, .. } => match roles.get(column) {
                Some(Role::Other) => {}
                Some(role) => self.requests.field(*role, text),
                None if *named && !text.bytes.is_empty() => self.requests.wrong(Wrong::Unnamed),
                None => {}
            },
        }
    }

    fn end_line(&mut self, line: u64, comment: bool) {
        let empty = match &self.columns {
            Columns::Header(names) => names.iter().all(Vec::is_empty),
            _ => comment,
        };
        match &mut self.columns {
            Columns::Header(names) if empty => names.clear(),
            Columns::Header(names) => {
                self.kind = layout::kind(names, false);
                self.columns = known(Role::of_all(names), true);
            }
            Columns::Skipped(_) if empty => {}
            Columns::Skipped(roles) => self.columns = known(core::mem::take(roles), false),
            Columns::Known { arrives, .. } => self.requests.end(line, *arrives),
        }
    }
}

fn known(roles: Vec<Role>, named: bool) -> Columns {
    let arrives = roles.iter().any(|role| matches!(role, Role::Arrival(_)));
    Columns::Known { roles, arrives, named }
}
