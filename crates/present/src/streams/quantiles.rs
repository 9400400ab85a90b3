//! The spread of each latency in a table.

use super::freeze::gap_text;
use super::metric::{Told, itl_words};
use super::{Statistic, StreamsAnswer};
use crate::passage::{row, table};
use chart::{Cell, Table};
use latency::{Method, Metric, Quantile, Report, Sample, Samples, Spread, Streams, Targets, Terms};
use quantity::{Seconds, Unit};

/// The columns.
const SHOWN: [Statistic; 6] =
    [Statistic::P50, Statistic::P90, Statistic::P95, Statistic::P99, Statistic::Max, Statistic::Mean];

/// So many gaps leave more than one beyond the 99.9th percentile.
pub(super) const ENOUGH_FOR_P99_9: u64 = 2_000;

/// So many leave more than one beyond the 99.99th.
const ENOUGH_FOR_P99_99: u64 = 20_000;

/// Quantiles, the largest value and the mean of each latency; what is over its target says so.
pub(super) fn spreads(answer: &StreamsAnswer, targets: &Targets) -> Table {
    let rows = Metric::ALL.into_iter().filter_map(|metric| spread_row(answer, targets, metric)).collect();
    let head: Vec<&str> =
        std::iter::once("Latency").chain(SHOWN.iter().map(|statistic| statistic.label())).collect();
    let caption = match answer.terms.method {
        Method::Linear => {
            "Latencies of answered requests. A quantile between two values lies on the line between them."
        }
        Method::NearestRank => "Latencies of answered requests. A quantile is the value at the nearest rank.",
    };
    table(caption, &head, rows)
}

fn spread_row(answer: &StreamsAnswer, targets: &Targets, metric: Metric) -> Option<Vec<Cell>> {
    let spread = metric.spread(&answer.report)?;
    let limit = metric.target().and_then(|target| targets.limit(target));
    let label = match metric {
        Metric::Itl => ["ITL, ", itl_words(answer.terms.itl)].concat(),
        _ => metric.label().into(),
    };
    let figures = SHOWN.iter().map(|statistic| cell(metric, *statistic, &spread, limit));
    Some(std::iter::once(Cell::from(label)).chain(figures).collect())
}

/// A target judges each request, so a mean over requests cannot be over it.
fn cell(metric: Metric, statistic: Statistic, spread: &Spread, limit: Option<Seconds>) -> Cell {
    let value = statistic.of(spread);
    let text = metric.text(value);
    if statistic != Statistic::Mean && limit.is_some_and(|limit| value > limit) {
        Cell::failing(text + ", over target")
    } else {
        text.into()
    }
}

/// The rarest gaps, as far as there are enough of them to say.
pub(super) fn rare(answer: &StreamsAnswer) -> Option<Table> {
    let itl = answer.report.itl.filter(|itl| itl.count >= ENOUGH_FOR_P99_9)?;
    let mut head = vec!["Gaps", "p99.9"];
    let mut cells = vec![Unit::Count.show(itl.count as f64), gap_text(itl.p99_9)];
    if let Some(p99_99) = answer.p99_99 {
        head.push("p99.99");
        cells.push(gap_text(p99_99));
    }
    head.push("max");
    cells.push(gap_text(itl.max));
    Some(table("The rarest gaps between tokens.", &head, vec![row(cells)]))
}

/// The 99.99th percentile of the gaps; `None` where there are too few of them, or more than four thousand million.
///
/// All gaps were put in order once, for the report. Here it takes the thousandth from the 99.9th percentile on; what is
/// below it cannot be the answer, and stands in as that many noughts.
pub(super) fn p99_99(streams: &Streams, terms: &Terms, report: &Report) -> Option<Seconds> {
    let itl = report.itl.filter(|itl| itl.count >= ENOUGH_FOR_P99_99)?;
    let gaps = || streams.answered().flat_map(|(_, stream, _)| terms.itl.gaps(stream));
    let in_tail = |gap: &Sample| gap.value >= itl.p99_9;
    let tail: u64 = gaps().filter(in_tail).map(|gap| u64::from(gap.times)).sum();
    let below = Sample::new(Seconds::new(0.0), u32::try_from(itl.count.checked_sub(tail)?).ok()?);
    let samples = Samples::counted(gaps().filter(in_tail).chain([below]));
    samples.quantile(Quantile::new(0.9999)?, terms.method)
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Chunk, Itl, Outcome, Stream};
    use proptest::prelude::*;

    /// Gaps that take one of `levels` lengths, so that many of them are equal; up to four tokens in a chunk.
    fn streams(count: u32, levels: u32, turn: u32) -> Streams {
        let mut at = 0.0;
        let chunks: Vec<Chunk> = (0..count)
            .map(|place| {
                at += 0.015_625 * f64::from(place.wrapping_mul(turn) % levels);
                Chunk::new(Seconds::new(at), 1 + place % 4)
            })
            .collect();
        let mut streams = Streams::default();
        streams.push(Stream::new(&chunks, Outcome::Finished).expect("in order"));
        streams
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn the_tail_alone_gives_the_percentile_of_all(
            count in 5_000..30_000_u32, levels in 1..30_000_u32, turn in 1..10_000_u32,
            itl in proptest::sample::select(Itl::ALL.to_vec()), nearest in any::<bool>(),
        ) {
            let method = if nearest { Method::NearestRank } else { Method::Linear };
            let (streams, terms) = (streams(count, levels, turn), Terms { itl, method, ..Terms::default() });
            let all = itl.samples(&streams);
            let whole = all.quantile(Quantile::new(0.9999).expect("a share"), method);
            let enough = all.count() >= ENOUGH_FOR_P99_99;
            prop_assert_eq!(p99_99(&streams, &terms, &Report::of(&streams, &terms)), whole.filter(|_| enough));
        }
    }
}
