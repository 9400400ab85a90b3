//! What stands on paper only: what is assumed, and the way back to the plan.

use crate::chart::on_paper;
use crate::markup::Markup;
use crate::state::{Store, address};
use leptos::prelude::*;
use plan::code;
use present::comparison::assumptions;

/// An empty box that is filled when the page is about to be printed.
#[component]
pub fn Sheet(
    /// The plan.
    store: Store,
) -> impl IntoView {
    let markup = RwSignal::new(String::new());
    if cfg!(feature = "csr") {
        on_paper(move || markup.set(write(store)));
    }
    view! { <div class="sheet" inner_html=markup></div> }
}

/// The assumptions of the plan, and its link as text and as a code to scan. Scenarios stand side by side on their page, so
/// theirs are not said again.
fn write(store: Store) -> String {
    address::write_now();
    let link = window().location().href().unwrap_or_default();
    let assumed = store.look(|seen| match seen.cases.as_slice() {
        [(_, outcome)] => assumed(&assumptions(&outcome.input)),
        _ => String::new(),
    });
    let way = Markup::new().tags("<p>This plan, with all its figures and their formulas: <span>").text(&link);
    let way = way.tags("</span></p>").finish();
    [&assumed, "<div class=\"way-back\">", &way, &code(&link).unwrap_or_default(), "</div>"].concat()
}

fn assumed(all: &[(&'static str, String)]) -> String {
    let list = Markup::new().tags("<h2>Assumptions</h2><dl class=\"assumed\">");
    let one = |list: Markup, (label, text): &(&'static str, String)| {
        list.tags("<div><dt>").tags(label).tags("</dt><dd>").text(text).tags("</dd></div>")
    };
    list.each(all, one).tags("</dl>").finish()
}
