//! The result of `vllm bench serve --save-result`: one object, latencies of single requests in seconds, summaries in
//! milliseconds.

use crate::answers::{Answers, Seen};
use crate::gaps::Gaps;
use crate::json::Scalar;
use crate::published::{Figure, Published, Rate, Statistic, stated};
use crate::reading::{Gathered, Kind, Note};
use crate::text::{Number, Text};
use crate::wrong::{counted, requests};
use latency::{Metric, Streams, stream::is_duration};
use quantity::{RequestsPerSecond, Seconds};

/// A run as it is read.
#[derive(Debug, Default)]
pub(crate) struct Run {
    published: Published,
    duration: Option<f64>,
    pub(crate) ttfts: Vec<f64>,
    pub(crate) gaps: Gaps,
    /// The tokens of each answer; 0 where that is not said.
    pub(crate) output_lens: Vec<u32>,
    pub(crate) failed: Vec<bool>,
    pub(crate) starts: Vec<f64>,
    /// Whether of each answer only the first token is known; nothing, as long as that is not so.
    pub(crate) first_only: Vec<bool>,
}

/// A key of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Key {
    Ttfts,
    Itls,
    OutputLens,
    Errors,
    StartTimes,
    Duration,
    Figure(Metric, Statistic),
    Model,
    Completed,
    Failed,
    RequestRate,
    Burstiness,
    MaxConcurrency,
    InputTokens,
    OutputTokens,
    RequestThroughput,
    RequestGoodput,
    OutputThroughput,
    TotalThroughput,
}

impl Key {
    pub(crate) fn named(key: &[u8]) -> Option<Self> {
        Some(match key {
            b"ttfts" => Self::Ttfts,
            b"itls" => Self::Itls,
            b"output_lens" => Self::OutputLens,
            b"errors" => Self::Errors,
            b"start_times" => Self::StartTimes,
            b"duration" => Self::Duration,
            b"model_id" => Self::Model,
            b"completed" => Self::Completed,
            b"failed" => Self::Failed,
            b"request_rate" => Self::RequestRate,
            b"burstiness" => Self::Burstiness,
            b"max_concurrency" => Self::MaxConcurrency,
            b"total_input_tokens" => Self::InputTokens,
            b"total_output_tokens" => Self::OutputTokens,
            b"request_throughput" => Self::RequestThroughput,
            // Versions up to 0.10 write a colon into the key.
            b"request_goodput" | b"request_goodput:" => Self::RequestGoodput,
            b"output_throughput" => Self::OutputThroughput,
            b"total_token_throughput" => Self::TotalThroughput,
            _ => return stated(key).map(|(metric, statistic)| Self::Figure(metric, statistic)),
        })
    }

    /// Whether a value for each request stands under it.
    pub(crate) const fn is_list(self) -> bool {
        matches!(self, Self::Ttfts | Self::Itls | Self::OutputLens | Self::Errors | Self::StartTimes)
    }

    /// Whether only a run has such a key.
    pub(crate) const fn tells_a_run(self) -> bool {
        matches!(self, Self::Ttfts | Self::Itls | Self::Figure(..) | Self::RequestThroughput)
    }
}

/// More latencies than any version states.
const MOST_FIGURES: usize = 100;

impl Run {
    /// Whether there is a list under this key already: of two, the first is kept.
    pub(crate) fn has(&self, key: Key) -> bool {
        match key {
            Key::Ttfts => !self.ttfts.is_empty(),
            Key::Itls => self.gaps.requests() > 0,
            Key::OutputLens => !self.output_lens.is_empty(),
            Key::Errors => !self.failed.is_empty(),
            Key::StartTimes => !self.starts.is_empty(),
            _ => false,
        }
    }

    /// Takes a value under a key, inside so many arrays.
    pub(crate) fn take(&mut self, key: Key, arrays: u32, scalar: Scalar<'_>) {
        let (Scalar::Bare(text) | Scalar::Quoted(text)) = scalar;
        match (key, arrays) {
            (Key::Ttfts, 1) => self.ttfts.push(time(text)),
            (Key::Itls, 2) => self.gaps.add(time(text)),
            (Key::OutputLens, 1) => self.output_lens.push(text.count().unwrap_or(0)),
            (Key::Errors, 1) => {
                let says = matches!(scalar, Scalar::Quoted(_)) && !text.bytes.is_empty();
                self.failed.push(says);
            }
            (Key::StartTimes, 1) => self.starts.push(time(text)),
            (_, 0) => self.publish(key, text),
            _ => {}
        }
    }

    /// Ends a list of gaps.
    pub(crate) fn end_gaps(&mut self) {
        self.gaps.end();
    }

    fn publish(&mut self, key: Key, text: Text<'_>) {
        let number = match text.number() {
            Number::Finite(number) if number >= 0.0 => Some(number),
            _ => None,
        };
        let count = number.map(whole);
        let rate = number.map(RequestsPerSecond::new);
        let published = &mut self.published;
        match key {
            Key::Figure(metric, statistic) => self.publish_figure(metric, statistic, number),
            Key::Duration => self.duration = number,
            Key::Model => published.model = Some(text.quoted()).filter(|name| name != "null"),
            Key::Completed => published.completed = count,
            Key::Failed => published.failed = count,
            Key::RequestRate => published.rate = rate_of(text),
            Key::Burstiness => published.burstiness = number,
            Key::MaxConcurrency => published.max_concurrency = count,
            Key::InputTokens => published.input_tokens = count,
            Key::OutputTokens => published.output_tokens = count,
            Key::RequestThroughput => published.requests_per_second = rate,
            Key::RequestGoodput => published.good_per_second = rate,
            Key::OutputThroughput => published.output_tokens_per_second = number,
            Key::TotalThroughput => published.total_tokens_per_second = number,
            _ => {}
        }
    }

    fn publish_figure(&mut self, metric: Metric, statistic: Statistic, milliseconds: Option<f64>) {
        let figures = &mut self.published.figures;
        let value = milliseconds.map(|ms| Seconds::new(ms / 1e3)).filter(|value| is_duration(*value));
        if let Some(value) = value.filter(|_| figures.len() < MOST_FIGURES) {
            figures.push(Figure { metric, statistic, value });
        }
    }

    /// Nothing yet, and no more than so many gaps to be kept.
    pub(crate) fn keeping(gaps: usize) -> Self {
        Self { gaps: Gaps::keeping(gaps), ..Self::default() }
    }

    /// Whether what was read can only be a run: it has lists or figures of one, or several of the keys that runs have.
    pub(crate) fn states_a_run(&self) -> bool {
        let Published { completed, rate, burstiness, max_concurrency, input_tokens, output_tokens, .. } =
            &self.published;
        let keys = [
            completed.is_some(),
            rate.is_some(),
            burstiness.is_some(),
            max_concurrency.is_some(),
            input_tokens.is_some(),
            output_tokens.is_some(),
            self.duration.is_some(),
            self.published.model.is_some(),
        ];
        let several = keys.into_iter().filter(|is| *is).count() >= 3;
        let figures = !self.published.figures.is_empty() || self.published.requests_per_second.is_some();
        several || figures || !self.ttfts.is_empty()
    }

    /// Requests so far: the longest of the lists, whichever comes first.
    pub(crate) fn requests(&self) -> usize {
        let lists = [self.gaps.requests(), self.output_lens.len(), self.failed.len(), self.starts.len()];
        lists.into_iter().fold(self.ttfts.len(), usize::max)
    }

    pub(crate) fn tokens(&self) -> usize {
        self.ttfts.len() + self.gaps.count()
    }

    pub(crate) fn gathered(mut self) -> Gathered {
        // What growth left over would stand beside the streams.
        self.gaps.kept.shrink_to_fit();
        let mut answers = Answers::of(&self);
        // Of gaps that were summed up, there are no streams to be made.
        let streams = if self.gaps.summed.is_some() { Streams::default() } else { answers.streams() };
        let Answers { skipped, seen, .. } = answers;
        let notes = self.notes(&seen).into_iter().flatten().collect();
        let empty_chunks = seen.has_empty();
        let Self { mut published, duration, .. } = self;
        if published.completed == Some(0) {
            published = without_zeros(published);
        }
        Gathered {
            kind: Some(Kind::BenchServe),
            streams,
            duration: duration.filter(|seconds| *seconds > 0.0).map(Seconds::new),
            published: Some(published),
            skipped,
            notes,
            instead: None,
            unit: true,
            empty_chunks,
        }
    }

    fn notes(&self, seen: &Seen) -> [Option<Note>; 7] {
        let [first_only, spread, empty, uncounted] = seen.notes();
        [self.no_times(), self.other_count(seen), first_only, spread, empty, uncounted, self.held_back()]
    }

    fn no_times(&self) -> Option<Note> {
        (self.ttfts.is_empty() && self.published.completed != Some(0)).then(|| {
            Note::new(
                "The file holds no times of single requests: vllm bench serve writes them with --save-detailed. \
                 There are only the figures that it states itself.",
            )
        })
    }

    fn other_count(&self, seen: &Seen) -> Option<Note> {
        let counted_here = !self.ttfts.is_empty() && self.gaps.summed.is_none();
        let stated = self.published.completed.filter(|_| counted_here)?;
        (stated != seen.answered()).then(|| {
            Note::new(format!(
                "The file states that {} succeeded, and it holds the times of {}.",
                requests(stated),
                counted(seen.answered()),
            ))
        })
    }

    /// A load that was capped at both ends: it was no open one.
    fn held_back(&self) -> Option<Note> {
        let limited = matches!(self.published.rate, Some(Rate::Limited(_)));
        (limited && self.published.max_concurrency.is_some()).then(|| {
            Note::new(
                "The load test held requests back while too many were in flight (max_concurrency). \
                 That wait is in no figure.",
            )
        })
    }
}

/// A time, or NaN for what is none: then the request is skipped.
fn time(text: Text<'_>) -> f64 {
    match text.number() {
        Number::Finite(time) => time,
        _ => f64::NAN,
    }
}

fn rate_of(text: Text<'_>) -> Option<Rate> {
    match text.number() {
        Number::Finite(rate) if rate > 0.0 => Some(Rate::Limited(RequestsPerSecond::new(rate))),
        Number::NotFinite => Some(Rate::Unlimited),
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count that is not below 0; saturation is what is asked for"
)]
pub(crate) fn whole(count: f64) -> u64 {
    count as u64
}

/// What a run without a success states is zero because there was nothing to state.
fn without_zeros(published: Published) -> Published {
    Published {
        requests_per_second: None,
        good_per_second: None,
        output_tokens_per_second: None,
        total_tokens_per_second: None,
        figures: Vec::new(),
        ..published
    }
}
