//! What JSON of load tests holds: a list of times for each request, or the result of a run.

use crate::json::{Bracket, Event, Scalar};
use crate::name::{Name, Role};
use crate::reading::{Gathered, Kind, Note};
use crate::records::Listener;
use crate::requests::Requests;
use crate::run::{self, Run};
use crate::text::Text;
use crate::time_unit::TimeUnit;
use crate::wrong::{Unit, Wrong, counted};

/// What was found so far, and where in it the text stands.
#[derive(Debug)]
pub(crate) struct Found {
    line: u64,
    /// The line in which the open record began.
    began: u64,
    /// How many brackets are open, and how many of them stand around all records: one, where they are in a list.
    depth: u32,
    around: u32,
    record: Record,
    slot: Slot,
    requests: Requests,
    run: Run,
    /// Whether the open record has keys of a run, and how many runs there were.
    in_run: bool,
    runs: u64,
    /// The first keys of the first record.
    keys: Vec<String>,
    records: u64,
    notes: Vec<Note>,
}

/// What the open record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    None,
    /// A list of times, if the first thing in it is no list or object.
    List {
        fresh: bool,
    },
    Object,
}

/// What stands under the last key.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    Times(Option<TimeUnit>),
    Tokens,
    Sent(Option<TimeUnit>),
    Name,
    Ending(Role),
    Run(run::Key),
    Other,
}

/// So many keys are named where none of them is understood.
const MOST_KEYS: usize = 5;

impl Found {
    pub(crate) fn new() -> Self {
        Self {
            line: 1,
            began: 1,
            depth: 0,
            around: 0,
            record: Record::None,
            slot: Slot::Other,
            requests: Requests::new(Unit::Request),
            run: Run::default(),
            in_run: false,
            runs: 0,
            keys: Vec::new(),
            records: 0,
            notes: Vec::new(),
        }
    }

    /// How many brackets of the record are open.
    const fn level(&self) -> u32 {
        self.depth - self.around
    }

    fn open(&mut self, bracket: Bracket) {
        if self.record == (Record::List { fresh: true }) && self.depth == 1 && self.around == 0 {
            self.around = 1;
        }
        match (self.level(), self.record) {
            (0, _) => self.begin(bracket),
            (1, Record::Object) => self.open_under_key(bracket),
            (1, _) => self.no_time(bracket),
            (2, Record::Object) if matches!(self.slot, Slot::Times(_)) => self.no_time(bracket),
            _ => {}
        }
        self.depth += 1;
    }

    fn begin(&mut self, bracket: Bracket) {
        self.began = self.line;
        self.slot = Slot::Other;
        self.record = match bracket {
            Bracket::Array => Record::List { fresh: true },
            Bracket::Object => Record::Object,
        };
    }

    fn open_under_key(&mut self, bracket: Bracket) {
        match (self.slot, bracket) {
            // An error that is described at length.
            (Slot::Ending(Role::Error), _) => self.requests.ended(Role::Error, Text::new(b"{")),
            // Of two such lists, the first is kept.
            (Slot::Times(_), Bracket::Array) if self.requests.has_times() => self.slot = Slot::Other,
            (Slot::Times(unit), Bracket::Array) => self.requests.begin_times(unit),
            _ => {}
        }
    }

    fn no_time(&mut self, bracket: Bracket) {
        let text = if bracket == Bracket::Array { "[" } else { "{" };
        self.requests.wrong(Wrong::NoTime(text.into()));
    }

    fn key(&mut self, key: Text<'_>) {
        if self.records == 0 && self.keys.len() < MOST_KEYS {
            self.keys.push(key.quoted());
        }
        let name = Name::of(key.bytes);
        self.slot = match (name.role, run::Key::named(key.bytes)) {
            (_, Some(key)) => {
                self.in_run |= key.tells_a_run();
                if self.runs == 0 && !self.run.has(key) { Slot::Run(key) } else { Slot::Other }
            }
            (Role::Time, _) => Slot::Times(name.unit),
            (Role::Tokens, _) => Slot::Tokens,
            (Role::Sent, _) => Slot::Sent(name.unit),
            (Role::Request, _) => Slot::Name,
            (role @ (Role::Status | Role::Error | Role::Success), _) => Slot::Ending(role),
            (Role::Other, _) => Slot::Other,
        };
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        let (Scalar::Bare(text) | Scalar::Quoted(text)) = scalar;
        match (self.level(), self.record) {
            (0, _) => {
                self.began = self.line;
                self.end_record();
            }
            (1, Record::List { fresh }) => {
                if fresh {
                    self.record = Record::List { fresh: false };
                }
                self.requests.time(text);
            }
            (level, Record::Object) => self.under_key(level - 1, text, scalar),
            _ => {}
        }
    }

    fn under_key(&mut self, arrays: u32, text: Text<'_>, scalar: Scalar<'_>) {
        match (self.slot, arrays) {
            (Slot::Times(_), 1) => self.requests.time(text),
            (Slot::Tokens, 1) => self.requests.count(text),
            (Slot::Sent(_), 0) if text.bytes == b"null" => {}
            (Slot::Sent(unit), 0) => self.requests.sent(text, unit),
            (Slot::Name, 0) => self.requests.named(text),
            (Slot::Ending(role), 0) => self.requests.ended(role, text),
            (Slot::Run(key), _) => self.run.take(key, arrays, scalar),
            _ => {}
        }
    }

    fn close(&mut self) {
        self.depth -= 1;
        if self.depth < self.around {
            self.around = 0;
            self.record = Record::None;
            return;
        }
        match (self.level(), self.slot) {
            (0, _) => self.end_record(),
            (2, Slot::Run(run::Key::Itls)) => self.run.end_gaps(),
            _ => {}
        }
    }

    fn end_record(&mut self) {
        self.records += 1;
        if matches!(self.record, Record::List { .. }) {
            self.requests.begin_times(None);
        }
        if core::mem::take(&mut self.in_run) && !self.requests.has_times() {
            self.runs += 1;
            self.requests.forget();
        } else {
            self.forget_run();
            self.requests.end(self.began);
        }
        self.record = Record::None;
    }

    /// Drops what looked like keys of a run and stands in no run.
    fn forget_run(&mut self) {
        if self.runs == 0 {
            self.run = Run::default();
        }
    }

    fn close_all(&mut self) {
        (self.depth, self.around, self.record, self.in_run) = (0, 0, Record::None, false);
    }

    /// Keeps of the open record what can be kept: of a run all that it held so far, of a request nothing.
    fn end_open(&mut self) {
        if self.in_run {
            self.end_record();
        } else if self.record != Record::None {
            self.requests.wrong(Wrong::Cut);
            self.requests.end(self.began);
        }
        self.close_all();
    }

    pub(crate) fn requests(&self) -> usize {
        self.requests.requests() + self.run.requests()
    }

    pub(crate) fn tokens(&self) -> usize {
        self.requests.tokens() + self.run.tokens()
    }

    pub(crate) fn gathered(self) -> Gathered {
        let Self { requests, run, runs, keys, mut notes, .. } = self;
        let mut requests = Gathered { instead: instead(&keys), ..requests.gathered(Kind::JsonRequests) };
        if runs == 0 {
            requests.notes.splice(0..0, notes);
            return requests;
        }
        if !requests.streams.is_empty() {
            notes.push(Note::new("The file holds requests and results of runs. The requests were read."));
            requests.notes.splice(0..0, notes);
            return requests;
        }
        if runs > 1 {
            let runs = counted(runs);
            notes.push(Note::new(format!("The file holds the results of {runs} runs. The first was read.")));
        }
        let mut run = run.gathered();
        run.skipped.append(requests.skipped);
        run.notes.splice(0..0, notes);
        run
    }
}

impl Listener for Found {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Open(bracket) => self.open(bracket),
            Event::Close => self.close(),
            Event::Key(key) if self.level() == 1 => self.key(key),
            Event::Key(_) => {}
            Event::Scalar(scalar) => self.scalar(scalar),
        }
    }

    /// Whether a value has begun.
    fn has_begun(&self) -> bool {
        self.records > 0 || self.depth > 0
    }

    /// Whether the open brackets are those of a run, or stand around many records.
    fn is_inside(&self) -> bool {
        self.in_run || self.around > 0
    }

    /// Drops the open record, and with it the lines up to this one, or up to the one before.
    fn abandon(&mut self, wrong: Wrong, with_this_line: bool) {
        let began = if self.record == Record::None { self.line } else { self.began };
        let lines = self.line - began + u64::from(with_this_line || began == self.line);
        self.requests.abandon(began, lines, wrong);
        self.forget_run();
        self.close_all();
    }

    /// Ends everything, because what follows cannot be told.
    fn stop(&mut self) {
        let line = counted(self.line);
        self.notes.push(Note::new(format!("Line {line} is not JSON. Nothing from there on was read.")));
        self.end_open();
    }

    /// Ends everything, because the file does.
    fn break_off(&mut self) {
        if self.is_inside() {
            let line = counted(self.line);
            self.notes.push(Note::new(format!(
                "The file breaks off in line {line}. What came before that was read."
            )));
            self.end_open();
        } else {
            self.abandon(Wrong::Cut, true);
        }
    }

    fn end_line(&mut self) {
        self.line += 1;
    }
}

/// What to say of JSON in which nothing was understood.
fn instead(keys: &[String]) -> Option<Note> {
    let keys = keys.iter().map(|key| format!("“{key}”")).collect::<Vec<_>>().join(", ");
    (!keys.is_empty())
        .then(|| Note::new(format!("This JSON holds no token times. It begins with the keys {keys}.")))
}
