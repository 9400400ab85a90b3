//! The figures of the synthetic stream set that the lesson speaks of: drawn and counted once.

use latency::{Goodput, Itl, Quantile, Samples, Stream, Streams, Synthetic, Target, Targets};
use quantity::{Seconds, Unit};
use std::sync::OnceLock;

/// The names of the figures.
pub(crate) const NAMES: [&str; 19] = [
    "count",
    "good",
    "good_share",
    "spiked",
    "frozen",
    "ttft_p50",
    "ttft_p95",
    "ttft_p99",
    "tpot_p50",
    "tpot_p95",
    "tpot_max",
    "itl_p99",
    "itl_p999",
    "itl_max",
    "gaps",
    "long_gaps",
    "fail_ttft",
    "good_frozen",
    "good_with_gap_target",
];

/// A gap longer than this is a freeze.
const FREEZE: Seconds = Seconds::new(0.5);
/// The shortest of the long waits that the set is drawn with.
const SPIKE: Seconds = Seconds::new(1.0);
/// The targets of the lesson.
const TTFT: Seconds = Seconds::new(1.0);
const TPOT: Seconds = Seconds::new(0.05);

/// The figure of a name, and what it counts.
pub(crate) fn figure(name: &str) -> Option<(f64, Unit)> {
    static FIGURES: OnceLock<Vec<(&'static str, f64, Unit)>> = OnceLock::new();
    let figures = FIGURES.get_or_init(|| Ground::new().figures());
    figures.iter().find(|(known, ..)| *known == name).map(|(_, value, unit)| (*value, *unit))
}

/// The streams, and what is read out of them.
struct Ground {
    streams: Streams,
    ttfts: Samples,
    tpots: Samples,
    gaps: Samples,
    goodput: Goodput,
}

impl Ground {
    fn new() -> Self {
        let streams = Synthetic::default().streams();
        Self {
            ttfts: Samples::new(streams.ttfts()),
            tpots: Samples::new(streams.answered().filter_map(|(.., figures)| figures.tpot())),
            gaps: Itl::default().samples(&streams),
            goodput: Goodput::of(&streams, &targets(None)),
            streams,
        }
    }

    fn figures(&self) -> Vec<(&'static str, f64, Unit)> {
        let count = |name, number: usize| (name, number as f64, Unit::Count);
        let at = |name, samples: &Samples, quantile, unit| {
            let value = samples.quantile(quantile, latency::Method::default());
            (name, value.map_or(0.0, Seconds::get), unit)
        };
        let most = |name, samples: &Samples, unit| (name, samples.max().map_or(0.0, Seconds::get), unit);
        let judged = self.goodput.judged;
        vec![
            count("count", self.streams.len()),
            count("good", self.goodput.good),
            ("good_share", self.goodput.share().map_or(0.0, quantity::Fraction::get), Unit::Fraction),
            count("spiked", self.streams.ttfts().filter(|ttft| *ttft >= SPIKE).count()),
            count("frozen", self.frozen(&Targets::default())),
            at("ttft_p50", &self.ttfts, Quantile::P50, Unit::Wait),
            at("ttft_p95", &self.ttfts, Quantile::P95, Unit::Wait),
            at("ttft_p99", &self.ttfts, Quantile::P99, Unit::Wait),
            at("tpot_p50", &self.tpots, Quantile::P50, Unit::Seconds),
            at("tpot_p95", &self.tpots, Quantile::P95, Unit::Seconds),
            most("tpot_max", &self.tpots, Unit::Seconds),
            at("itl_p99", &self.gaps, Quantile::P99, Unit::Seconds),
            at("itl_p999", &self.gaps, Quantile::P99_9, Unit::Seconds),
            // A freeze is told in whole milliseconds, as on the page of streams.
            most("itl_max", &self.gaps, Unit::Wait),
            ("gaps", self.gaps.count() as f64, Unit::Count),
            count("long_gaps", self.long_gaps()),
            count("fail_ttft", judged - self.goodput.met(Target::Ttft).unwrap_or(judged)),
            count("good_frozen", self.frozen(&targets(None))),
            count("good_with_gap_target", Goodput::of(&self.streams, &targets(Some(FREEZE))).good),
        ]
    }

    /// How many streams froze, of those that meet `targets`.
    fn frozen(&self, targets: &Targets) -> usize {
        let calm = Targets { longest_gap: Some(FREEZE), ..*targets };
        Goodput::of(&self.streams, targets).good - Goodput::of(&self.streams, &calm).good
    }

    fn long_gaps(&self) -> usize {
        let gaps = |stream: Stream<'_>| Itl::default().gaps(stream).filter(|gap| gap.value > FREEZE).count();
        self.streams.iter().map(gaps).sum()
    }
}

fn targets(longest_gap: Option<Seconds>) -> Targets {
    Targets { ttft: Some(TTFT), tpot: Some(TPOT), longest_gap, ..Targets::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As published with the worked example of 400 streams, seed 5.
    #[test]
    fn the_published_figures() {
        let published = [
            "400", "349", "87%", "51", "23", "257 ms", "2,324 ms", "2,995 ms", "30.0 ms", "32.4 ms",
            "38.9 ms", "44.1 ms", "48.9 ms", "840 ms", "91,430", "23", "51", "20", "329",
        ];
        let shown = NAMES.map(|name| figure(name).map(|(value, unit)| unit.show(value)));
        assert_eq!(shown, published.map(|text| Some(text.into())));
        assert_eq!(figure("best"), None);
    }
}
