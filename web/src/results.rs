//! The parts that the calculators' results are made of.

use crate::controls::{LiveRegion, Tile};
use crate::markup::{Live, Markup};
use crate::state::{Store, address, saved};
use leptos::prelude::*;
use present::{Answer, Explained, Meter, Reason, explain};
use sizing::Figure;

/// The column of results: notes on the link first, dimmed while an entry cannot be used.
#[component]
pub fn Results(
    /// The plan.
    store: Store,
    /// The headline, to be spoken when it changes.
    #[prop(into)]
    headline: Signal<String>,
    /// The results themselves.
    children: Children,
) -> impl IntoView {
    let stale = Memo::new(move |_| store.is_stale());
    view! {
        <div class=move || if stale.get() { "results served stale" } else { "results served" }>
            <p class="reading">"Reading your plan …"</p>
            <SavedPlan store/>
            <Live markup=Signal::derive(move || notes(store))/>
            {children()}
            <LiveRegion text=headline/>
        </div>
    }
    .into_any()
}

/// What there is to say about the link that was opened, and about what cannot be used.
fn notes(store: Store) -> String {
    let texts: Vec<String> = store.notes().with(|notes| notes.iter().map(|note| note.text.clone()).collect());
    let about_link = list("About this link", &texts);
    let stale = "Something in the form cannot be used. Until it is put right, these are the figures of the last plan \
                 that could.";
    let stale = if store.is_stale() {
        Markup::new().tags("<p class=\"notes\">").tags(stale).tags("</p>").finish()
    } else {
        String::new()
    };
    about_link + &stale
}

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

/// Offers the plan that was last edited here, where the page opened on its example.
#[component]
fn SavedPlan(store: Store) -> impl IntoView {
    let on_example = cfg!(feature = "csr") && address::fragment().is_empty();
    let offered = RwSignal::new(if on_example { saved::last() } else { None });
    let continue_it = move |_| {
        if let Some(link) = offered.get_untracked() {
            offered.set(None);
            store.open_link(&link);
        }
    };
    move || {
        offered.with(Option::is_some).then(|| {
            view! {
                <p class="notes calm">
                    "This is the worked example. "
                    <button class="link" type="button" on:click=continue_it>"Continue your saved plan"</button>
                </p>
            }
            .into_any()
        })
    }
}

/// The verdict: four tiles, each of which opens to its formulas.
#[component]
pub fn Verdict(
    /// The plan.
    store: Store,
    /// The tiles.
    tiles: Memo<[present::Tile; 4]>,
) -> impl IntoView {
    let tile = move |place: usize| {
        let part = move |pick: fn(&present::Tile) -> String| {
            Signal::derive(move || tiles.with(|tiles| pick(&tiles[place])))
        };
        let trace = Signal::derive(move || {
            let figures = tiles.with(|tiles| tiles[place].figures);
            store.answer().with(|answer| traces(answer, figures))
        });
        let label = part(|tile| tile.label.into());
        let (figure, note) = (part(|tile| tile.text.clone()), part(|tile| tile.note.clone()));
        view! { <Tile label lead=place == 0 figure note trace/> }
    };
    view! { <div class="verdict">{tile(0)}{tile(1)}{tile(2)}{tile(3)}</div> }.into_any()
}

fn traces(answer: &Answer, figures: &[Figure]) -> String {
    if figures.is_empty() {
        return String::from("There is no figure to explain here; the sentence below says why.");
    }
    let explained: Vec<_> = figures.iter().map(|figure| explain(answer, *figure)).collect();
    Markup::new().tags("<dl>").each(&explained, trace).tags("</dl>").finish()
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
    let per_cent = |share: f64| share.clamp(0.0, 1.0) * 100.0;
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

/// The command that prints the same answer.
#[component]
pub fn AsCommand(
    /// The plan.
    store: Store,
) -> impl IntoView {
    view! {
        <details class="command">
            <summary>"This calculation as a command"</summary>
            <code>{Signal::derive(move || store.input().with(present::command))}</code>
        </details>
    }
    .into_any()
}

/// A part of the answer, computed again only where the answer has changed.
#[must_use]
pub fn part_of<T: PartialEq + Send + Sync + 'static>(store: Store, part: fn(&Answer) -> T) -> Memo<T> {
    Memo::new(move |_| store.answer().with(part))
}
