//! JSON lines as the lines of a table: a column for each key of the first record.

use crate::json::{Bracket, Event, Scalar};
use crate::load_test::path::Path;
use crate::records::Listener;
use crate::text::Text;
use crate::wrong::{Place, Skipped, Unit, Wrong};

/// What parts the fields of the lines that are written.
pub(super) const SEPARATOR: u8 = b';';

/// So many columns are looked at.
pub(super) const MOST_COLUMNS: usize = 200;

/// Records on their way into lines. A record is written on the line on which it ends, so that lines
/// keep their numbers.
#[derive(Debug)]
pub(super) struct Rows {
    line: u64,
    began: u64,
    /// Of each bracket that is open, whether it is one of a list.
    lists: Vec<bool>,
    /// How many brackets stand around all records: one, where they are in a list.
    around: usize,
    path: Path,
    open: bool,
    begun: bool,
    /// The keys of the first record, and whether it had more of them.
    pub(super) names: Vec<Vec<u8>>,
    pub(super) more: bool,
    /// What stands under them in the open record.
    fields: Vec<Vec<u8>>,
    /// What stood in the first.
    pub(super) first: Vec<Vec<u8>>,
    pub(super) records: u64,
    /// What is to be read, and whether its last line holds a record.
    pub(super) written: Vec<u8>,
    taken: bool,
    pub(super) skipped: Skipped,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            line: 1,
            began: 1,
            lists: Vec::new(),
            around: 0,
            path: Path::default(),
            open: false,
            begun: false,
            names: Vec::new(),
            more: false,
            fields: Vec::new(),
            first: Vec::new(),
            records: 0,
            written: Vec::new(),
            taken: false,
            skipped: Skipped::default(),
        }
    }
}

impl Rows {
    fn open(&mut self, bracket: Bracket) {
        let list = bracket == Bracket::Array;
        if self.lists.is_empty() && list {
            self.around = 1;
        } else if self.lists.len() == self.around && !list {
            (self.open, self.began) = (true, self.line);
            self.fields.iter_mut().for_each(Vec::clear);
        }
        if self.lists.len() >= self.around {
            self.path.open(list);
        }
        self.lists.push(list);
        self.begun = true;
    }

    fn close(&mut self) {
        self.lists.pop();
        self.path.close();
        if self.lists.len() == self.around && self.open {
            self.end_record();
        }
        if self.lists.is_empty() {
            self.around = 0;
            self.path.clear();
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        let inside = self.lists.get(self.around..).unwrap_or_default();
        if !self.open || inside.is_empty() || inside.contains(&true) {
            return;
        }
        let key = self.path.from(0);
        let place = match self.names.iter().position(|name| name == key) {
            Some(place) => place,
            None if self.records > 0 => return,
            None if self.names.len() == MOST_COLUMNS => {
                self.more = true;
                return;
            }
            None => {
                self.names.push(key.to_vec());
                self.fields.push(Vec::new());
                self.names.len() - 1
            }
        };
        let (Scalar::Bare(text) | Scalar::Quoted(text)) = scalar;
        let null = text.bytes == b"null" && matches!(scalar, Scalar::Bare(_));
        if let Some(field) = self.fields.get_mut(place) {
            field.clear();
            if !null {
                write(field, text);
            }
        }
    }

    fn end_record(&mut self) {
        self.open = false;
        if self.records == 0 {
            self.first.clone_from(&self.fields);
        }
        self.records += 1;
        if core::mem::replace(&mut self.taken, true) {
            self.written.push(b'\n');
        }
        for field in &self.fields {
            // One field more, which is empty: a line that begins with # would be a comment.
            self.written.push(SEPARATOR);
            self.written.extend_from_slice(field);
        }
    }

    fn close_all(&mut self) {
        self.lists.clear();
        self.path.clear();
        (self.around, self.open) = (0, false);
    }
}

/// A value as a field: what would part fields or lines is no part of a number.
fn write(field: &mut Vec<u8>, text: Text<'_>) {
    let plain = |byte: &u8| if byte.is_ascii_control() || *byte == SEPARATOR { b' ' } else { *byte };
    field.extend(text.bytes.iter().map(plain));
    if !text.whole {
        // What is cut must not pass for a number.
        field.extend_from_slice("…".as_bytes());
    }
}

impl Listener for Rows {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Open(bracket) => self.open(bracket),
            Event::Close => self.close(),
            Event::Key(key) => self.path.key(key.bytes),
            Event::Scalar(scalar) => self.scalar(scalar),
        }
    }

    fn has_begun(&self) -> bool {
        self.begun
    }

    fn is_inside(&self) -> bool {
        self.around > 0 || (self.open && self.began < self.line)
    }

    fn abandon(&mut self, wrong: Wrong, with_this_line: bool) {
        let began = if self.open { self.began } else { self.line };
        let lines = self.line - began + u64::from(with_this_line || began == self.line);
        self.skipped.add_many(Unit::Line, Place::Line(began), wrong, lines);
        self.close_all();
    }

    fn stop(&mut self) {
        self.skipped.add(Unit::Line, Place::Line(self.line), Wrong::NothingAfter);
        self.close_all();
    }

    fn break_off(&mut self) {
        if self.open {
            self.skipped.add(Unit::Request, Place::Line(self.line), Wrong::Cut);
        }
        self.close_all();
    }

    fn end_line(&mut self) {
        self.line += 1;
        self.written.push(b'\n');
        self.taken = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Records;

    fn rows_of(text: &str) -> Rows {
        let mut records = Records::over(Rows::default());
        text.as_bytes().chunks(5).for_each(|slice| records.push(slice));
        records.finish(false)
    }

    #[test]
    fn records_are_lines_and_keys_are_columns() {
        let text = "# two\n{\"a\": 1, \"b\": {\"c\": null, \"d\": \"x;y\"}, \"l\": [7, 8]}\n\n{\"b\": {\"d\": 2}, \"a\": 3, \"new\": 4}\n";
        let rows = rows_of(text);
        let names: Vec<&[u8]> = rows.names.iter().map(Vec::as_slice).collect();
        assert_eq!(names, [&b"a"[..], b"b.c", b"b.d"]);
        // A line of the table stands where its record does.
        assert_eq!(String::from_utf8_lossy(&rows.written), "\n;1;;x y\n\n;3;;2\n");
        let listed = rows_of("[{\"a\": 1},\n {\"a\": 2}]");
        assert_eq!((String::from_utf8_lossy(&listed.written).as_ref(), listed.records), (";1\n;2", 2));
    }

    #[test]
    fn a_line_that_is_no_json_is_skipped_and_said() {
        let rows = rows_of("{\"a\": 1}\nnonsense\n{\"a\": 2}\n{\"a\": ");
        assert_eq!(String::from_utf8_lossy(&rows.written), ";1\n\n;2\n");
        let notes: Vec<String> = rows.skipped.notes().map(|note| note.text).collect();
        assert_eq!(notes[0], "1 line was skipped: line 2 is not JSON.");
        assert_eq!(notes.len(), 2, "{notes:?}");
    }
}
