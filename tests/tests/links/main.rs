//! Links that travel: they open for ever, side by side, packed, damaged, and in programs that others write.

mod decoders;
mod hostile;
mod laws;
mod opened;
mod published;
mod vectors;

const FORMAT: &str = include_str!("../../../docs/link-format.md");

/// The one fenced block of the document in `language`.
fn fenced(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let mut blocks = FORMAT.split(start.as_str()).skip(1);
    let block = blocks.next().and_then(|block| block.split("\n```").next());
    assert!(blocks.next().is_none(), "more than one block in {language}");
    block.unwrap_or_else(|| panic!("no block in {language}"))
}
