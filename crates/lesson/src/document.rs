//! A text as blocks and inlines, its marks read: what Markdown has of interest here, and nothing else.

mod builder;
mod walk;

pub(crate) use walk::{Met, walk};

use crate::mark::Mark;

/// A part of a page that stands by itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// The words of a tight list item, without a paragraph about them.
    Plain(Vec<Inline>),
    /// A heading below the section's own, with its level in Markdown.
    Heading { level: u8, id: Option<String>, words: Vec<Inline>, line: usize },
    /// A list, with its first number where it is numbered.
    List { first: Option<u64>, items: Vec<Item> },
    /// A table whose first column names its rows.
    Table { head: Vec<Vec<Inline>>, rows: Vec<Row> },
    /// Terms and what they mean.
    Definitions(Vec<Definition>),
    /// A margin note.
    Note { blocks: Vec<Self>, line: usize },
    /// A formula or a command, as it stands.
    Code(String),
    /// Guess first.
    Guess(Guess),
    /// A place for the reader's own words.
    Answer { id: String, ask: Vec<Inline> },
    /// What a good answer says, to be opened.
    Worked { id: String, blocks: Vec<Self> },
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) id: Option<String>,
    pub(crate) blocks: Vec<Block>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) id: Option<String>,
    pub(crate) cells: Vec<Vec<Inline>>,
}

/// A term with what it means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Definition {
    pub(crate) id: Option<String>,
    pub(crate) term: Vec<Inline>,
    pub(crate) meanings: Vec<Vec<Block>>,
}

/// A question that is asked before its answer is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Guess {
    pub(crate) id: String,
    pub(crate) line: usize,
    pub(crate) ask: Vec<Inline>,
    pub(crate) answer: String,
    pub(crate) within: String,
    pub(crate) wrong: Vec<Usual>,
    pub(crate) right: Vec<Inline>,
}

/// A usual mistake and what to say to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Usual {
    pub(crate) line: usize,
    pub(crate) mistake: String,
    pub(crate) words: Vec<Inline>,
}

/// A part of running text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inline {
    Text(String),
    Strong(Vec<Self>),
    Emphasis(Vec<Self>),
    Code(String),
    Link {
        to: String,
        words: Vec<Self>,
        line: usize,
    },
    Break,
    /// A mark, as it is written, and its line.
    Mark {
        mark: Mark,
        raw: String,
        line: usize,
    },
}

impl Inline {
    /// The words alone, for a heading in a list of contents.
    pub(crate) fn plain(inlines: &[Self]) -> String {
        let word = |inline: &Self| match inline {
            Self::Text(text) | Self::Code(text) => text.clone(),
            Self::Strong(inner) | Self::Emphasis(inner) | Self::Link { words: inner, .. } => {
                Self::plain(inner)
            }
            Self::Break => " ".into(),
            Self::Mark {
                mark: Mark::Live(_, shown) | Mark::Fixed(_, shown) | Mark::Streams(.., shown),
                ..
            } => shown.clone(),
            Self::Mark { .. } => String::new(),
        };
        inlines.iter().map(word).collect()
    }
}

/// Reads Markdown whose first line has the number `line`; gives its blocks, and what is wrong.
pub(crate) fn read(markdown: &str, line: usize) -> (Vec<Block>, Vec<crate::fault::Complaint>) {
    let mut builder = builder::Builder::new(markdown, line);
    let blocks = builder.all();
    (blocks, builder.complaints)
}
