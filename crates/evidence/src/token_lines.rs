//! Tables with a line for each token, or for each chunk: its request, its time, how many tokens it holds.

use crate::csv::MOST_NAMES;
use crate::ending::{Endings, worse};
use crate::log::origin;
use crate::name::{Name, Role};
use crate::names::Names;
use crate::reading::{Gathered, Kind};
use crate::text::{Number, Text};
use crate::time_unit::TimeUnit;
use crate::wrong::{Place, Skipped, Unit, Wrong};
use latency::stream::check;
use latency::{Chunk, Outcome, Streams};
use quantity::Seconds;

/// Requests out of lines. Those of one request may stand apart, as in a log of a server.
#[derive(Debug)]
pub(crate) struct TokenLines {
    columns: Columns,
    names: Names,
    requests: Vec<Request>,
    chunks: Chunks,
    line: Line,
    /// The name of the request of the open line; nothing, where there is none yet.
    name: Vec<u8>,
    /// The request of the line before, which is mostly that of the next.
    before: (Vec<u8>, Option<u32>),
    skipped: Skipped,
    endings: Endings,
}

/// What each column holds, and the units of times.
#[derive(Debug)]
struct Columns {
    names: Vec<Name>,
    time_unit: Option<TimeUnit>,
    sent_unit: Option<TimeUnit>,
}

/// What was read of the open line.
#[derive(Debug, Default)]
struct Line {
    begun: bool,
    time: Option<f64>,
    sent: Option<f64>,
    tokens: Option<u32>,
    outcome: Option<Outcome>,
    /// The first thing that is wrong.
    wrong: Option<Wrong>,
}

/// A request, and where the chain of its chunks begins and ends.
#[derive(Debug)]
struct Request {
    first: u32,
    last: u32,
    latest: Seconds,
    sent: Option<f64>,
    origin: f64,
    outcome: Option<Outcome>,
    sound: bool,
}

/// Chunks in the order of their lines. Each knows the next one of its request.
#[derive(Debug, Default)]
struct Chunks {
    times: Vec<f64>,
    next: Vec<u32>,
    /// The tokens of each; nothing, as long as it is one each.
    tokens: Vec<u32>,
}

/// The end of a chain.
const NONE: u32 = u32::MAX;

impl TokenLines {
    /// Under this header; `None` unless it names a column for the request and one for the time.
    pub(crate) fn under(header: &[Vec<u8>]) -> Option<Self> {
        let names: Vec<Name> = header.iter().map(|name| Name::of(name)).collect();
        let column = |role| names.iter().find(|name| name.role == role);
        column(Role::Request)?;
        let time_unit = column(Role::Time)?.unit;
        let sent_unit = column(Role::Sent).and_then(|name| name.unit).or(time_unit);
        Some(Self {
            columns: Columns { names, time_unit, sent_unit },
            names: Names::default(),
            requests: Vec::new(),
            chunks: Chunks::default(),
            line: Line::default(),
            name: Vec::new(),
            before: (Vec::new(), None),
            skipped: Skipped::default(),
            endings: Endings::default(),
        })
    }

    pub(crate) fn field(&mut self, column: usize, text: Text<'_>) {
        if text.bytes.is_empty() {
            return;
        }
        self.line.begun = true;
        let Columns { names, time_unit, sent_unit } = &self.columns;
        let line = &mut self.line;
        match names.get(column).map(|name| name.role) {
            Some(Role::Request) if text.whole => {
                self.name.clear();
                self.name.extend_from_slice(text.bytes);
            }
            Some(Role::Time) => line.time(text, *time_unit),
            Some(Role::Sent) => line.sent(text, *sent_unit),
            Some(Role::Tokens) => match text.count() {
                Some(tokens) => line.tokens = Some(tokens),
                None => line.wrong(Wrong::NoCount(text.quoted())),
            },
            Some(role @ (Role::Status | Role::Error | Role::Success)) => {
                line.outcome = worse(line.outcome, self.endings.read(role, text));
            }
            None if column < MOST_NAMES => line.wrong(Wrong::Unnamed),
            _ => {}
        }
    }

    pub(crate) fn end_line(&mut self, line: u64) {
        let read = core::mem::take(&mut self.line);
        if !read.begun {
            return;
        }
        if self.name.is_empty() {
            self.skipped.add(Unit::Line, Place::Line(line), Wrong::NoName);
            return;
        }
        let request = self.request();
        if let Err(wrong) = self.add(request, &read) {
            self.skipped.add(Unit::Request, Place::Line(line), wrong);
        }
    }

    /// The request of the open line, which may be a new one.
    fn request(&mut self) -> u32 {
        let number = match self.before.1.filter(|_| self.before.0 == self.name) {
            Some(number) => number,
            None => self.names.number(&self.name).unwrap_or_else(|| {
                self.requests.push(Request::new());
                self.names.add(&self.name)
            }),
        };
        core::mem::swap(&mut self.before.0, &mut self.name);
        self.before.1 = Some(number);
        self.name.clear();
        number
    }

    /// Adds what a line says to its request. Where something is wrong with it, the request is not sound: it lacks a
    /// token.
    fn add(&mut self, number: u32, line: &Line) -> Result<(), Wrong> {
        let Some(request) = self.requests.get_mut(number as usize).filter(|request| request.sound) else {
            return Ok(());
        };
        let added = request.add(line).map(|at| {
            let Some(at) = at else { return };
            let place = self.chunks.push(at, line.tokens.unwrap_or(1));
            self.chunks.link(request.last, place);
            request.last = place;
            if request.first == NONE {
                request.first = place;
            }
        });
        request.sound = added.is_ok();
        added
    }

    /// Drops the line that is open, because the file breaks off in it. Its request lacks a token.
    pub(crate) fn cut(&mut self, line: u64) {
        if self.name.is_empty() {
            self.skipped.add(Unit::Line, Place::Line(line), Wrong::Cut);
            return;
        }
        self.line.wrong(Wrong::Cut);
        self.end_line(line);
    }

    pub(crate) fn requests(&self) -> usize {
        self.requests.len()
    }

    pub(crate) const fn tokens(&self) -> usize {
        self.chunks.times.len()
    }

    pub(crate) fn gathered(mut self) -> Gathered {
        self.chunks.shrink();
        let unit = self.columns.time_unit.is_some();
        Gathered {
            kind: Some(Kind::TokenLines),
            streams: self.streams(),
            notes: self.endings.note().into_iter().collect(),
            skipped: self.skipped,
            unit,
            ..Gathered::default()
        }
    }

    fn streams(&self) -> Streams {
        let mut streams = Streams::with_room(self.requests.len(), self.chunks.times.len());
        for request in self.requests.iter().filter(|request| request.sound) {
            // They were checked as they came in: there is no fault to be had.
            let sent = request.sent.map(Seconds::new);
            let outcome = request.outcome.unwrap_or(Outcome::Finished);
            let _sound = streams.add(self.chunks.chain(request.first), outcome, sent);
        }
        streams
    }
}

impl Line {
    fn time(&mut self, text: Text<'_>, unit: Option<TimeUnit>) {
        match text.number() {
            Number::Finite(time) => self.time = Some(unit.unwrap_or_default().seconds(time)),
            Number::NotFinite => self.wrong(Wrong::NotFinite),
            Number::None => self.wrong(Wrong::NoTime(text.quoted())),
        }
    }

    fn sent(&mut self, text: Text<'_>, unit: Option<TimeUnit>) {
        match text.number() {
            Number::Finite(sent) => self.sent = Some(unit.unwrap_or_default().seconds(sent)),
            _ => self.wrong(Wrong::NoSent(text.quoted())),
        }
    }

    fn wrong(&mut self, wrong: Wrong) {
        self.wrong.get_or_insert(wrong);
    }
}

impl Request {
    const fn new() -> Self {
        let latest = Seconds::new(0.0);
        Self { first: NONE, last: NONE, latest, sent: None, origin: 0.0, outcome: None, sound: true }
    }

    /// The time since it was sent that this line states. A line may instead say how the request ended.
    fn add(&mut self, line: &Line) -> Result<Option<Seconds>, Wrong> {
        if let Some(wrong) = &line.wrong {
            return Err(wrong.clone());
        }
        self.sent = self.sent.or(line.sent);
        self.outcome = worse(self.outcome, line.outcome);
        let Some(time) = line.time else {
            return line.outcome.map(|_| None).ok_or(Wrong::Missing);
        };
        if self.first == NONE {
            self.origin = origin(Some(time), self.sent)?.unwrap_or(0.0);
        }
        let at = Seconds::new(time - self.origin);
        check(at, self.latest)?;
        self.latest = at;
        Ok(Some(at))
    }
}

impl Chunks {
    /// Adds a chunk and says where it stands.
    fn push(&mut self, at: Seconds, tokens: u32) -> u32 {
        let place = self.times.len();
        if tokens != 1 || !self.tokens.is_empty() {
            self.tokens.resize(place, 1);
            self.tokens.push(tokens);
        }
        self.times.push(at.get());
        self.next.push(NONE);
        u32::try_from(place).unwrap_or(NONE)
    }

    fn link(&mut self, last: u32, place: u32) {
        if let Some(next) = self.next.get_mut(last as usize) {
            *next = place;
        }
    }

    /// The chunks of a request, from its first on.
    fn chain(&self, first: u32) -> impl Iterator<Item = Chunk> {
        let mut place = first;
        core::iter::from_fn(move || {
            let at = place as usize;
            let time = self.times.get(at)?;
            place = self.next.get(at).copied().unwrap_or(NONE);
            Some(Chunk::new(Seconds::new(*time), self.tokens.get(at).copied().unwrap_or(1)))
        })
    }

    /// Gives back what growth left over, which would stand beside the streams.
    fn shrink(&mut self) {
        self.times.shrink_to_fit();
        self.next.shrink_to_fit();
        self.tokens.shrink_to_fit();
    }
}
