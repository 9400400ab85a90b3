//! Scenarios side by side: a row for each quantity and figure, a cell for each scenario.

use crate::scenario::Case;
use present::{text_of, value_text};
use quantity::{Key, Standard, shortest};
use sizing::{Figure, Value};

/// What one thing is in each scenario.
pub(crate) struct Row {
    pub(crate) label: &'static str,
    pub(crate) cells: Vec<Cell>,
}

/// What it is in one of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// As read.
    pub(crate) text: String,
    /// Where it comes from; empty for figures.
    pub(crate) source: &'static str,
    /// Whether it is another one than in the first scenario.
    pub(crate) differs: bool,
}

/// What any plan is about.
const ALWAYS: [Key; 7] = [Key::Model, Key::Gpu, Key::Rate, Key::In, Key::Out, Key::Ttft, Key::Tpot];

/// The figures that a plan is judged by.
pub(crate) const JUDGED: [Figure; 10] = [
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
pub(crate) fn said(cases: &[Case]) -> Vec<Row> {
    quantities(cases, |key| ALWAYS.contains(&key) || cases.iter().any(|case| case.input.changes(key)))
}

/// All that the plans state, said or by default.
pub(crate) fn stated(cases: &[Case]) -> Vec<Row> {
    quantities(cases, |key| cases.iter().any(|case| value(case, key).is_some()))
}

fn quantities(cases: &[Case], is_shown: impl Fn(Key) -> bool) -> Vec<Row> {
    let cell = |case: &Case, key: Key| {
        let text = value(case, key).unwrap_or_else(|| "not set".into());
        (text, case.answer.plan.source(key).word())
    };
    Key::all()
        .filter(|key| is_shown(*key))
        .map(|key| row(key.row().label, cases.iter().map(|case| cell(case, key)).collect()))
        .collect()
}

/// Those of `figures` that any scenario has.
pub(crate) fn figures(cases: &[Case], figures: &[Figure]) -> Vec<(Figure, Row)> {
    let shown = figures.iter().filter(|figure| cases.iter().any(|case| has(case, **figure)));
    let cells = |figure| cases.iter().map(|case| (text_of(&case.answer, figure), "")).collect();
    shown.map(|figure| (*figure, row(figure.label(), cells(*figure)))).collect()
}

/// Whether a scenario has such a figure.
pub(crate) fn has(case: &Case, figure: Figure) -> bool {
    figure.of(&case.answer.plan, &case.answer.sizing) != Value::Absent
}

fn row(label: &'static str, texts: Vec<(String, &'static str)>) -> Row {
    let first = texts.first().map(|(text, _)| text.clone()).unwrap_or_default();
    let cell = |(text, source)| Cell { differs: text != first, text, source };
    Row { label, cells: texts.into_iter().map(cell).collect() }
}

/// The quantity of `key` as read; none where it is left open.
fn value(case: &Case, key: Key) -> Option<String> {
    let row = key.row();
    match row.default {
        Standard::Word(name) => {
            let said = case.input.word(key).unwrap_or(name);
            let choice = plan::choices(key).into_iter().find(|choice| choice.name == said);
            Some(choice.map_or(said, |choice| choice.label).into())
        }
        _ => number(case, key).map(|number| row.unit.exact(number)),
    }
}

/// The quantity of `key` as data: a name, or a number in base units with all its digits; empty where it is left open.
pub(crate) fn datum(case: &Case, key: Key) -> String {
    match key.row().default {
        Standard::Word(name) => case.input.word(key).unwrap_or(name).into(),
        _ => number(case, key).map_or_else(String::new, |number| shortest(number, 0, false)),
    }
}

/// The figure as data: a number, or the word for why there is none.
pub(crate) fn figure_datum(case: &Case, figure: Figure) -> String {
    match figure.of(&case.answer.plan, &case.answer.sizing) {
        Value::Number(number) => shortest(number, 0, false),
        value => value_text(figure, value),
    }
}

fn number(case: &Case, key: Key) -> Option<f64> {
    let standard = match key.row().default {
        Standard::Number(number) => Some(number),
        _ => None,
    };
    case.input.number(key).or(standard)
}
