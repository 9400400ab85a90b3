//! Tables field by field, so that no line is held.
//!
//! No field of such a table needs quotes, so quotes part nothing: a stray one spoils its line and not all that follow.
//! That is why no reader of CSV is used here.

use crate::text::{Held, Text};

/// The fields of a table on their way in.
#[derive(Debug)]
pub(crate) struct Cells {
    separator: u8,
    /// The line, from 1, and its fields so far.
    pub(crate) line: u64,
    column: usize,
    pub(crate) comment: bool,
    held: Held,
}

/// Who takes the fields.
pub(crate) trait Rows {
    /// A field of a line that is no comment.
    fn field(&mut self, column: usize, text: Text<'_>);
    /// A line ends, a comment or not.
    fn end_line(&mut self, line: u64, comment: bool);
}

impl Cells {
    pub(crate) fn new(separator: u8) -> Self {
        Self { separator, line: 1, column: 0, comment: false, held: Held::default() }
    }

    pub(crate) fn push(&mut self, mut bytes: &[u8], rows: &mut impl Rows) {
        while let Some(end) = bytes.iter().position(|byte| *byte == self.separator || *byte == b'\n') {
            let (field, rest) = bytes.split_at(end);
            self.end_field(field, rows);
            if rest.first() == Some(&b'\n') {
                self.end_line(rows);
            }
            bytes = rest.get(1..).unwrap_or_default();
        }
        self.held.add(bytes);
    }

    /// Whether the last line has begun and nothing ended it.
    pub(crate) fn is_open(&self) -> bool {
        self.column > 0 || !self.held.is_empty()
    }

    /// Ends the field that is open.
    pub(crate) fn end_field(&mut self, end: &[u8], rows: &mut impl Rows) {
        let text = self.held.with(end).trimmed();
        self.comment |= self.column == 0 && text.bytes.first() == Some(&b'#');
        if !self.comment {
            rows.field(self.column, text.with_comma(self.separator != b','));
        }
        self.column += 1;
        self.held.clear();
    }

    /// Ends the line.
    pub(crate) fn end_line(&mut self, rows: &mut impl Rows) {
        rows.end_line(self.line, self.comment);
        self.line += 1;
        (self.column, self.comment) = (0, false);
    }
}
