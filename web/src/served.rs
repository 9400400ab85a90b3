//! The pages as HTML, for the prerenderer.

use crate::calculator::Sandbox;
use crate::chart::Picture;
use crate::chart::picture::Gallery;
use crate::page::Page;
use crate::pages;
use crate::shell::Shell;
use leptos::prelude::*;

/// A page as it is served.
pub struct Served {
    /// Everything inside `<body>`, without scripts.
    pub body: String,
    /// The pictures that it shows where no script runs.
    pub pictures: Vec<Picture>,
}

/// The page of that name.
#[must_use]
pub fn render(page: Page) -> Served {
    in_a_root(|| {
        let gallery = Gallery::open(page);
        let content = match page {
            Page::Home => pages::home::Home().into_any(),
            Page::Gist => pages::gist::Gist().into_any(),
            Page::Maps => pages::maps::Maps().into_any(),
            Page::Qa => pages::qa::Qa().into_any(),
            Page::Fleet => view! { <Sandbox calculator=&pages::fleet::FLEET/> }.into_any(),
            Page::Tokens => view! { <Sandbox calculator=&pages::tokens::TOKENS/> }.into_any(),
            Page::Ttft => view! { <Sandbox calculator=&pages::ttft::TTFT/> }.into_any(),
            Page::Compare => view! { <pages::compare::ComparePage/> }.into_any(),
            Page::Streams => view! { <pages::streams::StreamsPage/> }.into_any(),
            Page::Evidence => view! { <pages::evidence::EvidencePage/> }.into_any(),
        };
        let body = view! { <Shell page>{content}</Shell> }.to_html();
        Served { body, pictures: gallery.close() }
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
                    "Headroom has a home page, the lesson under gist, maps and qa, and the calculators under sandbox/fleet, sandbox/tokens, sandbox/ttft, sandbox/streams, sandbox/compare and sandbox/evidence. Shorten the address to the site's own folder to get there."
                </p>
            </main>
        }
        .to_html()
    })
}

/// Components need an owner for their signals; here it lasts as long as one page takes.
fn in_a_root<T>(make: impl FnOnce() -> T) -> T {
    let owner = Owner::new();
    let made = owner.with(make);
    owner.unset_with_forced_cleanup();
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_whole_and_strict() {
        for page in Page::ALL {
            let html = render(page).body;
            for part in ["<main id=\"app\"", "class=\"skip\"", "<h1", "aria-current"] {
                assert!(html.contains(part) || page == Page::Home, "{page:?} lacks {part}: {html}");
            }
            for forbidden in ["<script", "<style", " style=", "javascript:", "onclick"] {
                assert!(!html.contains(forbidden), "{page:?} holds {forbidden}");
            }
        }
    }

    #[test]
    fn every_chart_has_a_picture_that_its_page_names() {
        for page in Page::SANDBOX {
            let Served { body, pictures } = render(page);
            let figures = body.matches("class=\"card chart\"").count();
            assert_eq!(pictures.len(), figures, "{page:?}");
            assert_eq!(body.matches("<noscript><img").count(), figures, "{page:?}");
            for Picture { place, svg } in pictures {
                assert!(body.contains(&["src=\"", &page.root(), &place, "\""].concat()), "{place}");
                assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"), "{place}: {svg}");
            }
        }
    }

    #[test]
    fn the_maps_hold_nothing_that_their_program_leaves_out() {
        let html = render(Page::Maps).body;
        for absent in ["data-chart", "data-guess", "data-check"] {
            assert!(!html.contains(absent), "{absent}");
            assert!(
                render(Page::Gist).body.contains(absent) || render(Page::Qa).body.contains(absent),
                "{absent}"
            );
        }
    }

    #[test]
    fn an_unknown_address_links_nowhere() {
        let html = not_found();
        assert!(html.contains("<h1") && !html.contains("href") && !html.contains("src"), "{html}");
    }
}
