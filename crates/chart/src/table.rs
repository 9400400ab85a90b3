//! A chart's data in rows, for whoever reads better than they see curves.

/// A table whose first column names its rows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Table {
    /// What the table holds.
    pub caption: String,
    /// One heading a column.
    pub head: Vec<String>,
    /// The rows; each has as many cells as the head.
    pub rows: Vec<Vec<Cell>>,
}

/// One figure, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// As read.
    pub text: String,
    /// Whether it breaks a target; the text says so in words too.
    pub failing: bool,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, failing: false }
    }
}

impl Cell {
    /// A figure that breaks a target.
    #[must_use]
    pub const fn failing(text: String) -> Self {
        Self { text, failing: true }
    }
}
