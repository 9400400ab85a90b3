//! A quantity or a figure as data, with all its digits.

use crate::case::Case;
use present::comparison::number;
use present::value_text;
use quantity::{Key, Standard, shortest};
use sizing::{Figure, Value};

/// The quantity of `key`: a name, or a number in base units; empty where it is left open.
pub(crate) fn stated(case: &Case, key: Key) -> String {
    match key.row().default {
        Standard::Word(name) => case.input.word(key).unwrap_or(name).into(),
        _ => number(&case.input, key).map_or_else(String::new, |number| shortest(number, 0, false)),
    }
}

/// The figure: a number, or the word for why there is none.
pub(crate) fn figure(case: &Case, figure: Figure) -> String {
    match figure.of(&case.answer.plan, &case.answer.sizing) {
        Value::Number(number) => shortest(number, 0, false),
        value => value_text(figure, value),
    }
}
