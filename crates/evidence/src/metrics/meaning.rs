//! What the engines call their metrics, and what each of them means.

/// What wrote an exposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// vLLM.
    Vllm,
    /// SGLang.
    Sglang,
    /// Hugging Face's Text Generation Inference.
    Tgi,
    /// Triton with its TensorRT-LLM backend.
    Triton,
    /// TensorRT-LLM's own server, or Dynamo around it.
    TrtLlm,
    /// Dynamo's front end.
    Dynamo,
}

impl Engine {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vllm => "vLLM",
            Self::Sglang => "SGLang",
            Self::Tgi => "TGI",
            Self::Triton => "Triton TensorRT-LLM",
            Self::TrtLlm => "TensorRT-LLM",
            Self::Dynamo => "Dynamo",
        }
    }

    /// The engine of a metric, and the name without the prefix that tells it.
    pub(crate) fn of(name: &[u8]) -> Option<(Self, &[u8])> {
        PREFIXES.iter().find_map(|(prefix, engine)| Some((*engine, name.strip_prefix(prefix.as_bytes())?)))
    }
}

const PREFIXES: [(&str, Engine); 8] = [
    ("vllm:", Engine::Vllm),
    ("sglang:", Engine::Sglang),
    ("sglang_", Engine::Sglang),
    ("trtllm_", Engine::TrtLlm),
    ("trtllm:", Engine::TrtLlm),
    ("tgi_", Engine::Tgi),
    ("nv_trt_llm_", Engine::Triton),
    ("dynamo_frontend_", Engine::Dynamo),
];

/// What a metric counts or measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Requests that wait.
    Waiting,
    /// Requests that are worked on.
    Running,
    /// The share of the KV pool in use.
    KvUsage,
    /// The share of prompt tokens found, as the engine smooths it.
    HitRate,
    /// Prompt tokens.
    PromptTokens,
    /// Tokens of answers.
    OutputTokens,
    /// Prompt tokens looked up in the prefix cache.
    PrefixQueries,
    /// Prompt tokens found there.
    PrefixHits,
    /// Requests thrown out of a full pool.
    Preemptions,
    /// Requests that ended well.
    Success,
    /// Requests that failed.
    Failure,
    /// Tokens that the pool holds.
    PoolTokens,
    /// Time to first token, without network and client.
    Ttft,
    /// Gaps between tokens, one for each.
    Gap,
    /// Time per output token, a mean for each request.
    Tpot,
    /// Time to the last token.
    E2e,
    /// Time in the queue.
    Queue,
    /// Time in prefill.
    Prefill,
    /// Time in decode.
    Decode,
    /// Prompt tokens of a request.
    PromptLength,
    /// Tokens of an answer.
    OutputLength,
    /// Tokens of an engine's step.
    StepTokens,
}

impl Meaning {
    /// What a metric of `engine` means by its name behind the prefix.
    pub(crate) fn of(engine: Engine, stem: &[u8]) -> Option<Self> {
        // Per request here, per gap in vLLM and SGLang.
        if engine == Engine::TrtLlm && stem == b"time_per_output_token_seconds" {
            return Some(Self::Tpot);
        }
        STEMS.iter().find(|(name, _)| name.as_bytes() == stem).map(|(_, meaning)| *meaning)
    }

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "requests waiting",
            Self::Running => "requests running",
            Self::KvUsage => "KV pool in use",
            Self::HitRate | Self::PrefixHits => "prefix-cache hits",
            Self::PromptTokens => "prompt tokens",
            Self::OutputTokens => "output tokens",
            Self::PrefixQueries => "prefix-cache queries",
            Self::Preemptions => "preemptions",
            Self::Success => "requests finished",
            Self::Failure => "requests failed",
            Self::PoolTokens => "KV pool",
            Self::Ttft => "TTFT",
            Self::Gap => "gap between tokens",
            Self::Tpot => "TPOT",
            Self::E2e => "E2E",
            Self::Queue => "time in queue",
            Self::Prefill => "time in prefill",
            Self::Decode => "time in decode",
            Self::PromptLength => "prompt length",
            Self::OutputLength => "answer length",
            Self::StepTokens => "tokens of a step",
        }
    }
}

/// Names without their prefix, of every engine, the present ones and older ones.
const STEMS: [(&str, Meaning); 58] = [
    ("num_requests_waiting", Meaning::Waiting),
    ("num_queue_reqs", Meaning::Waiting),
    ("queue_size", Meaning::Waiting),
    ("queued_requests", Meaning::Waiting),
    ("num_requests_running", Meaning::Running),
    ("num_running_reqs", Meaning::Running),
    ("batch_current_size", Meaning::Running),
    ("inflight_requests", Meaning::Running),
    ("kv_cache_usage_perc", Meaning::KvUsage),
    ("gpu_cache_usage_perc", Meaning::KvUsage),
    ("token_usage", Meaning::KvUsage),
    ("kv_cache_utilization", Meaning::KvUsage),
    ("gpu_prefix_cache_hit_rate", Meaning::HitRate),
    ("cache_hit_rate", Meaning::HitRate),
    ("kv_cache_hit_rate", Meaning::HitRate),
    ("prompt_tokens_total", Meaning::PromptTokens),
    ("generation_tokens_total", Meaning::OutputTokens),
    ("output_tokens_total", Meaning::OutputTokens),
    ("prefix_cache_queries_total", Meaning::PrefixQueries),
    ("prefix_cache_queries", Meaning::PrefixQueries),
    ("gpu_prefix_cache_queries_total", Meaning::PrefixQueries),
    ("gpu_prefix_cache_queries", Meaning::PrefixQueries),
    ("prefix_cache_hits_total", Meaning::PrefixHits),
    ("prefix_cache_hits", Meaning::PrefixHits),
    ("gpu_prefix_cache_hits_total", Meaning::PrefixHits),
    ("gpu_prefix_cache_hits", Meaning::PrefixHits),
    ("num_preemptions_total", Meaning::Preemptions),
    ("num_retracted_reqs", Meaning::Preemptions),
    ("num_retracted_requests_total", Meaning::Preemptions),
    ("request_success_total", Meaning::Success),
    ("request_success", Meaning::Success),
    ("num_requests_total", Meaning::Success),
    ("requests_total", Meaning::Success),
    ("request_failure", Meaning::Failure),
    ("request_failure_total", Meaning::Failure),
    ("max_total_num_tokens", Meaning::PoolTokens),
    ("time_to_first_token_seconds", Meaning::Ttft),
    ("inter_token_latency_seconds", Meaning::Gap),
    ("time_per_output_token_seconds", Meaning::Gap),
    ("request_time_per_output_token_seconds", Meaning::Tpot),
    ("request_mean_time_per_token_duration", Meaning::Tpot),
    ("e2e_request_latency_seconds", Meaning::E2e),
    ("request_duration", Meaning::E2e),
    ("request_duration_seconds", Meaning::E2e),
    ("request_queue_time_seconds", Meaning::Queue),
    ("queue_time_seconds", Meaning::Queue),
    ("request_queue_duration", Meaning::Queue),
    ("request_prefill_time_seconds", Meaning::Prefill),
    ("request_decode_time_seconds", Meaning::Decode),
    ("request_prompt_tokens", Meaning::PromptLength),
    ("request_input_length", Meaning::PromptLength),
    ("prompt_tokens_histogram", Meaning::PromptLength),
    ("input_sequence_tokens", Meaning::PromptLength),
    ("request_generation_tokens", Meaning::OutputLength),
    ("request_generated_tokens", Meaning::OutputLength),
    ("generation_tokens_histogram", Meaning::OutputLength),
    ("output_sequence_tokens", Meaning::OutputLength),
    // A histogram in spite of its name.
    ("iteration_tokens_total", Meaning::StepTokens),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_engines_mean_the_same() {
        let meaning =
            |name: &str| Engine::of(name.as_bytes()).and_then(|(engine, stem)| Meaning::of(engine, stem));
        for (name, meant) in [
            ("vllm:gpu_cache_usage_perc", Some(Meaning::KvUsage)),
            ("vllm:time_per_output_token_seconds", Some(Meaning::Gap)),
            ("trtllm_time_per_output_token_seconds", Some(Meaning::Tpot)),
            ("trtllm:num_requests_waiting", Some(Meaning::Waiting)),
            ("tgi_queue_size", Some(Meaning::Waiting)),
            ("sglang:token_usage", Some(Meaning::KvUsage)),
            ("dynamo_frontend_inflight_requests", Some(Meaning::Running)),
            ("vllm:num_requests_waiting_by_reason", None),
            ("http_requests_total", None),
        ] {
            assert_eq!(meaning(name), meant, "{name}");
        }
    }
}
