//! A calculator's page: a form, and what follows from it.

use crate::form::{Part, PlanForm};
use crate::markup::Markup;
use crate::page::Page;
use crate::results::Results;
use crate::share::share_button;
use crate::shell::Calculators;
use crate::state::{Outcome, Shown, Store};
use leptos::prelude::*;
use plan::{Note, PlanInput, Scenarios};
use present::Answer;
use quantity::Key;
use std::sync::Arc;

/// What makes one calculator differ from another.
pub struct Calculator {
    /// Its page.
    pub page: Page,
    /// What it is called.
    pub title: &'static str,
    /// What it computes, in a sentence.
    pub lede: &'static str,
    /// The link of what it shows where the address holds no plan.
    pub example: &'static str,
    /// The parts of the form that are always in sight.
    pub parts: &'static [Part],
    /// The parts that most readers leave alone.
    pub more: &'static [Part],
    /// Reads a link: its plan, or all of its scenarios where they are shown side by side.
    pub read: fn(&str) -> (Scenarios, Vec<Note>),
    /// Writes what it reads.
    pub link: fn(&Scenarios) -> String,
    /// What it shows of the answers, of which the form edits the one at that place.
    pub show: fn(&[Case], usize) -> Shown,
    /// The names of its charts on the page.
    pub charts: &'static [&'static str],
    /// Where the same plan is looked at in another way, and what to call that.
    pub onward: Option<(Page, &'static str)>,
}

/// A scenario: what it is called, and its plan and answer.
pub type Case = (String, Arc<Outcome>);

/// Reads a link as one plan, for a page that shows one; further scenarios are kept for the link.
#[must_use]
pub fn one_plan(fragment: &str) -> (Scenarios, Vec<Note>) {
    let (input, notes) = PlanInput::from_link(fragment);
    (Scenarios::one(input), notes)
}

/// Writes a plan alone.
#[must_use]
pub fn link_of_one(scenarios: &Scenarios) -> String {
    scenarios.input(0).link()
}

/// The answer that a page of one plan shows.
#[must_use]
pub fn the_answer(cases: &[Case]) -> &Answer {
    &cases[0].1.answer
}

impl Calculator {
    /// The quantities of its form, in order.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.parts.iter().chain(self.more).flat_map(|part| part.1).copied()
    }

    /// Whether its form has a field for `key`.
    #[must_use]
    pub fn has(&self, key: Key) -> bool {
        self.keys().any(|own| own == key)
    }
}

/// The page of a calculator. The results come before the form: that is their order on a narrow screen.
#[component]
pub fn Sandbox(
    /// Which one.
    calculator: &'static Calculator,
) -> impl IntoView {
    let store = Store::open(calculator);
    view! {
        <div class="sandbox">
            <Calculators page=calculator.page/>
            <header class="title" inner_html=title(calculator)></header>
            <Results store/>
            <PlanForm store/>
        </div>
    }
}

/// The title of the page, and the offer to share what it shows.
pub(crate) fn title(calculator: &Calculator) -> String {
    let head = Markup::new().tags("<h1>").tags(calculator.title).tags("</h1><p class=\"lede\">");
    share_button(head.tags(calculator.lede).tags("</p>"), calculator.example).finish()
}
