//! Figures that a file or a worked example publishes, beside the ones computed here.

use super::judgement::Judgement;
use super::metric::Told;
use super::{Statistic, StreamsAnswer};
use crate::passage::{row, table};
use chart::{Cell, Table};
use latency::{Metric, Report};
use quantity::{RequestsPerSecond, Seconds, Unit};

/// A figure that somebody published for the same streams.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Published {
    /// A latency.
    Latency(Metric, Statistic, Seconds),
    /// Good requests.
    Good(usize),
    /// Requests that finished.
    Finished(usize),
    /// Finished requests a second.
    FinishedPerSecond(RequestsPerSecond),
    /// Good requests a second.
    GoodPerSecond(RequestsPerSecond),
    /// Output tokens a second.
    TokensPerSecond(f64),
}

/// Two figures agree within this share: tools print three or four digits.
const AGREEMENT: f64 = 1e-3;

/// Each published figure beside ours, and whether they agree; `None` where none was given.
pub(super) fn comparison(answer: &StreamsAnswer, judgement: &Judgement) -> Option<Table> {
    let rows: Vec<_> = answer.published.iter().map(|figure| figure.row(&answer.report, judgement)).collect();
    let head = ["Figure", "Published", "Computed", "Compared"];
    (!rows.is_empty()).then(|| table("Published and computed.", &head, rows))
}

impl Published {
    fn row(&self, report: &Report, judgement: &Judgement) -> Vec<Cell> {
        let (published, computed) = (self.value(), self.computed(report, judgement));
        let theirs = self.text(published);
        let ours = computed.map_or_else(|| "—".into(), |ours| self.text(ours));
        let compared = match computed {
            None => "not computed".into(),
            // As printed: what was rounded for print cannot agree more closely.
            Some(_) if ours == theirs => "agrees".into(),
            Some(ours) => compared(ours, published),
        };
        row(vec![self.label(), theirs, ours, compared])
    }

    fn label(&self) -> String {
        match self {
            Self::Latency(metric, statistic, _) => [metric.label(), " ", statistic.label()].concat(),
            Self::Good(_) => "Good requests".into(),
            Self::Finished(_) => "Finished requests".into(),
            Self::FinishedPerSecond(_) => "Finished requests a second".into(),
            Self::GoodPerSecond(_) => "Good requests a second".into(),
            Self::TokensPerSecond(_) => "Output tokens a second".into(),
        }
    }

    fn value(&self) -> f64 {
        match self {
            Self::Latency(.., value) => value.get(),
            Self::Good(number) | Self::Finished(number) => *number as f64,
            Self::FinishedPerSecond(rate) | Self::GoodPerSecond(rate) => rate.get(),
            Self::TokensPerSecond(rate) => *rate,
        }
    }

    fn computed(&self, report: &Report, judgement: &Judgement) -> Option<f64> {
        match self {
            Self::Latency(metric, statistic, _) => {
                metric.spread(report).map(|spread| statistic.of(&spread).get())
            }
            Self::Good(_) => Some(judgement.good as f64),
            Self::Finished(_) => Some(report.counts.finished as f64),
            Self::FinishedPerSecond(_) => report.finished_per_second().map(RequestsPerSecond::get),
            Self::GoodPerSecond(_) => judgement.rate(report).map(RequestsPerSecond::get),
            Self::TokensPerSecond(_) => report.tokens_per_second(),
        }
    }

    fn text(&self, value: f64) -> String {
        match self {
            Self::Latency(metric, ..) => metric.text(Seconds::new(value)),
            Self::Good(_) | Self::Finished(_) => Unit::Count.show(value),
            Self::FinishedPerSecond(_) | Self::GoodPerSecond(_) => Unit::RequestsPerSecond.show(value),
            Self::TokensPerSecond(_) => Unit::TokensPerSecond.show(value),
        }
    }
}

/// How far `ours` is from what was published.
fn compared(ours: f64, published: f64) -> String {
    let away = (ours - published).abs();
    if away <= AGREEMENT * published.abs() {
        return "agrees".into();
    }
    if published == 0.0 {
        return "differs".into();
    }
    let side = if ours > published { " more" } else { " less" };
    ["differs: ours is ", &Unit::Fraction.show(away / published.abs()), side].concat()
}
