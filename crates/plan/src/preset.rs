//! Named plans that the pages open with and the lesson speaks of.

/// A named plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The fragment that opens it, without `#`.
    pub link: &'static str,
    /// What to see in it.
    pub sentence: &'static str,
}

/// Worked example A: the defaults of version 1.
pub const A: Preset = Preset {
    name: "Example A: a 70B fleet on H100",
    link: "v=1",
    sentence: "Prefill compute runs out first: at 8 requests a second prompts take 71% of a replica’s time.",
};

/// Worked example B: the same question in tokens per second.
pub const B: Preset = Preset {
    name: "Example B: a 70B fleet on H200",
    link: "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75&rate=50&in=3k&out=400\
           &batch=64&util=0.65&spare=0&price=3.5",
    sentence: "A batch of 64 decided on beforehand, and a ceiling of 65%.",
};

/// The hockey stick's steep part: twice example A's load on its four replicas.
pub const BUSY: Preset = Preset {
    name: "40 req/s on four replicas",
    link: "v=1&rate=40&replicas=4",
    sentence: "The lanes are 88% busy and p95 waits; a 60% prefix-cache hit takes it from 607 to 38 ms.",
};

/// The design scenario of the lesson: worked example A under its own name.
pub const DESIGN: Preset = Preset {
    name: "Design scenario: 20 req/s that must hold",
    link: "v=1",
    sentence: "A 70B model that must keep its p95 at the peak and outlive one replica: see what is left when one is lost.",
};

/// A mixture of experts with latent attention on eight H200.
pub const DEEPSEEK_H200: Preset = Preset {
    name: "DeepSeek V3 on 8 × H200",
    link: "v=1&model=deepseek-v3&gpu=h200&kv=bf16&tp=8&rate=20&in=4k&out=600&price=5.4",
    sentence: "One latent vector a token, but a copy of it on each of eight GPUs: KV memory runs out before compute does.",
};

/// The same in FP4 on eight B200.
pub const DEEPSEEK_B200: Preset = Preset {
    name: "DeepSeek V3 in FP4 on 8 × B200",
    link: "v=1&model=deepseek-v3&gpu=b200&weights=fp4&kv=bf16&tp=8&rate=20&in=4k&out=600&price=6.69",
    sentence: "Half the bytes for weights leave almost three times the pool: two replicas do what six did, at a higher price for each GPU.",
};

/// A windowed mixture of experts by its checkpoint’s parts, on H100.
pub const GPT_OSS_H100: Preset = Preset {
    name: "gpt-oss-120b on 2 × H100",
    link: "v=1&model=gpt-oss-120b&weights=fp4&weightsize=checkpoint&kv=bf16&tp=2&rate=40&in=3k&price=3.99",
    sentence: "Half of the layers keep 128 tokens, so a sequence is small. The GPU has no FP4 arithmetic: prompts run at the BF16 peak.",
};

/// The same on one B200.
pub const GPT_OSS_B200: Preset = Preset {
    name: "gpt-oss-120b on one B200",
    link: "v=1&model=gpt-oss-120b&gpu=b200&weights=fp4&weightsize=checkpoint&kv=bf16&tp=1&rate=40&in=3k&price=6.69",
    sentence: "One GPU holds it and computes in FP4: prefill is no longer what binds.",
};

/// A large mixture of experts with four KV heads.
pub const QWEN_H200: Preset = Preset {
    name: "Qwen3 235B on 4 × H200",
    link: "v=1&model=qwen3-235b-a22b&gpu=h200&kv=bf16&tp=4&rate=20&in=3k&out=500&price=5.4",
    sentence: "22B of 235B parameters compute a prompt, yet every step reads them all: decode is bound by bandwidth. Set experts read to those touched and compare.",
};

/// Memory binds: the first leaf of “what limits capacity?”.
pub const LONG_CONTEXT: Preset = Preset {
    name: "Memory binds: contexts of 60,000 tokens",
    link: "v=1&model=llama-3.3-70b&kv=bf16&rate=2&in=60k&cached=0.9&ttft=2s",
    sentence: "A replica holds eleven sequences. FP8 KV doubles that; the prefix cache saves prefill, not room.",
};

/// Prefill binds and prompts share: the second leaf.
pub const SHARED_PREFIX: Preset = Preset {
    name: "Prefill binds, prompts share: 16,000 tokens",
    link: "v=1&in=16k&cached=0.6",
    sentence: "Six tenths of each prompt are cached and prefill still decides: route to warm caches first.",
};

/// Nothing binds hard: the third leaf.
pub const HEALTHY: Preset = Preset {
    name: "Healthy: short prompts, long answers",
    link: "v=1&rate=60&in=200&out=1k&tpot=25ms",
    sentence: "TPOT lies far below its target: raise the batch until it nears it.",
};

/// Decode misses its target: the last leaf.
pub const TIGHT_TPOT: Preset = Preset {
    name: "Decode binds: the same with TPOT 12 ms",
    link: "v=1&rate=60&in=200&out=1k&tpot=12ms&replicas=3",
    sentence: "Three replicas miss the target by a little: narrower weights or one more replica.",
};

/// All presets, in the order in which they are shown.
pub const ALL: [Preset; 13] = [
    A,
    B,
    BUSY,
    DESIGN,
    DEEPSEEK_H200,
    DEEPSEEK_B200,
    GPT_OSS_H100,
    GPT_OSS_B200,
    QWEN_H200,
    LONG_CONTEXT,
    SHARED_PREFIX,
    HEALTHY,
    TIGHT_TPOT,
];

#[cfg(test)]
mod tests {
    #[test]
    fn every_preset_reads_without_a_note() {
        for preset in super::ALL {
            assert_eq!(crate::PlanInput::from_link(preset.link).1, [], "{}", preset.name);
        }
    }
}
