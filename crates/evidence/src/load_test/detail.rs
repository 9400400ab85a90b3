//! What a file states of each request, without the times of its tokens: figures, lengths, ends.

use super::{Level, among};
use crate::published::{Figure, Statistic};
use crate::wrong::Wrong;
use latency::definition::mean_gap;
use latency::stream::is_duration;
use latency::{Method, Metric, Quantile, Samples};
use quantity::{RequestsPerSecond, Seconds};

/// A request as a file states it. What it leaves out is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Request {
    pub(super) ttft: Option<f64>,
    pub(super) tpot: Option<f64>,
    pub(super) itl: Option<f64>,
    pub(super) e2e: Option<f64>,
    pub(super) prompt: Option<f64>,
    pub(super) output: Option<f64>,
    pub(super) sent: Option<f64>,
    pub(super) failed: bool,
}

/// Requests, in columns: what is not stated takes no room.
#[derive(Debug, Default)]
pub(super) struct Detail {
    columns: [Vec<f64>; 7],
    answered: usize,
    failed: u64,
}

/// The columns by name.
const TTFT: usize = 0;
const TPOT: usize = 1;
const ITL: usize = 2;
const E2E: usize = 3;
const PROMPT: usize = 4;
const OUTPUT: usize = 5;
const SENT: usize = 6;

/// The shares that are stated of what is computed here.
const SHARES: [Quantile; 5] = [Quantile::P50, Quantile::P90, Quantile::P95, Quantile::P99, Quantile::P99_9];

/// A 99.9th percentile of fewer values is nearly their largest.
const ENOUGH_FOR_P99_9: u64 = 1_000;

impl Request {
    /// What cannot be right of it.
    pub(super) fn check(&self) -> Result<(), Wrong> {
        for time in [self.ttft, self.tpot, self.itl, self.e2e].into_iter().flatten() {
            match time {
                time if !time.is_finite() => return Err(Wrong::NotFinite),
                time if time < 0.0 => return Err(Wrong::BelowZero),
                time if !is_duration(Seconds::new(time)) => return Err(Wrong::TooLong),
                _ => {}
            }
        }
        let early = self.ttft.zip(self.e2e).is_some_and(|(ttft, e2e)| e2e < ttft);
        if early { Err(Wrong::EndsEarly) } else { Ok(()) }
    }

    /// Whether it says anything of how long the answer took.
    pub(super) const fn has_latency(&self) -> bool {
        self.ttft.is_some() || self.tpot.is_some() || self.itl.is_some() || self.e2e.is_some()
    }
}

impl Detail {
    /// Adds a request.
    ///
    /// # Errors
    /// What is wrong with it. Then it is not added.
    pub(super) fn add(&mut self, request: &Request) -> Result<(), Wrong> {
        if request.failed {
            self.failed += 1;
            return Ok(());
        }
        if !request.has_latency() {
            return Err(Wrong::NoFigures);
        }
        request.check()?;
        let Request { ttft, tpot, itl, e2e, prompt, output, sent, failed: _ } = *request;
        for (column, value) in self.columns.iter_mut().zip([ttft, tpot, itl, e2e, prompt, output, sent]) {
            put(column, self.answered, value);
        }
        self.answered += 1;
        Ok(())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.answered == 0 && self.failed == 0
    }

    pub(super) const fn answered(&self) -> usize {
        self.answered
    }

    /// What a request states in a column; `None` where it states nothing there.
    fn at(&self, column: usize, place: usize) -> Option<f64> {
        self.columns.get(column)?.get(place).copied().filter(|value| !value.is_nan())
    }

    fn all(&self, column: usize) -> impl Iterator<Item = f64> {
        (0..self.answered).filter_map(move |place| self.at(column, place))
    }

    /// The mean of a column that every request states.
    fn mean(&self, column: usize) -> Option<f64> {
        let count = self.all(column).count();
        (count == self.answered && count > 0).then(|| self.all(column).sum::<f64>() / count as f64)
    }

    /// TPOT of each request: from its times and tokens where they are stated, else as it is stated itself.
    fn tpots(&self) -> impl Iterator<Item = f64> {
        (0..self.answered).filter_map(|place| {
            let times = self.at(TTFT, place).zip(self.at(E2E, place)).zip(self.at(OUTPUT, place));
            match times {
                Some(((ttft, e2e), tokens)) => (tokens > 1.0).then(|| (e2e - ttft) / (tokens - 1.0)),
                None => self.at(TPOT, place),
            }
        })
    }

    /// How long the run took, where every request says when it was sent and how long it took.
    fn duration(&self) -> Option<f64> {
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in 0..self.answered {
            let sent = self.at(SENT, place)?;
            first = first.min(sent);
            last = last.max(sent + self.at(E2E, place)?);
        }
        Some(last - first).filter(|duration| *duration > 0.0 && duration.is_finite())
    }

    /// The latencies by the definitions that plans use.
    pub(super) fn ours(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        spread(&mut figures, Metric::Ttft, self.all(TTFT));
        spread(&mut figures, Metric::Tpot, self.tpots());
        spread(&mut figures, Metric::E2e, self.all(E2E));
        let of = |metric| among(&figures, metric, Statistic::Mean);
        let whole = [TTFT, E2E, OUTPUT].iter().all(|column| self.all(*column).count() == self.answered);
        let itl = of(Metric::E2e).zip(of(Metric::Ttft)).zip(self.mean(OUTPUT)).filter(|_| whole);
        let itl = itl.and_then(|((e2e, ttft), tokens)| mean_gap(e2e, ttft, tokens));
        figures.extend(itl.map(|value| Figure { metric: Metric::Itl, statistic: Statistic::Mean, value }));
        figures
    }

    /// The latencies as they are stated; TTFT and E2E mean the same to everyone.
    fn figures(&self, ours: &[Figure]) -> Vec<Figure> {
        let same = |figure: &&Figure| matches!(figure.metric, Metric::Ttft | Metric::E2e);
        let mut figures: Vec<Figure> = ours.iter().filter(same).copied().collect();
        spread(&mut figures, Metric::Tpot, self.all(TPOT));
        spread(&mut figures, Metric::Itl, self.all(ITL));
        figures
    }

    /// How many requests state an ITL that is E2E / n, so that it has TTFT in it, and how many state one at all.
    pub(super) fn itl_with_ttft(&self) -> (usize, usize) {
        let (mut with, mut stated) = (0, 0);
        for place in 0..self.answered {
            let of = |column| self.at(column, place);
            if let (Some(itl), Some(e2e), Some(tokens)) = (of(ITL), of(E2E), of(OUTPUT)) {
                stated += 1;
                let share = e2e / tokens;
                with += usize::from((itl - share).abs() <= 0.01 * share);
            }
        }
        (with, stated)
    }

    /// These requests as a level of load.
    pub(super) fn level(&self) -> Level {
        let completed = self.answered as f64;
        let (duration, ours) = (self.duration(), self.ours());
        let per_second =
            |count: f64| duration.map(|duration| count / duration).filter(|rate| rate.is_finite());
        Level {
            completed: Some(self.answered as u64),
            failed: Some(self.failed),
            prompt: self.mean(PROMPT),
            output: self.mean(OUTPUT),
            duration: duration.map(Seconds::new),
            requests_per_second: per_second(completed).map(RequestsPerSecond::new),
            output_tokens_per_second: self.mean(OUTPUT).and_then(|mean| per_second(mean * completed)),
            figures: self.figures(&ours),
            ours,
            ..Level::default()
        }
    }
}

/// Puts a value where those of earlier requests may be missing.
fn put(column: &mut Vec<f64>, place: usize, value: Option<f64>) {
    if let Some(value) = value.filter(|value| value.is_finite()) {
        column.resize(place, f64::NAN);
        column.push(value);
    }
}

/// Adds the mean and the usual percentiles of `values`.
pub(super) fn spread(figures: &mut Vec<Figure>, metric: Metric, values: impl Iterator<Item = f64>) {
    spread_of(figures, metric, &Samples::new(values.map(Seconds::new)));
}

/// Adds the mean, the usual percentiles and the largest of `samples`.
pub(super) fn spread_of(figures: &mut Vec<Figure>, metric: Metric, samples: &Samples) {
    let mean = samples.mean().map(|value| Figure { metric, statistic: Statistic::Mean, value });
    figures.extend(mean);
    for share in SHARES {
        let enough = share != Quantile::P99_9 || samples.count() >= ENOUGH_FOR_P99_9;
        let value = samples.quantile(share, Method::Linear).filter(|_| enough);
        let statistic = Statistic::Quantile(share);
        figures.extend(value.map(|value| Figure { metric, statistic, value }));
    }
    let largest = Quantile::new(1.0).map(Statistic::Quantile).zip(samples.max());
    figures.extend(largest.map(|(statistic, value)| Figure { metric, statistic, value }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(ttft: f64, e2e: f64, output: f64) -> Request {
        Request { ttft: Some(ttft), e2e: Some(e2e), output: Some(output), ..Request::default() }
    }

    #[test]
    fn figures_of_requests_are_those_worked_by_hand() {
        let mut detail = Detail::default();
        detail.add(&Request { sent: Some(10.0), ..request(0.5, 1.5, 11.0) }).expect("sound");
        detail.add(&Request { sent: Some(12.0), ..request(0.7, 3.7, 31.0) }).expect("sound");
        detail.add(&Request { failed: true, ..Request::default() }).expect("a failure is sound");
        let level = detail.level();
        let mean = |metric| level.figure(metric, Statistic::Mean).map(|value| (value.get() * 1e6).round());
        assert_eq!(mean(Metric::Ttft), Some(600_000.0));
        assert_eq!((mean(Metric::Tpot), mean(Metric::Itl)), (Some(100_000.0), Some(100_000.0)));
        assert_eq!((level.completed, level.failed, level.output), (Some(2), Some(1), Some(21.0)));
        assert_eq!(level.duration.map(|duration| (duration.get() * 1e6).round()), Some(5_700_000.0));
    }

    #[test]
    fn what_cannot_be_right_is_not_added() {
        let mut detail = Detail::default();
        for (request, wrong) in [
            (request(2.0, 1.0, 5.0), Wrong::EndsEarly),
            (request(-1.0, 1.0, 5.0), Wrong::BelowZero),
            (request(1.0, f64::NAN, 5.0), Wrong::NotFinite),
            (request(1.0, 1e18, 5.0), Wrong::TooLong),
            (Request::default(), Wrong::NoFigures),
        ] {
            assert_eq!(detail.add(&request), Err(wrong));
        }
        assert!(detail.is_empty());
    }

    #[test]
    fn a_column_that_begins_late_keeps_its_place() {
        let mut detail = Detail::default();
        detail.add(&request(0.5, 1.5, 11.0)).expect("sound");
        detail.add(&Request { itl: Some(0.1), ..request(0.5, 1.0, 10.0) }).expect("sound");
        detail.add(&request(0.5, 1.5, 11.0)).expect("sound");
        assert_eq!((detail.at(ITL, 0), detail.at(ITL, 1), detail.at(ITL, 2)), (None, Some(0.1), None));
        assert_eq!(detail.itl_with_ttft(), (1, 1));
    }
}
