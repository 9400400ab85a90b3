//! JSON of load tests, line by line: where it breaks, and where it can be read on.

use crate::found::Found;
use crate::json::{Broken, Json};
use crate::reading::Gathered;
use crate::wrong::Wrong;

/// JSON on its way in, line by line.
#[derive(Debug)]
pub(crate) struct Records {
    json: Json,
    found: Found,
    /// Whether each line holds a value of its own; not known before the first value.
    by_line: Option<bool>,
    /// Whether the line holds nothing but spaces yet.
    blank: bool,
    skip: Skip,
}

/// What is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skip {
    Nothing,
    RestOfLine,
    RestOfFile,
}

impl Records {
    pub(crate) fn new() -> Self {
        Self { json: Json::default(), found: Found::new(), by_line: None, blank: true, skip: Skip::Nothing }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.part(part);
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    /// Reads a part of a line.
    fn part(&mut self, part: &[u8]) {
        let begin = part.iter().position(|byte| !byte.is_ascii_whitespace());
        let first = begin.filter(|_| self.blank).and_then(|begin| part.get(begin));
        if first == Some(&b'#') && self.json.is_between_values() && self.skip == Skip::Nothing {
            self.skip = Skip::RestOfLine;
        }
        if self.skip == Skip::Nothing
            && let Err(Broken(at)) = self.feed(part)
        {
            let opens = first.is_some_and(|byte| matches!(byte, b'[' | b'{')) && begin == Some(at);
            self.mend(opens.then(|| part.get(at..).unwrap_or_default()));
        }
        self.blank &= begin.is_none();
    }

    fn feed(&mut self, part: &[u8]) -> Result<(), Broken> {
        let Self { json, found, .. } = self;
        json.push(part, |event| found.hear(event))
    }

    /// Goes on where the text stopped being JSON: with a value that begins on this line, where one does, or with the
    /// next line. Inside a run or a list of requests there is no going on: what follows would be read as what it is not.
    fn mend(&mut self, opening: Option<&[u8]>) {
        self.json = Json::default();
        if self.found.is_inside() {
            self.found.stop();
            self.skip = Skip::RestOfFile;
            return;
        }
        self.found.abandon(Wrong::NotJson, opening.is_none());
        self.by_line = Some(true);
        match opening.map(|opening| self.feed(opening)) {
            Some(Ok(())) => {}
            Some(Err(_)) => self.mend(None),
            None => self.skip = Skip::RestOfLine,
        }
    }

    fn end_line(&mut self) {
        if self.skip != Skip::RestOfFile {
            self.skip = Skip::Nothing;
            let whole = self.json.is_between_values();
            if self.by_line == Some(true) && !whole && !self.found.is_inside() {
                self.json = Json::default();
                self.found.abandon(Wrong::Cut, true);
            } else if self.by_line.is_none() && self.found.has_begun() {
                self.by_line = Some(whole);
            }
        }
        self.found.end_line();
        self.blank = true;
    }

    pub(crate) fn requests(&self) -> usize {
        self.found.requests()
    }

    pub(crate) fn tokens(&self) -> usize {
        self.found.tokens()
    }

    /// What the text held. Where it was cut, a number at its end may lack digits.
    pub(crate) fn finish(mut self, cut: bool) -> Gathered {
        if !cut {
            // Ends a number that nothing follows.
            self.part(b"\n");
        }
        if !self.json.is_between_values() {
            self.found.break_off();
        }
        self.found.gathered()
    }
}
