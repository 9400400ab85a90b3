//! What a page has from a worker: labels and ids are the program's own on both sides, and are put back on arrival.

use super::{FIRST_TOKENS, GAPS, TILES, TIMELINES};
use crate::Tile;
use chart::Chart;
use serde::{Deserialize, Deserializer};

/// The tiles, with their labels.
pub(super) fn tiles<'de, D: Deserializer<'de>>(from: D) -> Result<[Tile; 4], D::Error> {
    let mut tiles: [Tile; 4] = Deserialize::deserialize(from)?;
    for (tile, label) in tiles.iter_mut().zip(TILES) {
        tile.label = label;
    }
    Ok(tiles)
}

/// The chart of TTFT, with its id.
pub(super) fn first_tokens<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Chart>, D::Error> {
    named(from, FIRST_TOKENS)
}

/// The chart of gaps, with its id.
pub(super) fn gaps<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Chart>, D::Error> {
    named(from, GAPS)
}

/// The chart of timelines, with its id.
pub(super) fn timelines<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Chart>, D::Error> {
    named(from, TIMELINES)
}

fn named<'de, D: Deserializer<'de>>(from: D, id: &'static str) -> Result<Option<Chart>, D::Error> {
    let chart: Option<Chart> = Deserialize::deserialize(from)?;
    Ok(chart.map(|chart| Chart { id, ..chart }))
}
