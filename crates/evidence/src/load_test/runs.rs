//! Runs of `vllm bench serve` and of SGLang's `bench_serving`: one object each, alone, in a list, or one a line.

use super::detail::{Detail, Request, spread, spread_of};
use super::draft::Draft;
use super::leaves::Leaves;
use super::{Level, MOST_SETTINGS, Tool, flags, load_of, name_of};
use crate::gaps::Summed;
use crate::published::{Figure, Published, Rate, Statistic};
use crate::run::{self, Run};
use crate::wrong::{Place, Skipped, Unit};
use latency::{Figures, Itl, Method, Metric, Outcome, Quantile, Samples, Stream, Streams};
use quantity::Seconds;

/// Takes a run.
pub(super) fn run(draft: &mut Draft, tool: Tool, run: Run, leaves: &Leaves, line: u64) {
    if !draft.admits(tool, line) {
        return;
    }
    let mut level = Level { settings: settings(leaves), ..Level::default() };
    let published = add_run(&mut level, run, tool);
    draft.test.model = draft.test.model.take().or_else(|| leaves.words("model_id"));
    level.name =
        leaves.words("run_number").map_or_else(|| name_of(level.load), |number| format!("run {number}"));
    level.notes.extend(odd_counts(leaves, published.max_concurrency));
    level.cached = leaves.amount("cache_hit_rate").filter(|rate| *rate <= 1.0);
    draft.level(level);
}

/// Says that a line is no load test.
pub(super) fn batch(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if !draft.admits(Tool::SglangBench, line) {
        return;
    }
    let batch = leaves.amount("batch_size").filter(|batch| *batch > 0.0);
    draft.level(Level {
        name: batch.map_or_else(|| "a batch".into(), |batch| format!("batch of {}", quantity::Unit::Count.show(batch))),
        prompt: leaves.amount("input_len"),
        output: leaves.amount("output_len"),
        duration: leaves.amount("latency").map(Seconds::new),
        output_tokens_per_second: leaves.amount("output_throughput"),
        notes: vec![
            "This line is of SGLang's bench_one_batch: one batch without a server and without a queue. It has no TTFT \
             and no load, and its overall throughput counts prompts too: no plan can be held against it."
                .into(),
        ],
        ..Level::default()
    });
}

/// Adds what a run states and holds to a level.
fn add_run(level: &mut Level, run: Run, tool: Tool) -> Published {
    let tokens = run.output_lens.iter().map(|count| f64::from(*count)).sum::<f64>();
    let detail = run.gaps.summed.as_ref().map(|summed| long(&run, summed));
    let gathered = run.gathered();
    let published = gathered.published.clone().unwrap_or_default();
    let each = |total: Option<u64>| {
        let completed = published.completed.filter(|completed| *completed > 0)?;
        total.map(|total| total as f64 / completed as f64)
    };
    level.load = match published.rate {
        Some(Rate::Limited(rate)) => {
            load_of(Some(rate.get()), published.max_concurrency.map(|most| most as f64))
        }
        Some(Rate::Unlimited) if published.max_concurrency.is_none() => super::Load::AllAtOnce,
        _ => load_of(None, published.max_concurrency.filter(|most| *most > 0).map(|most| most as f64)),
    };
    level.burstiness = published.burstiness;
    level.duration = gathered.duration;
    level.completed = published.completed;
    level.failed = published.failed;
    level.prompt = each(published.input_tokens);
    level.output = each(published.output_tokens).or_else(|| {
        let answered = published.completed.filter(|completed| *completed > 0 && tokens > 0.0)?;
        Some(tokens / answered as f64)
    });
    level.requests_per_second = published.requests_per_second;
    level.good_per_second = published.good_per_second;
    level.output_tokens_per_second = published.output_tokens_per_second;
    level.figures.clone_from(&published.figures);
    level.notes.extend(gathered.notes.into_iter().map(|note| no_times(note.text, tool)));
    level.notes.extend(gathered.skipped.notes().map(|note| note.text));
    match detail {
        Some((ours, notes)) => {
            level.ours = ours;
            level.notes.extend(notes);
        }
        None if gathered.streams.iter().any(|stream| stream.outcome() != Outcome::Failed) => {
            level.ours = of_streams(&gathered.streams);
            let whole = gathered.streams.iter().all(|stream| stream.outcome() != Outcome::FirstOnly);
            // What is known of a few requests alone is not said of all.
            level.ours.retain(|figure| whole || figure.metric == Metric::Ttft);
            fill(&mut level.ours, &published.figures);
            level.streams = gathered.streams;
            level.notes.extend(flags::not_reproduced(level, tool, gathered.empty_chunks));
        }
        None => {
            fill(&mut level.ours, &published.figures);
            super::add_mean_gap(level);
        }
    }
    if tool == Tool::SglangBench && !level.streams.is_empty() {
        level.notes.push(
            "SGLang divides each gap over the tokens that came with it before it writes them: chunks cannot be told apart \
             any more."
                .into(),
        );
    }
    published
}

/// A note on a run; what it says of missing times is another matter with SGLang.
fn no_times(note: String, tool: Tool) -> String {
    if tool == Tool::SglangBench && note.contains("--save-detailed") {
        return "The file holds no times of single requests: bench_serving writes them with --output-details. There are only \
                the figures that it states itself."
            .into();
    }
    note
}

/// Adds stated figures that mean the same as ours, where detail gives none of their metric.
fn fill(ours: &mut Vec<Figure>, stated: &[Figure]) {
    for metric in [Metric::Ttft, Metric::Tpot, Metric::E2e] {
        if !ours.iter().any(|figure| figure.metric == metric) {
            ours.extend(stated.iter().filter(|figure| figure.metric == metric).copied());
        }
    }
}

/// The latencies of streams by the definitions of plans.
pub(super) fn of_streams(streams: &Streams) -> Vec<Figure> {
    let answered: Vec<Figures> = streams.answered().map(|(.., figures)| figures).collect();
    let mut figures = Vec::new();
    spread_of(&mut figures, Metric::Ttft, &Samples::new(streams.ttfts()));
    spread_of(&mut figures, Metric::Tpot, &Samples::new(answered.iter().filter_map(Figures::tpot)));
    spread_of(&mut figures, Metric::Itl, &Itl::PerToken.samples(streams));
    spread_of(&mut figures, Metric::E2e, &Samples::new(answered.iter().map(|figures| figures.e2e)));
    figures
}

/// The figures of a run too long for its gaps to be kept, and what to say of it.
fn long(run: &Run, summed: &Summed) -> (Vec<Figure>, Vec<String>) {
    let (mut detail, mut skipped, mut one_each) = (Detail::default(), Skipped::default(), true);
    for (place, sum) in summed.requests.iter().enumerate() {
        let ttft = run.ttfts.get(place).copied().unwrap_or(f64::NAN);
        let counted = f64::from(sum.count) + 1.0;
        let tokens = run.output_lens.get(place).map_or(counted, |tokens| f64::from(*tokens));
        one_each &= (tokens - counted).abs() < 0.5;
        let failed = run.failed.get(place) == Some(&true);
        let request = Request {
            ttft: Some(ttft),
            e2e: Some(ttft + sum.total),
            output: Some(tokens),
            failed,
            ..Request::default()
        };
        if let Err(wrong) = detail.add(&request) {
            skipped.add(Unit::Request, Place::Request(place as u64 + 1), wrong);
        }
    }
    let mut ours = detail.ours();
    let mut notes: Vec<String> = skipped.notes().map(|note| note.text).collect();
    notes.push(
        "The run has more tokens than are kept. TTFT, TPOT and E2E are exact; percentiles of the gaps are within 1%, and \
         there are no streams to look into."
            .into(),
    );
    if one_each {
        for share in [Quantile::P50, Quantile::P90, Quantile::P95, Quantile::P99, Quantile::P99_9] {
            let value = summed.all.quantile(share, Method::Linear);
            let statistic = Statistic::Quantile(share);
            ours.extend(value.map(|value| Figure { metric: Metric::Itl, statistic, value }));
        }
    }
    (ours, notes)
}

/// Adds the times of requests that were records of their own.
pub(super) fn add_answers(level: &mut Level, answers: Run) {
    if answers.ttfts.is_empty() {
        return;
    }
    if let Some(summed) = &answers.gaps.summed {
        level.notes.push(
            "The run has more tokens than are kept: the gaps between chunks are within 1%, and there are no streams to \
             look into."
                .into(),
        );
        for share in [Quantile::P50, Quantile::P90, Quantile::P95, Quantile::P99] {
            let value = summed.all.quantile(share, Method::Linear);
            let statistic = Statistic::Quantile(share);
            level.gaps.extend(value.map(|value| Figure { metric: Metric::Itl, statistic, value }));
        }
        return;
    }
    let stated = answers.ttfts.len() as u64;
    let gathered = answers.gathered();
    level.notes.extend(gathered.notes.into_iter().map(|note| note.text));
    level.notes.extend(gathered.skipped.notes().map(|note| note.text));
    let kept = of_streams(&gathered.streams);
    let of = |metric| kept.iter().filter(move |figure| figure.metric == metric).copied();
    let one_each = gathered.streams.iter().flat_map(Stream::arrivals).all(|chunk| chunk.tokens == 1);
    if one_each {
        level.gaps.extend(of(Metric::Itl));
    } else {
        let gaps = gathered.streams.answered().flat_map(|(_, stream, _)| Itl::PerChunk.gaps(stream));
        spread(&mut level.gaps, Metric::Itl, gaps.map(|gap| gap.value.get()));
    }
    let whole = gathered.streams.iter().all(|stream| stream.outcome() == Outcome::Finished);
    if whole && level.completed == Some(stated) {
        level.ours.retain(|figure| figure.metric != Metric::Itl);
        level.ours.extend(of(Metric::Itl));
        if level.figure(Metric::Tpot, Statistic::Mean).is_none() {
            level.ours.extend(of(Metric::Tpot));
        }
    }
    level.streams = gathered.streams;
}

/// What a sweep or a fork of the tool adds to a run: settings of the server, for the most part.
fn settings(leaves: &Leaves) -> Vec<(String, String)> {
    let is_setting = |path: &[u8]| {
        let unknown = run::Key::named(path).is_none() && !path.contains(&b'.');
        unknown && !USUAL.iter().any(|key| key.as_bytes() == path) && !path.ends_with(b"_ms")
    };
    let text = |bytes: &[u8]| crate::text::Text::new(bytes).quoted();
    let settings = leaves.iter().filter(|(path, _)| is_setting(path));
    settings.take(MOST_SETTINGS).map(|(path, value)| (text(path), value.quoted())).collect()
}

/// What every run states, and what is no setting.
const USUAL: [&str; 25] = [
    "date",
    "backend",
    "endpoint_type",
    "label",
    "tokenizer_id",
    "num_prompts",
    "rtfx",
    "max_output_tokens_per_s",
    "max_concurrent_requests",
    "best_of",
    "tag",
    "total_output_tokens_retokenized",
    "total_input_text_tokens",
    "total_input_vision_tokens",
    "input_throughput",
    "total_throughput",
    "concurrency",
    "run_number",
    "max_output_tokens_per_s_per_gpu",
    "num_requests",
    "total_requests",
    "version",
    "model",
    "hostname",
    "host",
];

fn odd_counts(leaves: &Leaves, most: Option<u64>) -> Vec<String> {
    let mut notes = Vec::new();
    let peak = leaves.count("max_concurrent_requests");
    if let Some((peak, most)) = peak.zip(most).filter(|(peak, most)| peak > most) {
        notes.push(format!(
            "It states up to {} requests in flight under a cap of {}: that counts all of one second together, and is not \
             used.",
            crate::wrong::counted(peak),
            crate::wrong::counted(most),
        ));
    }
    if leaves.has("queue_times.0") {
        notes.push("It states how long requests waited with the client, in queue_times: no TTFT or E2E here has that.".into());
    }
    let of = |name: &str| leaves.amount(name).filter(|tokens| *tokens > 0.0);
    let tokens = of("total_output_tokens").or_else(|| of("total_generated_tokens"));
    let again = leaves.amount("total_output_tokens_retokenized");
    if let Some((again, tokens)) = again.zip(tokens).filter(|(again, tokens)| *again < 0.9 * tokens) {
        notes.push(format!(
            "Its answers have {} when they are counted again, {} of what it states: some were cut off or failed.",
            quantity::Unit::Tokens.show(again),
            quantity::Unit::Fraction.show(again / tokens),
        ));
    }
    notes
}
