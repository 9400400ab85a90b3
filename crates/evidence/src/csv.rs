//! Tables: lines of fields, parted by a comma, a semicolon or a tab.
//!
//! No field of such a table needs quotes, so quotes part nothing: a stray one spoils its line and not all that follow.
//! That is why no reader of CSV is used here.

use crate::reading::{Gathered, Note};
use crate::request_lines::RequestLines;
use crate::text::{Held, Number, Text};
use crate::token_lines::TokenLines;

/// A table on its way in.
#[derive(Debug)]
pub(crate) struct Csv {
    separator: u8,
    /// The line, from 1, and its fields so far.
    line: u64,
    column: usize,
    comment: bool,
    held: Held,
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
        Self { separator, line: 1, column: 0, comment: false, held: Held::default(), layout, header: None }
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
        let text = self.held.with(end).trimmed();
        self.comment |= self.column == 0 && text.bytes.first() == Some(&b'#');
        if !self.comment {
            let comma = self.separator != b',';
            self.layout.field(self.column, text.with_comma(comma));
        }
        self.column += 1;
        self.held.clear();
    }

    fn end_line(&mut self) {
        match &mut self.layout {
            Layout::Begin { fields, names } => {
                let fields = core::mem::take(fields);
                if *names {
                    self.layout = self.under(&fields);
                }
            }
            Layout::Requests(requests) => requests.end_line(self.line),
            Layout::Tokens(tokens) => tokens.end_line(self.line),
        }
        self.line += 1;
        self.column = 0;
        self.comment = false;
    }

    /// What stands under a header. One that names no column for requests and times is said.
    fn under(&mut self, fields: &[Vec<u8>]) -> Layout {
        if let Some(tokens) = TokenLines::under(fields) {
            return Layout::Tokens(tokens);
        }
        let text = Text::new(&fields.join(&b", "[..])).quoted();
        self.header = Some(Note::new(format!("Line {} was taken for a header: “{text}”.", self.line)));
        Layout::Requests(RequestLines::under(fields))
    }

    pub(crate) fn requests(&self) -> usize {
        match &self.layout {
            Layout::Begin { .. } => 0,
            Layout::Requests(requests) => requests.requests(),
            Layout::Tokens(tokens) => tokens.requests(),
        }
    }

    pub(crate) fn tokens(&self) -> usize {
        match &self.layout {
            Layout::Begin { .. } => 0,
            Layout::Requests(requests) => requests.tokens(),
            Layout::Tokens(tokens) => tokens.tokens(),
        }
    }

    /// What the table held. Where it was cut, its last line may lack its end.
    pub(crate) fn finish(mut self, cut: bool) -> Gathered {
        if self.column > 0 || !self.held.is_empty() {
            if cut && !self.comment {
                self.layout.cut(self.line);
            } else {
                self.end_field(&[]);
                self.end_line();
            }
        }
        let mut gathered = match self.layout {
            Layout::Begin { .. } => Gathered::default(),
            Layout::Requests(requests) => requests.gathered(),
            Layout::Tokens(tokens) => tokens.gathered(),
        };
        gathered.notes.splice(0..0, self.header);
        gathered
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
