//! The request that is being read, and what is kept of those that were.

use super::arrivals::Arrivals;
use super::layout::Role;
use super::lengths::{LONGEST, Lengths};
use super::moment::{self, Time};
use super::prefixes::Prefixes;
use super::seen::Seen;
use crate::text::Text;
use crate::time_unit::TimeUnit;
use crate::wrong::{Place, Skipped, Unit, Wrong};

/// What is kept of requests: counts by length and by time, and what was skipped.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    row: Row,
    pub(crate) arrivals: Arrivals,
    pub(crate) prompts: Lengths,
    pub(crate) outputs: Lengths,
    pub(crate) prefixes: Prefixes,
    pub(crate) names: Seen,
    pub(crate) skipped: Skipped,
    /// What numbers count that name no unit, once that is known.
    pub(crate) unit: Option<TimeUnit>,
    /// Whether arrivals are times of the wall clock, once that is known.
    pub(crate) clock: Option<bool>,
    /// Whether the unit was told by the size of the first number, and whether nothing told it.
    pub(crate) guessed: bool,
    pub(crate) assumed: bool,
    before: i64,
    /// Lines that arrive before the line that precedes them, and the first of them.
    pub(crate) backwards: u64,
    pub(crate) first_backwards: u64,
    /// Requests whose answer has no token.
    pub(crate) unanswered: u64,
    pub(crate) count: u64,
}

/// What was found of the open request.
#[derive(Debug, Default)]
struct Row {
    arrival: Vec<u8>,
    unit: Option<TimeUnit>,
    whole: bool,
    prompt: Option<u32>,
    output: Option<u32>,
    name: Vec<u8>,
    wrong: Option<Wrong>,
    /// Whether anything was found.
    any: bool,
}

impl Row {
    fn clear(&mut self) {
        self.arrival.clear();
        self.name.clear();
        (self.prompt, self.output, self.wrong, self.any) = (None, None, None, false);
    }

    fn wrong(&mut self, wrong: Wrong) {
        self.wrong.get_or_insert(wrong);
    }
}

impl Requests {
    /// Takes what stands under a name.
    pub(crate) fn field(&mut self, role: Role, text: Text<'_>) {
        self.row.any |= !text.bytes.is_empty();
        match role {
            Role::Arrival(unit) => {
                self.row.arrival.clear();
                self.row.arrival.extend_from_slice(text.bytes);
                (self.row.unit, self.row.whole) = (unit, text.whole);
            }
            Role::Prompt => self.row.prompt = self.row.tokens(text),
            Role::Output => self.row.output = self.row.tokens(text),
            Role::Name => self.row.name = text.bytes.to_vec(),
            Role::Blocks => self.prefixes.block(text),
            Role::Other => {}
        }
    }

    /// Says what is wrong with the open request.
    pub(crate) fn wrong(&mut self, wrong: Wrong) {
        self.row.wrong(wrong);
    }

    /// Ends the open request, which began in `line`. `arrives`: whether requests of this trace have a time.
    pub(crate) fn end(&mut self, line: u64, arrives: bool) {
        if self.row.any || self.row.wrong.is_some() {
            match self.sound(line, arrives) {
                Ok((prompt, output)) => self.keep(prompt, output),
                Err(wrong) => {
                    self.prefixes.discard();
                    self.skipped.add(Unit::Line, Place::Line(line), wrong);
                }
            }
        }
        self.row.clear();
    }

    /// Drops the open request.
    pub(crate) fn discard(&mut self) {
        self.prefixes.discard();
        self.row.clear();
    }

    /// The open request, where nothing is wrong with it.
    fn sound(&mut self, line: u64, arrives: bool) -> Result<(u32, u32), Wrong> {
        if let Some(wrong) = self.row.wrong.take() {
            return Err(wrong);
        }
        let missing = || Wrong::NoCount(String::new());
        let (prompt, output) = (self.row.prompt.ok_or_else(missing)?, self.row.output.ok_or_else(missing)?);
        if prompt == 0 {
            return Err(Wrong::NoPrompt);
        }
        if prompt > LONGEST || output > LONGEST {
            return Err(Wrong::TooManyTokens);
        }
        let at = if arrives { Some(self.arrival()?) } else { None };
        if !self.row.name.is_empty() && !self.names.add(Text::new(&self.row.name)) {
            return Err(Wrong::Repeated(Text::new(&self.row.name).quoted()));
        }
        if let Some(at) = at {
            self.arrivals.push(at).ok_or(Wrong::Late)?;
            self.order(at, line);
        }
        Ok((prompt, output))
    }

    fn order(&mut self, at: i64, line: u64) {
        if self.count > 0 && at < self.before {
            self.backwards += 1;
            self.first_backwards = if self.backwards == 1 { line } else { self.first_backwards };
        }
        self.before = at;
    }

    fn keep(&mut self, prompt: u32, output: u32) {
        self.count += 1;
        self.prompts.add(prompt);
        if output == 0 {
            self.unanswered += 1;
        } else {
            self.outputs.add(output);
        }
        self.prefixes.end(prompt);
    }

    /// When the open request arrived, in nanoseconds. The first one says whether a clock or numbers stand there.
    fn arrival(&mut self) -> Result<i64, Wrong> {
        let mut text = Text::new(&self.row.arrival);
        text.whole &= self.row.whole;
        if text.bytes.is_empty() {
            return Err(Wrong::Missing);
        }
        if self.clock != Some(false)
            && let Some(at) = moment::clock(text.bytes)
        {
            self.clock = Some(true);
            return Ok(at);
        }
        if self.clock == Some(true) {
            return Err(Wrong::NoTime(text.quoted()));
        }
        let stated = self.row.unit.or(self.unit);
        let unit = stated.unwrap_or_else(|| by_size(text));
        match moment::number(text, unit) {
            Time::At(at) => {
                self.clock = Some(false);
                if stated.is_none() {
                    self.guessed = unit != TimeUnit::Seconds;
                    self.assumed = unit == TimeUnit::Seconds;
                }
                self.unit = Some(unit);
                Ok(at)
            }
            Time::NotFinite => Err(Wrong::NotFinite),
            Time::BelowZero => Err(Wrong::BelowZero),
            Time::TooLong => Err(Wrong::TooLong),
            Time::None => Err(Wrong::NoTime(text.quoted())),
        }
    }
}

impl Row {
    /// A number of tokens.
    fn tokens(&mut self, text: Text<'_>) -> Option<u32> {
        let digits = (1..=8).contains(&text.bytes.len()) && text.bytes.iter().all(u8::is_ascii_digit);
        let tokens = if digits {
            Some(text.bytes.iter().fold(0, |number, byte| number * 10 + u32::from(byte - b'0')))
        } else {
            text.count()
        };
        if tokens.is_none() {
            self.wrong(Wrong::NoCount(text.quoted()));
        }
        tokens
    }
}

/// The unit of a first arrival that names none. As seconds since 1970, what is now would have ten digits; thirteen are
/// milliseconds, sixteen microseconds, nineteen nanoseconds. What is smaller counts from the trace's own start.
fn by_size(text: Text<'_>) -> TimeUnit {
    match moment::number(text, TimeUnit::Nanoseconds) {
        Time::At(100_000_000_000..100_000_000_000_000) => TimeUnit::Milliseconds,
        Time::At(100_000_000_000_000..100_000_000_000_000_000) => TimeUnit::Microseconds,
        Time::At(100_000_000_000_000_000..) => TimeUnit::Nanoseconds,
        _ => TimeUnit::Seconds,
    }
}
