//! What stands round every page: skip link, header with the four tabs, footer.

use crate::page::Page;
use leptos::prelude::*;

/// A page's whole body.
#[component]
pub fn Shell(
    /// Which page it is.
    page: Page,
    /// The page's own content.
    children: Children,
) -> impl IntoView {
    view! {
        <a class="skip" href="#app">"Skip to the content"</a>
        <header class="site-header">
            <a class="wordmark" href=page.href_from(Page::Home) data-carries=page.href_from(Page::Home)>
                "head"<span>"room"</span>
            </a>
            <Tabs page/>
            <button class="button theme" id="theme" type="button">
                <span class="to-dark">"Dark theme"</span><span class="to-light">"Light theme"</span>
            </button>
        </header>
        <main id="app">
            {without_program(page).map(|words| view! { <p class="notes calm without-program">{words}</p> })}
            {children()}
        </main>
        <footer class="site-footer">
            <p>"Headroom computes everything in this browser: nothing you enter leaves it. Prices and efficiencies are examples until you put in your own."</p>
        </footer>
    }
}

/// Read only where the program cannot run or has not arrived. The calculators say it beside their form, and the first page
/// lacks nothing.
fn without_program(page: Page) -> Option<&'static str> {
    match page {
        Page::Gist | Page::Maps | Page::Qa => Some(
            "This page’s program is not running; it needs JavaScript and WebAssembly. The text, its tables and its figures \
             are all here, with the worked examples’ numbers: only a plan of your own cannot be put in.",
        ),
        Page::Streams => Some(
            "This page’s program is not running; it needs JavaScript and WebAssembly. Without it no streams can be drawn and \
             no file can be read; what the figures mean stands in the Gist.",
        ),
        Page::Evidence => Some(
            "This page’s program is not running; it needs JavaScript and WebAssembly. Without it no file can be read; the \
             command headroom reads the same files.",
        ),
        _ => None,
    }
}

/// The four tabs. The calculators share one of them.
#[component]
fn Tabs(page: Page) -> impl IntoView {
    let tab = move |to: Page, words: &'static str| {
        let current = if to == page {
            Some("page")
        } else {
            (to == Page::Fleet && page.is_sandbox()).then_some("true")
        };
        view! { <Carrying from=page to=to current=current words=words/> }
    };
    view! {
        <nav class="tabs" aria-label="Site">
            {tab(Page::Gist, "Gist")}
            {tab(Page::Maps, "Maps")}
            {tab(Page::Qa, "Q&A")}
            {tab(Page::Fleet, "Sandbox")}
        </nav>
    }
}

/// The row that switches between the calculators.
#[component]
pub fn Calculators(
    /// The calculator that is open.
    page: Page,
) -> impl IntoView {
    let link = move |to: Page, words: &'static str| {
        let current = (to == page).then_some("page");
        view! { <Carrying from=page to=to current=current words=words/> }
    };
    view! {
        <nav class="calculators" aria-label="Calculators">
            {link(Page::Fleet, "Fleet")}
            {link(Page::Tokens, "Tokens per second")}
            {link(Page::Ttft, "Time to first token")}
            {link(Page::Streams, "Token streams")}
            {link(Page::Compare, "Compare")}
            {link(Page::Evidence, "Evidence")}
        </nav>
    }
}

/// A link to another page that takes the plan along.
#[component]
pub fn Carrying(
    /// The page that holds the link.
    from: Page,
    /// The page that it leads to.
    to: Page,
    /// How the two relate: `page` for the same one, `true` for a page of the same kind.
    #[prop(optional_no_strip)]
    current: Option<&'static str>,
    /// The link's words.
    words: &'static str,
) -> impl IntoView {
    let address = from.href_from(to);
    view! { <a href=address.clone() data-carries=address aria-current=current>{words}</a> }
}
