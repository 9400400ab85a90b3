//! JSON of load tests, line by line: where it breaks, and where it can be read on.

use crate::json::{Broken, Event, Json};
use crate::wrong::Wrong;

/// Who hears what a text of records holds, and what became of it.
pub(crate) trait Listener {
    /// Hears the next thing that stands in the text.
    fn hear(&mut self, event: Event<'_>);
    /// Whether a value has begun.
    fn has_begun(&self) -> bool;
    /// Whether the open brackets stand around more than one record, so that what follows a break cannot be told.
    fn is_inside(&self) -> bool;
    /// Drops the open record, and with it the lines up to this one, or up to the one before.
    fn abandon(&mut self, wrong: Wrong, with_this_line: bool);
    /// Ends everything, because what follows cannot be told.
    fn stop(&mut self);
    /// Ends everything, because the file does.
    fn break_off(&mut self);
    fn end_line(&mut self);
}

/// JSON on its way in, line by line.
#[derive(Debug)]
pub(crate) struct Records<L> {
    json: Json,
    pub(crate) found: L,
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

impl<L: Listener> Records<L> {
    pub(crate) fn over(found: L) -> Self {
        Self { json: Json::default(), found, by_line: None, blank: true, skip: Skip::Nothing }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let (part, after) = rest.split_at(end);
            self.part(part);
            if part.ends_with(b"\n") {
                self.end_line();
            }
            rest = after;
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

    /// What was heard of the text. Where it was cut, a number at its end may lack digits.
    pub(crate) fn finish(mut self, cut: bool) -> L {
        if !cut && !self.json.is_in_string() {
            // Ends a number that nothing follows.
            self.part(b"\n");
        }
        if !self.json.is_between_values() {
            self.found.break_off();
        }
        self.found
    }
}
