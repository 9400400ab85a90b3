//! What is read of expositions that are sound, and what is said of those that are not.

use crate::{notes, read};
use evidence::metrics::{Engine, Meaning};
use latency::{Quantile, Reading};
use quantity::{Fraction, Seconds};

const LIFE: &str = "One snapshot: counters and histograms cover the whole life of the processes, warm-up and idle times too. A second one would make a window.";

/// A vLLM of two engines that has answered so many requests.
fn snapshot(answered: u32, waiting: u32) -> String {
    let engine = |engine: u32| {
        format!(
            "vllm:num_requests_running{{engine=\"{engine}\"}} 8.0\nvllm:num_requests_waiting{{engine=\"{engine}\"}} {waiting}.0\n\
             vllm:kv_cache_usage_perc{{engine=\"{engine}\"}} 0.{}\nvllm:generation_tokens_total{{engine=\"{engine}\"}} {}.0\n\
             vllm:generation_tokens_created{{engine=\"{engine}\"}} 1.772e+09\n\
             vllm:prefix_cache_queries_total{{engine=\"{engine}\"}} {}\nvllm:prefix_cache_hits_total{{engine=\"{engine}\"}} {}\n\
             vllm:request_success_total{{engine=\"{engine}\",finished_reason=\"stop\"}} {answered}\n\
             vllm:time_to_first_token_seconds_bucket{{engine=\"{engine}\",le=\"0.5\"}} {}\n\
             vllm:time_to_first_token_seconds_bucket{{engine=\"{engine}\",le=\"1.0\"}} {answered}\n\
             vllm:time_to_first_token_seconds_bucket{{engine=\"{engine}\",le=\"+Inf\"}} {answered}\n\
             vllm:time_to_first_token_seconds_count{{engine=\"{engine}\"}} {answered}\n\
             vllm:time_to_first_token_seconds_sum{{engine=\"{engine}\"}} {}\n",
            2 + engine * 4,
            answered * 10,
            answered * 100,
            answered * 25,
            answered / 2,
            f64::from(answered) * 0.5,
        )
    };
    [engine(0), engine(1)].concat()
}

#[test]
fn label_sets_are_added_and_shares_are_not() {
    let reading = read(&snapshot(40, 3));
    assert_eq!((reading.replicas, reading.running, reading.waiting), (2, Some(16.0), Some(6.0)));
    let (mean, fullest) = reading.kv_usage.expect("a share");
    assert_eq!((mean.get(), fullest.get()), (0.4, 0.6));
    assert_eq!((reading.output_tokens, reading.hits.map(Fraction::get)), (Some(800.0), Some(0.25)));
    assert_eq!(reading.finished, [("stop".to_owned(), 80.0)]);
    let ttft = reading.observed(Meaning::Ttft).expect("TTFT");
    assert_eq!((ttft.buckets.count(), ttft.mean(), ttft.sets), (80, Some(0.5), 2));
    assert_eq!(ttft.buckets.quantile(Quantile::P50), Some(Reading::At(0.5)));
    assert_eq!(
        notes(&reading),
        [
            LIFE,
            "Up to 2 label sets were added up, bucket by bucket; shares are means over them.",
            "TTFT is the engine’s own: it has no network, no client, and no queue before the engine in it.",
        ]
    );
}

#[test]
fn two_snapshots_in_one_file_make_a_window_as_two_files_do() {
    let [before, after] = [snapshot(40, 3), snapshot(100, 9)];
    let one = read(&[before.as_str(), &after].concat());
    let two = read(&after).since(&read(&before));
    for reading in [&one, &two] {
        assert!(reading.differenced);
        assert_eq!(
            (reading.waiting, reading.output_tokens),
            (Some(18.0), Some(1200.0)),
            "gauges are as they are now"
        );
        assert_eq!(
            reading.observed(Meaning::Ttft).map(|ttft| (ttft.buckets.count(), ttft.mean())),
            Some((120, Some(0.5)))
        );
        assert!(!notes(reading).contains(&LIFE));
    }
    let three = read(&[before.as_str(), &after, &snapshot(140, 1)].concat());
    assert_eq!((three.snapshots, three.output_tokens), (3, Some(2000.0)));
    assert_eq!(
        notes(&three)[0],
        "There are 3 snapshots. Counters and histograms are what came between the first and the last."
    );
}

#[test]
fn a_process_that_began_anew_is_noticed() {
    let reading = read(&[snapshot(100, 1), snapshot(40, 1)].concat());
    assert_eq!((reading.differenced, reading.output_tokens), (false, Some(800.0)));
    assert_eq!(reading.observed(Meaning::Ttft).map(|ttft| ttft.buckets.count()), Some(80));
    assert_eq!(
        notes(&reading)[0],
        "A counter fell between the snapshots: its process began anew. Counters and histograms are what came since then."
    );
}

#[test]
fn the_time_between_snapshots_is_known_where_samples_state_theirs() {
    let at = |milliseconds: u64, tokens: u32| {
        format!("sglang:generation_tokens_total{{a=\"b\"}} {tokens} {milliseconds}\n")
    };
    let reading = read(&[at(1_772_000_000_000, 100), at(1_772_000_030_500, 160)].concat());
    assert_eq!((reading.window.map(Seconds::get), reading.output_tokens), (Some(30.5), Some(60.0)));
}

#[test]
fn older_names_mean_the_same() {
    let reading = read(
        "vllm:gpu_cache_usage_perc 0.5\nvllm:gpu_prefix_cache_hit_rate 0.25\nvllm:time_per_output_token_seconds_bucket{le=\"0.1\"} 4\nvllm:time_per_output_token_seconds_bucket{le=\"+Inf\"} 4\nvllm:iteration_tokens_total_bucket{le=\"8\"} 1\nvllm:iteration_tokens_total_bucket{le=\"+Inf\"} 1\n",
    );
    assert_eq!(reading.kv_usage.map(|(mean, _)| mean.get()), Some(0.5));
    assert_eq!((reading.smoothed_hits.map(Fraction::get), reading.hits), (Some(0.25), None));
    assert!(reading.observed(Meaning::Gap).is_some() && reading.observed(Meaning::StepTokens).is_some());
    assert_eq!(reading.output_tokens, None, "tokens of steps are a histogram");
    let dynamo = read(
        "dynamo_frontend_queued_requests 7\ntrtllm_num_requests_waiting 5\ntrtllm_kv_cache_utilization 0.3\n",
    );
    assert_eq!(
        (dynamo.engines.as_slice(), dynamo.waiting),
        (&[Engine::Dynamo, Engine::TrtLlm][..], Some(5.0)),
        "the engine’s own"
    );
    let triton = read(
        "nv_trt_llm_request_metrics{request_type=\"waiting\",version=\"1\"} 3\nnv_trt_llm_request_metrics{request_type=\"scheduled\",version=\"1\"} 9\nnv_trt_llm_kv_cache_block_metrics{kv_cache_block_type=\"fraction\"} 0.75\n",
    );
    assert_eq!(
        (triton.waiting, triton.running, triton.kv_usage.map(|(mean, _)| mean.get())),
        (Some(3.0), Some(9.0), Some(0.75))
    );
}

#[test]
fn what_is_wrong_is_said() {
    let long = "x".repeat(70_000);
    let reading = read(&format!(
        "\u{feff}vllm:num_requests_waiting 3\r\nwhat is this\n{long}\nvllm:kv_cache_usage_perc NaN\n\
         vllm:time_to_first_token_seconds_bucket{{le=\"1\"}} 5\nvllm:time_to_first_token_seconds_bucket{{le=\"+Inf\"}} 3\n\
         vllm:e2e_request_latency_seconds_bucket{{r=\"a\",le=\"1\"}} 5\nvllm:e2e_request_latency_seconds_bucket{{r=\"b\",le=\"2\"}} 5\n\
         vllm:e2e_request_latency_seconds_bucket{{r=\"a\",le=\"+Inf\"}} 5\nvllm:e2e_request_latency_seconds_bucket{{r=\"b\",le=\"+Inf\"}} 5\n\
         vllm:request_queue_time_seconds_bucket{{le=\"1\"}} 5\nvllm:request_queue_time_seconds_bucket{{le=\"+Inf\"}} 5\nvllm:request_queue_time_seconds_count 4\n"
    ));
    assert_eq!((reading.waiting, reading.kv_usage, reading.observed.len()), (Some(3.0), None, 1));
    assert_eq!(
        notes(&reading),
        [
            "1 line was skipped: line 2 has “what is this” where a name and a value should be.",
            "1 line was skipped: line 3 is longer than 65,536 bytes.",
            LIFE,
            "vllm:time_to_first_token_seconds is no histogram: its counts fall, are not whole, or lack +Inf. It was left out.",
            "vllm:e2e_request_latency_seconds has other bounds in other label sets, so that they cannot be added: it was left out.",
            "vllm:request_queue_time_seconds states a count of 4 and 5 in its buckets: the buckets were read.",
            "1 sample was no number and left out.",
        ]
    );
    assert_eq!(notes(&read("")), ["The file is empty.", "The file holds no sample of a metric."]);
    assert_eq!(
        notes(&read("go_threads 7\n")),
        [
            "This is an exposition of metrics, and none of them is of a serving engine that is known here: vLLM, SGLang, TGI, Triton TensorRT-LLM, Dynamo."
        ]
    );
}
