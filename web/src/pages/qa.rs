//! Questions and answers: a ladder, an interview, what goes wrong, a scenario, and the whole in half a minute.

use super::gist::{contents, text};
use crate::page::Page;
use leptos::prelude::*;

/// The questions.
#[component]
pub fn Qa() -> impl IntoView {
    let sections = lesson::qa();
    view! {
        <article class="lesson with-contents">
            <nav class="contents" aria-label="On this page" inner_html=contents(&sections)></nav>
            <div class="prose questions">
                <h1>"Questions, and answers with figures"</h1>
                <p class="lede">
                    "Answer aloud first, then open. Nothing is locked; what you have opened is marked, in this browser alone."
                </p>
                <div inner_html=text(&sections, Page::Qa)></div>
            </div>
        </article>
    }
    .into_any()
}
