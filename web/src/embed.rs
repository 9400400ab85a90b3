//! The embeds: calculators small enough for other people's pages.
//!
//! A page of each is served like every other, and lives in a frame of a host that we do not know. So it keeps nothing in
//! the browser, takes no focus, adds nothing to the host's history and trusts no message but its parent's. What it
//! shows comes from the functions that the calculators call, so that the digits are theirs. Its program holds no views:
//! regions of the served page are written anew as markup.

#[cfg(feature = "csr")]
mod address;
#[cfg(feature = "csr")]
mod desk;
mod layout;
#[cfg(feature = "csr")]
mod parent;
#[cfg_attr(feature = "ssr", allow(dead_code, reason = "what is only served, nobody changes"))]
mod said;
#[cfg_attr(feature = "ssr", allow(dead_code, reason = "what is only served, no host is told of"))]
mod shown;

use crate::page::Page;
use plan::preset;
use present::Answer;
use quantity::Key;
use said::Said;
use shown::Shown;

/// An embed.
pub struct Embed {
    /// The calculator that it is the small form of.
    pub page: Page,
    /// Its folder below the site's root.
    pub path: &'static str,
    /// The word for it in `<html data-page>`.
    pub name: &'static str,
    /// Its heading.
    pub heading: &'static str,
    /// For the title bar, where it is opened by itself.
    pub title: &'static str,
    /// For previews.
    pub description: &'static str,
    /// The link of what it shows where the address holds no plan: the calculator's own example.
    pub example: &'static str,
    /// The quantities that have a field, in order. A link may state every other one too.
    pub keys: &'static [Key],
    show: fn(&Answer) -> Shown,
}

/// Time to first token.
pub static TTFT: Embed = Embed {
    page: Page::Ttft,
    path: "embed/ttft/",
    name: "embed-ttft",
    heading: "TTFT calculator",
    title: "TTFT calculator · Headroom",
    description: "How long a request waits for its first token as load rises, for a frame in another page.",
    example: preset::BUSY.link,
    keys: &[Key::In, Key::Rate, Key::Replicas, Key::Cached, Key::Ttft],
    show: shown::ttft,
};

/// The size of a fleet.
pub static FLEET: Embed = Embed {
    page: Page::Fleet,
    path: "embed/fleet/",
    name: "embed-fleet",
    heading: "Fleet calculator",
    title: "Fleet calculator · Headroom",
    description: "How many replicas and GPUs a load needs, and the price of a token, for a frame in another page.",
    example: preset::A.link,
    keys: &[Key::Rate, Key::In, Key::Out, Key::Cached, Key::Gpu, Key::Model, Key::Ttft, Key::Tpot],
    show: shown::fleet,
};

impl Embed {
    /// Every embed.
    pub const ALL: [&'static Self; 2] = [&TTFT, &FLEET];

    /// The embed of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|embed| embed.name == name)
    }

    /// The address of its calculator, relative to the embed.
    #[must_use]
    pub fn calculator(&self) -> String {
        "../".repeat(self.path.matches('/').count()) + self.page.path()
    }

    /// The page as it is served: everything inside `<body>`, without scripts.
    #[must_use]
    pub fn served(&'static self) -> String {
        layout::body(self, &Said::of(self, ""))
    }
}

/// Brings the embed that is open to life.
#[cfg(feature = "csr")]
pub(crate) fn bring_to_life() {
    if let Some(html) = leptos::prelude::document().document_element()
        && let Some(embed) = html.get_attribute("data-page").as_deref().and_then(Embed::named)
    {
        desk::open(embed, &html);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embed_is_whole_and_strict() {
        for embed in Embed::ALL {
            let html = embed.served();
            for part in
                ["<main id=\"app\"", "<h1", "class=\"verdict\"", "Open in Headroom", "role=\"status\""]
            {
                assert!(html.contains(part), "{} lacks {part}: {html}", embed.name);
            }
            for forbidden in ["<script", "<style", " style=", "javascript:", "onclick", "autofocus"] {
                assert!(!html.contains(forbidden), "{} holds {forbidden}", embed.name);
            }
            for key in embed.keys {
                assert!(html.contains(&format!(" id=\"{}\"", key.row().name)), "{html}");
            }
        }
    }

    #[test]
    fn the_way_to_the_calculator_leads_up_and_holds_the_example() {
        let html = TTFT.served();
        assert!(html.contains("href=\"../../sandbox/ttft/#v=1&amp;rate=40&amp;replicas=4\""), "{html}");
        assert!(FLEET.served().contains("href=\"../../sandbox/fleet/#v=1\""));
    }

    #[test]
    fn an_embed_opens_with_its_calculators_example() {
        use crate::pages::{fleet, ttft};
        assert_eq!((TTFT.example, FLEET.example), (ttft::TTFT.example, preset::A.link));
        assert_eq!(fleet::FLEET.example, "", "which is example A");
        for embed in Embed::ALL {
            let calculator = if embed.page == Page::Ttft { &ttft::TTFT } else { &fleet::FLEET };
            assert!(embed.keys.iter().all(|key| calculator.has(*key)), "{}", embed.name);
        }
    }
}
