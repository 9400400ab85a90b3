//! What comes of an exposition.

use super::meaning::{Engine, Meaning};
use super::notes;
use super::reader::Gathered;
use super::scrape::Scrape;
use super::window::Window;
use crate::reading::{MOST_NOTES, Note};
use latency::Buckets;
use quantity::{Fraction, Seconds, Unit};

/// What `/metrics` says, as far as it was sound. Samples of several label sets are summed; of shares, the mean is taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetricsReading {
    /// The engines whose metrics it holds; none where nothing was understood.
    pub engines: Vec<Engine>,
    /// The model, where a label names one.
    pub model: Option<String>,
    /// How many engines report, by the label sets of what they work on, of their pools or of what waits; 1 at least.
    pub replicas: u64,
    /// How many snapshots there are.
    pub snapshots: u64,
    /// Whether counters and buckets are what was added between two snapshots, or since the processes began.
    pub differenced: bool,
    /// The time between the two, where both state theirs.
    pub window: Option<Seconds>,
    /// Requests that wait.
    pub waiting: Option<f64>,
    /// Requests that are worked on.
    pub running: Option<f64>,
    /// The most that can be worked on at once, where that is stated.
    pub most_running: Option<f64>,
    /// The share of the KV pool in use, a mean over the engines, and the fullest of them.
    pub kv_usage: Option<(Fraction, Fraction)>,
    /// Tokens that the KV pools hold together.
    pub pool_tokens: Option<f64>,
    /// Tokens of a block of the pool.
    pub block: Option<f64>,
    /// Sequences of the longest context that fit into the pools, by the engines' own count.
    pub longest_sequences: Option<f64>,
    /// Prompt tokens.
    pub prompt_tokens: Option<f64>,
    /// Tokens of answers.
    pub output_tokens: Option<f64>,
    /// The share of prompt tokens found in the prefix cache: hits over queries.
    pub hits: Option<Fraction>,
    /// The same as the engine smooths it, where it counts neither.
    pub smoothed_hits: Option<Fraction>,
    /// Requests thrown out of a full pool.
    pub preemptions: Option<f64>,
    /// Requests that ended, by why.
    pub finished: Vec<(String, f64)>,
    /// Requests that failed, where they are counted apart.
    pub failed: Option<f64>,
    /// Every histogram, in the order of the file.
    pub observed: Vec<Observed>,
    /// What a person should know. At most [`MOST_NOTES`].
    pub notes: Vec<Note>,
    /// What it was made of, so that a window can be made with another.
    pub(super) latest: Scrape,
    pub(super) earlier_notes: Vec<Note>,
}

/// A histogram, over all label sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Its name.
    pub name: String,
    /// What it measures, where that is known.
    pub meaning: Option<Meaning>,
    /// How many observations there are below which bounds.
    pub buckets: Buckets,
    /// The sum of all observations, where it is stated.
    pub sum: Option<f64>,
    /// How many label sets were added up.
    pub sets: u64,
}

impl Observed {
    /// The mean: sum over count, exact where a quantile is a guess within its bucket. `None` where nothing was observed.
    ///
    /// # Example
    /// 600 prompts of 512 tokens each in the bucket from 500 to 1,000: the mean knows, the median cannot.
    /// ```
    /// use evidence::metrics::MetricsReader;
    /// use latency::{Quantile, Reading};
    /// let mut reader = MetricsReader::new();
    /// let lines = "vllm:request_prompt_tokens_bucket{le=\"500\"} 0\nvllm:request_prompt_tokens_bucket{le=\"1000\"} 600\n\
    ///     vllm:request_prompt_tokens_bucket{le=\"+Inf\"} 600\nvllm:request_prompt_tokens_sum 307200\n";
    /// reader.push(lines.as_bytes()).unwrap();
    /// let reading = reader.finish();
    /// let prompts = &reading.observed[0];
    /// assert_eq!(prompts.mean(), Some(512.0));
    /// assert_eq!(prompts.buckets.quantile(Quantile::P50), Some(Reading::At(750.0)));
    /// ```
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.buckets.count() > 0).then(|| Some(self.sum? / self.buckets.count() as f64)).flatten()
    }

    /// What its values count: durations are in seconds, everything else is a bare number.
    #[must_use]
    pub fn unit(&self) -> Unit {
        match self.meaning {
            Some(Meaning::Gap | Meaning::Tpot) => Unit::Seconds,
            Some(Meaning::PromptLength | Meaning::OutputLength | Meaning::StepTokens) => Unit::Tokens,
            Some(_) => Unit::Wait,
            None if self.name.ends_with("_seconds") || self.name.ends_with("_duration") => Unit::Seconds,
            None if self.name.contains("tokens") => Unit::Tokens,
            None => Unit::Number,
        }
    }

    /// What it is called: by its meaning, or else its own name.
    #[must_use]
    pub fn label(&self) -> String {
        self.meaning.map_or_else(|| self.name.clone(), |meaning| meaning.name().into())
    }
}

impl MetricsReading {
    pub(crate) fn of(gathered: Gathered, bytes: u64) -> Self {
        let Gathered { first, latest, snapshots, skipped } = gathered;
        let mut notes: Vec<Note> = skipped.notes().collect();
        if bytes == 0 {
            notes.push(Note::new("The file is empty."));
        }
        Self::between(first.as_ref(), latest, snapshots, notes)
    }

    /// The window from `before` to this: what was added to counters and buckets in between, with the gauges as they are
    /// now. Where a counter fell, its process began anew, and everything since then is given.
    ///
    /// # Example
    /// ```
    /// use evidence::metrics::MetricsReader;
    /// let [before, after] = [100, 160].map(|count| {
    ///     let mut reader = MetricsReader::new();
    ///     reader.push(format!("vllm:generation_tokens_total {count}").as_bytes()).unwrap();
    ///     reader.finish()
    /// });
    /// assert_eq!(after.since(&before).output_tokens, Some(60.0));
    /// // The other way round a counter falls: it began anew.
    /// assert_eq!(before.since(&after).output_tokens, Some(100.0));
    /// ```
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        Self::between(Some(&before.latest), self.latest.clone(), 2, self.earlier_notes.clone())
    }

    fn between(first: Option<&Scrape>, latest: Scrape, snapshots: u64, earlier_notes: Vec<Note>) -> Self {
        let whole_life = Window { before: None, after: &latest };
        let window = Window { before: first, after: &latest };
        let reset = first.is_some() && window.fell();
        let used = if reset { whole_life } else { window };
        let mut reading = used.reading(snapshots);
        let told = notes::notes(&used, &reading, reset);
        reading.notes = earlier_notes.iter().cloned().chain(told).take(MOST_NOTES).collect();
        reading.earlier_notes = earlier_notes;
        reading.latest = latest;
        reading
    }

    /// The histogram of a meaning: the engine's own before that of a front end.
    #[must_use]
    pub fn observed(&self, meaning: Meaning) -> Option<&Observed> {
        self.observed.iter().filter(|observed| observed.meaning == Some(meaning)).min_by_key(|observed| {
            Engine::of(observed.name.as_bytes()).is_some_and(|(engine, _)| engine == Engine::Dynamo)
        })
    }
}
