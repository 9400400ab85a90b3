//! What is heard of a JSON of load tests, and where in it the text stands: which object is a record, and what it states.

use super::draft::{Draft, Part};
use super::leaves::Leaves;
use super::path::Path;
use super::source::Source;
use crate::json::{Bracket, Event, Scalar};
use crate::name::{Name, Role, words};
use crate::reading::Note;
use crate::records::Listener;
use crate::run;
use crate::text::Number;
use crate::wrong::{Place, Unit, Wrong, counted};

/// The records of a text, and the one that is open.
#[derive(Debug)]
pub(super) struct Heard {
    line: u64,
    /// The line in which the outermost open record began.
    began: u64,
    depth: u32,
    /// Whether a list stands around all records.
    around: u32,
    path: Path,
    /// The records that are open, the innermost last.
    open: Vec<Record>,
    spare: Vec<Leaves>,
    list: List,
    /// The key of a run under which the text stands, and whether the record has one that only a run has.
    key: Option<run::Key>,
    in_run: bool,
    begun: bool,
    /// Whether a record holds a list of the times of tokens, which another reader reads.
    times: bool,
    pub(super) draft: Draft,
}

/// An object that is a record.
#[derive(Debug)]
struct Record {
    part: Part,
    /// How many brackets stand around it.
    depth: u32,
    /// Where the paths in it begin.
    base: usize,
    leaves: Leaves,
}

/// The list of numbers that is read, and how many brackets stand around its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    None,
    /// Gaps between the chunks of a request.
    Gaps(u32),
    /// When the chunks of a request came, in nanoseconds.
    Times(u32),
}

/// So many values are kept of one request.
const MOST_CHUNKS: usize = 4_000_000;

impl Heard {
    pub(super) fn new(draft: Draft) -> Self {
        Self {
            line: 1,
            began: 1,
            depth: 0,
            around: 0,
            path: Path::default(),
            open: Vec::new(),
            spare: Vec::new(),
            list: List::None,
            key: None,
            in_run: false,
            begun: false,
            times: false,
            draft,
        }
    }

    /// Whether what was heard so far is of a load test.
    pub(super) fn is_load_test(&self) -> bool {
        if self.times {
            return false;
        }
        let nested = self.open.iter().any(|record| record.part != Part::Whole);
        let seen = |record: &Record| Source::of(&record.leaves, &self.draft.run).is_some();
        nested || self.draft.holds_something() || self.open.first().is_some_and(seen)
    }

    fn open(&mut self, bracket: Bracket) {
        if self.depth == 0 && bracket == Bracket::Array {
            self.around = 1;
        }
        let outermost = self.depth == self.around && bracket == Bracket::Object;
        let part = if outermost { Some(Part::Whole) } else { self.part(bracket) };
        self.path.next();
        if bracket == Bracket::Array {
            self.open_list();
        }
        self.path.open(bracket == Bracket::Array);
        if let Some(part) = part {
            self.begin(part);
        }
        self.begun = true;
        self.depth += 1;
    }

    /// Which part of a record an object begins, if any: the place tells.
    fn part(&self, bracket: Bracket) -> Option<Part> {
        let around = self.open.last().filter(|_| bracket == Bracket::Object)?;
        let list = self.path.list()?.get(around.base..)?;
        let list = list.strip_prefix(b".").unwrap_or(list);
        match (around.part, list) {
            (Part::Whole, b"benchmarks") => Some(Part::Benchmark),
            (Part::Whole, b"experiments") => Some(Part::Experiment),
            (Part::Experiment, b"requests") => Some(Part::Request),
            (Part::Benchmark, list) if list.starts_with(b"requests") => Some(Part::Sample),
            _ => None,
        }
    }

    fn begin(&mut self, part: Part) {
        if part == Part::Whole {
            (self.began, self.in_run, self.key) = (self.line, false, None);
        }
        let mut leaves = self.spare.pop().unwrap_or_default();
        leaves.clear();
        self.open.push(Record { part, depth: self.depth, base: self.path.len(), leaves });
    }

    /// A list of numbers of which each counts.
    fn open_list(&mut self) {
        let Some(record) = self.open.last().filter(|_| self.list == List::None) else { return };
        let path = self.path.from(record.base);
        if record.part == Part::Request && path == b"response_timestamps" {
            self.list = List::Times(self.depth + 1);
        } else if record.part == Part::Whole && is_list_of_gaps(path) {
            self.list = List::Gaps(self.depth + 1);
        } else if record.part == Part::Whole && self.depth == self.around + 1 {
            self.times |= Name::of(path).role == Role::Time;
        }
    }

    fn key(&mut self, key: &[u8]) {
        self.path.key(key);
        if self.depth == self.around + 1 {
            self.key = run::Key::named(key).filter(|key| !self.draft.run.has(*key));
            self.in_run |= self.key.is_some_and(run::Key::tells_a_run);
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        let (Scalar::Bare(text) | Scalar::Quoted(text)) = scalar;
        match self.list {
            List::Gaps(depth) if depth == self.depth => {
                self.draft.gap(match text.number() {
                    Number::Finite(gap) => gap,
                    _ => f64::NAN,
                });
                return;
            }
            List::Times(depth) if depth == self.depth => {
                if self.draft.times.len() < MOST_CHUNKS {
                    self.draft.times.extend(text.integer());
                }
                return;
            }
            _ => {}
        }
        let arrays = self.depth.saturating_sub(self.around + 1);
        let key = self.key.filter(|key| self.open.len() == 1 && (arrays == 0 || key.is_list()));
        if let Some(key) = key {
            self.draft.run.take(key, arrays, scalar);
            if arrays > 0 {
                return;
            }
        }
        let Self { path, open, .. } = self;
        let has_place = path.next();
        if let Some(record) = open.last_mut().filter(|_| has_place) {
            record.leaves.add(path.from(record.base), scalar);
        }
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.path.close();
        if matches!(self.list, List::Gaps(depth) | List::Times(depth) if depth > self.depth) {
            self.list = List::None;
        }
        if self.key == Some(run::Key::Itls) && self.open.len() == 1 && self.depth == self.around + 2 {
            self.draft.run.end_gaps();
        }
        if self.open.last().is_some_and(|record| record.depth == self.depth) {
            self.end();
        }
        if self.depth == 0 {
            self.around = 0;
        }
    }

    /// Ends the innermost record.
    fn end(&mut self) {
        if let Some(Record { part, leaves, .. }) = self.open.pop() {
            self.draft.end(part, &leaves, self.began);
            self.spare.push(leaves);
        }
    }

    /// Keeps of the open records what can be kept: of a request nothing, of what is around it all that it held so far.
    fn end_all(&mut self) {
        while let Some(record) = self.open.last() {
            if matches!(record.part, Part::Request | Part::Sample) {
                self.open.pop();
                self.draft.forget_request();
                self.draft.skipped.add(Unit::Request, Place::Line(self.line), Wrong::Cut);
            } else {
                self.end();
            }
        }
        self.close_all();
    }

    fn close_all(&mut self) {
        (self.depth, self.around, self.list, self.in_run, self.key) = (0, 0, List::None, false, None);
        self.open.clear();
        self.path.clear();
    }
}

impl Listener for Heard {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Open(bracket) => self.open(bracket),
            Event::Close => self.close(),
            Event::Key(key) => self.key(key.bytes),
            Event::Scalar(scalar) => self.scalar(scalar),
        }
    }

    fn has_begun(&self) -> bool {
        self.begun
    }

    fn is_inside(&self) -> bool {
        let several_lines = !self.open.is_empty() && self.began < self.line;
        self.around > 0
            || self.in_run
            || self.draft.run.states_a_run()
            || self.open.len() > 1
            || several_lines
            || self.draft.is_nested()
    }

    fn abandon(&mut self, wrong: Wrong, with_this_line: bool) {
        let began = if self.open.is_empty() { self.line } else { self.began };
        let lines = self.line - began + u64::from(with_this_line || began == self.line);
        self.draft.forget();
        self.draft.skipped.add_many(Unit::Line, Place::Line(began), wrong, lines);
        self.close_all();
    }

    fn stop(&mut self) {
        let line = counted(self.line);
        self.draft.notes.push(Note::new(format!("Line {line} is not JSON. Nothing from there on was read.")));
        self.end_all();
    }

    fn break_off(&mut self) {
        if self.is_inside() {
            let line = counted(self.line);
            self.draft.notes.push(Note::new(format!(
                "The file breaks off in line {line}. What came before that was read."
            )));
            self.end_all();
        } else {
            self.abandon(Wrong::Cut, true);
        }
    }

    fn end_line(&mut self) {
        self.line += 1;
    }
}

/// Whether a list under this path holds the gaps between the chunks of one request.
fn is_list_of_gaps(path: &[u8]) -> bool {
    const NAMES: [&[u8]; 6] =
        [b"itl", b"itls", b"intertokenlatency", b"intertokenlatencies", b"tokengaps", b"interchunklatency"];
    if path == b"metrics.inter_chunk_latency.value" {
        return true;
    }
    let words = words(path);
    let unit = words.last().and_then(|word| crate::time_unit::TimeUnit::named(word));
    let stem = words.get(..words.len() - usize::from(unit.is_some())).unwrap_or_default().concat();
    !path.contains(&b'.') && NAMES.contains(&stem.as_slice())
}
