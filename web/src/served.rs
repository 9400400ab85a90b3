//! The pages as HTML, for the prerenderer.

use crate::calculator::Sandbox;
use crate::page::Page;
use crate::pages;
use crate::shell::Shell;
use leptos::prelude::*;

/// Everything inside `<body>` of a page, without scripts.
#[must_use]
pub fn render(page: Page) -> String {
    in_a_root(|| {
        let content = match page {
            Page::Home => pages::home::Home().into_any(),
            Page::Gist => pages::gist::Gist().into_any(),
            Page::Maps => pages::maps::Maps().into_any(),
            Page::Qa => pages::qa::Qa().into_any(),
            Page::Fleet => view! { <Sandbox calculator=&pages::fleet::FLEET/> }.into_any(),
            Page::Tokens => view! { <Sandbox calculator=&pages::tokens::TOKENS/> }.into_any(),
            Page::Ttft => view! { <Sandbox calculator=&pages::ttft::TTFT/> }.into_any(),
        };
        view! { <Shell page>{content}</Shell> }.to_html()
    })
}

/// Everything inside `<body>` of the answer to an unknown address. It may be served at any depth, so it links nowhere
/// and needs no other file.
#[must_use]
pub fn not_found() -> String {
    in_a_root(|| {
        view! {
            <main>
                <h1>"There is no page here"</h1>
                <p>
                    "Headroom has a home page, the lesson under gist, maps and qa, and the calculators under sandbox/fleet, sandbox/tokens and sandbox/ttft. Shorten the address to the site's own folder to get there."
                </p>
            </main>
        }
        .to_html()
    })
}

/// Components need an owner for their signals; here it lasts as long as one page takes.
fn in_a_root(html: impl FnOnce() -> String) -> String {
    let owner = Owner::new();
    let html = owner.with(html);
    owner.unset_with_forced_cleanup();
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_whole_and_strict() {
        for page in Page::ALL {
            let html = render(page);
            for part in ["<main id=\"app\"", "class=\"skip\"", "<h1", "aria-current"] {
                assert!(html.contains(part) || page == Page::Home, "{page:?} lacks {part}: {html}");
            }
            for forbidden in ["<script", "<style", " style=", "javascript:", "onclick"] {
                assert!(!html.contains(forbidden), "{page:?} holds {forbidden}");
            }
        }
    }

    #[test]
    fn an_unknown_address_links_nowhere() {
        let html = not_found();
        assert!(html.contains("<h1") && !html.contains("href") && !html.contains("src"), "{html}");
    }
}
