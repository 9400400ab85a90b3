//! What the equations leave out, for a reader of a plan who does not know them.

use crate::case::Case;
use sizing::{ExpertReads, KvLayout, WeightSize};

/// The sentences that hold for any of `cases`.
pub(crate) fn left_out(cases: &[Case]) -> Vec<&'static str> {
    let any = |holds: fn(&Case) -> bool| cases.iter().any(holds);
    let conditional = [
        (any(|case| !case.answer.plan.counting.attention), ATTENTION),
        (any(reads_all_experts), EXPERTS),
        (any(|case| case.answer.plan.counting.kv_layout == KvLayout::Ideal), PAGES),
        (any(|case| case.answer.plan.counting.weight_size == WeightSize::Flat), SCALES),
        (any(|case| case.answer.plan.tp > 1), NETWORK),
    ];
    let applying = conditional.into_iter().filter(|(applies, _)| *applies).map(|(_, sentence)| sentence);
    applying.chain(ALWAYS).collect()
}

fn reads_all_experts(case: &Case) -> bool {
    let plan = &case.answer.plan;
    plan.model.routed.is_some() && plan.counting.experts == ExpertReads::All
}

const ATTENTION: &str =
    "Attention’s own arithmetic in prefill, which grows with the square of the prompt (attn=on counts it).";
const EXPERTS: &str = "That a small batch reads only some of the experts (moe=touched counts it).";
const PAGES: &str = "What an engine reserves beyond what a sequence needs (kvlayout=reserved counts it).";
const SCALES: &str =
    "Scales of quantised weights and layers kept in 16 bits (weightsize=checkpoint counts them).";
const NETWORK: &str =
    "Time to pass data between the GPUs of a replica, but for what a measured MFU and MBU hold of it.";

const ALWAYS: [&str; 5] = [
    "Lengths are means: a mix of very long and very short prompts waits longer than the same mean. The spread of prefill \
     times (cs2) says how much.",
    "Arrivals are random at one rate, the peak. Bursts beyond that live on what the ceiling keeps free.",
    "How much prefill hides under decode is not known beforehand. Expected TPOT is a state that settles, worst-case TPOT \
     a bound.",
    "A replica is there or not there: starting one and loading its weights take time that the spare has to bridge.",
    "Cost is GPU-hours at the stated price, and nothing else.",
];
