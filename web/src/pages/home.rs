//! What the site is, on one screen, with three ways in.

use crate::page::Page;
use leptos::prelude::*;
use present::{Answer, reason, verdict};
use quantity::Unit;

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
                        "Two phases, two resources, one law and a queue: the reasoning that a plan rests on, with numbers in it that you can change.",
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
    let answer = Answer::to_link("");
    let tiles = verdict(&answer).map(|tile| {
        view! {
            <div class="tile">
                <div class="face">
                    <span class="label">{tile.label}</span>
                    <span class="figure">{tile.text}</span>
                    <span class="note">{tile.note}</span>
                </div>
            </div>
        }
    });
    let why = reason(&answer);
    let rate = Unit::RequestsPerSecond.exact(answer.plan.rate.get());
    view! {
        <section class="teaser">
            <h2>"A worked example"</h2>
            <p>"A dense 70B model on replicas of four H100s, at " {rate} ". Change anything in it."</p>
            <div class="verdict">{tiles}</div>
            <p class=["reason ", why.tone.name()].concat()><strong>{why.lead}</strong> " " {why.text}</p>
        </section>
    }
}

fn way(to: Page, name: &'static str, what: &'static str) -> impl IntoView {
    let address = Page::Home.href_from(to);
    view! {
        <a class="card" href=address.clone() data-carries=address><strong>{name}</strong><span>{what}</span></a>
    }
}
