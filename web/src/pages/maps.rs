//! The maps: the capacity loop, what limits capacity, and how the lesson hangs together.

use crate::markup::Markup;
use crate::page::Page;
use leptos::prelude::*;
use lesson::map::{ALL, section};

/// The maps.
#[component]
pub fn Maps() -> impl IntoView {
    // What is wrong in a text has stopped the prerenderer before it comes here.
    let text: String =
        ALL.into_iter().map(|graph| section(graph, &Page::Maps.root()).unwrap_or_default()).collect();
    // Else the lines of a box run together where its text is read as one.
    let text = text.replace("</text><text", "</text> <text");
    view! {
        <article class="lesson maps">
            <header class="hero">
                <h1>"Maps"</h1>
                <p class="lede">
                    "A box says why a step exists, an arrow what passes along it and what follows if it is left out. Beside both stands your own plan."
                </p>
            </header>
            // Outside of the header, so that it can stay in view along all maps; what is being read is marked in it as in
            // any list of contents.
            <nav class="contents map-tabs" aria-label="Maps" inner_html=tabs()></nav>
            <div class="prose" inner_html=text></div>
        </article>
    }
    .into_any()
}

fn tabs() -> String {
    Markup::new()
        .each(&ALL, |list, graph| {
            list.tags("<a href=\"#").tags(graph.id).tags("\">").tags(graph.title).tags("</a>")
        })
        .finish()
}
