//! What the site is, on one screen, with three ways in.

use crate::page::Page;
use leptos::prelude::*;
use plan::PlanInput;
use quantity::Unit;
use sizing::{Figure, size};

/// The home page.
#[component]
pub fn Home() -> impl IntoView {
    view! {
        <div class="lesson">
            <header class="hero">
                <h1>"How many GPUs does your traffic need?"</h1>
                <p class="lede">
                    "Headroom plans fleets that serve large language models. Give it a load, a model, a GPU and a promise about latency; it answers with a number of replicas, the resource that runs out first, the reason, and the price of a token. Every figure opens to the formula behind it, with your own numbers in it."
                </p>
            </header>
            <WorkedExample/>
            <ul class="ways">
                <li>
                    {way(
                        Page::Fleet,
                        "Plan a fleet",
                        "From requests a second to replicas, spares, GPUs and dollars, for your own model and hardware.",
                    )}
                </li>
                <li>
                    {way(
                        Page::Ttft,
                        "See why waiting explodes",
                        "Time to first token against load: calm for a long while, then a wall. Find out where yours stands.",
                    )}
                </li>
                <li>
                    {way(
                        Page::Gist,
                        "Learn how it works",
                        "Two phases, two resources, one law and a queue: the reasoning that a plan rests on, in ten minutes.",
                    )}
                </li>
            </ul>
        </div>
    }
    .into_any()
}

/// The verdict on the plan that the calculators open with.
#[component]
fn WorkedExample() -> impl IntoView {
    let plan = PlanInput::default().check().plan;
    let sizing = size(&plan);
    let tiles = VERDICT.map(|(figure, note)| {
        let text = figure.of(&plan, &sizing).number().map(|number| figure.unit().show(number));
        view! {
            <div class=if figure == VERDICT[0].0 { "tile lead" } else { "tile" }>
                <div class="face">
                    <span class="label">{figure.label()}</span>
                    <span class="figure">{text}</span>
                    <span class="note">{note}</span>
                </div>
            </div>
        }
        .into_any()
    });
    let rate = Unit::RequestsPerSecond.exact(plan.rate.get());
    view! {
        <section class="teaser">
            <h2>"A worked example"</h2>
            <p>"A dense 70B model on replicas of four H100s, at " {rate} ". Change anything in it."</p>
            <div class="verdict">{tiles}</div>
        </section>
    }
}

/// What the example shows, with what to know about each.
const VERDICT: [(Figure, &str); 4] = [
    (Figure::Replicas, "that carry the load; the spare comes on top"),
    (Figure::LargestRate, "before the time per token breaks its target"),
    (Figure::PerHourWithSpare, "for all GPUs, the spare’s included"),
    (Figure::PerOutputWithSpare, "the whole bill over the output tokens"),
];

fn way(to: Page, name: &'static str, what: &'static str) -> impl IntoView {
    let address = Page::Home.href_from(to);
    view! {
        <a class="card" href=address.clone() data-carries=address><strong>{name}</strong><span>{what}</span></a>
    }
}
