//! Which column of a table holds what, as a person says it.

use crate::load_test::{self, Holds, Offered, TimeUnit};
use crate::trace;

/// What a person says of the columns of a table, or of the keys of JSON lines.
///
/// With a latency among them the table is a load test; without one, prompts and answers make it a trace.
///
/// # Example
/// Three requests at 0, 100 and 300 ms: two gaps in 0.3 s.
/// ```
/// use evidence::load_test::{Holds, TimeUnit};
/// use evidence::{Columns, File, Found};
/// let file = b"when,asked,told\n0,50,7\n100,60,8\n300,70,9\n";
/// let mut unasked = File::new();
/// unasked.push(file)?;
/// let Found::Table { columns, .. } = unasked.finish() else { panic!("names that say nothing") };
/// assert_eq!((columns[1].name.as_str(), columns[1].example.as_str()), ("asked", "50"));
/// let columns = Columns::default()
///     .with(0, Holds::Sent, Some(TimeUnit::Milliseconds))
///     .with(1, Holds::Prompt, None)
///     .with(2, Holds::Output, None);
/// let mut asked = File::mapped(columns);
/// asked.push(file)?;
/// let Found::Trace(trace) = asked.finish() else { panic!("a trace") };
/// assert_eq!((trace.requests, trace.prompts.mean()), (3, Some(60.0)));
/// assert!((trace.rate.unwrap().get() - 2.0 / 0.3).abs() < 1e-9);
/// # Ok::<(), evidence::Fault>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    given: Vec<Given>,
}

/// What is said of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Given {
    which: Which,
    holds: Holds,
    /// The unit of a time, where it is known.
    unit: Option<TimeUnit>,
}

/// Which column it is said of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    Place(usize),
    Named(String),
}

/// What a table is by what is said of its columns.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meant {
    LoadTest(load_test::Mapping),
    Trace(trace::Mapping),
    /// Nothing that can be read: a sentence says what is missing.
    Nothing(String),
}

impl Columns {
    /// The same, with what the column at `place`, from 0, holds. A latency without a unit counts as seconds, which is
    /// said; of a time of sending its size tells.
    #[must_use]
    pub fn with(mut self, place: usize, holds: Holds, unit: Option<TimeUnit>) -> Self {
        self.given.push(Given { which: Which::Place(place), holds, unit });
        self
    }

    /// The same, with what the column of this name holds.
    #[must_use]
    pub fn with_named(mut self, name: &str, holds: Holds, unit: Option<TimeUnit>) -> Self {
        self.given.push(Given { which: Which::Named(name.into()), holds, unit });
        self
    }

    /// Whether nothing is said.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The places of the columns among those of a table.
    ///
    /// # Errors
    /// That there is no column of a name.
    pub(super) fn places(&self, offered: &[Offered]) -> Result<Vec<usize>, String> {
        let place = |given: &Given| match &given.which {
            Which::Place(place) => Ok(*place),
            Which::Named(name) => offered
                .iter()
                .find(|column| column.name == quantity::clip(name))
                .map(|column| column.place)
                .ok_or_else(|| format!("The table has no column “{}”.", quantity::clip(name))),
        };
        self.given.iter().map(place).collect()
    }

    /// What is meant where the columns stand at `places`. `header`: whether the first line of a trace
    /// names them; of a load test the line itself tells.
    pub(super) fn meant(&self, places: &[usize], header: bool) -> Meant {
        let place = |holds| self.given.iter().zip(places).find(|(given, _)| given.holds == holds);
        let twice = Holds::ALL
            .into_iter()
            .find(|holds| self.given.iter().filter(|given| given.holds == *holds).count() > 1);
        if let Some(holds) = twice {
            return Meant::Nothing(format!(
                "Two columns are said to hold one thing ({}). Say it of one of them.",
                holds.label()
            ));
        }
        if self.given.iter().any(|given| given.holds.is_latency()) {
            let with = |mapping: load_test::Mapping, (given, place): (&Given, &usize)| {
                mapping.with_unit(*place, given.holds, given.unit)
            };
            return Meant::LoadTest(self.given.iter().zip(places).fold(load_test::Mapping::default(), with));
        }
        match (place(Holds::Prompt), place(Holds::Output)) {
            (Some((_, prompt)), Some((_, output))) => {
                let sent = place(Holds::Sent);
                Meant::Trace(trace::Mapping {
                    arrival: sent.map(|(_, place)| *place),
                    unit: sent.and_then(|(given, _)| given.unit).into(),
                    prompt: *prompt,
                    output: *output,
                    header,
                })
            }
            (prompt, output) => Meant::Nothing(missing(prompt.is_some(), output.is_some()).into()),
        }
    }

    /// The columns with what is said of them.
    pub(super) fn said_of(&self, offered: &mut [Offered]) {
        if self.is_empty() {
            return;
        }
        for column in offered {
            let is = |given: &&Given| match &given.which {
                Which::Place(place) => *place == column.place,
                Which::Named(name) => quantity::clip(name) == column.name,
            };
            let given = self.given.iter().find(is);
            column.holds = given.map(|given| given.holds);
            column.unit = given.and_then(|given| given.unit);
        }
    }
}

/// What is missing for a trace, and that a latency would do as well.
const fn missing(prompt: bool, output: bool) -> &'static str {
    match (prompt, output) {
        (true, _) => {
            "Which column holds the tokens of the answer? A trace has those of prompts and of answers, a load test at least one latency."
        }
        (_, true) => {
            "Which column holds the tokens of the prompt? A trace has those of prompts and of answers, a load test at least one latency."
        }
        _ => {
            "No column is said to hold a latency, as a load test has, or the tokens of prompts and of answers, as a trace has."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(said: &[(usize, Holds)]) -> Meant {
        let columns = said
            .iter()
            .fold(Columns::default(), |columns, (place, holds)| columns.with(*place, *holds, None));
        let places: Vec<usize> = said.iter().map(|(place, _)| *place).collect();
        columns.meant(&places, true)
    }

    #[test]
    fn a_latency_makes_a_load_test_and_lengths_a_trace() {
        use Holds::{E2e, Output, Prompt, Sent};
        assert!(matches!(meant(&[(0, Prompt), (1, Output), (2, E2e)]), Meant::LoadTest(_)));
        let Meant::Trace(mapping) = meant(&[(3, Prompt), (1, Output), (2, Sent)]) else { panic!("a trace") };
        assert_eq!((mapping.arrival, mapping.prompt, mapping.output), (Some(2), 3, 1));
        for (said, start) in [
            (&[][..], "No column is said to hold a latency"),
            (&[(0, Sent)], "No column is said to hold a latency"),
            (&[(0, Prompt)], "Which column holds the tokens of the answer?"),
            (&[(0, Output)], "Which column holds the tokens of the prompt?"),
            (&[(0, E2e), (1, E2e)], "Two columns are said to hold one thing"),
        ] {
            let Meant::Nothing(sentence) = meant(said) else { panic!("{start}") };
            assert!(sentence.starts_with(start), "{sentence}");
        }
    }
}
