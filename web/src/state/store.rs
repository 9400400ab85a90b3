//! The plan that the page is about: what was typed, what it was read as, and what is shown for it.

use super::history::History;
use super::{Offer, address, draft, saved};
use crate::calculator::Calculator;
use crate::controls::Gesture;
use leptos::prelude::*;
use plan::{Checked, Note, PlanInput, Scenario, Scenarios};
use present::chart::Chart;
use present::comparison::number;
use present::{Answer, Tile};
use quantity::{Decimal, Key, Place, Standard};
use std::sync::Arc;

/// The plan in one place. Everything a page shows follows from it.
#[derive(Clone, Copy)]
pub struct Store {
    /// The page's calculator.
    pub calculator: &'static Calculator,
    said: RwSignal<Said>,
    seen: Memo<Seen>,
    /// Each field, with what the example writes into it.
    fields: StoredValue<Vec<(Key, Field, Example)>>,
    history: StoredValue<History<Said, Key>>,
    /// Whether there is something to undo, and to do again.
    reach: [RwSignal<bool>; 2],
    /// Another plan of the reader's, beside the one on the page.
    pub offer: RwSignal<Offer>,
    decimal: Decimal,
}

/// What stands in a field and under it.
///
/// These are the only signals beside what was said that are written, and only by [`Store::change`]: derived for every
/// field at every keystroke they would be half of its work. So a keystroke wakes one field and not all of them.
#[derive(Clone, Copy, Default)]
pub struct Field {
    /// The text in it.
    pub text: RwSignal<String>,
    /// How that was read, where it is not plain from it; else what an empty field stands for.
    pub echo: RwSignal<String>,
    /// What is wrong with it, in words; empty where nothing is.
    pub problem: RwSignal<String>,
    /// Its label, where it differs from the example; else empty.
    pub reset: RwSignal<String>,
}

/// What the reader said.
#[derive(Clone)]
struct Said {
    /// The plan, alone or beside others; there is always one.
    all: Scenarios,
    /// Which of them the form edits.
    place: usize,
    /// What stands in each field. An emptied field says nothing, yet must stay empty while it is edited.
    texts: Vec<String>,
    /// What there is to say about the link that was opened.
    notes: Vec<Note>,
    /// The fields that were emptied, a bit for each key: under these stands what holds in place of what was taken out.
    emptied: u64,
}

const _: () = assert!(Key::COUNT <= 64, "a bit for each key");

/// What the page's example writes into a field.
struct Example {
    text: String,
    /// The value that this stands for; `None` for words, and where the example says nothing.
    number: Option<f64>,
}

/// What follows from what was said.
#[derive(Clone)]
pub struct Seen {
    /// What was said of the plan in the form, checked.
    pub checked: Checked,
    /// Of each scenario what it is called, and the last answer to it without a fault.
    pub cases: Vec<(String, Arc<Outcome>)>,
    /// Which of them the form edits.
    pub place: usize,
    /// What the page shows of them.
    pub shown: Arc<Shown>,
}

/// A plan without a fault and its answer.
pub struct Outcome {
    /// The plan, as it was said.
    pub input: PlanInput,
    /// The answer.
    pub answer: Answer,
}

/// What a calculator shows of its answers. Sentences and tables are markup.
#[derive(Default)]
pub struct Shown {
    /// The result in a sentence, for whoever does not see it change.
    pub headline: String,
    /// The verdict.
    pub tiles: Vec<Tile>,
    /// What decides.
    pub why: String,
    /// The charts; `None` where the plan has none.
    pub charts: Vec<Option<Arc<Chart>>>,
    /// What stands below them.
    pub below: String,
    /// The table; apart from the rest, because it changes less often.
    pub table: String,
}

impl Store {
    /// The plan of the address, else the calculator's example; it follows the address for as long as the page is open.
    #[must_use]
    pub fn open(calculator: &'static Calculator) -> Self {
        let decimal = if cfg!(feature = "csr") { decimal_of_reader() } else { Decimal::Point };
        let (all, _) = (calculator.read)(calculator.example);
        let field = |key| (key, Field::default(), Example::of(all.input(0), key, decimal));
        let fields = StoredValue::new(calculator.keys().map(field).collect());
        let said = RwSignal::new(Said { all, place: 0, texts: Vec::new(), notes: Vec::new(), emptied: 0 });
        let see = move |before: Option<&Seen>| said.with(|said| Seen::of(said, calculator, before));
        // Whatever is said changes it somewhere; what shows it compares texts.
        let seen = Memo::new_with_compare(see, |_, _| true);
        let history = StoredValue::new(History::default());
        let reach = [RwSignal::new(false), RwSignal::new(false)];
        let offer = RwSignal::default();
        let store = Self { calculator, said, seen, fields, history, reach, offer, decimal };
        if cfg!(feature = "csr") {
            let fragment = address::fragment();
            store.read(&fragment);
            store.make_offer();
            store.take_up(&fragment);
            address::on_change(move |fragment| {
                store.remember(None);
                store.read(&fragment);
                store.make_offer();
            });
            super::history::on_shortcut(move |back| store.travel(back));
        } else {
            store.read("");
        }
        store
    }

    /// A text that follows from what was said.
    #[must_use]
    pub fn text(self, of: impl Fn(&Seen) -> String + Send + Sync + 'static) -> Signal<String> {
        Signal::derive(move || self.seen.with(&of))
    }

    /// What is seen now, without following it.
    pub fn look<T>(self, of: impl FnOnce(&Seen) -> T) -> T {
        self.seen.with_untracked(of)
    }

    /// The chart at a place of the page.
    #[must_use]
    pub fn chart(self, place: usize) -> Signal<Option<Arc<Chart>>> {
        Signal::derive(move || self.seen.with(|seen| seen.shown.charts.get(place).cloned().flatten()))
    }

    /// The field of `key`, which must be on the page.
    #[must_use]
    pub fn field(self, key: Key) -> Field {
        let find = |fields: &Vec<(Key, Field, Example)>| {
            fields.iter().find(|field| field.0 == key).map(|field| field.1)
        };
        self.fields.with_value(find).unwrap_or_default()
    }

    /// What there is to say about the link that was opened.
    #[must_use]
    pub fn about_link(self) -> Vec<String> {
        self.said.with(|said| said.notes.iter().map(|note| note.text.clone()).collect())
    }

    /// The command that prints the same answer.
    #[must_use]
    pub fn command(self) -> String {
        self.said.with(|said| present::command(said.input()))
    }

    /// Takes what the reader did in the field of `key`.
    pub fn take(self, key: Key, gesture: Gesture) {
        match gesture {
            Gesture::Entered(text) => self.say(key, &text),
            Gesture::Stepped(steps) => self.step(key, steps),
            Gesture::Left => self.leave(key),
            Gesture::Reset => self.reset_field(key),
        }
    }

    fn say(self, key: Key, text: &str) {
        self.remember(Some(key));
        self.change(|said| said.say(key, text, self.decimal));
        self.write();
    }

    /// Changes the plan as the lever at this place of its list does, and writes what stands for it into the fields.
    pub fn pull_lever(self, place: usize) {
        let pulled = self.seen.with_untracked(|seen| {
            let plan = &seen.answer().plan;
            let lever = plan::relief(plan).get(place)?.lever;
            let mut input = seen.outcome().input.clone();
            input.pull(lever, plan);
            Some(input)
        });
        if let Some(input) = pulled {
            self.rearrange(|said| said.all.replace(said.place, input));
        }
    }

    /// Changes which scenarios there are, what they are called, or which of them the form edits, as one step, and writes
    /// into the fields what stands for the one it edits now.
    pub fn arrange(self, change: impl FnOnce(&mut Scenarios, &mut usize)) {
        self.rearrange(|said| change(&mut said.all, &mut said.place));
    }

    /// Puts a plan of the reader's beside the one that a link brought: from then on both are theirs.
    pub fn put_beside(self, own: Scenario) {
        saved::put_aside("");
        self.settle(Offer::Nothing);
        self.rearrange(|said| _ = said.all.push(own));
    }

    fn rearrange(self, change: impl FnOnce(&mut Said)) {
        self.remember(None);
        // An entry that cannot be used belongs to the scenario that is left: what holds there in its place stays.
        let sound = self.seen.with_untracked(|seen| seen.is_stale().then(|| seen.outcome().input.clone()));
        self.change(|said| {
            if let Some(sound) = sound {
                said.all.replace(said.place, sound);
            }
            change(said);
            said.write_fields(self.decimal);
        });
        self.write();
    }

    /// Goes back to what was said before the last change, or forward again.
    pub fn travel(self, back: bool) {
        let now = self.said.with_untracked(Said::clone);
        let there = self.history.try_update_value(|history| history.travel(back, now)).flatten();
        if let Some(there) = there {
            self.change(|said| *said = there);
            self.write();
        }
        self.show_reach();
    }

    /// Keeps what is said now, before it is changed. Changes of one field in a row are one step.
    fn remember(self, key: Option<Key>) {
        let said = self.said;
        self.history.update_value(|history| history.remember(key, || said.with_untracked(Said::clone)));
        self.show_reach();
    }

    fn show_reach(self) {
        let now = self.history.with_value(History::reach);
        for (signal, now) in self.reach.into_iter().zip(now) {
            signal.set(now);
        }
    }

    /// Whether there is something to undo (`back`) or to do again, as an attribute's value.
    #[must_use]
    pub fn is_out_of_reach(self, back: bool) -> Signal<String> {
        let reach = self.reach[usize::from(!back)];
        Signal::derive(move || String::from(if reach.get() { "false" } else { "true" }))
    }

    /// Changes what was said, and the fields that this changes.
    fn change(self, change: impl FnOnce(&mut Said)) {
        self.said.update(change);
        self.fields.with_value(|fields| {
            for (key, field, example) in fields {
                let standing = self.standing(*key, example);
                let signals = [field.text, field.echo, field.problem, field.reset];
                for (signal, now) in signals.into_iter().zip(standing) {
                    if signal.with_untracked(|before| *before != now) {
                        signal.set(now);
                    }
                }
            }
        });
    }

    /// What stands in the field of `key`, how it was read, what is wrong with it, and its label where `example` is
    /// something else.
    fn standing(self, key: Key, example: &Example) -> [String; 4] {
        let (text, typed, differs) = self.said.with_untracked(|said| {
            let typed = said.input().entry(key).is_some_and(|entry| entry.place != Place::Link);
            let differs = match said.place {
                0 => example.differs(key, said),
                _ => Example::of(said.all.input(0), key, self.decimal).differs(key, said),
            };
            (
                said.texts.get(key as usize).cloned().unwrap_or_default(),
                typed || said.emptied >> key as u8 & 1 == 1,
                differs,
            )
        });
        let reset = String::from(if differs { key.row().label } else { "" });
        self.seen.with_untracked(|seen| {
            let empty = text.trim().is_empty();
            let mut echo = echo(&seen.checked, seen.answer(), key, typed, empty).unwrap_or_default();
            if differs && seen.place > 0 {
                let base = self.said.with_untracked(|said| said.all.input(0).standing(key));
                echo = [echo.as_str(), if echo.is_empty() { "" } else { ". " }, "The baseline has ", &base]
                    .concat();
            }
            let problem = seen.checked.issue(key).map(|issue| issue.message.clone()).unwrap_or_default();
            [text, echo, problem, reset]
        })
    }

    /// Moves the value of `key` by some steps.
    fn step(self, key: Key, steps: i32) {
        let row = key.row();
        let now = self
            .said
            .with_untracked(|said| number(said.input(), key))
            .unwrap_or_else(|| self.seen.with_untracked(|seen| present::starting_value(seen.answer(), key)));
        self.remember(Some(key));
        self.put(key, &row.unit.link(row.stepped(now, steps)));
    }

    /// Returns the field of `key` to the page's example, or to the baseline.
    fn reset_field(self, key: Key) {
        self.remember(None);
        if self.said.with_untracked(|said| said.place > 0) {
            self.change(|said| {
                said.all.follow(said.place, key);
                said.write_field(key, self.decimal);
            });
            return self.write();
        }
        let (example, _) = PlanInput::from_link(self.calculator.example);
        self.put(key, example.entry(key).map_or("", |entry| &entry.text));
    }

    /// Says what a link would, which nobody typed, and writes into the field what stands for it.
    fn put(self, key: Key, text: &str) {
        self.change(|said| {
            said.all.say(said.place, key, text, Place::Link);
            said.write_field(key, self.decimal);
        });
        self.write();
    }

    /// Fills an emptied field again once it is left.
    fn leave(self, key: Key) {
        self.history.update_value(History::rest);
        let emptied = self.said.with_untracked(|said| {
            said.texts.get(key as usize).is_some_and(|text| text.trim().is_empty())
                && !said.input().field_text(key, self.decimal).is_empty()
        });
        if emptied {
            self.change(|said| said.write_field(key, self.decimal));
        }
    }

    /// Returns to the page's example.
    pub fn reset(self) {
        self.remember(None);
        self.read("");
        address::write_soon(String::new(), String::new());
    }

    /// Opens the plan that is offered.
    pub fn open_offered(self) {
        let offer = self.offer.get_untracked();
        self.open_own(offer.link());
    }

    /// Opens the plan that was put aside.
    pub fn open_former(self) {
        self.open_own(&saved::former().unwrap_or_default());
    }

    fn open_own(self, link: &str) {
        saved::put_aside(link);
        self.settle(Offer::Nothing);
        self.remember(None);
        self.read(link);
        self.write();
    }

    /// Takes the plan on the page for the reader's own; the one before is put aside, and offered.
    pub fn take_guest(self) {
        let mine = self.offer.with_untracked(|offer| String::from(offer.link()));
        saved::put_aside("");
        self.settle(Offer::Taken(mine));
        self.write();
    }

    /// Offers the reader's own plan beside one that a link brought.
    fn make_offer(self) {
        let link = self.said.with_untracked(|said| (self.calculator.link)(&said.all));
        self.settle(Offer::of(&link, saved::other_than(&link)));
    }

    fn settle(self, offer: Offer) {
        saved::mind_guest(matches!(offer, Offer::Guest(_)));
        self.offer.set(offer);
    }

    fn read(self, fragment: &str) {
        let is_plan = plan::is_plan(fragment);
        if !is_plan && !fragment.is_empty() && !self.said.with_untracked(|said| said.texts.is_empty()) {
            // An ordinary anchor: the plan stays.
            return;
        }
        let (all, notes) = (self.calculator.read)(if is_plan { fragment } else { self.calculator.example });
        self.change(|said| {
            *said = Said { all, place: 0, texts: Vec::new(), notes, emptied: 0 };
            said.write_fields(self.decimal);
        });
    }

    /// Takes up the entries that were left unfinished when this tab last showed the same plan.
    fn take_up(self, fragment: &str) {
        let entries = draft::restored(fragment);
        if !entries.is_empty() {
            // The figures are those of the plan in the address, until the entries can be used.
            self.seen.with_untracked(|_| ());
            self.change(|said| {
                for (key, text) in entries.iter().filter(|(key, _)| self.calculator.has(*key)) {
                    said.say(*key, text, self.decimal);
                }
            });
        }
    }

    /// The address holds the last plan without a fault, and the draft beside it what stands in the fields since.
    fn write(self) {
        let (link, unfinished) = self.seen.with_untracked(|seen| {
            let input = &seen.outcome().input;
            let differs = |key: &Key, text: &String| *text != input.field_text(*key, self.decimal);
            let unfinished = self.said.with_untracked(|said| {
                let fields = Key::all().zip(&said.texts);
                draft::of(fields.filter(|(key, text)| seen.is_stale() && differs(key, text)))
            });
            let mut sound = self.said.with_untracked(|said| said.all.clone());
            if seen.is_stale() {
                sound.replace(seen.place, input.clone());
            }
            ((self.calculator.link)(&sound), unfinished)
        });
        address::write_soon(link, unfinished);
    }
}

impl Said {
    /// What was said of the plan in the form.
    fn input(&self) -> &PlanInput {
        self.all.input(self.place)
    }

    /// Writes into the field of `key` what stands for it now.
    fn write_field(&mut self, key: Key, decimal: Decimal) {
        let text = self.input().field_text(key, decimal);
        if let Some(standing) = self.texts.get_mut(key as usize) {
            *standing = text;
        }
    }

    /// Writes into every field what stands for it now.
    fn write_fields(&mut self, decimal: Decimal) {
        self.emptied = 0;
        self.texts = Key::all().map(|key| self.input().field_text(key, decimal)).collect();
    }

    fn say(&mut self, key: Key, text: &str, decimal: Decimal) {
        if let Some(standing) = self.texts.get_mut(key as usize) {
            text.clone_into(standing);
        }
        if text.trim().is_empty() {
            self.emptied |= 1 << key as u8;
        }
        self.all.say(self.place, key, text, Place::Field(decimal));
    }
}

impl Example {
    fn of(input: &PlanInput, key: Key, decimal: Decimal) -> Self {
        let standard = match key.row().default {
            Standard::Number(value) => Some(value),
            _ => None,
        };
        Self { text: input.field_text(key, decimal), number: input.number(key).or(standard) }
    }

    /// Whether the field of `key` holds something else, and not only another spelling of the same number.
    fn differs(&self, key: Key, said: &Said) -> bool {
        let text = said.texts.get(key as usize).map_or("", |text| text.trim());
        text != self.text && (self.number.is_none() || said.input().number(key) != self.number)
    }
}

impl Seen {
    /// While an entry cannot be used, the last valid answer stands. What has not changed is not sized again.
    fn of(said: &Said, calculator: &Calculator, before: Option<&Self>) -> Self {
        let checked = said.input().check();
        let known = before.map_or(&[][..], |before| &before.cases);
        let case = |place: usize| {
            let input = said.all.input(place);
            let known = known.iter().find(|case| case.1.input == *input).or_else(|| {
                // What cannot be used of the baseline cannot be used of those that follow it either.
                known.get(place).filter(|_| !input.check().issues.is_empty())
            });
            let outcome = known.map_or_else(
                || Arc::new(Outcome { input: input.clone(), answer: Answer::to(input.check().plan) }),
                |case| Arc::clone(&case.1),
            );
            (said.all.label(place), outcome)
        };
        let cases: Vec<_> = (0..said.all.all().len()).map(case).collect();
        let shown = Arc::new((calculator.show)(&cases, said.place));
        Self { checked, cases, place: said.place, shown }
    }

    /// The plan in the form, without a fault, and its answer.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        let case = self.cases.get(self.place).unwrap_or(&self.cases[0]);
        &case.1
    }

    /// The answer to the plan in the form.
    #[must_use]
    pub fn answer(&self) -> &Answer {
        &self.outcome().answer
    }

    /// Whether some entry cannot be used, so that the answer is that of an earlier plan.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        !self.checked.issues.is_empty()
    }
}

/// How the entry of `key` was read, where it was `typed` and that is not plain from it; else what an `empty` field stands for.
#[must_use]
pub fn echo(checked: &Checked, answer: &Answer, key: Key, typed: bool, empty: bool) -> Option<String> {
    // What a link said stands in the field as it was read. A question about the value comes after its reading.
    let reading = checked.readings.iter().rfind(|echo| echo.key == key && typed);
    match (reading, key.row().default) {
        (Some(reading), _) => Some(reading.text.clone()),
        (None, Standard::Number(value)) if empty => {
            Some(["Empty, so the example’s ", &key.row().unit.exact(value), " holds"].concat())
        }
        _ => present::implied(answer, key).or_else(|| (empty && typed).then(|| absent(key).into())),
    }
}

/// What an emptied field that has no standard stands for, where nothing follows from the plan.
fn absent(key: Key) -> &'static str {
    match key {
        Key::Hbm | Key::Bw | Key::Flops => "Empty, so the GPU’s own holds",
        Key::Itl | Key::Activations | Key::Graphs | Key::NonTorch => "Empty, so it is left out",
        _ => "Empty, so the model’s own holds",
    }
}

/// How the reader's language writes one and a half.
#[must_use]
pub fn decimal_of_reader() -> Decimal {
    // A browser on a system without a language calls it "C", and what is no language makes the next call throw.
    let language = window().navigator().language().filter(|language| language.len() > 1);
    let sample = js_sys::Number::from(1.5).to_locale_string(language.as_deref().unwrap_or("en"));
    if String::from(sample).contains(',') { Decimal::Comma } else { Decimal::Point }
}
