//! What is shown of `/metrics`: queue and pool, latencies with the width of their buckets, and which signal would fire.

use super::signals::{Signal, SignalTargets, number, signals, signals_table};
use super::{EvidenceShown, EvidenceTile, Take, pairs};
use crate::passage::{row, table};
use chart::{Axis, AxisScale, Chart, Dash, Series, Style, Table, Tone};
use evidence::metrics::{Meaning, MetricsReading, Observed};
use latency::{Quantile, Reading};
use quantity::{Fraction, Key, Seconds, Unit};

/// What to show of an exposition, its signals held to `targets`.
///
/// # Example
/// 64 requests wait at one replica; at 5 each, an autoscaler would ask for 13.
/// ```
/// use evidence::metrics::MetricsReader;
/// use present::{SignalTargets, metrics_shown};
/// let mut reader = MetricsReader::new();
/// reader.push(b"vllm:num_requests_waiting 64\nvllm:num_requests_running 64\nvllm:kv_cache_usage_perc 0.11\n").unwrap();
/// let shown = metrics_shown(&reader.finish(), &SignalTargets::default());
/// assert_eq!(
///     shown.headline,
///     "64 requests wait, 64 run, and 11% of the KV pool is in use. An autoscaler on waiting requests would ask for 13 replicas."
/// );
/// ```
#[must_use]
pub fn metrics_shown(reading: &MetricsReading, targets: &SignalTargets) -> EvidenceShown {
    let notes: Vec<String> = reading.notes.iter().map(|note| note.text.clone()).collect();
    if reading.engines.is_empty() {
        let headline = "No metric of a serving engine was read.".into();
        return EvidenceShown { kind: "metrics".into(), headline, notes, ..EvidenceShown::default() };
    }
    let names: Vec<&str> = reading.engines.iter().map(|engine| engine.name()).collect();
    let signals = signals(reading, targets);
    let tables = [observed(reading), Some(signals_table(reading, &signals)), Some(counters(reading))];
    EvidenceShown {
        kind: ["metrics of ", &names.join(" and ")].concat(),
        headline: headline(reading, &signals),
        tiles: tiles(reading),
        notes: [notes, silent(reading, &signals), vec![targets.sentence()]].concat(),
        tables: tables.into_iter().flatten().filter(|table| !table.rows.is_empty()).collect(),
        charts: [(Meaning::Ttft, "chart-metrics-ttft"), (Meaning::E2e, "chart-metrics-e2e")]
            .into_iter()
            .filter_map(|(meaning, id)| distribution(id, reading.observed(meaning)?))
            .collect(),
        takes: take(reading).into_iter().collect(),
    }
}

fn headline(reading: &MetricsReading, signals: &[Signal]) -> String {
    let verb = |count: f64, verb: &str| {
        if (count - 1.0).abs() < 0.5 { [verb, "s"].concat() } else { verb.into() }
    };
    let waiting = reading.waiting.map(|count| [number(count, "request"), verb(count, "wait")].join(" "));
    let running = reading.running.map(|count| {
        let count_text = if waiting.is_some() { Unit::Count.show(count) } else { number(count, "request") };
        [count_text, verb(count, "run")].join(" ")
    });
    let kv = reading
        .kv_usage
        .map(|(mean, _)| [&Unit::Fraction.show(mean.get()), " of the KV pool is in use"].concat());
    let known: Vec<String> = [waiting, running, kv].into_iter().flatten().collect();
    let state = match known.split_last() {
        None => "Neither queue nor KV pool is stated.".to_owned(),
        Some((last, [])) => [last, "."].concat(),
        Some((last, before)) => [&before.join(", "), ", and ", last, "."].concat(),
    };
    let firing: Vec<(&Signal, u32)> =
        signals.iter().filter_map(|signal| Some((signal, signal.fires(reading.replicas)?))).collect();
    let fires = match firing.first() {
        None if signals.iter().all(|signal| signal.reaction.is_none()) => {
            " No autoscaling signal is stated.".into()
        }
        None => " No autoscaling signal would ask for more replicas.".into(),
        Some((signal, desired)) => {
            let name = if signal.name.starts_with("KV") {
                signal.name.into()
            } else {
                signal.name.to_ascii_lowercase()
            };
            [" An autoscaler on ", &name, " would ask for ", &number(f64::from(*desired), "replica"), "."]
                .concat()
        }
    };
    state + &fires
}

/// Where one signal asks for more and the KV pool does not: what an autoscaler on that alone would have missed.
fn silent(reading: &MetricsReading, signals: &[Signal; 3]) -> Vec<String> {
    let [waiting, kv, _] = signals;
    let mut notes = Vec::new();
    if waiting.fires(reading.replicas).is_some() {
        notes.push("What an autoscaler asks for because of a queue says that it came late, not what the load needs: a queue adds up over time.".into());
        if kv.reaction.is_some() && kv.fires(reading.replicas).is_none() {
            notes.push("An autoscaler on the KV pool alone would have stayed silent: it does not see a replica that prefill or its limit of sequences binds.".into());
        }
    }
    notes
}

fn tiles(reading: &MetricsReading) -> Vec<EvidenceTile> {
    let tile = EvidenceTile::new;
    let count = |label, value: Option<f64>, note: &str| {
        value.map(|value| tile(label, Unit::Count.show(value), note.into()))
    };
    let kv = reading.kv_usage.map(|(mean, fullest)| {
        let pool = reading
            .pool_tokens
            .map_or_else(String::new, |tokens| [" of ", &Unit::Tokens.show(tokens)].concat());
        let most = if reading.replicas > 1 {
            [", fullest ", &Unit::Fraction.show(fullest.get())].concat()
        } else {
            String::new()
        };
        tile("KV pool in use", Unit::Fraction.show(mean.get()), [pool.trim_start(), &most].concat())
    });
    let latency = |meaning: Meaning| {
        let observed = reading.observed(meaning)?;
        let mean = observed.mean().map(|mean| ["mean ", &observed.unit().show(mean)].concat());
        let label = [&observed.label(), " p95"].concat();
        Some(tile(&label, quantile(observed, Quantile::P95)?, mean.unwrap_or_default()))
    };
    let hits = reading
        .hits
        .map(|share| (share, "hits over queries, in tokens"))
        .or(reading.smoothed_hits.map(|share| (share, "as the engine smooths it")));
    [
        count("Requests waiting", reading.waiting, ""),
        count("Requests running", reading.running, ""),
        kv,
        latency(Meaning::Ttft),
        latency(Meaning::Tpot).or_else(|| latency(Meaning::Gap)),
        hits.map(|(share, note)| tile("Prefix hits", Unit::Fraction.show(share.get()), note.into())),
        count("Preemptions", reading.preemptions, "requests thrown out of a full KV pool"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A quantile as it can be said: past the last bound there is no more than "at least".
fn quantile(observed: &Observed, quantile: Quantile) -> Option<String> {
    let unit = observed.unit();
    Some(match observed.buckets.quantile(quantile)? {
        Reading::At(value) => unit.show(value),
        Reading::AtLeast(bound) => ["at least ", &unit.show(bound)].concat(),
    })
}

/// The bucket of a quantile, which is how far off it may be.
fn bucket(observed: &Observed, quantile: Quantile) -> Option<String> {
    let unit = observed.unit();
    let (low, high) = observed.buckets.bounds(quantile)?;
    Some(match (low.is_finite(), high.is_finite()) {
        (true, true) => [unit.show(low), unit.show(high)].join(" to "),
        (true, false) => ["over ", &unit.show(low)].concat(),
        (false, _) => ["up to ", &unit.show(high)].concat(),
    })
}

/// Every histogram that holds something: those of a known meaning first.
fn observed(reading: &MetricsReading) -> Option<Table> {
    let (known, other): (Vec<&Observed>, Vec<&Observed>) = reading
        .observed
        .iter()
        .filter(|observed| observed.buckets.count() > 0)
        .partition(|observed| observed.meaning.is_some());
    let rows = known.into_iter().chain(other).take(MOST_ROWS).map(|observed| {
        let text = |text: Option<String>| text.unwrap_or_else(|| "—".into());
        let [p50, p95, p99] =
            [Quantile::P50, Quantile::P95, Quantile::P99].map(|share| text(quantile(observed, share)));
        let mean = text(observed.mean().map(|mean| observed.unit().show(mean)));
        let count = Unit::Count.show(observed.buckets.count() as f64);
        row(vec![observed.label(), count, mean, p50, p95, text(bucket(observed, Quantile::P95)), p99])
    });
    let rows: Vec<_> = rows.collect();
    let caption = "Histograms: the mean is exact, a quantile is a guess within its bucket";
    let head = ["What", "Observations", "Mean", "p50", "p95", "Bucket of p95", "p99"];
    (!rows.is_empty()).then(|| table(caption, &head, rows))
}

/// So many histograms are shown at most.
const MOST_ROWS: usize = 40;

fn counters(reading: &MetricsReading) -> Table {
    let mut rows = Vec::new();
    let mut add = |name: &str, value: Option<f64>, unit: Unit| {
        rows.extend(value.map(|value| row(vec![name.into(), unit.show(value)])));
    };
    add("Time between the snapshots", reading.window.map(Seconds::get), Unit::Wait);
    add("Prompt tokens", reading.prompt_tokens, Unit::Tokens);
    add("Output tokens", reading.output_tokens, Unit::Tokens);
    let per_second = |tokens: Option<f64>| Some(tokens? / reading.window?.get());
    add("Output tokens a second", per_second(reading.output_tokens), Unit::TokensPerSecond);
    add("Prefix-cache hits", reading.hits.or(reading.smoothed_hits).map(Fraction::get), Unit::Fraction);
    add("Preemptions", reading.preemptions, Unit::Count);
    add("KV pool", reading.pool_tokens, Unit::Tokens);
    add("Block of the KV pool", reading.block, Unit::Tokens);
    for (reason, count) in &reading.finished {
        let name = if reason == "finished" {
            "Requests finished".to_owned()
        } else {
            ["Requests finished: ", reason].concat()
        };
        add(&name, Some(*count), Unit::Count);
    }
    add("Requests failed", reading.failed, Unit::Count);
    let caption =
        if reading.differenced { "What came between the snapshots" } else { "Since the processes began" };
    table(caption, &["What", "How much"], rows)
}

/// Which share of the observations is within each bound; `None` where there are too few bounds to draw.
fn distribution(id: &'static str, observed: &Observed) -> Option<Chart> {
    let all = observed.buckets.count();
    let points: Vec<(f64, f64)> = observed
        .buckets
        .pairs()
        .filter(|(bound, _)| *bound > 0.0)
        .map(|(bound, up_to)| (bound, up_to as f64 / all as f64))
        .collect();
    // From the last bound that none is within to the first that all are.
    let first = points.iter().rposition(|(_, share)| *share <= 0.0).unwrap_or(0);
    let last = points.iter().position(|(_, share)| *share >= 1.0).unwrap_or(points.len());
    let points: Vec<(f64, f64)> = points.into_iter().take(last + 1).skip(first).collect();
    let ((first, _), (last, within)) = (points.first()?, points.last()?);
    if all == 0 || points.len() < 2 {
        return None;
    }
    let (label, unit) = (observed.label(), observed.unit());
    let beyond = Unit::Fraction.show(1.0 - within);
    let sentence = if observed.buckets.beyond() > 0 {
        [
            &beyond,
            " of the observations are past the last bound, ",
            &unit.show(*last),
            ": how far, nothing says.",
        ]
        .concat()
    } else {
        let p95 = quantile(observed, Quantile::P95)?;
        ["95% are within about ", &p95, "; only the bounds of buckets are known for certain."].concat()
    };
    let rows = points.iter().map(|(bound, share)| row(vec![unit.show(*bound), Unit::Fraction.show(*share)]));
    let title = [&label, " by share of requests"].concat();
    Some(Chart {
        id,
        sentence,
        x: Axis { label, unit, min: *first, max: *last, scale: AxisScale::Log10 },
        y: Axis {
            label: "Share within".into(),
            unit: Unit::Fraction,
            min: 0.0,
            max: 1.0,
            scale: AxisScale::Linear,
        },
        series: vec![Series {
            name: "share within".into(),
            tone: Tone::Queue,
            dash: Dash::Whole,
            style: Style::Line,
            points: points.iter().map(|(bound, share)| (*bound, Some(*share))).collect(),
        }],
        targets: Vec::new(),
        plan: None,
        marks: Vec::new(),
        unbounded: None,
        table: table(&title, &["Up to", "Share"], rows.collect()),
        title,
    })
}

/// Lengths and hits; the rate too, where the time between two snapshots is known. What no plan can have is not promised.
fn take(reading: &MetricsReading) -> Option<Take> {
    let fits = |key: Key, value: &f64| !pairs(&[(key, Some(*value))]).is_empty();
    let mean = |meaning: Meaning, key: Key| {
        reading.observed(meaning).and_then(Observed::mean).filter(|mean| fits(key, mean))
    };
    let prompt = mean(Meaning::PromptLength, Key::In)?;
    let output = mean(Meaning::OutputLength, Key::Out)?;
    let ended: f64 = reading.finished.iter().map(|(_, count)| count).sum();
    let rate = reading.window.map(|window| ended / window.get()).filter(|rate| *rate > 0.0);
    let cached = reading.hits.map(Fraction::get).filter(|hits| fits(Key::Cached, hits));
    let [prompt_text, output_text] = [prompt, output].map(|tokens| Unit::Tokens.show(tokens));
    let mut sentence =
        ["The plan will have prompts of ", &prompt_text, " and answers of ", &output_text].concat();
    if let Some(cached) = cached {
        sentence.extend([", ", &Unit::Fraction.show(cached), " of prompt tokens cached"]);
    }
    match rate {
        Some(rate) => sentence.extend([
            ", and the ",
            &Unit::RequestsPerSecond.show(rate),
            " that were answered in the window. What still waits is not in that rate.",
        ]),
        None => sentence.push_str(". The rate stays as it is: no time between two snapshots is known."),
    }
    let values =
        [(Key::Rate, rate), (Key::In, Some(prompt)), (Key::Out, Some(output)), (Key::Cached, cached)];
    Some(Take { what: "these lengths".into(), sentence, pairs: pairs(&values) })
}
