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

/// All presets.
pub const ALL: [Preset; 3] = [A, B, BUSY];

#[cfg(test)]
mod tests {
    #[test]
    fn every_preset_reads_without_a_note() {
        for preset in super::ALL {
            assert_eq!(crate::PlanInput::from_link(preset.link).1, [], "{}", preset.name);
        }
    }
}
