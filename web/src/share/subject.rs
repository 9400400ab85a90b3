//! What is shared: the plan of the address, and the page that it stands on.

use crate::dom::{all, attribute};
use crate::page::Page;
use crate::state::address;
use leptos::prelude::*;
use plan::{Scenario, Scenarios, packed};
use web_sys::Url;

/// The page that shows plans side by side.
const SIDE_BY_SIDE: Page = Page::Compare;

/// The plans of the address.
pub(super) struct Subject {
    /// All of them.
    pub(super) scenarios: Scenarios,
    /// The address of the page, without a plan.
    pub(super) page: String,
    /// The address of the site, with a slash at its end.
    pub(super) site: String,
}

impl Subject {
    /// What the address says, or the page's example where it holds no plan.
    pub(super) fn now() -> Self {
        let mut fragment = address::fragment();
        if !plan::is_plan(&fragment) {
            fragment =
                all("button.share").next().map_or(fragment, |button| attribute(&button, "data-example"));
        }
        let scenarios = packed::from_link(&fragment).0;
        let whole = window().location().href().unwrap_or_default();
        let page = match scenarios.all() {
            [_] => whole,
            // The page that shows one of them would show the first alone.
            _ => Url::new_with_base(&elsewhere(""), &whole).map_or(whole, |address| address.href()),
        };
        let page: String = page.split('#').next().unwrap_or_default().into();
        let site = Url::new_with_base(&root(), &page).map_or_else(|_| page.clone(), |address| address.href());
        Self { scenarios, page, site }
    }

    /// Whether it stands on this page.
    pub(super) fn is_of(&self, page: Page) -> bool {
        self.scenarios.all().len() == 1 && page_name() == page.name()
    }

    /// The whole link, packed where it would be too long to travel.
    pub(super) fn link(&self) -> String {
        [&self.page, "#", &packed::link(&self.scenarios)].concat()
    }

    /// What a file of it is called, without what its end says: after the only plan's name, else after the page.
    pub(super) fn file_name(&self) -> String {
        let own = match self.scenarios.all() {
            [only] => safe(only.name()),
            _ => String::new(),
        };
        if own.is_empty() {
            ["headroom-", page_name().as_str()].concat()
        } else {
            ["headroom-", &own].concat()
        }
    }
}

/// The letters and digits of a name, and a dash for anything between them: no file system minds these.
fn safe(name: &str) -> String {
    let parts: Vec<&str> =
        name.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

fn page_name() -> String {
    document().document_element().map(|html| attribute(&html, "data-page")).unwrap_or_default()
}

/// Opens plans: one here, several on the page that shows them side by side. The page that is left reads the address.
pub(super) fn open(plans: impl IntoIterator<Item = Scenario>) {
    let mut plans = plans.into_iter();
    let Some(first) = plans.next() else { return };
    let mut scenarios = Scenarios::from(first);
    plans.take(Scenarios::MOST - 1).for_each(|further| _ = scenarios.push(further));
    go(&scenarios);
}

/// Goes to plans that stand side by side, or to the only one on this page.
pub(super) fn go(scenarios: &Scenarios) {
    let (link, location) = (scenarios.link(), window().location());
    let stays = scenarios.all().len() == 1 || page_name() == SIDE_BY_SIDE.name();
    let _ = if stays { location.set_hash(&link) } else { location.assign(&elsewhere(&link)) };
}

fn elsewhere(link: &str) -> String {
    [&root(), SIDE_BY_SIDE.path(), "#", link].concat()
}

/// The way from the page to the site's root.
fn root() -> String {
    document().document_element().map(|html| attribute(&html, "data-root")).unwrap_or_default()
}
