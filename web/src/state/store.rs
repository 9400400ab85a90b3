//! The plan that the page is about: what was typed, what it was read as, and the answer.

use super::{address, saved};
use leptos::prelude::*;
use plan::{Checked, Note, PlanInput};
use present::Answer;
use quantity::{Decimal, Key, Place, Standard};

/// The plan in one place. Everything a page shows follows from it.
#[derive(Clone, Copy)]
pub struct Store {
    input: RwSignal<PlanInput>,
    /// What stands in each field. An emptied field says nothing, yet must stay empty while it is edited.
    texts: RwSignal<Vec<String>>,
    notes: RwSignal<Vec<Note>>,
    /// What the page shows where the address holds no plan.
    example: StoredValue<PlanInput>,
    decimal: Decimal,
    checked: Memo<Checked>,
    answer: Memo<Answer>,
}

impl Store {
    /// The plan of the address, else `example`; it follows the address for as long as the page is open.
    #[must_use]
    pub fn open(example: PlanInput) -> Self {
        let decimal = if cfg!(feature = "csr") { decimal_of_reader() } else { Decimal::Point };
        let (input, notes) = (RwSignal::new(example.clone()), RwSignal::new(Vec::new()));
        let checked = Memo::new(move |_| input.with(PlanInput::check));
        // While an entry cannot be used, the last valid answer stands.
        let answer = Memo::new(move |before: Option<&Answer>| {
            let now = || checked.with(|checked| Answer::to(checked.plan.clone()));
            let usable = checked.with(|checked| checked.issues.is_empty());
            before.filter(|_| !usable).cloned().unwrap_or_else(now)
        });
        let texts = RwSignal::new(Vec::new());
        let store =
            Self { input, texts, notes, example: StoredValue::new(example), decimal, checked, answer };
        if cfg!(feature = "csr") {
            store.read(&address::fragment());
            address::on_change(move |fragment| store.read(&fragment));
        } else {
            store.refill();
        }
        store
    }

    /// The answer to the last valid plan.
    #[must_use]
    pub const fn answer(self) -> Memo<Answer> {
        self.answer
    }

    /// What was said.
    #[must_use]
    pub const fn input(self) -> RwSignal<PlanInput> {
        self.input
    }

    /// What there is to say about the link that was opened.
    #[must_use]
    pub const fn notes(self) -> RwSignal<Vec<Note>> {
        self.notes
    }

    /// Whether some entry cannot be used, so that the answer is that of an earlier plan.
    #[must_use]
    pub fn is_stale(self) -> bool {
        self.checked.with(|checked| !checked.issues.is_empty())
    }

    /// What stands in the field of `key`.
    #[must_use]
    pub fn text(self, key: Key) -> Signal<String> {
        Signal::derive(move || self.texts.with(|texts| texts.get(key as usize).cloned().unwrap_or_default()))
    }

    /// The name chosen for `key`.
    #[must_use]
    pub fn word(self, key: Key) -> Signal<String> {
        Signal::derive(move || self.input.with(|input| input.field_text(key, self.decimal)))
    }

    /// What is wrong with the entry of `key`, in words.
    #[must_use]
    pub fn problem(self, key: Key) -> Signal<Option<String>> {
        Signal::derive(move || {
            self.checked.with(|checked| checked.issue(key).map(|issue| issue.message.clone()))
        })
    }

    /// How the entry of `key` was read, where that is not plain from it.
    #[must_use]
    pub fn echo(self, key: Key) -> Signal<Option<String>> {
        Signal::derive(move || {
            let reading = self.checked.with(|checked| {
                checked.readings.iter().find(|echo| echo.key == key).map(|echo| echo.text.clone())
            });
            reading.or_else(|| self.standing_default(key))
        })
    }

    /// The default that holds because its field was emptied.
    fn standing_default(self, key: Key) -> Option<String> {
        let Standard::Number(value) = key.row().default else { return None };
        let empty =
            self.texts.with(|texts| texts.get(key as usize).is_some_and(|text| text.trim().is_empty()));
        empty.then(|| ["Empty, so the example’s ", &key.row().unit.exact(value), " holds"].concat())
    }

    /// Takes what was typed or chosen for `key`.
    pub fn say(self, key: Key, text: &str) {
        self.texts.update(|texts| {
            if let Some(standing) = texts.get_mut(key as usize) {
                text.clone_into(standing);
            }
        });
        self.input.update(|input| input.say(key, text, Place::Field(self.decimal)));
        self.write();
    }

    /// Moves the value of `key` by some steps.
    pub fn step(self, key: Key, steps: i32) {
        let row = key.row();
        let default = if let Standard::Number(value) = row.default { Some(value) } else { None };
        let now = self.input.with_untracked(|input| input.number(key)).or(default);
        let next = super::step::after(row, now, steps);
        let text = row.unit.field_text(next);
        self.say(
            key,
            &match self.decimal {
                Decimal::Point => text,
                Decimal::Comma => text.replace(',', "").replace('.', ","),
            },
        );
    }

    /// Fills an emptied field again once it is left.
    pub fn leave(self, key: Key) {
        let text = self.input.with_untracked(|input| input.field_text(key, self.decimal));
        self.texts.update(|texts| {
            if let Some(standing) = texts.get_mut(key as usize).filter(|standing| standing.trim().is_empty())
            {
                *standing = text;
            }
        });
    }

    /// Returns to the page's example.
    pub fn reset(self) {
        self.notes.set(Vec::new());
        self.input.set(self.example.get_value());
        self.refill();
        address::write_soon(String::new());
    }

    /// Opens another plan, such as the saved one.
    pub fn open_link(self, fragment: &str) {
        self.read(fragment);
        self.write();
    }

    fn read(self, fragment: &str) {
        if plan::is_plan(fragment) {
            let (input, notes) = PlanInput::from_link(fragment);
            self.notes.set(notes);
            self.input.set(input);
        } else if fragment.is_empty() {
            self.notes.set(Vec::new());
            self.input.set(self.example.get_value());
        } else if !self.texts.with_untracked(Vec::is_empty) {
            // An ordinary anchor: the plan stays.
            return;
        }
        self.refill();
    }

    /// Writes into every field what stands for it now.
    fn refill(self) {
        let texts = self
            .input
            .with_untracked(|input| Key::all().map(|key| input.field_text(key, self.decimal)).collect());
        self.texts.set(texts);
    }

    fn write(self) {
        let link = self.input.with_untracked(PlanInput::link);
        saved::keep(&link);
        address::write_soon(link);
    }
}

/// How the reader's language writes one and a half.
fn decimal_of_reader() -> Decimal {
    let language = window().navigator().language().unwrap_or_default();
    let sample = js_sys::Number::from(1.5).to_locale_string(&language);
    if String::from(sample).contains(',') { Decimal::Comma } else { Decimal::Point }
}
