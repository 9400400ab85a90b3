//! The mark on the sentence that is spoken.

use super::passage::Block;
use js_sys::{Array, Function, Map, Reflect, Set};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};

/// The name of the highlight, and of the class where the browser knows no highlights.
const NAME: &str = "spoken";

/// Where the mark stands.
pub(super) struct Mark {
    /// The ranges that the browser highlights.
    highlight: Option<Set>,
    block: Option<Element>,
}

impl Mark {
    /// No mark yet.
    pub(super) fn new() -> Self {
        Self { highlight: highlight().ok(), block: None }
    }

    /// Marks a sentence, and follows it where the last one was in sight.
    pub(super) fn set(&mut self, block: &Block, sentence: usize) {
        let was_seen = self.block.as_ref().is_none_or(is_seen);
        let is_new = self.block.as_ref() != Some(&block.element);
        self.clear();
        match self.highlight.as_ref().zip(block.range(sentence)) {
            Some((highlight, range)) => {
                highlight.add(&range);
            }
            None => {
                let _ = block.element.class_list().add_1(NAME);
            }
        }
        if is_new && was_seen {
            let nearest = ScrollIntoViewOptions::new();
            nearest.set_block(ScrollLogicalPosition::Nearest);
            block.element.scroll_into_view_with_scroll_into_view_options(&nearest);
        }
        self.block = Some(block.element.clone());
    }

    /// Takes the mark away.
    pub(super) fn clear(&mut self) {
        if let Some(highlight) = &self.highlight {
            highlight.clear();
        }
        if let Some(block) = self.block.take() {
            let _ = block.class_list().remove_1(NAME);
        }
    }
}

/// An empty highlight under our name, where the browser has them.
fn highlight() -> Result<Set, JsValue> {
    let constructor = Reflect::get(&window(), &"Highlight".into())?.dyn_into::<Function>()?;
    let registry = Reflect::get(&Reflect::get(&window(), &"CSS".into())?, &"highlights".into())?;
    let highlight = Reflect::construct(&constructor, &Array::new())?;
    // Both are like a map and a set, by their methods.
    registry.unchecked_into::<Map>().set(&NAME.into(), &highlight);
    Ok(highlight.unchecked_into())
}

fn is_seen(element: &Element) -> bool {
    let room = element.get_bounding_client_rect();
    let window = document().document_element().map_or(0, |html| html.client_height());
    room.bottom() > 0.0 && room.top() < f64::from(window)
}
