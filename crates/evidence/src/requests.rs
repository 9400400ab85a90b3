//! Requests that a file holds one after the other, and the one that is being read.

use crate::ending::{Endings, worse};
use crate::log::Log;
use crate::name::Role;
use crate::names::Names;
use crate::reading::{Gathered, Kind};
use crate::text::{Number, Text};
use crate::time_unit::TimeUnit;
use crate::wrong::{Place, Skipped, Unit, Wrong};
use latency::Outcome;

/// Requests so far, what was skipped, and the open request.
#[derive(Debug)]
pub(crate) struct Requests {
    /// What holds a request, and so what is skipped.
    unit: Unit,
    log: Log,
    skipped: Skipped,
    /// Whether a unit of times was stated.
    unit_stated: bool,
    endings: Endings,
    names: Names,
    open: Open,
}

/// What was read of the open request besides its times.
#[derive(Debug, Default)]
struct Open {
    times: bool,
    time_unit: Option<TimeUnit>,
    tokens: Vec<u32>,
    sent: Option<(f64, Option<TimeUnit>)>,
    outcome: Option<Outcome>,
    name: Option<Vec<u8>>,
    /// The first thing that is wrong.
    wrong: Option<Wrong>,
}

impl Requests {
    pub(crate) fn new(unit: Unit) -> Self {
        Self {
            unit,
            log: Log::default(),
            skipped: Skipped::default(),
            unit_stated: false,
            endings: Endings::default(),
            names: Names::default(),
            open: Open::default(),
        }
    }

    /// Says that the open request has a list of times, of this unit where it is stated.
    pub(crate) fn begin_times(&mut self, unit: Option<TimeUnit>) {
        self.open.times = true;
        self.open.time_unit = unit;
        self.unit_stated |= unit.is_some();
    }

    /// Whether the open request has a list of times.
    pub(crate) const fn has_times(&self) -> bool {
        self.open.times
    }

    pub(crate) fn time(&mut self, text: Text<'_>) {
        match text.number() {
            Number::Finite(time) => {
                self.log.add(self.open.time_unit.unwrap_or_default().seconds(time));
            }
            Number::NotFinite => self.wrong(Wrong::NotFinite),
            Number::None => self.wrong(Wrong::NoTime(text.quoted())),
        }
    }

    /// When it was sent, in the unit of its times where none is stated.
    pub(crate) fn sent(&mut self, text: Text<'_>, unit: Option<TimeUnit>) {
        match text.number() {
            Number::Finite(sent) => self.open.sent = Some((sent, unit)),
            _ => self.wrong(Wrong::NoSent(text.quoted())),
        }
    }

    /// How many tokens came with the next chunk.
    pub(crate) fn count(&mut self, text: Text<'_>) {
        match text.count() {
            Some(tokens) => self.open.tokens.push(tokens),
            None => self.wrong(Wrong::NoCount(text.quoted())),
        }
    }

    /// How it ended, as a status, an error or a success says.
    pub(crate) fn ended(&mut self, role: Role, text: Text<'_>) {
        let said = self.endings.read(role, text);
        self.open.outcome = worse(self.open.outcome, said);
    }

    pub(crate) fn named(&mut self, name: Text<'_>) {
        if name.whole {
            self.open.name = Some(name.bytes.to_vec());
        } else {
            self.wrong(Wrong::NoName);
        }
    }

    /// Says what is wrong with the open request. The first such thing counts.
    pub(crate) fn wrong(&mut self, wrong: Wrong) {
        self.open.wrong.get_or_insert(wrong);
    }

    /// Ends the open request, which began in this line.
    pub(crate) fn end(&mut self, line: u64) {
        let open = core::mem::take(&mut self.open);
        let checked = match open.wrong {
            Some(wrong) => Err(wrong),
            None => self.keep(&open),
        };
        if let Err(wrong) = checked {
            self.log.discard();
            self.skipped.add(self.unit, Place::Line(line), wrong);
        }
    }

    /// Drops the open request.
    pub(crate) fn forget(&mut self) {
        self.open = Open::default();
        self.log.discard();
    }

    /// Drops the open request and so many lines from this one on.
    pub(crate) fn abandon(&mut self, line: u64, lines: u64, wrong: Wrong) {
        self.forget();
        self.skipped.add_many(Unit::Line, Place::Line(line), wrong, lines);
    }

    pub(crate) fn gathered(self, kind: Kind) -> Gathered {
        Gathered {
            kind: Some(kind),
            streams: self.log.streams(),
            skipped: self.skipped,
            notes: self.endings.note().into_iter().collect(),
            unit: self.unit_stated,
            ..Gathered::default()
        }
    }

    pub(crate) const fn requests(&self) -> usize {
        self.log.requests()
    }

    /// Tokens so far, with those of the open request: as many as its times or its counts.
    pub(crate) fn tokens(&self) -> usize {
        self.log.tokens().max(self.open.tokens.len())
    }

    fn keep(&mut self, open: &Open) -> Result<(), Wrong> {
        if !open.times && open.outcome.is_none() {
            return Err(Wrong::NoTimes);
        }
        let name = open.name.as_deref();
        if let Some(name) = name.filter(|name| self.names.number(name).is_some()) {
            return Err(Wrong::Repeated(Text::new(name).quoted()));
        }
        let sent = open.sent.map(|(sent, unit)| unit.or(open.time_unit).unwrap_or_default().seconds(sent));
        self.log.close(open.outcome.unwrap_or(Outcome::Finished), sent, &open.tokens)?;
        if let Some(name) = name {
            self.names.add(name);
        }
        Ok(())
    }
}
