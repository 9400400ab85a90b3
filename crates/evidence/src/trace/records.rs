//! A trace as JSON: an object for each request, one a line or all in a list.

use super::layout::{self, Role, TraceKind};
use super::requests::Requests;
use crate::json::{Bracket, Broken, Event, Json, Scalar};
use crate::time_unit::TimeUnit;
use crate::wrong::Wrong;

/// JSON on its way in.
#[derive(Debug)]
pub(crate) struct Records {
    json: Json,
    /// Whether the rest of the line is passed over, and whether the line holds nothing but spaces yet.
    skip: bool,
    blank: bool,
    pub(crate) found: Found,
}

/// What was found so far.
#[derive(Debug)]
pub(crate) struct Found {
    line: u64,
    began: u64,
    depth: u32,
    /// How many brackets stand around all records: one, where they are in a list.
    around: u32,
    open: bool,
    role: Role,
    /// What stands under keys that were seen, and which of them comes next.
    roles: Vec<(Vec<u8>, Role)>,
    next: usize,
    /// The keys of the first record.
    names: Vec<Vec<u8>>,
    pub(crate) kind: Option<TraceKind>,
    pub(crate) requests: Requests,
}

/// So many keys of a record are looked at.
const MOST_NAMES: usize = 64;

impl Default for Records {
    fn default() -> Self {
        Self { json: Json::default(), skip: false, blank: true, found: Found::default() }
    }
}

impl Default for Found {
    fn default() -> Self {
        Self {
            line: 1,
            began: 1,
            depth: 0,
            around: 0,
            open: false,
            role: Role::Other,
            roles: Vec::new(),
            next: 0,
            names: Vec::new(),
            kind: None,
            requests: Requests::default(),
        }
    }
}

impl Records {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.part(part);
            if part.ends_with(b"\n") {
                self.found.line += 1;
                (self.skip, self.blank) = (false, true);
            }
        }
    }

    fn part(&mut self, part: &[u8]) {
        let begin = part.iter().position(|byte| !byte.is_ascii_whitespace());
        let first = begin.filter(|_| self.blank);
        if first.and_then(|begin| part.get(begin)) == Some(&b'#') && self.json.is_between_values() {
            self.skip = true;
        }
        if !self.skip
            && let Err(Broken(at)) = self.feed(part)
        {
            match part.get(at).filter(|_| first == Some(at)) {
                Some(b'{') => self.mend(part.get(at..)),
                // Ends a list that a line before has broken.
                Some(b']') if !self.found.open => self.skip = true,
                _ => self.mend(None),
            }
        }
        self.blank &= begin.is_none();
    }

    fn feed(&mut self, part: &[u8]) -> Result<(), Broken> {
        let Self { json, found, .. } = self;
        json.push(part, |event| found.hear(event))
    }

    /// Goes on where the text stopped being JSON: with the record that opens this line, or with the next line.
    fn mend(&mut self, opening: Option<&[u8]>) {
        self.json = Json::default();
        self.found.abandon(if opening.is_some() { Wrong::Cut } else { Wrong::NotJson });
        if opening.is_none_or(|opening| self.feed(opening).is_err()) {
            self.json = Json::default();
            if opening.is_some() {
                self.found.abandon(Wrong::NotJson);
            }
            self.skip = true;
        }
    }

    /// Ends the last record: one that is open breaks off.
    pub(crate) fn finish(&mut self) {
        if self.found.open {
            self.found.abandon(Wrong::Cut);
        }
    }
}

impl Found {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Open(bracket) => self.open(bracket),
            Event::Close => self.close(),
            Event::Key(key) if self.level() == 1 => {
                if self.kind.is_none() && self.names.len() < MOST_NAMES {
                    self.names.push(key.bytes.to_vec());
                }
                self.role = self.known(key.bytes);
            }
            Event::Key(_) => {}
            Event::Scalar(Scalar::Bare(text) | Scalar::Quoted(text)) => match (self.level(), self.role) {
                (1, Role::Blocks) => {}
                (1, role) if text.bytes != b"null" => self.requests.field(role, text),
                (2, Role::Blocks) => self.requests.field(Role::Blocks, text),
                _ => {}
            },
        }
    }

    /// What stands under a key. Records have the same keys in the same order, mostly, so that the next is looked for
    /// where it stood before.
    fn known(&mut self, key: &[u8]) -> Role {
        let is = |known: &(Vec<u8>, Role)| known.0 == key;
        let place = match self.roles.get(self.next) {
            Some(known) if is(known) => self.next,
            _ => match self.roles.iter().position(is) {
                Some(place) => place,
                None if self.roles.len() >= MOST_NAMES => return Role::of(key).0,
                None => {
                    self.roles.push((key.to_vec(), Role::of(key).0));
                    self.roles.len() - 1
                }
            },
        };
        self.next = if place + 1 < self.roles.len() { place + 1 } else { 0 };
        self.roles.get(place).map_or(Role::Other, |known| known.1)
    }

    const fn level(&self) -> u32 {
        self.depth.saturating_sub(self.around)
    }

    fn open(&mut self, bracket: Bracket) {
        if self.depth == 0 && bracket == Bracket::Array {
            self.around = 1;
        } else if self.depth == self.around && bracket == Bracket::Object {
            (self.open, self.began, self.role) = (true, self.line, Role::Other);
        }
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == self.around && self.open {
            self.end_record();
        }
        if self.depth == 0 {
            self.around = 0;
        }
    }

    fn end_record(&mut self) {
        if self.kind.is_none() {
            let kind = layout::kind(&self.names, true);
            self.requests.unit = match kind {
                TraceKind::Mooncake => Some(TimeUnit::Milliseconds),
                TraceKind::Bailian => Some(TimeUnit::Seconds),
                _ => None,
            };
            self.kind = Some(kind);
        }
        self.requests.end(self.began, true);
        self.open = false;
    }

    /// Drops the open record.
    fn abandon(&mut self, wrong: Wrong) {
        let began = if self.open { self.began } else { self.line };
        self.requests.discard();
        self.requests.wrong(wrong);
        self.requests.end(began, true);
        (self.depth, self.around, self.open) = (0, 0, false);
    }
}
