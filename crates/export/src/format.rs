//! The formats by name.

use crate::{chat, csv, json, markdown, report};
use plan::Scenario;

/// A form in which plans leave the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// All that was said and every figure, to be read back.
    Json,
    /// The same for a spreadsheet.
    Csv,
    /// Headline, table and link.
    Markdown,
    /// A few lines for a chat.
    Text,
    /// One HTML file for reading and printing.
    Report,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Json, Self::Csv, Self::Markdown, Self::Text, Self::Report];

    /// Its name for the command.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Report => "report",
        }
    }

    /// What it is for.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Json => "What was said and every figure, for programs and to be read back.",
            Self::Csv => "The same in rows for a spreadsheet, a column a scenario; no cell is a formula.",
            Self::Markdown => "Headline, table and link, for an issue or a page.",
            Self::Text => "A few lines and the link, for a chat.",
            Self::Report => {
                "One HTML file with formulas, charts and sources that opens without a connection."
            }
        }
    }

    /// How a file of it ends.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Markdown => "md",
            Self::Text => "txt",
            Self::Report => "html",
        }
    }

    /// The format called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Writes `scenarios`, whose links open `page`: the address of a calculator, or nothing for links that are fragments.
    #[must_use]
    pub fn write(self, scenarios: &[Scenario], page: &str) -> String {
        let cases = crate::case::cases(scenarios, page);
        match self {
            Self::Json => json::json(&cases),
            Self::Csv => csv::csv(&cases),
            Self::Markdown => markdown::markdown(&cases),
            Self::Text => chat::chat(&cases),
            Self::Report => report::report(&cases),
        }
    }
}
