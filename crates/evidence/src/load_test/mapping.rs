//! Which column of a table holds what, by its name or as a person says.

use super::holds::Holds;
use crate::name::{Name, Role, words};
use crate::text::Text;
use crate::time_unit::TimeUnit;
use crate::trace::Role as InTrace;
use crate::wrong::counted;

/// Which column of a table holds what: what a dialog fills where names do not tell.
///
/// # Example
/// ```
/// use evidence::load_test::{Holds, Mapping, TimeUnit};
/// use evidence::{LoadTestReader, Statistic};
/// use latency::Metric;
/// let file = b"wait;words;all\n250;101;2250\n350;101;2350\n";
/// let mut reader = LoadTestReader::new();
/// reader.push(file).unwrap();
/// let reading = reader.finish();
/// assert_eq!(reading.offered[0].name, "wait"); // the names say nothing, so a person is asked
/// let mapping = Mapping::default()
///     .with(0, Holds::Ttft, TimeUnit::Milliseconds)
///     .with(1, Holds::Output, TimeUnit::Seconds)
///     .with(2, Holds::E2e, TimeUnit::Milliseconds);
/// let mut reader = LoadTestReader::mapped(mapping);
/// reader.push(file).unwrap();
/// let level = &reader.finish().test.levels[0];
/// assert_eq!(level.figure(Metric::Ttft, Statistic::Mean).unwrap().get(), 0.3);
/// assert_eq!(level.figure(Metric::Tpot, Statistic::Mean).unwrap().get(), 0.02);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    columns: Vec<(usize, Column)>,
    /// Whether the first line is a request, whatever stands in it.
    headless: bool,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) holds: Holds,
    /// The unit, where it is stated.
    pub(super) unit: Option<TimeUnit>,
}

/// A column of a table, offered to a person who knows what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its place, from 0.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// What stands first in it.
    pub example: String,
    /// What its name says, where it says something.
    pub holds: Option<Holds>,
    /// The unit that its name states.
    pub unit: Option<TimeUnit>,
}

impl Offered {
    /// The column of this name at `place`, with what stands first in it.
    pub(crate) fn of(place: usize, name: &[u8], example: &[u8]) -> Self {
        let said = Column::named(name).or_else(|| Column::of_trace(name));
        let (name, example) = (Text::new(name).quoted(), Text::new(example).quoted());
        let name = if name.is_empty() { format!("column {}", counted(place as u64 + 1)) } else { name };
        Self {
            place,
            name,
            example,
            holds: said.map(|said| said.holds),
            unit: said.and_then(|said| said.unit),
        }
    }
}

impl Mapping {
    /// The same, with what the column at `place` holds. A unit matters to times alone.
    #[must_use]
    pub fn with(self, place: usize, holds: Holds, unit: TimeUnit) -> Self {
        self.with_unit(place, holds, Some(unit))
    }

    /// The same, where the unit may not be known: a latency then counts as seconds, and that is said.
    #[must_use]
    pub fn with_unit(mut self, place: usize, holds: Holds, unit: Option<TimeUnit>) -> Self {
        self.columns.push((place, Column { holds, unit }));
        self
    }

    /// The same, for a table that has no header.
    #[must_use]
    pub const fn without_header(mut self) -> Self {
        self.headless = true;
        self
    }

    pub(super) const fn is_headless(&self) -> bool {
        self.headless
    }

    /// As the names of the columns say.
    pub(super) fn named(names: &[Vec<u8>]) -> Self {
        let column = |(place, name): (usize, &Vec<u8>)| Some((place, Column::named(name)?));
        Self { columns: names.iter().enumerate().filter_map(column).collect(), headless: false }
    }

    pub(super) fn column(&self, place: usize) -> Option<Column> {
        self.columns.iter().find(|(at, _)| *at == place).map(|(_, column)| *column)
    }

    /// Whether a column holds a latency: without one there is nothing to read.
    pub(super) fn has_latency(&self) -> bool {
        self.columns.iter().any(|(_, column)| column.holds.is_latency())
    }
}

impl Column {
    /// What a column of this name holds; `None` where the name does not say.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        let words = words(name);
        let unit = words.last().filter(|_| words.len() > 1).and_then(|word| TimeUnit::named(word));
        let stem = words.get(..words.len() - usize::from(unit.is_some()))?.concat();
        let said = NAMES.iter().find(|(name, _)| name.as_bytes() == stem).map(|(_, holds)| *holds);
        let holds = said.or_else(|| match Name::of(name).role {
            Role::Sent => Some(Holds::Sent),
            Role::Request => Some(Holds::Request),
            Role::Status => Some(Holds::Status),
            Role::Error => Some(Holds::Error),
            Role::Success => Some(Holds::Success),
            _ => None,
        })?;
        Some(Self { holds, unit })
    }
}

impl Column {
    /// What a trace has under such a name, as far as that is a column of a load test too.
    fn of_trace(name: &[u8]) -> Option<Self> {
        let (holds, unit) = match InTrace::of(name).0 {
            InTrace::Arrival(unit) => (Holds::Sent, unit),
            InTrace::Prompt => (Holds::Prompt, None),
            InTrace::Output => (Holds::Output, None),
            _ => return None,
        };
        Some(Self { holds, unit })
    }
}

/// Names without their unit, in small letters and without anything between their words.
const NAMES: [(&str, Holds); 56] = [
    ("ttft", Holds::Ttft),
    ("timetofirsttoken", Holds::Ttft),
    ("firsttokenlatency", Holds::Ttft),
    ("firsttokentime", Holds::Ttft),
    ("tpot", Holds::Tpot),
    ("timeperoutputtoken", Holds::Tpot),
    ("itl", Holds::Itl),
    ("intertokenlatency", Holds::Itl),
    ("meanitl", Holds::Itl),
    ("avgitl", Holds::Itl),
    ("e2e", Holds::E2e),
    ("e2el", Holds::E2e),
    ("e2elatency", Holds::E2e),
    ("endtoendlatency", Holds::E2e),
    ("latency", Holds::E2e),
    ("requestlatency", Holds::E2e),
    ("totallatency", Holds::E2e),
    ("totaltime", Holds::E2e),
    ("responsetime", Holds::E2e),
    ("prompttokens", Holds::Prompt),
    ("promptlen", Holds::Prompt),
    ("promptlength", Holds::Prompt),
    ("prompttokencount", Holds::Prompt),
    ("numprompttokens", Holds::Prompt),
    ("inputtokens", Holds::Prompt),
    ("inputlen", Holds::Prompt),
    ("inputlength", Holds::Prompt),
    ("inputtokencount", Holds::Prompt),
    ("numinputtokens", Holds::Prompt),
    ("numberinputtokens", Holds::Prompt),
    ("inputsequencelength", Holds::Prompt),
    ("isl", Holds::Prompt),
    ("contexttokens", Holds::Prompt),
    ("outputtokens", Holds::Output),
    ("outputlen", Holds::Output),
    ("outputlength", Holds::Output),
    ("outputtokencount", Holds::Output),
    ("numoutputtokens", Holds::Output),
    ("numberoutputtokens", Holds::Output),
    ("outputsequencelength", Holds::Output),
    ("osl", Holds::Output),
    ("completiontokens", Holds::Output),
    ("numcompletiontokens", Holds::Output),
    ("generatedtokens", Holds::Output),
    ("numgeneratedtokens", Holds::Output),
    ("tokensgenerated", Holds::Output),
    ("arrival", Holds::Sent),
    ("arrivaltime", Holds::Sent),
    ("arrivedat", Holds::Sent),
    ("startedat", Holds::Sent),
    ("starttimestamp", Holds::Sent),
    ("timestamp", Holds::Sent),
    ("requesttimestamp", Holds::Sent),
    ("requeststarttime", Holds::Sent),
    ("errormsg", Holds::Error),
    ("errorcode", Holds::Error),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_by_their_names() {
        use Holds::{E2e, Error, Itl, Output, Prompt, Request, Sent, Tpot, Ttft};
        use TimeUnit::{Milliseconds, Nanoseconds, Seconds};
        for (name, holds, unit) in [
            ("ttft", Ttft, None),
            ("TTFT (ms)", Ttft, Some(Milliseconds)),
            ("time_to_first_token_ms", Ttft, Some(Milliseconds)),
            ("tpot_s", Tpot, Some(Seconds)),
            ("inter_token_latency_s", Itl, Some(Seconds)),
            ("requestLatency", E2e, None),
            ("end_to_end_latency_s", E2e, Some(Seconds)),
            ("prompt tokens", Prompt, None),
            ("number_output_tokens", Output, None),
            ("start_ns", Sent, Some(Nanoseconds)),
            ("error", Error, None),
            ("request_id", Request, None),
        ] {
            assert_eq!(Column::named(name.as_bytes()), Some(Column { holds, unit }), "{name}");
        }
        // What is a summary is no figure of a request.
        for name in ["", "p99_ttft_ms", "ttft_mean_ms", "mean_ttft", "ms", "tokens"] {
            assert_eq!(Column::named(name.as_bytes()), None, "{name}");
        }
    }
}
