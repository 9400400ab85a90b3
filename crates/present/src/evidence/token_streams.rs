//! A file of token times: what its requests say, and what it states of itself beside that.

use super::{EvidenceShown, EvidenceTile};
use crate::{Published, Statistic, StreamsAnswer};
use evidence::Reading;
use latency::{Quantile, Terms};

/// What the requests of a file say, without targets.
#[must_use]
pub fn token_streams(reading: &Reading, kind: String) -> EvidenceShown {
    let terms = Terms { duration: reading.duration, ..Terms::default() };
    let published = reading.published.as_ref().map(stated).unwrap_or_default();
    let shown = StreamsAnswer::of(&reading.streams, &terms, published).shown();
    let tiles = shown.tiles.into_iter().map(|tile| EvidenceTile {
        label: tile.label.into(),
        text: tile.text,
        note: tile.note,
    });
    let notes = reading.notes.iter().map(|note| note.text.clone());
    let tables = [Some(shown.quantiles), shown.rare, shown.published];
    EvidenceShown {
        kind,
        headline: shown.headline,
        tiles: tiles.collect(),
        notes: notes.chain(shown.notes).chain([shown.rates]).collect(),
        tables: tables.into_iter().flatten().filter(|table| !table.rows.is_empty()).collect(),
        charts: [shown.first_tokens, shown.gaps, shown.timelines].into_iter().flatten().collect(),
        takes: Vec::new(),
    }
}

/// The quantiles that are compared.
const COMPARED: [(Quantile, Statistic); 5] = [
    (Quantile::P50, Statistic::P50),
    (Quantile::P90, Statistic::P90),
    (Quantile::P95, Statistic::P95),
    (Quantile::P99, Statistic::P99),
    (Quantile::P99_9, Statistic::P99_9),
];

/// What a file states of itself, as far as it is compared.
#[must_use]
pub fn stated(published: &evidence::Published) -> Vec<Published> {
    let statistic = |statistic| match statistic {
        evidence::Statistic::Mean => Some(Statistic::Mean),
        evidence::Statistic::Median => Some(Statistic::P50),
        evidence::Statistic::Quantile(quantile) => {
            COMPARED.into_iter().find(|(known, _)| *known == quantile).map(|(_, statistic)| statistic)
        }
        evidence::Statistic::Deviation => None,
    };
    let figures = published.figures.iter().filter_map(|figure| {
        Some(Published::Latency(figure.metric, statistic(figure.statistic)?, figure.value))
    });
    figures.collect()
}
