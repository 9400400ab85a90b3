//! A calculator's page: a form, and what follows from it.

use crate::form::{Part, PlanForm};
use crate::markup::Markup;
use crate::page::Page;
use crate::results::Results;
use crate::share::share_button;
use crate::shell::Calculators;
use crate::state::{Shown, Store};
use leptos::prelude::*;
use present::Answer;
use quantity::Key;

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
    /// What it shows of an answer.
    pub show: fn(&Answer) -> Shown,
    /// The names of its charts on the page.
    pub charts: &'static [&'static str],
    /// Where the same plan is looked at in another way, and what to call that.
    pub onward: Option<(Page, &'static str)>,
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

fn title(calculator: &Calculator) -> String {
    let head = Markup::new().tags("<h1>").tags(calculator.title).tags("</h1><p class=\"lede\">");
    share_button(head.tags(calculator.lede).tags("</p>"), calculator.example).finish()
}
