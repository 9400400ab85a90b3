//! Figure by level: measured, predicted, how they differ.

use super::words::{difference, load};
use crate::comparison::{Compared, LevelCompared};
use crate::{Comparison, Settled};
use chart::{Cell, Table};
use quantity::Unit;

/// The table; a level without a figure to compare has a row that says so.
pub(super) fn table(comparison: &Comparison) -> Table {
    let rows = comparison.levels.iter().flat_map(|level| rows(level, comparison.within)).collect();
    let head = ["Level", "Load", "Figure", "Measured", "Predicted", "Difference"].map(String::from);
    Table { caption: "Measured against predicted".into(), head: head.into(), rows }
}

fn rows(level: &LevelCompared, within: f64) -> Vec<Vec<Cell>> {
    let row = |cells: [String; 3], difference: Cell| {
        let name = [level.name.clone(), load(level.observed.load)];
        name.into_iter().chain(cells).map(Cell::from).chain([difference]).collect()
    };
    if level.figures.is_empty() {
        let none = ["nothing to compare", "—", "—"].map(String::from);
        return vec![row(none, String::from("not judged").into())];
    }
    let figures = level.figures.iter();
    figures.map(|figure| row(texts(*figure, level), cell(*figure, within))).collect()
}

fn texts(figure: Compared, level: &LevelCompared) -> [String; 3] {
    let unit = figure.measure.unit();
    let most = matches!(level.forecast.map(|forecast| forecast.settled), Some(Settled::Overloaded));
    let predicted = unit.show(figure.predicted);
    // Where more arrives than can be carried, what is carried is a bound.
    let predicted = if most { format!("at most {predicted}") } else { predicted };
    [figure.measure.label().into(), unit.show(figure.measured), predicted]
}

fn cell(figure: Compared, within: f64) -> Cell {
    let share = Unit::Fraction.exact(within);
    let text = difference(figure);
    if !figure.sound {
        format!("{text}: not judged").into()
    } else if figure.is_within(within) {
        format!("{text}: within {share}").into()
    } else {
        Cell::failing(format!("{text}: beyond {share}"))
    }
}
