//! Scenarios side by side: a row for each quantity and figure, a cell for each scenario, the first of which is the
//! baseline.

mod overlay;

pub use overlay::{labels, overlaid};

use crate::{Answer, text_of};
use plan::PlanInput;
use quantity::{Key, Standard, Unit};
use sizing::{Figure, Value};

/// One of the scenarios, as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// What to call it.
    pub name: &'a str,
    /// What was said.
    pub input: &'a PlanInput,
    /// The answer to it.
    pub answer: &'a Answer,
}

/// What one thing is in each scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called.
    pub label: &'static str,
    /// The quantity that it is, where it is one of the plan's.
    pub key: Option<Key>,
    /// The figure that it is, where it is one of the answer's.
    pub figure: Option<Figure>,
    /// One for each scenario.
    pub cells: Vec<Cell>,
}

/// What it is in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// As read: what [`text_of`] says of a figure.
    pub text: String,
    /// How much it differs from the baseline: "+12 (×1.60)", "unbounded in place of 124 ms", or "same".
    pub difference: String,
    /// Where a quantity comes from; empty for figures.
    pub source: &'static str,
    /// Whether its text is another one than the baseline's.
    pub differs: bool,
}

/// What any plan is about.
const ALWAYS: [Key; 7] = [Key::Model, Key::Gpu, Key::Rate, Key::In, Key::Out, Key::Ttft, Key::Tpot];

/// The figures that a plan is judged by.
const JUDGED: [Figure; 10] = [
    Figure::Needed,
    Figure::Replicas,
    Figure::Spare,
    Figure::GpusWithSpare,
    Figure::Margin,
    Figure::LargestRate,
    Figure::Tpot,
    Figure::TtftP95,
    Figure::PerHourWithSpare,
    Figure::PerOutputWithSpare,
];

/// What any plan is about, and what any of these says for itself.
#[must_use]
pub fn said(all: &[Compared]) -> Vec<Row> {
    quantities(all, &|key| ALWAYS.contains(&key) || all.iter().any(|one| one.input.changes(key)))
}

/// What a plan is about, and what it says for itself: what each is called, and as what it was read.
#[must_use]
pub fn assumptions(input: &PlanInput) -> Vec<(&'static str, String)> {
    let shown = Key::all().filter(|key| ALWAYS.contains(key) || input.changes(*key));
    let pair = |key: Key| Some((key.row().label, stands(input, key)?.0));
    shown.filter_map(pair).collect()
}

/// All that the plans state, said or by default.
#[must_use]
pub fn stated(all: &[Compared]) -> Vec<Row> {
    quantities(all, &|key| all.iter().any(|one| stands(one.input, key).is_some()))
}

/// The figures that the plans are judged by.
#[must_use]
pub fn judged(all: &[Compared]) -> Vec<Row> {
    figures(all, &JUDGED)
}

/// Those of `figures` that any of the plans has.
#[must_use]
pub fn figures(all: &[Compared], figures: &[Figure]) -> Vec<Row> {
    let value = |one: &Compared, figure: Figure| figure.of(&one.answer.plan, &one.answer.sizing);
    let is_shown = |figure: &&Figure| all.iter().any(|one| value(one, **figure) != Value::Absent);
    let row = |figure: Figure| {
        let side = |one: &Compared| Side {
            text: text_of(one.answer, figure),
            number: value(one, figure).number(),
            source: "",
        };
        let cells = beside_the_first(all.iter().map(side).collect(), figure.unit(), Unit::show_change);
        Row { label: figure.label(), key: None, figure: Some(figure), cells }
    };
    figures.iter().filter(is_shown).map(|figure| row(*figure)).collect()
}

/// All of it as one table, a column for each scenario; with `differences` the others' columns hold those.
#[must_use]
pub fn table(all: &[Compared], differences: bool) -> chart::Table {
    let cell = |(place, cell): (usize, Cell)| {
        chart::Cell::from(if differences && place > 0 { cell.difference } else { cell.text })
    };
    let line = |row: Row| {
        let name = chart::Cell::from(String::from(row.label));
        [name].into_iter().chain(row.cells.into_iter().enumerate().map(cell)).collect()
    };
    let names = all.iter().map(|one| String::from(one.name));
    chart::Table {
        caption: if differences {
            "What differs from the first scenario."
        } else {
            "The scenarios side by side."
        }
        .into(),
        head: ["Quantity".into()].into_iter().chain(names).collect(),
        rows: said(all).into_iter().chain(judged(all)).map(line).collect(),
    }
}

fn quantities(all: &[Compared], is_shown: &dyn Fn(Key) -> bool) -> Vec<Row> {
    let row = |key: Key| {
        let side = |one: &Compared| {
            let source = one.answer.plan.source(key).word();
            let (text, number) = stands(one.input, key).unwrap_or_else(|| ("not set".into(), None));
            Side { text, number, source }
        };
        let cells = beside_the_first(all.iter().map(side).collect(), key.row().unit, Unit::exact_change);
        Row { label: key.row().label, key: Some(key), figure: None, cells }
    };
    Key::all().filter(|key| is_shown(*key)).map(row).collect()
}

/// The quantity of `key` as read, and as a number where it is one; none where it is left open.
fn stands(input: &PlanInput, key: Key) -> Option<(String, Option<f64>)> {
    let row = key.row();
    match row.default {
        Standard::Word(name) => {
            let said = input.word(key).unwrap_or(name);
            let choice = plan::choices(key).into_iter().find(|choice| choice.name == said);
            Some((choice.map_or(said, |choice| choice.label).into(), None))
        }
        _ => number(input, key).map(|number| (row.unit.exact(number), Some(number))),
    }
}

/// The number of `key`, said or by default; none where it is left open, or no number.
#[must_use]
pub fn number(input: &PlanInput, key: Key) -> Option<f64> {
    let standard = match key.row().default {
        Standard::Number(number) => Some(number),
        _ => None,
    };
    input.number(key).or(standard)
}

/// A text of one scenario, before it stands beside the first.
struct Side {
    text: String,
    number: Option<f64>,
    source: &'static str,
}

/// How much more one number is than another, in a unit's words; none where they print the same text.
type Change = fn(Unit, f64, f64) -> Option<String>;

fn beside_the_first(sides: Vec<Side>, unit: Unit, change: Change) -> Vec<Cell> {
    let differences: Vec<String> = match sides.first() {
        Some(first) => sides.iter().map(|side| difference(first, side, unit, change)).collect(),
        None => Vec::new(),
    };
    let first = sides.first().map(|side| side.text.clone()).unwrap_or_default();
    let cell =
        |(Side { text, source, .. }, difference)| Cell { differs: text != first, text, difference, source };
    sides.into_iter().zip(differences).map(cell).collect()
}

/// From `first` to `side` in words. Numbers have their change in the unit of the row, and behind it how many times as much it is: "×0.50"
/// where "−50%" would look like a change of a share, and "+1,100%" like nothing at all. A share has its change alone.
fn difference(first: &Side, side: &Side, unit: Unit, change: Change) -> String {
    if side.text == first.text {
        return "same".into();
    }
    let pair = first.number.zip(side.number);
    match pair.and_then(|(from, to)| Some((change(unit, from, to)?, times(unit, from, to)))) {
        Some((change, times)) => [change, times].concat(),
        None => [&side.text, " in place of ", &first.text].concat(),
    }
}

/// " (×1.60)", or nothing where that would say nothing.
fn times(unit: Unit, from: f64, to: f64) -> String {
    if unit == Unit::Fraction || from <= 0.0 || to <= 0.0 {
        return String::new();
    }
    match Unit::Number.show(to / from).as_str() {
        "0.00" | "1.00" => String::new(),
        times => [" (×", times, ")"].concat(),
    }
}

#[cfg(test)]
mod tests;
