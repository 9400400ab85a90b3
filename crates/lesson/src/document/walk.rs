//! What stands in a document, wherever it stands: its links and its ids.

use super::{Block, Inline};

/// Something that a walk over a document meets.
pub(crate) enum Met<'a> {
    /// A link: where to, and its line.
    Link(&'a str, usize),
    /// The id of a block, an item, a row or a term.
    Id(&'a str),
}

/// Shows `see` every link and every id of `blocks`.
pub(crate) fn walk<'a>(blocks: &'a [Block], see: &mut impl FnMut(Met<'a>)) {
    for block in blocks {
        match block {
            Block::Paragraph(words) | Block::Plain(words) => inlines(words, see),
            Block::Heading { id, words, .. } => {
                ids(id.as_deref(), see);
                inlines(words, see);
            }
            Block::List { items, .. } => {
                for item in items {
                    ids(item.id.as_deref(), see);
                    walk(&item.blocks, see);
                }
            }
            Block::Table { head, rows } => {
                head.iter().for_each(|words| inlines(words, see));
                for row in rows {
                    ids(row.id.as_deref(), see);
                    row.cells.iter().for_each(|words| inlines(words, see));
                }
            }
            Block::Definitions(definitions) => {
                for definition in definitions {
                    ids(definition.id.as_deref(), see);
                    inlines(&definition.term, see);
                    definition.meanings.iter().for_each(|blocks| walk(blocks, see));
                }
            }
            Block::Note { blocks, .. } | Block::Worked { blocks, .. } => walk(blocks, see),
            Block::Guess(guess) => {
                inlines(&guess.ask, see);
                inlines(&guess.right, see);
                guess.wrong.iter().for_each(|usual| inlines(&usual.words, see));
            }
            Block::Answer { id, ask } => {
                see(Met::Id(id));
                inlines(ask, see);
            }
            Block::Code(_) => {}
        }
    }
}

fn ids<'a>(id: Option<&'a str>, see: &mut impl FnMut(Met<'a>)) {
    if let Some(id) = id {
        see(Met::Id(id));
    }
}

pub(crate) fn inlines<'a>(words: &'a [Inline], see: &mut impl FnMut(Met<'a>)) {
    for word in words {
        match word {
            Inline::Strong(inner) | Inline::Emphasis(inner) => inlines(inner, see),
            Inline::Link { to, words, line } => {
                see(Met::Link(to, *line));
                inlines(words, see);
            }
            _ => {}
        }
    }
}
