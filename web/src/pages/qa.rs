//! Seven questions, each standing on the one below.

use crate::page::Page;
use leptos::prelude::*;

/// A question with its answer.
struct Rung {
    question: &'static str,
    answer: &'static str,
    /// Where the answer can be tried.
    try_at: Option<(Page, &'static str)>,
}

const LADDER: [Rung; 7] = [
    Rung {
        question: "What is goodput?",
        answer: "The requests a second that meet every latency target, each judged by its own figures. Throughput counts work done; goodput counts promises kept. A larger batch can raise the one and lower the other.",
        try_at: None,
    },
    Rung {
        question: "How does TPOT differ from ITL?",
        answer: "TPOT is one mean per request: the time after the first token over the tokens that follow it. ITL is every single gap. A freeze of a second disappears in a long answer’s mean, but not among its gaps, so a target on TPOT alone never sees it.",
        try_at: None,
    },
    Rung {
        question: "What bounds how many requests run at once?",
        answer: "Memory. Take what the GPUs have left after the weights, and divide it by what one sequence keeps: KV bytes per token times the tokens in its context.",
        try_at: Some((Page::Fleet, "See the KV pool of your own plan")),
    },
    Rung {
        question: "What does Little’s law give you?",
        answer: "The number of sequences that are being decoded: arrivals a second × seconds each one stays, and a request stays for its output tokens × TPOT. Because the step time depends on that number in turn, the two have to be solved together.",
        try_at: Some((Page::Fleet, "Watch TPOT rise with the load")),
    },
    Rung {
        question: "Why not run at 95%?",
        answer: "Because arrivals are random. Waiting grows like 1 ÷ (1 − utilisation): doubling from one half to three quarters, and again on every halving of what is left. The p95 TTFT breaks long before the average looks full.",
        try_at: Some((Page::Ttft, "Move the load towards the wall")),
    },
    Rung {
        question: "What should a fleet scale on?",
        answer: "On signals that move early: waiting requests and KV memory in use. GPU utilisation is high at any load under continuous batching, and p95 TTFT tells you only after it has broken. New replicas take minutes to load their weights, so keep warm room as well.",
        try_at: None,
    },
    Rung {
        question: "How do you quote a price per million tokens?",
        answer: "The GPUs' bill for an hour over the tokens of that hour at the planned load, spares included, and with the denominator named: output tokens, input tokens, or all of them. Without the ratio of input to output the figure cannot be compared.",
        try_at: Some((Page::Fleet, "Price your own fleet")),
    },
];

/// The questions.
#[component]
pub fn Qa() -> impl IntoView {
    let rungs: Vec<_> = LADDER.iter().enumerate().map(|(place, rung)| show(place + 1, rung)).collect();
    view! {
        <article class="lesson">
            <header class="hero">
                <h1>"The ladder"</h1>
                <p class="lede">"Seven questions, each standing on the one below. Answer aloud, then look."</p>
            </header>
            <ol class="rungs">{rungs}</ol>
        </article>
    }
    .into_any()
}

fn show(number: usize, rung: &Rung) -> AnyView {
    let link = rung.try_at.map(|(to, words)| {
        let address = Page::Qa.href_from(to);
        view! { <p><a href=address.clone() data-carries=address>{words}</a></p> }
    });
    view! {
        <li>
            <span class="rung-number" aria-hidden="true">"L" {number}</span>
            <details>
                <summary>{rung.question}</summary>
                <div class="answer"><p>{rung.answer}</p>{link}</div>
            </details>
        </li>
    }
    .into_any()
}
