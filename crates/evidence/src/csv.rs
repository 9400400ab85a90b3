//! Token times as tables: lines of fields, parted by a comma, a semicolon or a tab.

use crate::cells::{self, Cells};
use crate::reading::{Gathered, Note};
use crate::request_lines::RequestLines;
use crate::text::{Number, Text};
use crate::token_lines::TokenLines;

/// A table on its way in.
#[derive(Debug)]
pub(crate) struct Csv {
    cells: Cells,
    rows: Rows,
}

#[derive(Debug)]
struct Rows {
    layout: Layout,
    header: Option<Note>,
}

/// What the lines hold.
#[derive(Debug)]
enum Layout {
    /// What the first line that is neither empty nor a comment has shown so far: empty fields, or names.
    Begin {
        fields: Vec<Vec<u8>>,
        names: bool,
    },
    Requests(RequestLines),
    Tokens(TokenLines),
}

/// So many columns of a header are looked at.
pub(crate) const MOST_NAMES: usize = 64;

impl Csv {
    pub(crate) fn new(separator: u8) -> Self {
        let layout = Layout::Begin { fields: Vec::new(), names: false };
        Self { cells: Cells::new(separator), rows: Rows { layout, header: None } }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.cells.push(bytes, &mut self.rows);
    }

    pub(crate) fn requests(&self) -> usize {
        match &self.rows.layout {
            Layout::Begin { .. } => 0,
            Layout::Requests(requests) => requests.requests(),
            Layout::Tokens(tokens) => tokens.requests(),
        }
    }

    pub(crate) fn tokens(&self) -> usize {
        match &self.rows.layout {
            Layout::Begin { .. } => 0,
            Layout::Requests(requests) => requests.tokens(),
            Layout::Tokens(tokens) => tokens.tokens(),
        }
    }

    /// What the table held. Where it was cut, its last line may lack its end.
    pub(crate) fn finish(mut self, cut: bool) -> Gathered {
        let Self { cells, rows } = &mut self;
        if cells.is_open() {
            if cut && !cells.comment {
                rows.layout.cut(cells.line);
            } else {
                cells.end_field(&[], rows);
                cells.end_line(rows);
            }
        }
        let Rows { layout, header } = self.rows;
        let mut gathered = match layout {
            Layout::Begin { .. } => Gathered::default(),
            Layout::Requests(requests) => requests.gathered(),
            Layout::Tokens(tokens) => tokens.gathered(),
        };
        gathered.notes.splice(0..0, header);
        gathered
    }
}

impl cells::Rows for Rows {
    fn field(&mut self, column: usize, text: Text<'_>) {
        self.layout.field(column, text);
    }

    fn end_line(&mut self, line: u64, _comment: bool) {
        match &mut self.layout {
            Layout::Begin { fields, names } => {
                let fields = core::mem::take(fields);
                if *names {
                    self.layout = self.under(&fields, line);
                }
            }
            Layout::Requests(requests) => requests.end_line(line),
            Layout::Tokens(tokens) => tokens.end_line(line),
        }
    }
}

impl Rows {
    /// What stands under a header. One that names no column for requests and times is said.
    fn under(&mut self, fields: &[Vec<u8>], line: u64) -> Layout {
        if let Some(tokens) = TokenLines::under(fields) {
            return Layout::Tokens(tokens);
        }
        let text = Text::new(&fields.join(&b", "[..])).quoted();
        self.header = Some(Note::new(format!("Line {line} was taken for a header: “{text}”.")));
        Layout::Requests(RequestLines::under(fields))
    }
}

impl Layout {
    fn field(&mut self, column: usize, text: Text<'_>) {
        match self {
            Self::Begin { fields, names } => {
                *names |= !text.bytes.is_empty() && text.number() == Number::None;
                if *names || text.bytes.is_empty() {
                    fields.extend((fields.len() < MOST_NAMES).then(|| text.bytes.to_vec()));
                } else {
                    self.begin_requests(column, text);
                }
            }
            Self::Requests(requests) => requests.field(column, text),
            Self::Tokens(tokens) => tokens.field(column, text),
        }
    }

    /// The first line holds a number: there is no header, and what was empty before it was a field of a request.
    fn begin_requests(&mut self, column: usize, text: Text<'_>) {
        let mut requests = RequestLines::under(&[]);
        if column > 0 {
            requests.field(0, Text::new(&[]));
        }
        requests.field(column, text);
        *self = Self::Requests(requests);
    }

    fn cut(&mut self, line: u64) {
        match self {
            Self::Begin { .. } => {}
            Self::Requests(requests) => requests.cut(line),
            Self::Tokens(tokens) => tokens.cut(line),
        }
    }
}
