//! What came between two snapshots, or since the processes began.

use super::family::{Family, NoHistogram, whole};
use super::meaning::{Engine, Meaning};
use super::reading::{MetricsReading, Observed};
use super::scrape::Scrape;
use quantity::{Fraction, Seconds};

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
    pub(super) fn fell(&self) -> bool {
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

    pub(super) fn reading(&self, snapshots: u64) -> MetricsReading {
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
            replicas: running
                .or(self.gauge(Meaning::KvUsage))
                .or(self.gauge(Meaning::Waiting))
                .map_or(1, |family| family.sets),
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
