//! The streams that stood still the longest, token by token.

use super::count;
use super::freeze::{gap_text, is_freeze};
use super::metric::Told;
use crate::passage::table;
use chart::{Axis, AxisScale, Cell, Chart, Dash, Mark, Series, Style, Table, Tone};
use latency::{Figures, Metric, Slow, Stream, Streams, Targets};
use quantity::{Seconds, Unit};

/// How many streams are shown at most.
pub(super) const SHOWN: u8 = 8;

/// How many even steps the time is cut into. With the ends of freezes and of streams there are some 150 points to each.
const STEPS: u8 = 120;

/// The streams of the longest gaps, the longest first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timelines(Vec<Timeline>);

/// How many tokens of one request had arrived when.
#[derive(Clone, Debug, PartialEq)]
struct Timeline {
    /// Its place among all, from 1.
    number: usize,
    figures: Figures,
    /// Where its longest gap begins and ends.
    gap: (f64, f64),
    /// Tokens that had arrived when it began.
    before: f64,
    points: Vec<(f64, Option<f64>)>,
}

impl Timelines {
    /// Of the streams that are named `slowest`.
    pub(super) fn of(streams: &Streams, slowest: &[Slow]) -> Self {
        let shown = slowest.iter().take(usize::from(SHOWN));
        let named = shown.filter_map(|slow| Some((slow.request, streams.iter().nth(slow.request)?)));
        let mut lines: Vec<(Timeline, Stream<'_>)> =
            named.filter_map(|(request, stream)| Some((Timeline::of(request, stream)?, stream))).collect();
        let times = times(&lines);
        for (line, stream) in &mut lines {
            line.points = arrived(*stream, &times);
        }
        Self(lines.into_iter().map(|(line, _)| line).collect())
    }

    /// The chart; `None` where no stream has a gap.
    pub(super) fn chart(&self, targets: &Targets) -> Option<Chart> {
        let longest = self.0.first()?;
        let end = self.0.iter().map(|line| line.figures.e2e.get()).fold(0.0, f64::max);
        let most = self.0.iter().map(|line| line.figures.tokens).max()? as f64;
        let axis = |label: &str, unit, max| Axis {
            label: label.into(),
            unit,
            min: 0.0,
            max,
            scale: AxisScale::Linear,
        };
        Some(Chart {
            id: super::TIMELINES,
            title: "The streams with the longest gaps: a flat stretch is a freeze".into(),
            sentence: longest.sentence(),
            x: axis("Time since the request was sent", Unit::Wait, end.max(1e-3)),
            y: axis("Answer so far", Unit::Tokens, 1.05 * most),
            series: self.series(),
            targets: Vec::new(),
            plan: None,
            marks: vec![longest.mark(targets)],
            unbounded: None,
            table: self.table(targets),
        })
    }

    /// The others, as what it stands among, and over them the one that stood still the longest.
    fn series(&self) -> Vec<Series> {
        let tones = std::iter::once(Tone::Decode).chain(std::iter::repeat(Tone::Muted));
        let each = self.0.iter().zip(tones).map(|(line, tone)| Series {
            name: "request ".to_owned() + &count(line.number),
            tone,
            dash: Dash::Whole,
            style: Style::Line,
            points: line.points.clone(),
        });
        let mut series: Vec<Series> = each.collect();
        series.reverse();
        series
    }

    fn table(&self, targets: &Targets) -> Table {
        let rows = self.0.iter().map(|line| line.row(targets)).collect();
        let head = ["Request", "Tokens", "TTFT", "TPOT", "Longest gap", "which began at", "E2E"];
        table("The streams with the longest gaps; requests are numbered from 1", &head, rows)
    }
}

impl Timeline {
    /// `None` where there is no gap.
    fn of(request: usize, stream: Stream<'_>) -> Option<Self> {
        let figures = stream.figures().filter(|figures| figures.longest_gap().is_some())?;
        let first = figures.ttft.get();
        let (mut gap, mut before) = ((first, first), figures.first_tokens as f64);
        let (mut last, mut so_far) = (first, 0.0);
        for chunk in stream.arrivals() {
            let at = chunk.at.get();
            if at - last > gap.1 - gap.0 {
                (gap, before) = ((last, at), so_far);
            }
            so_far += f64::from(chunk.tokens);
            last = at;
        }
        Some(Self { number: request + 1, figures, gap, before, points: Vec::new() })
    }

    fn longest(&self) -> Seconds {
        Seconds::new(self.gap.1 - self.gap.0)
    }

    fn mark(&self, targets: &Targets) -> Mark {
        let missed = !targets.met(latency::Target::LongestGap, &self.figures);
        let tone = if missed { Tone::Failure } else { Tone::Decode };
        Mark { label: gap_text(self.longest()), x: self.gap.0, y: self.before, tone }
    }

    fn sentence(&self) -> String {
        let (number, gap) = (count(self.number), gap_text(self.longest()));
        if !is_freeze(self.longest()) {
            return ["The longest gap of any request is ", &gap, ", in request ", &number, "."].concat();
        }
        let after = Unit::Tokens.show(self.before);
        let mut text = ["Request ", &number, " stood still for ", &gap, " after ", &after].concat();
        if let Some(tpot) = self.figures.tpot() {
            text.extend([", and its TPOT is ", &Metric::Tpot.text(tpot), " all the same"]);
        }
        text + "."
    }

    fn row(&self, targets: &Targets) -> Vec<Cell> {
        let figures = &self.figures;
        let cell = |target: latency::Target, text: String| {
            if targets.met(target, figures) {
                Cell::from(text)
            } else {
                Cell::failing(text + ", over target")
            }
        };
        let dash = || "—".into();
        vec![
            count(self.number).into(),
            Unit::Count.show(figures.tokens as f64).into(),
            cell(latency::Target::Ttft, Metric::Ttft.text(figures.ttft)),
            cell(latency::Target::Tpot, figures.tpot().map_or_else(dash, |tpot| Metric::Tpot.text(tpot))),
            cell(latency::Target::LongestGap, figures.longest_gap().map_or_else(dash, gap_text)),
            Unit::Wait.show(self.gap.0).into(),
            cell(latency::Target::E2e, Metric::E2e.text(figures.e2e)),
        ]
    }
}

/// The times at which every stream is read, so that a read-out has a value of each: even steps, and the ends of every
/// stream's longest gap and of the stream itself, which no thinning may lose.
fn times(lines: &[(Timeline, Stream<'_>)]) -> Vec<f64> {
    let end = lines.iter().map(|(line, _)| line.figures.e2e.get()).fold(0.0, f64::max);
    let mut times: Vec<f64> = (0..=STEPS).map(|step| end * f64::from(step) / f64::from(STEPS)).collect();
    times.extend(lines.iter().flat_map(|(line, _)| [line.gap.0, line.gap.1, line.figures.e2e.get()]));
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}

/// The tokens that had arrived by each of `times`, up to the last of them.
fn arrived(stream: Stream<'_>, times: &[f64]) -> Vec<(f64, Option<f64>)> {
    let mut chunks = stream.arrivals().peekable();
    let mut so_far = 0.0;
    let mut points = Vec::new();
    for time in times {
        if chunks.peek().is_none() {
            break;
        }
        while let Some(chunk) = chunks.next_if(|chunk| chunk.at.get() <= *time) {
            so_far += f64::from(chunk.tokens);
        }
        points.push((*time, Some(so_far)));
    }
    points
}

#[cfg(test)]
mod tests {
    use crate::StreamsAnswer;
    use latency::{Synthetic, Terms};

    #[test]
    fn the_longest_freeze_of_the_worked_example_is_a_flat_stretch() {
        let streams = Synthetic::default().streams();
        let chart =
            StreamsAnswer::of(&streams, &Terms::default(), Vec::new()).shown().timelines.expect("gaps");
        assert_eq!(
            chart.sentence,
            "Request 10 stood still for 840 ms after 94 tokens, and its TPOT is 35.0 ms all the same."
        );
        let (line, mark) = (chart.series.last().expect("streams"), &chart.marks[0]);
        assert_eq!((chart.series.len(), line.name.as_str(), mark.y), (8, "request 10", 94.0));
        let frozen = line.points.iter().filter(|point| point.0 >= mark.x && point.1 == Some(mark.y));
        assert!(frozen.count() > 5, "{:?}", line.points);
    }

    #[test]
    fn every_line_ends_with_all_of_its_tokens_when_the_last_arrives() {
        let streams = Synthetic::default().streams();
        let chart =
            StreamsAnswer::of(&streams, &Terms::default(), Vec::new()).shown().timelines.expect("gaps");
        for line in &chart.series {
            let number: usize = line.name.trim_start_matches("request ").parse().expect("a number");
            let figures = streams.iter().nth(number - 1).and_then(latency::Stream::figures).expect("tokens");
            let end = line.points.last().copied();
            assert_eq!(end, Some((figures.e2e.get(), Some(figures.tokens as f64))), "{}", line.name);
            assert!(line.points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1));
        }
    }
}
