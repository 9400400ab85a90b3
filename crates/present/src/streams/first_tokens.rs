//! TTFT by share of requests: how long each hundredth of them waits for its first token.

use super::count;
use super::metric::{Told, limit_text};
use crate::passage::{row, table};
use chart::{Axis, AxisScale, Cell, Chart, Dash, Mark, Series, Style, Table, Target, Tone};
use latency::{Method, Metric, Quantile, Report, Samples, Spread, Streams, Targets};
use quantity::{Seconds, Unit};

/// What is known of first tokens.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FirstTokens {
    /// Shares of the requests and the TTFT that such a share does not exceed: every hundredth, the least and the largest
    /// among them.
    curve: Vec<(f64, f64)>,
    /// Every TTFT, the shortest first.
    ascending: Vec<f64>,
}

/// The rows of the table, in hundredths.
const ROWS: [usize; 8] = [0, 25, 50, 75, 90, 95, 99, 100];

impl FirstTokens {
    /// Of the requests whose TTFT counts.
    pub(super) fn of(streams: &Streams, method: Method) -> Self {
        let samples = Samples::new(streams.ttfts());
        let at = |hundredth: u32| {
            let share = f64::from(hundredth) / 100.0;
            Some((share, samples.quantile(Quantile::new(share)?, method)?.get()))
        };
        let mut ascending: Vec<f64> = streams.ttfts().map(Seconds::get).collect();
        ascending.sort_unstable_by(f64::total_cmp);
        Self { curve: (0..=100).filter_map(at).collect(), ascending }
    }

    /// The chart; `None` where there is no first token.
    pub(super) fn chart(&self, report: &Report, targets: &Targets) -> Option<Chart> {
        let ttft = report.ttft?;
        let (Some((_, least)), Some((_, largest))) = (self.curve.first(), self.curve.last()) else {
            return None;
        };
        let limit = targets.ttft.map(Seconds::get);
        let crossing = self.crossing(limit);
        // A target far above everything would press the curve to the floor; the sentence names it all the same.
        let top = limit.filter(|limit| *limit <= 2.0 * largest).map_or(*largest, |limit| limit.max(*largest));
        let decades = *least > 0.0 && *largest >= 1e3 * least;
        let (floor, scale) = if decades { (*least, AxisScale::Log10) } else { (0.0, AxisScale::Linear) };
        let axis = |label: &str, unit, min, max, scale| Axis { label: label.into(), unit, min, max, scale };
        Some(Chart {
            id: super::FIRST_TOKENS,
            title: "TTFT by share of requests".into(),
            sentence: self.sentence(&ttft, limit),
            x: axis("Share of requests, the quickest first", Unit::Fraction, 0.0, 1.0, AxisScale::Linear),
            y: axis("TTFT", Unit::Wait, floor, (1.05 * top).max(1e-3), scale),
            series: vec![self.curve(crossing)],
            targets: limit.map(|value| Target { name: name(value), value }).into_iter().collect(),
            plan: None,
            marks: self.marks(ttft.p95, crossing),
            unbounded: None,
            table: self.table(limit),
        })
    }

    /// The curve, with the place where it crosses the target among its points.
    fn curve(&self, crossing: Option<(f64, f64)>) -> Series {
        let mut points: Vec<_> = self.curve.iter().map(|(share, ttft)| (*share, Some(*ttft))).collect();
        if let Some((share, limit)) = crossing {
            let place = points.partition_point(|point| point.0 < share);
            if points.get(place).is_none_or(|point| point.0 > share) {
                points.insert(place, (share, Some(limit)));
            }
        }
        Series { name: "TTFT".into(), tone: Tone::Queue, dash: Dash::Whole, style: Style::Line, points }
    }

    /// Where the curve crosses the `limit`: the share, and the limit. `None` where all of it is above, or nothing.
    fn crossing(&self, limit: Option<f64>) -> Option<(f64, f64)> {
        let limit = limit?;
        let place = self.curve.partition_point(|(_, ttft)| *ttft <= limit);
        let ((share, ttft), (next, above)) = (self.curve.get(place.checked_sub(1)?)?, self.curve.get(place)?);
        Some((share + (next - share) * ((limit - ttft) / (above - ttft)), limit))
    }

    fn marks(&self, p95: Seconds, crossing: Option<(f64, f64)>) -> Vec<Mark> {
        let crossed = crossing.map(|(x, y)| Mark { label: self.within(y), x, y, tone: Tone::Failure });
        let label = "p95 ".to_owned() + &Metric::Ttft.text(p95);
        let p95 = Mark { label, x: 0.95, y: p95.get(), tone: Tone::Queue };
        crossed.into_iter().chain([p95]).collect()
    }

    /// How many are within `limit`: "349 of 400".
    fn within(&self, limit: f64) -> String {
        let within = self.ascending.partition_point(|ttft| *ttft <= limit);
        [count(within), count(self.ascending.len())].join(" of ")
    }

    fn sentence(&self, ttft: &Spread, limit: Option<f64>) -> String {
        let (start, within) = match limit {
            Some(limit) => (self.within(limit), limit_text(Seconds::new(limit))),
            None => ("Half of the".into(), Metric::Ttft.text(ttft.p50)),
        };
        let p95 = Metric::Ttft.text(ttft.p95);
        [&start, " first tokens came within ", &within, "; one in twenty took ", &p95, " or longer."].concat()
    }

    fn table(&self, limit: Option<f64>) -> Table {
        let each = ROWS.iter().filter_map(|place| self.curve.get(*place)).map(|(share, ttft)| {
            let text = Metric::Ttft.text(Seconds::new(*ttft));
            let over = limit.is_some_and(|limit| *ttft > limit);
            let cell = if over { Cell::failing(text + ", over target") } else { text.into() };
            [row(vec![Unit::Fraction.show(*share)]), vec![cell]].concat()
        });
        table("TTFT by share of requests", &["Share of requests", "TTFT at most"], each.collect())
    }
}

fn name(limit: f64) -> String {
    "TTFT target ".to_owned() + &limit_text(Seconds::new(limit))
}

#[cfg(test)]
mod tests {
    use crate::StreamsAnswer;
    use latency::{Synthetic, Targets, Terms};
    use proptest::prelude::*;
    use quantity::Seconds;

    proptest! {
        /// By either method, wherever the target lies.
        #[test]
        fn the_curve_rises_and_crosses_the_target_about_where_the_share_within_is(
            seed in 0..50_u64, count in 1..60_u32, limit in 0.1..3.5_f64, nearest in any::<bool>()
        ) {
            let method = if nearest { latency::Method::NearestRank } else { latency::Method::Linear };
            let streams = Synthetic { seed, count, ..Synthetic::default() }.streams();
            let targets = Targets { ttft: Some(Seconds::new(limit)), ..Targets::default() };
            let terms = Terms { targets, method, ..Terms::default() };
            let chart = StreamsAnswer::of(&streams, &terms, Vec::new()).shown().first_tokens.expect("answered");
            let points = &chart.series[0].points;
            for pair in points.windows(2) {
                prop_assert!(pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1, "{pair:?}");
            }
            let within = streams.answered().filter(|(.., figures)| figures.ttft.get() <= limit).count();
            if let Some(mark) = chart.marks.iter().find(|mark| mark.y.total_cmp(&limit).is_eq()) {
                // A hundredth for the steps of the curve, and a request more or less for what lies between two.
                let away = (mark.x - within as f64 / f64::from(count)).abs();
                prop_assert!(away <= 0.01 + 1.0 / f64::from(count), "{} of {count} at {}", within, mark.x);
            }
            let ttfts = || streams.answered().map(|(.., figures)| figures.ttft.get());
            let ends = (points.first().and_then(|end| end.1), points.last().and_then(|end| end.1));
            prop_assert_eq!(ends, (ttfts().reduce(f64::min), ttfts().reduce(f64::max)), "the extremes are kept");
        }
    }
}
