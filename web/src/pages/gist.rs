//! The lesson in short: from a promise to a price.

use crate::page::Page;
use leptos::prelude::*;

/// The sections, for the list beside the text.
const SECTIONS: [(&str, &str); 6] = [
    ("promise", "Start from the promise"),
    ("phases", "Two phases, two resources"),
    ("balance", "What one replica settles into"),
    ("waiting", "Why not run it full"),
    ("fleet", "From a replica to a fleet"),
    ("try", "Try it"),
];

/// The gist.
#[component]
pub fn Gist() -> impl IntoView {
    view! {
        <article class="lesson with-contents">
            <nav class="contents" aria-label="On this page">
                <h2>"On this page"</h2>
                <ul>{SECTIONS.map(|(id, name)| view! { <li><a href=["#", id].concat()>{name}</a></li> }.into_any())}</ul>
            </nav>
            <div class="prose">
                <h1>"How many GPUs, and at what cost?"</h1>
                <p class="lede">
                    "A capacity plan turns a promise into a purchase: so many GPUs, loaded so far, and the share of requests you promised stays within its latency targets."
                </p>
                <Promise/>
                <Phases/>
                <Balance/>
                <Waiting/>
                <Fleet/>
                <h2 id="try">"Try it"</h2>
                <p>
                    "The calculators start from a dense 70B model that is worked out beforehand. "
                    {to_calculator(Page::Fleet, "Size its fleet")} ", count the same question in "
                    {to_calculator(Page::Tokens, "tokens per second")} ", or watch its "
                    {to_calculator(Page::Ttft, "time to first token")} " as the load rises."
                </p>
            </div>
        </article>
    }
    .into_any()
}

#[component]
fn Promise() -> impl IntoView {
    view! {
        <h2 id="promise">"Start from the promise"</h2>
        <p>
            "People notice two things: how long nothing happens, and how fast the text then comes. The first is the time to first token, TTFT. The second is the time per output token, TPOT, the mean gap over one answer. A promise names both with a percentile, because an average hides exactly the requests that somebody complains about."
        </p>
        <p>
            "What counts is goodput: the requests a second that meet every target. Larger batches can raise tokens a second and lower goodput at the same time."
        </p>
    }
}

#[component]
fn Phases() -> impl IntoView {
    view! {
        <h2 id="phases">"Two phases, two resources"</h2>
        <p>
            "Reading a prompt is arithmetic. Every prompt token costs about two floating-point operations per active parameter, and all tokens of a prompt are computed together, so prefill is limited by compute:"
        </p>
        <code class="formula">"prefill seconds = 2 × parameters × prompt tokens ÷ (GPUs × peak FLOP/s × MFU)"</code>
        <p>
            "Writing an answer is reading memory. For each token, the weights and the KV cache of every sequence in the batch pass through the GPU once, so decode is limited by bandwidth:"
        </p>
        <code class="formula">"step = (weights + batch × KV bytes per sequence) ÷ (GPUs × bandwidth × MBU)"</code>
        <p>
            "The weights are read once for the whole batch. That is why batching is cheap until the KV cache outweighs them, and why one number of \"requests per GPU\" says little: a long prompt with a short answer and a short prompt with a long answer use different parts of the same machine."
        </p>
    }
}

#[component]
fn Balance() -> impl IntoView {
    view! {
        <h2 id="balance">"What one replica settles into"</h2>
        <p>
            "A replica does both at once, and prefill goes first: while it reads a prompt, nobody’s answer grows. If prompts take a share u of each second, a token takes the step time divided by what is left, 1 − u. More load means more sequences in flight, by Little’s law rate × answer length × TPOT of them; more sequences make the step longer; a longer step keeps sequences in flight for longer."
        </p>
        <code class="formula">"TPOT = step(b) ÷ (1 − u)   and   b = rate × output tokens × TPOT"</code>
        <p>
            "Either the two settle, or they run away. The largest rate at which they settle within the TPOT target, and within the memory that is left for KV, is what a replica can carry."
        </p>
    }
}

#[component]
fn Waiting() -> impl IntoView {
    view! {
        <h2 id="waiting">"Why not run it full"</h2>
        <p>
            "Requests do not arrive in step. At half load, a prompt rarely finds every replica busy; near full load, it nearly always does, and the wait grows without bound. Erlang’s formula for a queue with several servers gives the probability of waiting, and from it the TTFT that a given share of requests stays under. The curve is flat for long and then turns up sharply: the plan has to stop before the bend, and a utilisation that was measured as an average has already passed it by the time it looks high."
        </p>
    }
}

#[component]
fn Fleet() -> impl IntoView {
    view! {
        <h2 id="fleet">"From a replica to a fleet"</h2>
        <p>
            "Count the work of a request in replica-seconds: its prefill plus its share of the decode steps. Rate × work is how many replicas would be busy without a pause. Divide by how busy you allow them to be, check that latency, queueing and memory each hold with that many, and round the largest of the four up. Then add spares, because one replica will be away at the busiest minute."
        </p>
        <p>
            "The bill follows: GPUs × price per hour, over the tokens of that hour. State which tokens. Over output tokens alone the same bill looks several times dearer than over all tokens, and both are right."
        </p>
    }
}

fn to_calculator(to: Page, words: &'static str) -> impl IntoView {
    let address = Page::Gist.href_from(to);
    view! { <a href=address.clone() data-carries=address>{words}</a> }
}
