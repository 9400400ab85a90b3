//! The parts that the calculators' results are made of.

use crate::calculator::Calculator;
use crate::chart::{ChartFigure, table};
use crate::controls::{Disclosure, LiveRegion};
use crate::markup::{Live, Markup};
use crate::page::Page;
use crate::relief::Relief;
use crate::sheet::Sheet;
use crate::shell::Carrying;
use crate::state::{Offer, Outcome, Seen, Store, address, draft, saved};
use leptos::prelude::*;
use present::{Answer, Explained, Meter, Reason, explain, facts, memory, rule};
use quantity::Key;
use quantity::float::within;
use sizing::Figure;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, HtmlElement, KeyboardEvent, MouseEvent, Node};

/// The column of results: notes on the link first, dimmed while an entry cannot be used.
#[component]
pub fn Results(
    /// The plan.
    store: Store,
) -> impl IntoView {
    let chart = |(place, id): (usize, &&'static str)| view! { <ChartFigure id=id chart=store.chart(place)/> };
    let charts: Vec<_> = store.calculator.charts.iter().enumerate().map(chart).collect();
    view! {
        <div class=store.text(results_class)>
            <p class="reading">"Reading your plan …"</p>
            {cfg!(feature = "ssr").then(|| view! { <p class="notes calm without-program">{WITHOUT_PROGRAM}</p> })}
            <OwnPlan store/>
            <LinkNotes store/>
            <Verdict store/>
            <Live markup=store.text(|seen| seen.shown.why.clone())/>
            <Relief store/>
            <div class="charts">{charts}</div>
            <Live markup=store.text(|seen| seen.shown.below.clone())/>
            <Live markup=store.text(|seen| seen.shown.table.clone())/>
            {onward(store.calculator)}
            <Sheet store/>
            <Asides store/>
            <LiveRegion text=store.text(|seen| seen.shown.headline.clone())/>
        </div>
    }
}

/// The class of the column: dimmed while an entry cannot be used.
pub(crate) fn results_class(seen: &Seen) -> String {
    String::from(if seen.is_stale() { "results served stale" } else { "results served" })
}

/// What there is to say about the link, and about figures that do not follow the form yet.
#[component]
pub fn LinkNotes(
    /// The plan.
    store: Store,
) -> impl IntoView {
    view! {
        <Live class="live say" markup=Signal::derive(move || list("About this link", &store.about_link()))/>
        <Live class="live say" markup=store.text(stale_note)/>
    }
}

/// The way to another page with the same plan.
fn onward(calculator: &Calculator) -> Option<impl IntoView + use<>> {
    let from = calculator.page;
    calculator.onward.map(|(to, words)| view! { <p><Carrying from=from to=to words=words/></p> })
}

/// Read only where the program cannot run or has not arrived.
pub(crate) const WITHOUT_PROGRAM: &str = "This is the worked example. Plans of your own, and charts that can be read point by \
                               point, need this page’s program, and JavaScript and WebAssembly to run it.";

fn stale_note(seen: &Seen) -> String {
    String::from(if seen.is_stale() { STALE } else { "" })
}

/// What to know about the figures while an entry cannot be used.
pub(crate) const STALE: &str = "<p class=\"notes\">Something in the form cannot be used. Until it is put right, these are \
                                the figures of the last plan that could.</p>";

/// Sentences that need attention; nothing where there are none.
#[must_use]
pub fn list(name: &'static str, sentences: &[String]) -> String {
    if sentences.is_empty() {
        return String::new();
    }
    Markup::new()
        .tags("<ul class=\"notes\" aria-label=\"")
        .tags(name)
        .tags("\">")
        .each(sentences, |list, sentence| list.tags("<li>").text(sentence).tags("</li>"))
        .tags("</ul>")
        .finish()
}

/// Adds a tile that leads nowhere: a figure with its name and what to know about it.
#[must_use]
pub fn plain_tile(row: Markup, label: &str, figure: &str, note: &str) -> Markup {
    let row = row.tags("<div class=\"tile\"><div class=\"face\"><span class=\"label\">").text(label);
    let row = row.tags("</span><span class=\"figure\">").text(figure);
    row.tags("</span><span class=\"note\">").text(note).tags("</span></div></div>")
}

/// What is being done, and the way to stop it.
#[must_use]
pub fn progress(words: &str) -> String {
    if words.is_empty() {
        return String::new();
    }
    Markup::new()
        .tags("<p class=\"notes calm\">")
        .text(words)
        .tags(" <button class=\"link\" type=\"button\">Cancel</button></p>")
        .finish()
}

/// Offers the reader's own plan, where the page shows another.
#[component]
pub fn OwnPlan(
    /// The plan.
    store: Store,
) -> impl IntoView {
    let on_click =
        move |event: MouseEvent| match event_target::<Element>(&event).get_attribute("data-do").as_deref() {
            Some("open") => store.open_offered(),
            Some("former") => store.open_former(),
            Some("take") => store.take_guest(),
            Some("compare") => compare(store.calculator),
            _ => {}
        };
    let words = Signal::derive(move || {
        let words = match &*store.offer.read() {
            Offer::Nothing => "",
            Offer::Saved(_) => SAVED,
            Offer::Guest(_) => GUEST,
            Offer::Taken(_) => TAKEN,
        };
        let former = if words == SAVED && saved::former().is_some() { FORMER } else { "" };
        [words, former].concat()
    });
    view! { <div class="live say" on:click=on_click inner_html=words></div> }
}

const SAVED: &str = "<p class=\"notes calm\">This is the worked example. <button class=\"link\" type=\"button\" \
                     data-do=\"open\">Continue your saved plan</button></p>";
const FORMER: &str = "<p class=\"notes calm\">Another plan of yours was put aside. <button class=\"link\" \
                      type=\"button\" data-do=\"former\">Open it</button></p>";
const GUEST: &str = "<p class=\"notes calm\">This plan came with the link. Your own is kept, and what you change here \
                     does not replace it. <button class=\"link\" type=\"button\" data-do=\"open\">Keep mine</button> \
                     <button class=\"link\" type=\"button\" data-do=\"take\">Take this</button> <button class=\"link\" \
                     type=\"button\" data-do=\"compare\">Compare the two</button></p>";
const TAKEN: &str = "<p class=\"notes calm\">This is your plan now. <button class=\"link\" type=\"button\" \
                     data-do=\"open\">Return to your former one</button></p>";

/// Leads to the page of scenarios, which puts the reader's own plan beside the one on the page.
fn compare(calculator: &Calculator) {
    address::write_now();
    draft::keep_as(BESIDE, "1");
    let to = [&calculator.page.href_from(Page::Compare), "#", &address::fragment()].concat();
    let _ = window().location().assign(&to);
}

/// Where a tab keeps that the reader's plan is to be put beside the one in the address.
pub(crate) const BESIDE: &str = "headroom.beside";

/// The verdict: four tiles, each of which opens to its formulas, one at a time.
#[component]
fn Verdict(
    /// The plan.
    store: Store,
) -> impl IntoView {
    let tile = move |place: usize| {
        let summary = store.text(move |seen| seen.shown.tiles.get(place).map(face).unwrap_or_default());
        let trace = store.text(move |seen| {
            let figures = seen.shown.tiles.get(place).map_or(&[][..], |tile| tile.figures);
            traces(seen.outcome(), figures, store.calculator.page)
        });
        view! { <Disclosure class="tile" name="tile" summary inside="trace" markup=trace/> }
    };
    let on_key = |event: KeyboardEvent| {
        if event.key() == "Escape" {
            close_tile(&event, |_| true);
        }
    };
    let on_leave = |event: FocusEvent| {
        let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
        close_tile(&event, move |tile| to.as_ref().is_some_and(|to| !tile.contains(Some(to))));
    };
    view! {
        <div class="verdict" on:keydown=on_key on:focusout=on_leave>{[0, 1, 2, 3].map(tile)}</div>
    }
}

/// Closes the open tile that an event came from, where `wanted`; the focus goes to what opens it again, unless it has
/// gone elsewhere.
fn close_tile(event: &web_sys::Event, wanted: impl Fn(&Element) -> bool) {
    let tile = event_target::<Element>(event).closest("details[open]").ok().flatten();
    if let Some(tile) = tile.filter(wanted) {
        let _ = tile.remove_attribute("open");
        if let (Ok(Some(summary)), "keydown") = (tile.query_selector("summary"), event.type_().as_str()) {
            let _ = summary.unchecked_into::<HtmlElement>().focus();
        }
    }
}

/// What is always in sight of a tile.
fn face(tile: &present::Tile) -> String {
    Markup::new()
        .tags("<span class=\"label\">")
        .tags(tile.label)
        .tags("</span><span class=\"figure\">")
        .text(&tile.text)
        .tags("</span><span class=\"note\">")
        .text(&tile.note)
        .tags("</span><span class=\"ask\">Show how</span>")
        .finish()
}

fn traces(outcome: &Outcome, figures: &[Figure], page: Page) -> String {
    let Some(first) = figures.first() else {
        return String::from("There is no figure to explain here; the sentence below says why.");
    };
    let explained: Vec<_> = figures.iter().map(|figure| explain(&outcome.answer, *figure)).collect();
    // The plan goes along: it is still there on the way back.
    let mut place = outcome.input.clone();
    place.at = Some(rule(*first).into());
    let address = [&page.href_from(Page::Gist), "#", &place.link()].concat();
    let list = Markup::new().tags("<dl tabindex=\"0\">").each(&explained, trace).tags("</dl>");
    list.tags("<p><a href=\"").text(&address).tags("\">The rule, in the lesson</a></p>").finish()
}

fn trace(list: Markup, figure: &Explained) -> Markup {
    let mut list = list.tags("<dt>").text(figure.label).tags(": ").text(&figure.text).tags("</dt>");
    if let Some(words) = &figure.in_words {
        list = list.tags("<dd>= ").text(words).tags("</dd>");
    }
    if !figure.in_numbers.is_empty() {
        list = list.tags("<dd><code>= ").text(&figure.in_numbers).tags("</code></dd>");
    }
    if !figure.sources.is_empty() {
        list = list.tags("<dd class=\"source\">").text(&figure.sources.join(" · ")).tags("</dd>");
    }
    list
}

/// The sentence that names what decides.
#[must_use]
pub fn reason_band(reason: &Reason) -> String {
    Markup::new()
        .tags("<p class=\"reason ")
        .tags(reason.tone.name())
        .tags("\"><strong>")
        .text(&reason.lead)
        .tags("</strong> ")
        .text(&reason.text)
        .tags("</p>")
        .finish()
}

/// How full each resource is.
#[must_use]
pub fn meter_row(meters: &[Meter]) -> String {
    Markup::new().tags("<div class=\"meters\">").each(meters, meter).tags("</div>").finish()
}

/// A bar with a tick where its limit lies. Beyond the limit, or without a share, it is full and in the tone of failure;
/// the words say how much it is.
fn meter(row: Markup, meter: &Meter) -> Markup {
    let over = meter.share.is_none_or(|share| share > meter.limit + 1e-12);
    let per_cent = |share: f64| within(share, 0.0, 1.0) * 100.0;
    let (share, limit) = (per_cent(meter.share.unwrap_or(1.0)), per_cent(meter.limit));
    row.tags("<div class=\"meter\" role=\"meter\" aria-valuemin=\"0\" aria-valuemax=\"100\" aria-valuenow=\"")
        .tenths(share)
        .tags("\" aria-label=\"")
        .text(meter.label)
        .tags("\" aria-valuetext=\"")
        .text(&meter.words)
        .tags("\"><div class=\"words\" aria-hidden=\"true\"><span>")
        .text(meter.label)
        .tags("</span><strong>")
        .text(&meter.words)
        .tags("</strong></div><svg aria-hidden=\"true\"><rect class=\"track\" width=\"100%\" height=\"8\" y=\"5\" rx=\"4\"/>")
        .tags("<rect height=\"8\" y=\"5\" rx=\"4\" class=\"bar ")
        .tags(if over { "failure" } else { meter.tone.name() })
        .tags("\" width=\"")
        .tenths(share)
        .tags("%\"/><line class=\"tick\" y1=\"1\" y2=\"17\" x1=\"")
        .tenths(limit)
        .tags("%\" x2=\"")
        .tenths(limit)
        .tags("%\"/></svg></div>")
}

/// What opens below the results: every figure, what the fields mean, and the command that prints the same answer.
#[component]
fn Asides(
    /// The plan.
    store: Store,
) -> impl IntoView {
    let figures = store.text(|seen| all_figures(seen.answer()));
    let memory = store.text(|seen| table(&memory(seen.answer())));
    let meanings = Signal::derive(move || meanings(store.calculator));
    let command = Signal::derive(move || command(store));
    view! {
        <div class="asides">
            <Disclosure class="aside" summary="All figures and their formulas" markup=figures/>
            <Disclosure class="aside" summary="Who fills a GPU’s memory" markup=memory/>
            <Disclosure class="aside" summary="What the fields mean" markup=meanings/>
            <Disclosure class="aside" summary="This calculation as a command" markup=command/>
        </div>
    }
}

/// Every figure with its value and its formula. The values stand in the markup with all their digits.
fn all_figures(answer: &Answer) -> String {
    let mut table = Markup::new().tags(
        "<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"All figures\"><table class=\"figures\"><thead>\
         <tr><th scope=\"col\">Figure</th><th scope=\"col\">Value</th><th scope=\"col\">Formula</th></tr></thead><tbody>",
    );
    for fact in facts(answer) {
        let number = fact.figure.of(&answer.plan, &answer.sizing).number();
        table = table
            .tags("<tr data-figure=\"")
            .tags(fact.figure.name())
            .tags("\"><th scope=\"row\">")
            .tags(fact.label);
        table = table.tags("</th><td><data value=\"").text(&number.map_or_else(String::new, every_digit));
        table = table.tags("\">").text(&fact.text).tags("</data></td><td>");
        table = table.text(&explain(answer, fact.figure).in_words.unwrap_or_default()).tags("</td></tr>");
    }
    table.tags("</tbody></table></div>").finish()
}

/// A number in base units, for programs that read the page.
fn every_digit(number: f64) -> String {
    quantity::shortest(number, 0, false)
}

/// What each field of the form means, what it takes, and how a link names it.
fn meanings(calculator: &Calculator) -> String {
    let keys: Vec<Key> = calculator.keys().collect();
    Markup::new().tags("<dl class=\"meanings\">").each(&keys, meaning).tags("</dl>").finish()
}

fn meaning(list: Markup, key: &Key) -> Markup {
    let row = key.row();
    let mut list = list.tags("<dt>").tags(row.label).tags(" <code>").tags(row.name).tags("</code></dt><dd>");
    list = list.tags(row.meaning);
    if row.range().is_some() {
        list = list.tags(" It may be ").text(&row.allowed()).tags(".");
    }
    list.tags("</dd>")
}

fn command(store: Store) -> String {
    Markup::new().tags("<code class=\"command\">").text(&store.command()).tags("</code>").finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_stands_in_the_page_with_all_its_digits() {
        let table = all_figures(&Answer::to_link("v=1"));
        let row = "<tr data-figure=\"context_tokens\"><th scope=\"row\">Mean context</th>\
                   <td><data value=\"2200\">2,200 tokens</data></td>";
        assert!(table.contains(row), "{table}");
    }

    #[test]
    fn a_full_meter_is_in_the_tone_of_failure() {
        let answer = Answer::to_link("v=1&rate=46&replicas=4");
        let row = meter_row(&present::meters(&answer));
        assert!(row.contains("aria-valuenow=\"100.0\"") && row.contains("bar failure"), "{row}");
    }

    #[test]
    fn what_a_field_means_names_its_key_and_its_range() {
        let meaning = meaning(Markup::new(), &Key::Util).finish();
        assert!(
            meaning.contains("<code>util</code>") && meaning.contains("It may be from 5% to 100%."),
            "{meaning}"
        );
    }
}
