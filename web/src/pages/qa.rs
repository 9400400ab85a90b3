//! Questions and answers: a ladder, an interview, what goes wrong, a scenario, and the whole in half a minute.

use super::gist::article;
use crate::page::Page;
use leptos::prelude::*;

/// The questions.
#[component]
pub fn Qa() -> impl IntoView {
    article(
        Page::Qa,
        &lesson::qa(),
        "Questions, and answers with figures",
        "Answer aloud first, then open. Nothing is locked; what you have opened is marked, in this browser alone.",
    )
}
