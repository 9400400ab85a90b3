//! What comes of an exposition.

use super::family::{Family, NoHistogram, whole};
use super::meaning::{Engine, Meaning};
use super::notes;
use super::reader::Gathered;
use super::scrape::Scrape;
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
    /// How many engines report, by the label sets of what they are working on; 1 at least.
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
    latest: Scrape,
    earlier_notes: Vec<Note>,
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
            None if self.name.ends_with("_seconds") || self.name.ends_with("_duration") => Unit::Wait,
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

/// Two snapshots, or one since its processes began.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) before: Option<&'a Scrape>,
    pub(crate) after: &'a Scrape,
}

const COUNTERS: [Meaning; 7] = [
    Meaning::PromptTokens,
    Meaning::OutputTokens,
    Meaning::PrefixQueries,
    Meaning::PrefixHits,
    Meaning::Preemptions,
    Meaning::Success,
    Meaning::Failure,
];

/// A family of a meaning, the engine's own before that of a front end.
fn family(scrape: &Scrape, meaning: Meaning) -> Option<&Family> {
    let of = |family: &&Family| {
        Engine::of(&family.name).is_some_and(|(engine, stem)| Meaning::of(engine, stem) == Some(meaning))
    };
    let front =
        |family: &&Family| Engine::of(&family.name).is_some_and(|(engine, _)| engine == Engine::Dynamo);
    scrape.families().filter(of).filter(|family| !family.has_buckets() && family.sets > 0).min_by_key(front)
}

impl Window<'_> {
    fn gauge(&self, meaning: Meaning) -> Option<&Family> {
        family(self.after, meaning)
    }

    /// What was added to a counter.
    fn counter(&self, meaning: Meaning) -> Option<f64> {
        let after = family(self.after, meaning)?;
        Some(
            after.sum
                - self.before.and_then(|before| before.named(&after.name)).map_or(0.0, |before| before.sum),
        )
    }

    /// Whether any counter or bucket is below what it was.
    fn fell(&self) -> bool {
        let counters = COUNTERS.iter().any(|meaning| self.counter(*meaning).is_some_and(|added| added < 0.0));
        let buckets = self.after.families().filter(|family| family.has_buckets()).any(|family| {
            let before = self.before.and_then(|before| before.named(&family.name)).map(Family::histogram);
            match (family.histogram(), before) {
                (Ok(after), Some(Ok(before))) => after.since(&before).is_none(),
                _ => false,
            }
        });
        counters || buckets
    }

    fn triton(&self, name: &str, part: &str) -> Option<f64> {
        self.after.named(["nv_trt_llm_", name].concat().as_bytes())?.of(part)
    }

    fn reading(&self, snapshots: u64) -> MetricsReading {
        let observed: Vec<Observed> =
            self.after.families().filter_map(|family| self.observed(family)?.ok()).collect();
        let sum = |meaning: Meaning| {
            observed
                .iter()
                .find(|observed| observed.meaning == Some(meaning))
                .and_then(|observed| observed.sum)
        };
        let pools = self.after.pools;
        let some = |value: f64| (value > 0.0).then_some(value);
        let requests = |part: &str| self.triton("request_metrics", part);
        let running = self.gauge(Meaning::Running);
        MetricsReading {
            engines: self.engines(),
            model: self.after.model.clone(),
            replicas: running.or(self.gauge(Meaning::KvUsage)).map_or(1, |family| family.sets),
            snapshots,
            differenced: self.before.is_some(),
            window: self
                .before
                .and_then(|before| Some(self.after.at? - before.at?))
                .filter(|time| *time > 0.0)
                .map(Seconds::new),
            waiting: self.gauge(Meaning::Waiting).map(|family| family.sum).or(requests("waiting")),
            running: running.map(|family| family.sum).or(requests("scheduled")),
            most_running: requests("max"),
            kv_usage: self.kv_usage(),
            pool_tokens: some(pools.tokens)
                .or(self.gauge(Meaning::PoolTokens).map(|family| family.sum))
                .or(self.triton_pool()),
            block: some(pools.block).or(self.triton("kv_cache_block_metrics", "tokens_per")),
            longest_sequences: some(pools.concurrency),
            prompt_tokens: self.counter(Meaning::PromptTokens).or(sum(Meaning::PromptLength)),
            output_tokens: self.counter(Meaning::OutputTokens).or(sum(Meaning::OutputLength)),
            hits: self.hits(),
            smoothed_hits: self.gauge(Meaning::HitRate).and_then(mean_share),
            preemptions: self.counter(Meaning::Preemptions),
            finished: self.finished(),
            failed: self.counter(Meaning::Failure),
            observed,
            ..MetricsReading::default()
        }
    }

    fn engines(&self) -> Vec<Engine> {
        let mut engines: Vec<Engine> = Vec::new();
        for (engine, _) in self.after.families().filter_map(|family| Engine::of(&family.name)) {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        engines
    }

    /// A histogram; `None` where the family is none.
    pub(crate) fn observed(&self, family: &Family) -> Option<Result<Observed, NoHistogram>> {
        let base = family.name.strip_suffix(b"_bucket").filter(|_| family.has_buckets())?;
        let before = self.before.and_then(|before| before.named(&family.name)).map(Family::histogram);
        let buckets = match (family.histogram(), before) {
            (Ok(after), Some(Ok(before))) => after.since(&before).ok_or(NoHistogram::Counts),
            (after, _) => after,
        };
        let total = [base, b"_sum"].concat();
        let sum = self.after.named(&total).map(|sum| {
            sum.sum - self.before.and_then(|before| before.named(&total)).map_or(0.0, |before| before.sum)
        });
        let meaning = Engine::of(base).and_then(|(engine, stem)| Meaning::of(engine, stem));
        let name = family.text("_bucket");
        Some(buckets.map(|buckets| Observed {
            name,
            meaning,
            buckets,
            sum: sum.filter(|sum| *sum >= 0.0),
            sets: family.sets,
        }))
    }

    /// By the gauges, or by Triton's blocks.
    fn kv_usage(&self) -> Option<(Fraction, Fraction)> {
        if let Some(family) = self.gauge(Meaning::KvUsage) {
            return Some((mean_share(family)?, share(family.max)?));
        }
        let blocks = |part: &str| self.triton("kv_cache_block_metrics", part);
        let used =
            blocks("fraction").or_else(|| Some(blocks("used")? / blocks("max").filter(|max| *max > 0.0)?))?;
        Some((share(used)?, share(used)?))
    }

    fn triton_pool(&self) -> Option<f64> {
        let blocks = |part: &str| self.triton("kv_cache_block_metrics", part);
        Some(blocks("max")? * blocks("tokens_per")?)
    }

    fn hits(&self) -> Option<Fraction> {
        let queries = self.counter(Meaning::PrefixQueries).filter(|queries| *queries > 0.0)?;
        share(self.counter(Meaning::PrefixHits)? / queries)
    }

    fn finished(&self) -> Vec<(String, f64)> {
        let Some(after) = family(self.after, Meaning::Success) else { return Vec::new() };
        let before = self.before.and_then(|before| before.named(&after.name));
        if after.by.is_empty() {
            return vec![("finished".into(), after.sum - before.map_or(0.0, |before| before.sum))];
        }
        let added = |(reason, count): &(Box<[u8]>, f64)| {
            let reason = String::from_utf8_lossy(reason);
            let earlier = before.and_then(|before| before.of(&reason)).unwrap_or(0.0);
            (quantity::clip(&reason), count - earlier)
        };
        after.by.iter().map(added).collect()
    }

    /// Counts that are no whole numbers, or values that are none.
    pub(crate) fn odd(&self) -> u64 {
        self.after
            .families()
            .filter(|family| Engine::of(&family.name).is_some())
            .map(|family| family.odd)
            .sum()
    }

    /// The `_count` that stands beside buckets, where it is another number than +Inf's.
    pub(crate) fn other_count(&self, observed: &Observed) -> Option<u64> {
        let name = [observed.name.as_bytes(), b"_count"].concat();
        let stated = whole(self.after.named(&name)?.sum)?;
        (self.before.is_none() && stated != observed.buckets.count()).then_some(stated)
    }
}

/// A share from 0 to 1; a little beyond is rounding.
fn share(value: f64) -> Option<Fraction> {
    (-1e-9..=1.0 + 1e-9).contains(&value).then(|| Fraction::new(quantity::float::within(value, 0.0, 1.0)))
}

fn mean_share(family: &Family) -> Option<Fraction> {
    share(family.sum / family.sets as f64)
}
