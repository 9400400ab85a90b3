//! What a page asks about the columns of a table, and what a person answers, in words.

use evidence::load_test::{Holds, Offered, TimeUnit};
use evidence::{Columns, Found};
use serde::{Deserialize, Serialize};

/// A column that a person may explain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnShown {
    /// Its place, from 0.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// What stands first in it.
    pub example: String,
    /// The word for what it holds, one of [`HOLDS`]; empty where nobody said.
    pub holds: String,
    /// The word for its unit, one of [`UNITS`]; empty where nobody said.
    pub unit: String,
}

/// What a person says of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnSaid {
    /// Its place, from 0.
    pub place: usize,
    /// The word for what it holds, one of [`HOLDS`]. Any other word says nothing.
    pub holds: String,
    /// The word for its unit, one of [`UNITS`]; empty where that is not known.
    pub unit: String,
}

/// What a column may hold: word, label, and whether it is a time, which has a unit.
pub const HOLDS: [(&str, &str, bool); Holds::ALL.len()] = {
    let mut all = [("", "", false); Holds::ALL.len()];
    let mut place = 0;
    while place < all.len() {
        let holds = Holds::ALL[place];
        all[place] = (holds.word(), holds.label(), holds.is_time());
        place += 1;
    }
    all
};

/// The units of times: word and label.
pub const UNITS: [(&str, &str); 4] = [("s", "s"), ("ms", "ms"), ("us", "µs"), ("ns", "ns")];

/// The columns of what was found, where a person may explain them.
pub(crate) fn shown(found: &Found) -> Vec<ColumnShown> {
    let shown = |column: &Offered| ColumnShown {
        place: column.place,
        name: column.name.clone(),
        example: column.example.clone(),
        holds: column.holds.map(Holds::word).unwrap_or_default().into(),
        unit: column.unit.map(TimeUnit::word).unwrap_or_default().into(),
    };
    found.offered().iter().map(shown).collect()
}

/// What was said, as the reader takes it.
pub(crate) fn said(columns: &[ColumnSaid]) -> Columns {
    columns.iter().fold(Columns::default(), |all, said| match Holds::of_word(&said.holds) {
        Some(holds) => all.with(said.place, holds, TimeUnit::of_word(&said.unit)),
        None => all,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_readers() {
        assert_eq!(UNITS.map(|(word, _)| word), TimeUnit::ALL.map(TimeUnit::word));
        for (word, _) in UNITS {
            assert_eq!(TimeUnit::of_word(word).map(TimeUnit::word), Some(word));
        }
    }
}
