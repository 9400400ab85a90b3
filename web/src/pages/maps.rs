//! The capacity loop, step by step.

use crate::page::Page;
use leptos::prelude::*;

/// A step of the loop: its name, and what it is for.
struct Step {
    name: &'static str,
    why: &'static str,
}

const LOOP: [Step; 8] = [
    Step {
        name: "Set the targets",
        why: "TTFT and TPOT with a percentile each, and the availability to keep them at. Without them more throughput always looks better.",
    },
    Step {
        name: "Describe the load",
        why: "The rate in the worst minutes, the spread of prompt and answer lengths, and how much of a prompt the cache already holds.",
    },
    Step {
        name: "Model one replica",
        why: "Memory left for KV after the weights, seconds of prefill a prompt, and the length of a decode step.",
    },
    Step {
        name: "Find its largest rate",
        why: "Where TPOT meets its target or the KV memory is full, whichever comes first; then what queueing allows.",
    },
    Step {
        name: "Count replicas",
        why: "The peak over that rate, with headroom, rounded up; then the spares for a failure or a roll-out.",
    },
    Step {
        name: "Test with real shapes",
        why: "A model is a claim. Replay traffic with its bursts and its long prompts, and compare the goodput.",
    },
    Step {
        name: "Compare",
        why: "Within about a fifth of the prediction the plan stands. Further off, something about the load or the engine was not as described.",
    },
    Step {
        name: "Deploy and watch",
        why: "Scale on waiting requests, early; guard TTFT; report the price of a million tokens with its denominator.",
    },
];

/// The maps.
#[component]
pub fn Maps() -> impl IntoView {
    let steps = (1..).zip(LOOP).map(show).collect::<Vec<_>>();
    let address = Page::Maps.href_from(Page::Fleet);
    view! {
        <article class="lesson">
            <header class="hero">
                <h1>"The capacity loop"</h1>
                <p class="lede">
                    "Eight steps from a promise to a fleet that keeps it, and one way back for when the test disagrees."
                </p>
            </header>
            <ol class="steps">
                {steps}
                <li class="back">
                    <strong>"Where the test breaks early"</strong>
                    <p>
                        "Look at the load again before the hardware: longer prompts, burstier arrivals, fewer cache hits. Then the engine’s batch limit and its chunking of prompts. Back to step two."
                    </p>
                </li>
            </ol>
            <Limits/>
            <p class="onward">
                <a class="button primary" href=address.clone() data-carries=address>"Walk it with your own numbers"</a>
            </p>
        </article>
    }
    .into_any()
}

fn show((number, step): (u8, Step)) -> AnyView {
    view! { <li><span class="number">{number}</span><strong>{step.name}</strong><p>{step.why}</p></li> }
        .into_any()
}

/// Which resource to look at first, as a short series of questions.
#[component]
fn Limits() -> impl IntoView {
    view! {
        <div class="prose">
            <h2 id="limits">"What limits capacity?"</h2>
            <ol>
                <li>
                    "Does the KV memory hold all sequences that the load keeps in flight? If not, memory is the limit: a smaller KV type, quantised weights, or more GPUs to a replica."
                </li>
                <li>
                    "If it does: do prompts take more of a request’s replica-seconds than its answer? Then prefill is the limit. Shared prefixes call for caching and for routing that keeps them together; without them, for chunked prefill or separate prefill replicas."
                </li>
                <li>
                    "If answers weigh more: is the TPOT target met at the batch that the price needs? If so, the plan is healthy and the batch may grow. If not, decode is the limit: quantise, speculate, or add replicas."
                </li>
            </ol>
        </div>
    }
}
