//! The columns of a table, for a person who knows what they hold.

use super::rows::{MOST_COLUMNS, Rows, SEPARATOR};
use crate::form::Form;
use crate::load_test::Offered;
use crate::load_test::lines::{Line, Lines, fields};
use crate::name::{Name, Role};
use crate::records::Records;
use crate::text::{Number, Text};

/// A table as far as its columns are not known yet: its header and the first line under it, or two records of JSON.
#[derive(Debug)]
pub(super) struct Offers {
    looks: Looks,
    /// So many bytes more are looked at.
    room: usize,
}

#[derive(Debug)]
enum Looks {
    Table(Box<Table>),
    Json(Box<Records<Rows>>),
    /// Enough was seen, or it is no table.
    Known(Seen),
}

/// A table whose first lines are looked at.
#[derive(Debug)]
struct Table {
    separator: u8,
    lines: Lines,
    /// The fields of its lines that are neither empty nor comments: two at most, and whether there were more fields.
    seen: Vec<Vec<Vec<u8>>>,
    more: bool,
}

/// So many lines or records are looked at.
const LOOKED_AT: usize = 2;

/// So many bytes of a file are looked at: no header is longer.
const LONGEST: usize = 1 << 20;

/// What was seen of a table.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) columns: Vec<Offered>,
    /// Whether there are more of them.
    pub(super) more: bool,
    /// Whether the first line names them.
    pub(super) header: bool,
    /// Whether none of these names says anything that a reader knows.
    pub(super) unsaid: bool,
}

impl Offers {
    /// Of a text that begins so.
    pub(super) fn of(beginning: &[u8]) -> Self {
        let looks = match Form::of(beginning) {
            Ok(Form::Csv { separator }) => {
                let (lines, seen) = (Lines::default(), Vec::new());
                Looks::Table(Box::new(Table { separator, lines, seen, more: false }))
            }
            Ok(Form::Json) => Looks::Json(Box::new(Records::over(Rows::default()))),
            Err(_) => Looks::Known(Seen::default()),
        };
        Self { looks, room: LONGEST }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let bytes = bytes.get(..self.room).unwrap_or(bytes);
        self.room -= bytes.len();
        let is_enough = match &mut self.looks {
            Looks::Table(table) => {
                let Table { separator, lines, seen, more } = table.as_mut();
                lines.push(bytes, |line| take(line, *separator, seen, more));
                seen.len() == LOOKED_AT
            }
            Looks::Json(records) => {
                records.push(bytes);
                records.found.written.clear();
                records.found.records >= LOOKED_AT as u64
            }
            Looks::Known(_) => return,
        };
        if is_enough || self.room == 0 {
            let looks = core::mem::replace(&mut self.looks, Looks::Known(Seen::default()));
            self.looks = Looks::Known(looks.finish());
        }
    }

    pub(super) fn finish(self) -> Seen {
        self.looks.finish()
    }
}

impl Looks {
    fn finish(self) -> Seen {
        match self {
            Self::Table(mut table) => {
                let Table { separator, lines, seen, more } = table.as_mut();
                lines.finish(|line| take(line, *separator, seen, more));
                table.known()
            }
            Self::Json(records) => known(records.finish(false)),
            Self::Known(seen) => seen,
        }
    }
}

fn take(line: &Line<'_>, separator: u8, seen: &mut Vec<Vec<Vec<u8>>>, more: &mut bool) {
    let text = line.text.trim_ascii();
    if seen.len() == LOOKED_AT || text.is_empty() || text.starts_with(b"#") {
        return;
    }
    let mut all = fields(line.text, separator);
    seen.push(all.by_ref().take(MOST_COLUMNS).map(<[u8]>::to_vec).collect());
    *more |= all.next().is_some() || !line.whole;
}

impl Table {
    /// The columns, where this is a table that somebody could explain: two columns or more, a line under the header, and
    /// a number in it.
    fn known(self) -> Seen {
        let Self { separator, seen, more, .. } = self;
        let kind = |field: &Vec<u8>| Text::new(field).with_comma(separator != b',').number();
        let named =
            |line: &Vec<Vec<u8>>| line.iter().any(|field| !field.is_empty() && kind(field) == Number::None);
        let mut lines = seen.into_iter();
        let (Some(first), second) = (lines.next(), lines.next()) else { return Seen::default() };
        let counts = |line: &Vec<Vec<u8>>| line.iter().any(|field| matches!(kind(field), Number::Finite(_)));
        // A line of numbers, or of names of requests beside numbers, is no header.
        let header = named(&first) && !counts(&first);
        let (names, row) = if header { (first, second.unwrap_or_default()) } else { (Vec::new(), first) };
        if row.len() < 2 || !counts(&row) || (header && names.len() < 2) {
            return Seen::default();
        }
        let empty = Vec::new();
        let column = |place: usize| {
            Offered::of(place, names.get(place).unwrap_or(&empty), row.get(place).unwrap_or(&empty))
        };
        let columns = (0..names.len().max(row.len())).map(column).collect();
        Seen { columns, more, header, unsaid: header && says_nothing(&names) }
    }
}

/// Whether none of these names says what a table of token times has.
fn says_nothing(names: &[Vec<u8>]) -> bool {
    let role = |name: &Vec<u8>| Name::of(name).role;
    let numbered = |name: &Vec<u8>| name.iter().any(u8::is_ascii_digit);
    let others = names.iter().filter(|name| role(name) == Role::Other && !numbered(name)).count();
    let said = names.iter().any(|name| matches!(role(name), Role::Request | Role::Sent | Role::Tokens));
    !said && others > 0
}

/// The columns of JSON lines: two records or more of two values or more, one of them a number.
fn known(rows: Rows) -> Seen {
    let Rows { names, first, records, more, .. } = rows;
    let number = |field: &Vec<u8>| {
        matches!(Text::new(field).with_comma(SEPARATOR != b',').number(), Number::Finite(_))
    };
    if records < LOOKED_AT as u64 || names.len() < 2 || !first.iter().any(number) {
        return Seen::default();
    }
    let columns = names.iter().zip(&first).enumerate();
    let columns = columns.map(|(place, (name, field))| Offered::of(place, name, field)).collect();
    Seen { columns, more, header: true, unsaid: false }
}
