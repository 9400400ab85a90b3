//! One set of streams by every tool's definitions.

use latency::definition::{closed_loop, mean_gap};
use latency::{Chunk, Definition, Goodput, Metric, Outcome, Stream, Streams, Synthetic, Targets};
use proptest::collection::vec;
use proptest::prelude::*;
use quantity::Seconds;

fn streams(requests: &[Vec<(f64, u32)>]) -> Streams {
    let mut streams = Streams::default();
    for request in requests {
        let mut at = 0.0;
        let chunks: Vec<Chunk> = request
            .iter()
            .map(|(gap, tokens)| {
                at += gap;
                Chunk::new(Seconds::new(at), *tokens)
            })
            .collect();
        streams.push(Stream::new(&chunks, Outcome::Finished).expect("in order"));
    }
    streams
}

fn mean(whose: Definition, metric: Metric, streams: &Streams) -> Option<f64> {
    whose.samples(metric, streams)?.mean().map(Seconds::get)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

/// Chunks of 3, 2 and 1 tokens after 500, 60 and 20 ms: what each tool makes of them, worked by hand.
#[test]
fn several_tokens_in_a_chunk_part_the_definitions() {
    let one = streams(&[vec![(0.5, 3), (0.06, 2), (0.02, 1)]]);
    for (whose, tpot, itl, count) in [
        (Definition::Plan, Some(0.016), Some(0.016), 5),
        (Definition::Vllm, Some(0.016), Some(0.04), 2),
        (Definition::Sglang, Some(0.016), Some(0.08 / 3.0), 3),
        (Definition::Aiperf, None, Some(0.016), 1),
        (Definition::Guidellm03, Some(0.08 / 6.0), Some(0.016), 1),
        (Definition::Guidellm05, Some(0.58 / 6.0), Some(0.016), 5),
        (Definition::InferencePerf, Some(0.016), Some(0.016), 5),
        (Definition::Llmperf, None, Some(0.58 / 6.0), 1),
        (Definition::Mlperf, Some(0.016), None, 0),
    ] {
        let ours = (mean(whose, Metric::Tpot, &one), mean(whose, Metric::Itl, &one));
        let agree = |ours: Option<f64>, theirs: Option<f64>| match (ours, theirs) {
            (Some(ours), Some(theirs)) => close(ours, theirs),
            (ours, theirs) => ours == theirs,
        };
        assert!(agree(ours.0, tpot) && agree(ours.1, itl), "{whose:?}: {ours:?}");
        assert_eq!(whose.samples(Metric::Itl, &one).map_or(0, |samples| samples.count()), count, "{whose:?}");
    }
}

#[test]
fn an_answer_of_one_token_is_left_out_or_not() {
    let one = streams(&[vec![(0.5, 1)]]);
    for whose in Definition::ALL {
        let expected = match whose {
            Definition::Guidellm03 => Some(0.0),
            Definition::Guidellm05 => Some(0.5),
            _ => None,
        };
        assert_eq!(mean(whose, Metric::Tpot, &one), expected, "{whose:?}");
        assert_eq!(mean(whose, Metric::Ttft, &one), Some(0.5), "{whose:?}");
    }
    assert_eq!(mean(Definition::Llmperf, Metric::Itl, &one), Some(0.5));
    let strict = Targets { tpot: Some(Seconds::new(0.0)), ..Targets::default() };
    assert_eq!(Definition::Vllm.goodput(&one, &strict).map(|goodput| goodput.good), Some(1));
}

/// guidellm weights by tokens since 0.5: 22 answers of 128 tokens count 2,816 and 2,794 times, as its files state.
#[test]
fn weights_are_those_that_files_state() {
    let answer: Vec<(f64, u32)> = (0..128).map(|_| (0.02, 1)).collect();
    let streams = streams(&vec![answer; 22]);
    let count = |whose: Definition, metric| whose.samples(metric, &streams).expect("stated").count();
    assert_eq!(count(Definition::Guidellm05, Metric::Tpot), 2_816);
    assert_eq!(count(Definition::Guidellm05, Metric::Itl), 2_794);
    assert_eq!(count(Definition::Guidellm03, Metric::Tpot), 22);
}

#[test]
fn no_tool_sees_the_longest_gap() {
    let streams = Synthetic { count: 60, ..Synthetic::default() }.streams();
    let targets = Targets { longest_gap: Some(Seconds::new(0.05)), ..Targets::default() };
    let good = |whose: Definition| whose.goodput(&streams, &targets).map(|goodput| goodput.good);
    assert_eq!(good(Definition::Plan), Some(Goodput::of(&streams, &targets).good));
    assert!(good(Definition::Plan) < good(Definition::Vllm));
    assert_eq!(good(Definition::Vllm), Some(60));
    assert_eq!((good(Definition::Sglang), good(Definition::Llmperf)), (None, None));
}

#[test]
fn what_cannot_be_divided_is_none() {
    let [zero, one] = [0.0, 1.0].map(Seconds::new);
    assert_eq!(closed_loop(4.0, 1.0, zero, one), None);
    assert_eq!(closed_loop(f64::NAN, 2.0, one, one), None);
    assert_eq!(closed_loop(4.0, 1.0, one, zero), Some(4.0));
    assert_eq!((mean_gap(one, zero, 1.0), mean_gap(zero, one, 9.0)), (None, None));
    assert_eq!(mean_gap(one, zero, 2.0), Some(one));
}

fn answers() -> impl Strategy<Value = Vec<Vec<(f64, u32)>>> {
    vec(vec((0.0_f64..2.0, 1_u32..5), 1..12), 1..20)
}

proptest! {
    #[test]
    fn the_laws_between_definitions(requests in answers()) {
        let streams = streams(&requests);
        let of = |whose, metric| mean(whose, metric, &streams);
        // A mean over all tokens is that of the means.
        let tokens = requests.iter().flatten().map(|chunk| f64::from(chunk.1)).sum::<f64>() / requests.len() as f64;
        let [e2e, ttft] = [Metric::E2e, Metric::Ttft].map(|metric| of(Definition::Plan, metric).expect("answered"));
        let gap = mean_gap(Seconds::new(e2e), Seconds::new(ttft), tokens).map(Seconds::get);
        if let (Some(gap), Some(itl)) = (gap, of(Definition::Plan, Metric::Itl)) {
            prop_assert!(close(gap, itl), "{gap} {itl}");
            // Weighted by tokens, a mean for each request is the mean of all of them; and noughts keep the sum.
            prop_assert!(close(itl, of(Definition::Guidellm05, Metric::Itl).expect("gaps")));
            prop_assert!(close(itl, of(Definition::InferencePerf, Metric::Itl).expect("gaps")));
        }
        // AIPerf calls ITL what vLLM calls TPOT.
        prop_assert_eq!(of(Definition::Aiperf, Metric::Itl), of(Definition::Vllm, Metric::Tpot));
        // Over n, a time is shorter than over n − 1; with TTFT, longer than without.
        let [old, new] = [Definition::Guidellm03, Definition::Guidellm05].map(|whose| of(whose, Metric::Tpot));
        prop_assert!(old <= of(Definition::Llmperf, Metric::Itl));
        prop_assert!(old.is_some() && new.is_some());
        if let Some(vllm) = of(Definition::Vllm, Metric::Tpot) {
            prop_assert!(requests.iter().any(|request| request.len() == 1 && request[0].1 == 1) || old <= Some(vllm));
        }
    }

    #[test]
    fn with_one_token_in_every_chunk_all_pools_of_gaps_are_one(requests in vec(vec(0.0_f64..2.0, 2..12), 1..20)) {
        let requests: Vec<Vec<(f64, u32)>> =
            requests.into_iter().map(|gaps| gaps.into_iter().map(|gap| (gap, 1)).collect()).collect();
        let streams = streams(&requests);
        let pool = |whose: Definition| whose.samples(Metric::Itl, &streams);
        for whose in [Definition::Vllm, Definition::Sglang, Definition::InferencePerf] {
            prop_assert_eq!(pool(whose), pool(Definition::Plan));
        }
    }
}
