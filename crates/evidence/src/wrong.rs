//! What can be wrong with a request in a file, and how often it was.

use crate::reading::Note;
use core::mem::discriminant;
use latency::stream;
use quantity::grouped;

/// What is wrong with a line or a request, so that it is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Something else stands where a time should.
    NoTime(String),
    /// Nothing stands where a time should.
    Missing,
    NotFinite,
    BelowZero,
    TooLong,
    Backwards,
    /// The times are readings of a clock, and nothing says when the request was sent.
    Clock,
    /// Something else stands where the time of sending should.
    NoSent(String),
    /// Something else stands where a number of tokens should.
    NoCount(String),
    /// There are not as many numbers of tokens as times.
    OtherCount,
    /// There is no name, or none that is short enough to keep.
    NoName,
    /// The name was there before.
    Repeated(String),
    /// There are more fields than columns have names.
    Unnamed,
    /// There are no times at all.
    NoTimes,
    /// It ends before its first token.
    EndsEarly,
    /// The run ended first.
    CutByEnd,
    /// It holds none of the figures that are read.
    NoFigures,
    /// It holds figures of no tool that is known.
    Foreign,
    /// It was sent while the test warmed up.
    WarmUp,
    /// It is longer than a line of figures can be.
    TooWide,
    /// The prompt has no token.
    NoPrompt,
    /// There are more tokens than any model takes.
    TooManyTokens,
    /// It arrived long before requests that stand before it.
    Late,
    /// Something else stands where a sample of a metric should.
    NoSample(String),
    /// The line is longer than any sample.
    LongLine,
    NotJson,
    /// It is no JSON, and nothing after it can be told.
    NothingAfter,
    /// It ends before it should.
    Cut,
}

impl From<stream::Wrong> for Wrong {
    fn from(wrong: stream::Wrong) -> Self {
        match wrong {
            stream::Wrong::NotFinite => Self::NotFinite,
            stream::Wrong::BeforeSent => Self::BelowZero,
            stream::Wrong::TooLong => Self::TooLong,
            stream::Wrong::Backwards => Self::Backwards,
        }
    }
}

impl Wrong {
    /// What follows "line 17".
    fn words(&self) -> String {
        let fixed = match self {
            Self::NoTime(text) => return format!("has “{text}” where a time should be"),
            Self::NoSent(text) => return format!("has “{text}” where the time of sending should be"),
            Self::NoCount(text) => return format!("has “{text}” where a number of tokens should be"),
            Self::NoSample(text) => return format!("has “{text}” where a name and a value should be"),
            Self::Repeated(name) => {
                return format!("has the name “{name}” again, and the first of a name is kept");
            }
            Self::Missing => "has nothing where a time should be",
            Self::NotFinite => "has a time that is no finite number",
            Self::BelowZero => "has a time below 0",
            Self::TooLong => "has a time of more than thirty years",
            Self::Backwards => "has a time before the one that precedes it",
            Self::Clock => "has readings of a clock, and nothing says when the request was sent",
            Self::OtherCount => "has not as many numbers of tokens as times",
            Self::NoName => "has no name of a request, or a very long one",
            Self::Unnamed => "has more fields than the header has names",
            Self::NoTimes => "holds no token times",
            Self::EndsEarly => {
                "ends before its first token came, as where one time is in seconds and one in milliseconds"
            }
            Self::CutByEnd => "was cut off by the end of the run",
            Self::NoFigures => "holds none of the figures that are read",
            Self::Foreign => "holds figures of another tool than what precedes it",
            Self::WarmUp => "was sent while the test warmed up",
            Self::TooWide => "is longer than a line of figures can be",
            Self::NoPrompt => "has a prompt of no tokens",
            Self::TooManyTokens => "has more than 10 million tokens in a prompt or an answer",
            Self::Late => "arrives before more than 65,536 requests that stand before it",
            Self::LongLine => "is longer than 65,536 bytes",
            Self::NotJson => "is not JSON",
            Self::NothingAfter => "is not JSON, and nothing from there on was read",
            Self::Cut => "breaks off before its end",
        };
        fixed.into()
    }
}

/// What is skipped at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Line,
    Request,
}

/// Where something is wrong. Both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Line(u64),
    Request(u64),
}

/// What was skipped: each kind of fault with the first place that has it, and how many have.
#[derive(Debug, Default)]
pub(crate) struct Skipped {
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Group {
    unit: Unit,
    wrong: Wrong,
    first: Place,
    count: u64,
}

impl Skipped {
    pub(crate) fn add(&mut self, unit: Unit, first: Place, wrong: Wrong) {
        self.add_many(unit, first, wrong, 1);
    }

    pub(crate) fn add_many(&mut self, unit: Unit, first: Place, wrong: Wrong, count: u64) {
        let same =
            |group: &&mut Group| group.unit == unit && discriminant(&group.wrong) == discriminant(&wrong);
        match self.groups.iter_mut().find(same) {
            Some(group) => group.count += count,
            None => self.groups.push(Group { unit, wrong, first, count }),
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.groups.extend(other.groups);
    }

    pub(crate) fn notes(&self) -> impl Iterator<Item = Note> {
        self.groups.iter().map(Group::note)
    }
}

impl Group {
    fn note(&self) -> Note {
        let unit = match self.unit {
            Unit::Line => "line",
            Unit::Request => "request",
        };
        let place = match self.first {
            Place::Line(line) => format!("line {}", counted(line)),
            Place::Request(request) => format!("request {}", counted(request)),
        };
        Note::new(format!("{} skipped: {place} {}.", were(self.count, unit), self.wrong.words()))
    }
}

/// A whole number as it is written in a sentence.
pub(crate) fn counted(count: u64) -> String {
    grouped(count as f64, 0)
}

/// So many of a thing: "1 line was", "3 lines were".
pub(crate) fn were(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing} was") } else { format!("{} {thing}s were", counted(count)) }
}

/// So many requests: "1 request", "3 requests".
pub(crate) fn requests(count: u64) -> String {
    if count == 1 { "1 request".into() } else { format!("{} requests", counted(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_faults_are_counted_and_the_first_is_named() {
        let mut skipped = Skipped::default();
        for line in [17, 20, 1_000] {
            skipped.add(Unit::Line, Place::Line(line), Wrong::BelowZero);
        }
        skipped.add(Unit::Request, Place::Line(1_234), Wrong::NoTime("abc".into()));
        skipped.add(Unit::Request, Place::Line(1_235), Wrong::NoTime("def".into()));
        skipped.add(Unit::Request, Place::Request(3), Wrong::BelowZero);
        let texts: Vec<String> = skipped.notes().map(|note| note.text).collect();
        assert_eq!(
            texts,
            [
                "3 lines were skipped: line 17 has a time below 0.",
                "2 requests were skipped: line 1,234 has “abc” where a time should be.",
                "1 request was skipped: request 3 has a time below 0.",
            ]
        );
    }
}
