//! A load test while its file is read: the levels so far, and the requests that make the next one.

use super::detail::{Detail, Request};
use super::holds::Holds;
use super::leaves::Leaves;
use super::mapping::Column;
use super::source::Source;
use super::{
    Level, LoadTest, Offered, Tool, aiperf, genai_perf, guidellm, inference_perf, llmperf, request, runs,
};
use crate::ending::Endings;
use crate::names::Names;
use crate::reading::Note;
use crate::run::Run;
use crate::text::Text;
use crate::wrong::{Place, Skipped, Unit, Wrong, counted};

/// Which part of a file an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// One that stands for itself, alone in the file, in its list or on its line.
    Whole,
    /// A benchmark of guidellm.
    Benchmark,
    /// A request that guidellm keeps as a sample: one of a few, so that nothing follows from it.
    Sample,
    /// An experiment of GenAI-Perf.
    Experiment,
    /// A request of such an experiment.
    Request,
}

/// So many gaps of a run are kept. Longer runs are summed up as they are read.
pub(super) const KEPT: usize = 4_000_000;

/// So many levels are kept.
const MOST_LEVELS: usize = 10_000;

/// What was understood so far.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) test: LoadTest,
    pub(super) notes: Vec<Note>,
    pub(super) skipped: Skipped,
    /// The lists of the open record.
    pub(super) run: Run,
    /// The gaps of the open request, and the times of its chunks in nanoseconds.
    gaps: Vec<f64>,
    pub(super) times: Vec<i64>,
    /// The requests of the open level: what is stated of each, and the times of those that state them.
    pub(super) detail: Detail,
    pub(super) answers: Run,
    pub(super) endings: Endings,
    names: Names,
    /// The first time of sending, from which the others count.
    clock: Option<i64>,
    /// Whether a part of the open record was read.
    nested: bool,
    /// The first keys of a record in which nothing was understood.
    pub(super) unknown: Option<String>,
    pub(super) offered: Vec<Offered>,
    /// Whether it was said that a record has too many values.
    full: bool,
    /// Whether the unit of times was not stated, so that they were read as seconds.
    pub(super) unit_unknown: bool,
}

/// A request with the times of its chunks.
pub(super) struct Answer {
    pub(super) ttft: f64,
    /// By what the gaps are multiplied to be seconds.
    pub(super) unit: f64,
    pub(super) e2e: Option<f64>,
    pub(super) tokens: u32,
    pub(super) sent: f64,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            test: LoadTest::default(),
            notes: Vec::new(),
            skipped: Skipped::default(),
            run: Run::keeping(KEPT),
            gaps: Vec::new(),
            times: Vec::new(),
            detail: Detail::default(),
            answers: Run::keeping(KEPT),
            endings: Endings::default(),
            names: Names::default(),
            clock: None,
            nested: false,
            unknown: None,
            offered: Vec::new(),
            full: false,
            unit_unknown: false,
        }
    }
}

impl Draft {
    /// Takes a part of the file that ends, and began in this line.
    pub(super) fn end(&mut self, part: Part, leaves: &Leaves, line: u64) {
        if leaves.is_full() && !core::mem::replace(&mut self.full, true) {
            let line = counted(line);
            self.notes.push(Note::new(format!(
                "What begins in line {line} states more values than are kept. The first of them were read."
            )));
        }
        match part {
            Part::Whole => self.end_whole(leaves, line),
            Part::Benchmark => {
                self.nested = true;
                guidellm::benchmark(self, leaves);
            }
            Part::Sample => {}
            Part::Experiment => {
                self.nested = true;
                genai_perf::experiment(self, leaves);
            }
            Part::Request => {
                genai_perf::request(self, leaves, line);
                self.forget_request();
            }
        }
    }

    fn end_whole(&mut self, leaves: &Leaves, line: u64) {
        let run = core::mem::replace(&mut self.run, Run::keeping(KEPT));
        if core::mem::take(&mut self.nested) {
            guidellm::file(self, leaves);
        } else {
            match Source::of(leaves, &run) {
                Some(Source::VllmRun) => runs::run(self, Tool::VllmBench, run, leaves, line),
                Some(Source::SglangRun) => runs::run(self, Tool::SglangBench, run, leaves, line),
                Some(Source::SglangBatch) => runs::batch(self, leaves, line),
                Some(Source::AiperfSummary) => aiperf::summary(self, leaves, line),
                Some(Source::AiperfRequest) => aiperf::request(self, leaves, line),
                Some(Source::LlmperfSummary) => llmperf::summary(self, leaves, line),
                Some(Source::LlmperfRequest) => llmperf::request(self, leaves, line),
                Some(Source::InferencePerf) => inference_perf::lifecycle(self, leaves, line),
                Some(Source::InferencePerfServer) => inference_perf::server(self, leaves, line),
                Some(Source::Request) => request::request(self, leaves, line),
                None if self.is_failure(leaves) => request::request(self, leaves, line),
                None => self.not_understood(leaves, line),
            }
        }
        self.forget_request();
    }

    /// Whether a record among requests states nothing but how it ended.
    fn is_failure(&self, leaves: &Leaves) -> bool {
        let says = |path| {
            matches!(
                Column::named(path),
                Some(Column { holds: Holds::Error | Holds::Status | Holds::Success, .. })
            )
        };
        self.test.tool.is_none() && !self.detail.is_empty() && leaves.iter().any(|(path, _)| says(path))
    }

    fn not_understood(&mut self, leaves: &Leaves, line: u64) {
        let keys: Vec<String> =
            leaves.iter().take(5).map(|(path, _)| format!("“{}”", Text::new(path).quoted())).collect();
        self.unknown.get_or_insert_with(|| keys.join(", "));
        self.skip(line, Wrong::NoFigures);
    }

    /// Whether a record of this tool is read: the first tells which tool the file is of.
    pub(super) fn admits(&mut self, tool: Tool, line: u64) -> bool {
        let begun = self.holds_something();
        if begun && self.test.tool != Some(tool) {
            self.skip(line, Wrong::Foreign);
            return false;
        }
        self.test.tool = Some(tool);
        true
    }

    pub(super) fn skip(&mut self, line: u64, wrong: Wrong) {
        self.skipped.add(Unit::Request, Place::Line(line), wrong);
    }

    pub(super) fn gap(&mut self, gap: f64) {
        if self.gaps.len() < KEPT {
            self.gaps.push(gap);
        }
    }

    /// Adds a request by what is stated of it; `false`, and a word on it, where that cannot be right.
    pub(super) fn add(&mut self, request: &Request, line: u64) -> bool {
        let added = self.detail.add(request);
        if let Err(wrong) = added {
            self.skip(line, wrong);
            return false;
        }
        true
    }

    /// Adds the times of a request that was added, or says that only its first token is known.
    pub(super) fn answer(&mut self, answer: &Answer) {
        let Answer { ttft, unit, e2e, tokens, sent } = *answer;
        let gaps = || self.gaps.iter().map(|gap| gap * unit);
        let last = ttft + gaps().sum::<f64>();
        // A list that ends before the answer does was cut. Two hundredths are what clocks differ in.
        let whole = e2e.is_none_or(|e2e| (last - e2e).abs() <= 0.02 * e2e) && !last.is_nan();
        let run = &mut self.answers;
        run.ttfts.push(ttft);
        if whole {
            self.gaps.iter().for_each(|gap| run.gaps.add(gap * unit));
        }
        run.gaps.end();
        run.output_lens.push(tokens);
        run.failed.push(false);
        run.starts.push(sent);
        run.first_only.push(!whole);
    }

    /// Whether the open request has a list of gaps.
    pub(super) const fn has_gaps(&self) -> bool {
        !self.gaps.is_empty()
    }

    /// Puts a list of gaps in the place of what was read.
    pub(super) fn set_gaps(&mut self, gaps: impl IntoIterator<Item = f64>) {
        self.gaps.clear();
        self.gaps.extend(gaps);
    }

    /// A time of a clock in nanoseconds, as seconds since the first.
    pub(super) fn since_first(&mut self, nanoseconds: i64) -> f64 {
        let first = *self.clock.get_or_insert(nanoseconds);
        nanoseconds.saturating_sub(first) as f64 / 1e9
    }

    /// Whether this name is new; a repeated one is skipped.
    pub(super) fn is_new(&mut self, name: Option<String>, line: u64) -> bool {
        let Some(name) = name else { return true };
        if self.names.number(name.as_bytes()).is_some() {
            self.skip(line, Wrong::Repeated(Text::new(name.as_bytes()).quoted()));
            return false;
        }
        self.names.add(name.as_bytes());
        true
    }

    /// Adds a level.
    pub(super) fn level(&mut self, mut level: Level) {
        level.forget_boundless();
        if level.completed == Some(0) {
            level.forget_zeros();
        }
        if self.test.levels.len() < MOST_LEVELS {
            self.test.levels.push(level);
        }
    }

    pub(super) fn forget_request(&mut self) {
        self.gaps.clear();
        self.times.clear();
    }

    /// Drops what was read of the open record.
    pub(super) fn forget(&mut self) {
        self.forget_request();
        self.run = Run::keeping(KEPT);
        self.nested = false;
    }

    pub(super) fn holds_something(&self) -> bool {
        !self.test.levels.is_empty() || !self.detail.is_empty()
    }

    pub(super) const fn is_nested(&self) -> bool {
        self.nested
    }

    /// How many requests and tokens are held.
    pub(super) fn counts(&self) -> (usize, usize) {
        let levels = self.test.levels.len();
        let requests = self.detail.answered() + self.run.requests() + levels;
        (requests, self.run.tokens() + self.answers.tokens() + self.gaps.len())
    }
}
