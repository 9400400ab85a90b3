//! A request under names that are understood, or that a person explained: a line of JSON or of a table.

use super::detail::Request;
use super::draft::{Answer, Draft};
use super::holds::Holds;
use super::leaves::Leaves;
use super::mapping::Column;
use crate::name::Role;
use crate::text::{Number, Text};
use crate::time_unit::TimeUnit;
use crate::wrong::Wrong;
use latency::Outcome;

/// What was read of a request so far.
#[derive(Debug, Default)]
pub(super) struct Stated {
    request: Request,
    /// The unit of its TTFT, which is that of its gaps too.
    unit: TimeUnit,
    outcome: Option<Outcome>,
    /// What it is called.
    name: Option<String>,
    /// The first thing that is wrong.
    wrong: Option<Wrong>,
}

/// Takes an object of JSON.
pub(super) fn request(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if draft.test.tool.is_some() && draft.holds_something() {
        draft.skip(line, Wrong::Foreign);
        return;
    }
    let mut stated = Stated::default();
    for (path, text) in leaves.iter() {
        if let Some(column) = Column::named(path) {
            stated.take(draft, column, text);
        }
    }
    stated.end(draft, line);
}

impl Stated {
    /// Takes what stands in a column.
    pub(super) fn take(&mut self, draft: &mut Draft, column: Column, text: Text<'_>) {
        if text.bytes.is_empty() || text.bytes == b"null" {
            return;
        }
        let ending = match column.holds {
            Holds::Error => Some(Role::Error),
            Holds::Status => Some(Role::Status),
            Holds::Success => Some(Role::Success),
            _ => None,
        };
        if let Some(role) = ending {
            self.outcome = crate::ending::worse(self.outcome, draft.endings.read(role, text));
            return;
        }
        if column.holds == Holds::Request {
            self.name = text.whole.then(|| String::from_utf8_lossy(text.bytes).into_owned());
            return;
        }
        match text.number() {
            Number::Finite(number) => self.number(draft, column, number),
            Number::NotFinite => self.say(Wrong::NotFinite),
            Number::None if column.holds.is_latency() => self.say(Wrong::NoTime(text.quoted())),
            // Dates are no numbers, and what counts from them is not needed.
            Number::None if column.holds == Holds::Sent => {}
            Number::None => self.say(Wrong::NoCount(text.quoted())),
        }
    }

    fn number(&mut self, draft: &mut Draft, column: Column, number: f64) {
        let unit = column.unit.unwrap_or_default();
        draft.unit_unknown |= column.holds.is_latency() && column.unit.is_none();
        let value = Some(unit.seconds(number));
        let request = &mut self.request;
        match column.holds {
            Holds::Ttft => (request.ttft, self.unit) = (value, unit),
            Holds::Tpot => request.tpot = value,
            Holds::Itl => request.itl = value,
            Holds::E2e => request.e2e = value,
            Holds::Prompt => request.prompt = Some(number).filter(|tokens| *tokens >= 0.0),
            Holds::Output => request.output = Some(number).filter(|tokens| *tokens >= 0.0),
            Holds::Sent => request.sent = Some(clock(number, column.unit)),
            Holds::Request | Holds::Error | Holds::Status | Holds::Success => {}
        }
    }

    fn say(&mut self, wrong: Wrong) {
        self.wrong.get_or_insert(wrong);
    }

    /// Ends the request.
    pub(super) fn end(self, draft: &mut Draft, line: u64) {
        let Self { mut request, unit, outcome, name, wrong } = self;
        request.failed = outcome == Some(Outcome::Failed);
        match wrong {
            _ if outcome == Some(Outcome::CutOff) => draft.skip(line, Wrong::CutByEnd),
            Some(wrong) if !request.failed => draft.skip(line, wrong),
            _ => {
                let added = draft.is_new(name, line) && draft.add(&request, line) && !request.failed;
                if let Some(ttft) = request.ttft.filter(|_| added && draft.has_gaps()) {
                    let tokens = request.output.map_or(0, quantity::float::count);
                    let sent = request.sent.unwrap_or(f64::NAN);
                    draft.answer(&Answer { ttft, unit: unit.seconds(1.0), e2e: request.e2e, tokens, sent });
                }
            }
        }
    }
}

/// The reading of a clock in seconds. Where the unit is not stated its size tells: what would be after the year 5000 in one
/// unit is counted in the next smaller one.
fn clock(number: f64, unit: Option<TimeUnit>) -> f64 {
    let told = match number.abs() {
        size if size >= 1e17 => TimeUnit::Nanoseconds,
        size if size >= 1e14 => TimeUnit::Microseconds,
        size if size >= 1e11 => TimeUnit::Milliseconds,
        _ => TimeUnit::Seconds,
    };
    unit.unwrap_or(told).seconds(number)
}
