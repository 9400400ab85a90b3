//! Gaps between tokens by their length, with the few long ones in sight beside the many short ones.

use super::StreamsAnswer;
use super::freeze::{FREEZE, gap_text};
use super::metric::itl_words;
use super::quantiles::ENOUGH_FOR_P99_9;
use crate::passage::{row, table};
use chart::{Axis, AxisScale, Cell, Chart, Dash, Mark, Series, Style, Table, Tone};
use latency::{Itl, Spread, Streams};
use quantity::{Unit, float};

/// Gaps counted in bins with round ends, twenty of about equal ratio in each decade.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gaps {
    /// From the one before the first that holds any to the one after the last.
    bins: Vec<Bin>,
    /// The same in coarser bins, from 1 to 2 to 5 to 10, to be read in a table.
    coarse: Vec<Bin>,
    /// Gaps up to the least end, which a log axis has no place for.
    least: u64,
    /// All gaps.
    all: u64,
}

/// How many gaps are longer than `from` and no longer than `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bin {
    from: f64,
    to: f64,
    gaps: u64,
}

/// The ends of bins in one decade: preferred numbers (ISO 3, R20). They hold 1, 2 and 5, so that half a second is one.
const ENDS: [f64; 20] =
    [1.0, 1.12, 1.25, 1.4, 1.6, 1.8, 2.0, 2.24, 2.5, 2.8, 3.15, 3.55, 4.0, 4.5, 5.0, 5.6, 6.3, 7.1, 8.0, 9.0];

/// The decades before 1 s, and how many follow.
const DECADES: (u8, u8) = (5, 8);

/// All ends: from 10 µs to 900 s.
fn ends() -> Vec<f64> {
    let decade = |place: u8| {
        let power = |many: u8| (0..many).fold(1.0, |power, _| power * 10.0);
        // Divided where it is a fraction, so that it is rounded once: 5 / 10 is half a second.
        let (over, under) = (power(place.saturating_sub(DECADES.0)), power(DECADES.0.saturating_sub(place)));
        ENDS.map(|end| end * over / under)
    };
    (0..DECADES.1).flat_map(decade).collect()
}

impl Gaps {
    /// The gaps of all answered requests.
    pub(super) fn of(streams: &Streams, itl: Itl) -> Self {
        let ends = ends();
        let mut counts = vec![0; ends.len() + 1];
        let mut longest: f64 = 0.0;
        for gap in streams.answered().flat_map(|(_, stream, _)| itl.gaps(stream)) {
            let value = gap.value.get();
            longest = longest.max(value);
            counts[ends.partition_point(|end| *end < value)] += u64::from(gap.times);
        }
        let least = counts.first().copied().unwrap_or(0);
        // What is longer than the last end is in a bin that ends at the longest.
        let last = ends.last().map_or(longest, |last| longest.max(last * 1.12));
        let tops = ends.iter().skip(1).copied().chain([last]);
        let bins: Vec<Bin> = ends
            .iter()
            .zip(tops)
            .zip(&counts[1..])
            .map(|((from, to), gaps)| Bin { from: *from, to, gaps: *gaps })
            .collect();
        Self {
            coarse: in_sight(&coarse(&bins), 0),
            bins: in_sight(&bins, 1),
            least,
            all: counts.iter().sum(),
        }
    }

    /// Gaps that are freezes.
    fn freezes(&self) -> u64 {
        self.bins.iter().filter(|bin| bin.is_freeze()).map(|bin| bin.gaps).sum()
    }

    /// The chart; `None` where no gap has a length that can be drawn.
    pub(super) fn chart(&self, answer: &StreamsAnswer) -> Option<Chart> {
        let (first, last) = (self.bins.first()?, self.bins.last()?);
        let itl = answer.report.itl?;
        let most = self.bins.iter().map(|bin| bin.gaps).max()? as f64;
        let axis = |label: String, unit, min, max| Axis { label, unit, min, max, scale: AxisScale::Log10 };
        let length = ["Gap (", itl_words(answer.terms.itl), ")"].concat();
        Some(Chart {
            id: super::GAPS,
            title: "Gaps between tokens by length".into(),
            sentence: self.sentence(&itl),
            x: axis(length, Unit::Seconds, first.from, last.to),
            // From a half, so that a bin of one gap has a bar.
            y: axis("Gaps".into(), Unit::Count, 0.5, 2.0 * most),
            series: self.series(),
            targets: Vec::new(),
            plan: None,
            marks: self.marks(&itl),
            unbounded: None,
            table: self.table(),
        })
    }

    /// The gaps at a reader's pace, and apart from them the freezes.
    fn series(&self) -> Vec<Series> {
        let place = self.bins.partition_point(|bin| !bin.is_freeze());
        let (paced, frozen) = self.bins.split_at(place);
        let bars = |name: &str, tone, bins: &[Bin]| {
            let points = bins.iter().map(|bin| (bin.middle(), Some(bin.gaps as f64))).collect();
            Series { name: name.into(), tone, dash: Dash::Whole, style: Style::Bars, points }
        };
        let over = ["over ", &Unit::Wait.exact(FREEZE.get())].concat();
        let all = [bars("gaps", Tone::Decode, paced), bars(&over, Tone::Failure, frozen)];
        all.into_iter().filter(|series| series.points.iter().any(|point| point.1 > Some(0.0))).collect()
    }

    fn marks(&self, itl: &Spread) -> Vec<Mark> {
        let p99 = itl.p99.get();
        let bin = self.bins.iter().find(|bin| p99 > bin.from && p99 <= bin.to && bin.gaps > 0);
        let mark = bin.map(|bin| Mark {
            label: ["p99 ", &gap_text(itl.p99)].concat(),
            x: p99,
            y: bin.gaps as f64,
            tone: Tone::Decode,
        });
        mark.into_iter().collect()
    }

    fn sentence(&self, itl: &Spread) -> String {
        let (half, freezes) = (Unit::Wait.exact(FREEZE.get()), self.freezes());
        let number = |gaps: u64| Unit::Count.show(gaps as f64);
        let [p99, p99_9] = [itl.p99, itl.p99_9].map(gap_text);
        let mut text = if freezes == 0 {
            ["No gap is longer than ", &half, "; p99 is ", &p99, "."].concat()
        } else {
            [&number(freezes), " of ", &number(self.all), " gaps are longer than ", &half, ". "].concat()
        };
        if freezes > 0 && itl.p99 > FREEZE {
            text.extend(["They are enough for p99 to show them: ", &p99, "."]);
        } else if freezes > 0 && itl.count >= ENOUGH_FOR_P99_9 && itl.p99_9 <= FREEZE {
            text.extend(["Neither p99 (", &p99, ") nor p99.9 (", &p99_9, ") shows what is that rare."]);
        } else if freezes > 0 {
            text.extend(["p99 (", &p99, ") does not show what is that rare."]);
        }
        if self.least > 0 {
            text.extend([" ", &number(self.least), " gaps of no more than 10 µs are in the table alone."]);
        }
        text
    }

    fn table(&self) -> Table {
        let cells = |label: String, gaps: u64| {
            row(vec![label, Unit::Count.show(gaps as f64), share_text(gaps, self.all)])
        };
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        if self.least > 0 {
            rows.push(cells("up to 10 µs".into(), self.least));
        }
        rows.extend(self.coarse.iter().map(|bin| cells(bin.label(), bin.gaps)));
        table("Gaps between tokens by length", &["Longer than, up to", "Gaps", "Share"], rows)
    }
}

impl Bin {
    fn is_freeze(&self) -> bool {
        self.from >= FREEZE.get()
    }

    /// Its middle on a log axis.
    fn middle(&self) -> f64 {
        float::sqrt(self.from * self.to)
    }

    fn label(&self) -> String {
        [self.from, self.to].map(|end| Unit::Seconds.exact(end)).join(" to ")
    }
}

/// A share in per cent: one that rounds to nothing is no nought.
fn share_text(gaps: u64, all: u64) -> String {
    let share = gaps as f64 / all as f64;
    if gaps > 0 && share < 5e-5 { "under 0.01%".into() } else { Unit::Fraction.show(share) }
}

/// Bins put together from 1 to 2, from 2 to 5 and from 5 to 10.
fn coarse(bins: &[Bin]) -> Vec<Bin> {
    let mut coarse: Vec<Bin> = Vec::new();
    for (place, bin) in bins.iter().enumerate() {
        match coarse.last_mut() {
            Some(last) if ![1.0, 2.0, 5.0].contains(&ENDS[place % ENDS.len()]) => {
                last.to = bin.to;
                last.gaps += bin.gaps;
            }
            _ => coarse.push(*bin),
        }
    }
    coarse
}

/// The bins from the first that holds any to the last, and so many `beside`.
fn in_sight(bins: &[Bin], beside: usize) -> Vec<Bin> {
    let holds = |bin: &Bin| bin.gaps > 0;
    let (Some(first), Some(last)) = (bins.iter().position(holds), bins.iter().rposition(holds)) else {
        return Vec::new();
    };
    bins.iter().take(last + 1 + beside).skip(first.saturating_sub(beside)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Chunk, Outcome, Stream};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use quantity::Seconds;

    fn one(gaps: &[f64]) -> Streams {
        let mut at = 0.0;
        let first = std::iter::once(&0.0);
        let chunks: Vec<Chunk> = first
            .chain(gaps)
            .map(|gap| {
                at += gap;
                Chunk::new(Seconds::new(at), 1)
            })
            .collect();
        let mut streams = Streams::default();
        streams.push(Stream::new(&chunks, Outcome::Finished).expect("in order"));
        streams
    }

    #[test]
    fn ends_rise_and_half_a_second_is_one() {
        let ends = ends();
        assert!(ends.windows(2).all(|pair| pair[0] < pair[1]), "{ends:?}");
        assert!(ends.contains(&FREEZE.get()) && ends.contains(&0.02) && ends.contains(&100.0));
    }

    #[test]
    fn half_a_second_is_not_yet_a_freeze() {
        assert_eq!(Gaps::of(&one(&[0.5]), Itl::PerToken).freezes(), 0);
        assert_eq!(Gaps::of(&one(&[0.625]), Itl::PerToken).freezes(), 1);
    }

    #[test]
    fn bins_from_one_to_two_to_five_to_ten() {
        let gaps = Gaps::of(&one(&[0.015_625, 0.031_25, 0.0625, 0.0625]), Itl::PerToken);
        let labels: Vec<(String, u64)> = gaps.coarse.iter().map(|bin| (bin.label(), bin.gaps)).collect();
        let expected = [("10 ms to 20 ms", 1), ("20 ms to 50 ms", 1), ("50 ms to 100 ms", 2)]
            .map(|(l, n)| (l.to_owned(), n));
        assert_eq!(labels, expected);
    }

    proptest! {
        #[test]
        fn no_gap_is_lost(powers in vec(-7.0..5.0_f64, 1..200)) {
            // Every size, from a tenth of a microsecond to days: below and above all ends too.
            let gaps: Vec<f64> = powers.iter().map(|power| 10_f64.powf(*power)).collect();
            let binned = Gaps::of(&one(&gaps), Itl::PerToken);
            let sum = |bins: &[Bin]| bins.iter().map(|bin| bin.gaps).sum::<u64>();
            prop_assert_eq!(binned.all, gaps.len() as u64);
            prop_assert_eq!(binned.least + sum(&binned.bins), binned.all);
            prop_assert_eq!(binned.least + sum(&binned.coarse), binned.all);
            prop_assert!(binned.bins.len() <= 200);
            for pair in binned.bins.windows(2) {
                prop_assert!(pair[0].to.total_cmp(&pair[1].from).is_eq() && pair[0].from < pair[0].to);
            }
        }
    }
}
