//! A trace as a table: lines of fields, parted by a comma, a semicolon or a tab.

use super::layout::{self, Mapping, Role, TraceKind};
use super::requests::Requests;
use crate::text::Held;
use crate::wrong::Wrong;

/// A table on its way in.
#[derive(Debug)]
pub(crate) struct Table {
    separator: u8,
    line: u64,
    column: usize,
    comment: bool,
    held: Held,
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
        let (held, requests) = (Held::default(), Requests::default());
        Self {
            separator,
            line: 1,
            column: 0,
            comment: false,
            held,
            columns,
            kind: TraceKind::Table,
            requests,
        }
    }

    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == self.separator || *byte == b'\n') {
            let (field, rest) = bytes.split_at(end);
            self.end_field(field);
            if rest.first() == Some(&b'\n') {
                self.end_line();
            }
            bytes = rest.get(1..).unwrap_or_default();
        }
        self.held.add(bytes);
    }

    fn end_field(&mut self, end: &[u8]) {
        let text = self.held.with(end).trimmed().with_comma(self.separator != b',');
        self.comment |= self.column == 0 && text.bytes.first() == Some(&b'#');
        if !self.comment {
            match &mut self.columns {
                Columns::Header(names) => {
                    names.extend((names.len() < MOST_NAMES).then(|| text.bytes.to_vec()));
                }
                Columns::Skipped(_) => {}
                Columns::Known { roles, named, .. } => match roles.get(self.column) {
                    Some(Role::Other) => {}
                    Some(role) => self.requests.field(*role, text),
                    None if *named && !text.bytes.is_empty() => self.requests.wrong(Wrong::Unnamed),
                    None => {}
                },
            }
        }
        self.column += 1;
        self.held.clear();
    }

    fn end_line(&mut self) {
        let empty = match &self.columns {
            Columns::Header(names) => names.iter().all(Vec::is_empty),
            _ => self.comment,
        };
        match &mut self.columns {
            Columns::Header(names) if empty => names.clear(),
            Columns::Header(names) => {
                self.kind = layout::kind(names, false);
                self.columns = known(Role::of_all(names), true);
            }
            Columns::Skipped(_) if empty => {}
            Columns::Skipped(roles) => self.columns = known(core::mem::take(roles), false),
            Columns::Known { arrives, .. } => self.requests.end(self.line, *arrives),
        }
        self.line += 1;
        (self.column, self.comment) = (0, false);
    }

    /// Ends the last line. Where the file was cut, a number at its end may lack digits.
    pub(crate) fn finish(&mut self, cut: bool) {
        if self.column > 0 || !self.held.is_empty() {
            if cut {
                self.requests.wrong(Wrong::Cut);
            } else {
                self.end_field(&[]);
            }
            self.end_line();
        }
    }
}

fn known(roles: Vec<Role>, named: bool) -> Columns {
    let arrives = roles.iter().any(|role| matches!(role, Role::Arrival(_)));
    Columns::Known { roles, arrives, named }
}
