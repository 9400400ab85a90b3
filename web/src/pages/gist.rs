//! The Gist: the lesson as one article.

use crate::markup::Markup;
use crate::page::Page;
use leptos::prelude::*;
use lesson::Section;

/// The gist.
#[component]
pub fn Gist() -> impl IntoView {
    article(
        Page::Gist,
        &lesson::gist(),
        "How many GPUs, and at what cost?",
        "A capacity plan turns a promise into a purchase: so many GPUs, loaded so far, and the share of requests that was promised stays inside its latency targets. A dotted number can be changed, by dragging, by arrow keys or by typing, and the figures that follow from it follow.",
    )
}

/// A page of sections, with a list of them beside the text.
pub(super) fn article(page: Page, sections: &[Section], title: &'static str, lede: &'static str) -> AnyView {
    view! {
        <article class="lesson with-contents">
            <nav class="contents" aria-label="On this page" inner_html=contents(sections)></nav>
            <div class="prose">
                <h1>{title}</h1>
                <p class="lede">{lede}</p>
                <div inner_html=text(sections, page)></div>
            </div>
        </article>
    }
    .into_any()
}

/// The list of a page's sections.
fn contents(sections: &[Section]) -> String {
    Markup::new()
        .tags("<h2>On this page</h2><ul>")
        .each(sections, |list, section| {
            let list = list.tags("<li><a href=\"#").text(&section.id).tags("\">");
            list.text(&section.short).tags("</a></li>")
        })
        .tags("</ul>")
        .finish()
}

/// The text of a page's sections. What is wrong in one has stopped the prerenderer before it comes here.
fn text(sections: &[Section], page: Page) -> String {
    sections.iter().map(|section| section.html(&page.root()).unwrap_or_default()).collect()
}
