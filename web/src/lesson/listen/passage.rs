//! What is read of a part of the page: the text that stands there in sight, block by block.

use leptos::prelude::*;
use speech::sentences;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, Node, Range};

/// What is not read: what is hidden or closed, what is there to be pressed or filled in, and drawings.
const UNREAD: &str = "[hidden], [data-needs-program], [data-mermaid], [role=status], .unseen, .listening, nav, button, \
    select, textarea, fieldset, output, svg, canvas, .plot, .legend, .chart-tools, \
    details:not(.question) > summary, details:not([open]) > :not(summary)";

/// What stands inside a line. Everything else is a block of its own.
const INLINE: &str = "a, abbr, b, cite, code, data, em, i, kbd, mark, q, small, span, strong, sub, sup, var";

/// The text of a part of the page.
#[derive(Default)]
pub(super) struct Passage {
    pub(super) blocks: Vec<Block>,
}

/// A paragraph, an item, a heading, the row of a table, or the like.
pub(super) struct Block {
    pub(super) element: Element,
    pub(super) text: String,
    pieces: Vec<Piece>,
}

/// A part of a block's text that is the text of one node. Between pieces stands what is only said, or typed in.
struct Piece {
    start: usize,
    end: usize,
    node: Node,
}

impl Passage {
    /// What there is to read in `root`.
    pub(super) fn of(root: &Element) -> Self {
        let mut passage = Self::default();
        passage.take(root, root);
        passage.blocks.retain(|block| !block.text.trim().is_empty());
        passage
    }

    /// Takes in what stands in `parent`, as the text of the block `of`.
    fn take(&mut self, parent: &Node, of: &Element) {
        let mut next = parent.first_child();
        while let Some(node) = next {
            next = node.next_sibling();
            match node.dyn_ref::<Element>() {
                Some(element) => self.take_element(element, of),
                None if node.node_type() == Node::TEXT_NODE => {
                    self.say(&node.node_value().unwrap_or_default(), Some(&node), of);
                }
                None => {}
            }
        }
    }

    fn take_element(&mut self, element: &Element, of: &Element) {
        let is = |selector| element.matches(selector) == Ok(true);
        if is(UNREAD) {
            return;
        }
        if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
            self.say(&input.value(), None, of);
        } else if is("br") {
            self.say(" ", None, of);
        } else if is("th, td") {
            // The first cell of a row is what the others are about.
            let before = element.previous_element_sibling();
            if let Some(before) = before {
                let is_second = before.previous_element_sibling().is_none();
                self.say(if is_second { ": " } else { "; " }, None, of);
            }
            self.take(element, of);
        } else if is(INLINE) {
            self.take(element, of);
        } else if is_shown(element) {
            self.begin(element);
            self.take(element, element);
            // What follows belongs to the block around it again.
            self.begin(of);
        }
    }

    fn begin(&mut self, element: &Element) {
        self.blocks.push(Block { element: element.clone(), text: String::new(), pieces: Vec::new() });
    }

    fn say(&mut self, text: &str, node: Option<&Node>, of: &Element) {
        if self.blocks.is_empty() {
            self.begin(of);
        }
        if let Some(block) = self.blocks.last_mut() {
            let start = block.text.len();
            block.text.push_str(text);
            block.pieces.extend(node.map(|node| Piece { start, end: block.text.len(), node: node.clone() }));
        }
    }
}

/// Whether it takes any room.
fn is_shown(element: &Element) -> bool {
    let room = element.get_bounding_client_rect();
    room.width() > 0.0 || room.height() > 0.0
}

impl Block {
    /// Where one of its sentences stands on the page; the whole block where its text has changed since.
    pub(super) fn range(&self, sentence: usize) -> Option<Range> {
        let range = document().create_range().ok()?;
        if self.enclose(&range, sentence).is_none() {
            range.select_node_contents(&self.element).ok()?;
        }
        Some(range)
    }

    fn enclose(&self, range: &Range, sentence: usize) -> Option<()> {
        let span = sentences(&self.text).into_iter().nth(sentence)?;
        let first = self.pieces.iter().find(|piece| piece.end > span.start)?;
        let last = self.pieces.iter().rev().find(|piece| piece.start < span.end)?;
        if !(first.node.is_connected() && last.node.is_connected()) {
            return None;
        }
        range.set_start(&first.node, self.letters(first, span.start)).ok()?;
        range.set_end(&last.node, self.letters(last, span.end)).ok()
    }

    /// How many letters of a piece, as the page counts them, stand before a place in the text.
    fn letters(&self, piece: &Piece, place: usize) -> u32 {
        let before = self.text.get(piece.start..place.clamp(piece.start, piece.end)).unwrap_or("");
        u32::try_from(before.encode_utf16().count()).unwrap_or(0)
    }
}
