//! The pages of the lesson, each a row of sections.

use crate::section::Section;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The sections of the Gist, in order.
#[must_use]
pub fn gist() -> Vec<Section> {
    sections(GIST)
}

/// The sections of the questions and answers, in order.
#[must_use]
pub fn qa() -> Vec<Section> {
    sections(QA)
}

/// The texts of the maps: in each, an entry for every node and every edge.
#[must_use]
pub fn maps_text() -> Vec<Section> {
    sections(MAPS)
}

fn sections(files: &[(&'static str, &'static str)]) -> Vec<Section> {
    files.iter().map(|(file, source)| Section::of(file, source)).collect()
}
