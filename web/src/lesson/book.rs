//! The plans that the page speaks of, and every place in its text that follows from them.

use super::page::{all, attribute, lead, within};
use crate::state::{History, address, decimal_of_reader, on_shortcut};
use leptos::prelude::*;
use lesson::{Expression, Plans, base, table, table_markup};
use plan::PlanInput;
use present::comparison::number;
use quantity::{Decimal, Key, Place};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// What is said in each base plan, and the passages that speak of them.
pub(super) struct Book {
    said: RefCell<Said>,
    /// The same as the page came: the worked examples, and the plan of the address.
    served: RefCell<Said>,
    history: RefCell<History<Said, Key>>,
    passages: Vec<Passage>,
    /// What else follows from a base plan.
    watchers: RefCell<Vec<Watcher>>,
    pub(super) decimal: Decimal,
}

/// Told which base plan something follows from anew.
type Watcher = Box<dyn Fn(&Book, &str)>;

/// The base plans by the words for them.
type Said = Vec<(String, PlanInput)>;

/// A section, with the plans that it speaks of and what in it follows from them.
pub(super) struct Passage {
    pub(super) element: Element,
    /// The word for its base plan.
    pub(super) base: String,
    further: Vec<(String, String)>,
    lives: Vec<Live>,
    links: Vec<(Element, Option<String>)>,
    tables: Vec<Exhibit>,
}

/// A figure in the text.
struct Live {
    element: Element,
    expression: Expression,
    /// As it stands there now.
    text: RefCell<String>,
}

/// A table, by its name, and of which plan.
struct Exhibit {
    element: Element,
    name: String,
    of: Option<String>,
    markup: RefCell<String>,
}

impl Book {
    /// The book of the page that is open, its text brought up to the plan in the address.
    pub(super) fn open() -> Rc<Self> {
        let passages: Vec<_> = all("section[data-plan]").map(Passage::of).collect();
        let mut said = Said::new();
        for passage in &passages {
            if !said.iter().any(|(word, _)| *word == passage.base) {
                said.push((passage.base.clone(), base(&passage.base, &PlanInput::default())));
            }
        }
        let book = Rc::new(Self {
            served: RefCell::new(said.clone()),
            said: RefCell::new(said),
            history: RefCell::default(),
            passages,
            watchers: RefCell::default(),
            decimal: decimal_of_reader(),
        });
        book.take_up(&address::fragment());
        let travelling = Rc::clone(&book);
        on_shortcut(move |back| travelling.travel(back));
        book
    }

    /// Takes the reader's own plan from the address, where it holds one.
    pub(super) fn take_up(&self, fragment: &str) {
        if plan::is_plan(fragment) {
            let (own, _) = PlanInput::from_link(fragment);
            set(&mut self.served.borrow_mut(), CURRENT, &own);
            if set(&mut self.said.borrow_mut(), CURRENT, &own) {
                self.refresh(CURRENT);
            }
        }
        // Only now: until then the figures of a plan in the address are hidden.
        if let Some(html) = document().document_element() {
            let _ = html.class_list().remove_1("has-plan");
        }
    }

    /// Calls `watch` whenever something follows from a base plan anew, with the word for it.
    pub(super) fn watch(&self, watch: impl Fn(&Self, &str) + 'static) {
        self.watchers.borrow_mut().push(Box::new(watch));
    }

    /// The passages of the page, in order.
    pub(super) fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// The passage that holds an element.
    pub(super) fn passage(&self, element: &Element) -> Option<&Passage> {
        let section = element.closest("section[data-plan]").ok().flatten()?;
        self.passages.iter().find(|passage| passage.element.is_same_node(Some(&section)))
    }

    /// The plans of a passage.
    pub(super) fn plans(&self, passage: &Passage) -> Plans {
        let further: Vec<_> =
            passage.further.iter().map(|(name, changes)| (name.as_str(), changes.as_str())).collect();
        Plans::new(self.base(&passage.base), &further)
    }

    /// What is said in the base plan of that word.
    pub(super) fn base(&self, word: &str) -> PlanInput {
        let said = self.said.borrow();
        said.iter().find(|(known, _)| known == word).map(|(_, input)| input.clone()).unwrap_or_default()
    }

    /// Takes what a reader typed for `key`.
    ///
    /// # Errors
    /// What is wrong with it, in words. The plan is then as it was.
    pub(super) fn say(&self, word: &str, key: Key, text: &str) -> Result<(), String> {
        let mut input = self.base(word);
        input.say(key, text, Place::Field(self.decimal));
        let checked = input.check();
        if let Some(issue) = checked.issues.into_iter().next() {
            return Err(issue.message);
        }
        self.put(word, key, &input);
        Ok(())
    }

    /// Moves `key` by some steps.
    pub(super) fn step(&self, word: &str, key: Key, steps: i32) {
        let mut input = self.base(word);
        let now = number(&input, key)
            .unwrap_or_else(|| present::starting_value(&present::Answer::to(input.check().plan), key));
        let row = key.row();
        input.say(key, &row.unit.link(row.stepped(now, steps)), Place::Link);
        if input.check().issues.is_empty() {
            self.put(word, key, &input);
        }
    }

    fn put(&self, word: &str, key: Key, input: &PlanInput) {
        self.history.borrow_mut().remember(Some(key), || self.said.borrow().clone());
        set(&mut self.said.borrow_mut(), word, input);
        self.refresh(word);
    }

    /// The next change is a step of its own.
    pub(super) fn rest(&self) {
        self.history.borrow_mut().rest();
    }

    /// Whether something differs from the worked examples and the reader's own plan as they came.
    pub(super) fn is_changed(&self) -> bool {
        // As a link says it: a number that was typed and is the example's is no change.
        let pairs = self.said.borrow();
        let served = self.served.borrow();
        pairs.iter().zip(served.iter()).any(|((_, said), (_, served))| said.link() != served.link())
    }

    /// Back to what was said before the last change, or forward again.
    pub(super) fn travel(&self, back: bool) {
        let now = self.said.borrow().clone();
        let there = self.history.borrow_mut().travel(back, now);
        if let Some(there) = there {
            self.turn_to(there);
        }
    }

    /// Back to what was served, as one step.
    pub(super) fn reset(&self) {
        self.history.borrow_mut().remember(None, || self.said.borrow().clone());
        let served = self.served.borrow().clone();
        self.turn_to(served);
    }

    fn turn_to(&self, said: Said) {
        let words: Vec<String> = said.iter().map(|(word, _)| word.clone()).collect();
        self.said.replace(said);
        words.iter().for_each(|word| self.refresh(word));
    }

    /// Writes again what follows from a base plan.
    fn refresh(&self, word: &str) {
        for passage in self.passages.iter().filter(|passage| passage.base == word) {
            passage.write(&self.plans(passage));
        }
        self.watchers.borrow().iter().for_each(|watch| watch(self, word));
    }
}

/// Says `input` in the base plan of that word; false where there is none.
fn set(said: &mut Said, word: &str, input: &PlanInput) -> bool {
    let standing = said.iter_mut().find(|(known, _)| known == word);
    standing.is_some_and(|(_, standing)| {
        input.clone_into(standing);
        true
    })
}

/// The word for the reader's own plan.
pub(super) const CURRENT: &str = "current";

impl Passage {
    fn of(element: Element) -> Self {
        let names = element.get_attribute_names();
        let further = names.iter().filter_map(|name| {
            let attribute = name.as_string()?;
            let plan = attribute.strip_prefix("data-plan-")?;
            Some((plan.into(), element.get_attribute(&attribute)?))
        });
        Self {
            base: attribute(&element, "data-plan"),
            further: further.collect(),
            lives: within(&element, "data[data-get]").filter_map(Live::of).collect(),
            links: within(&element, "a[data-open]").map(|link| (link.clone(), of(&link))).collect(),
            tables: within(&element, "[data-table]").map(Exhibit::of).collect(),
            element,
        }
    }

    fn write(&self, plans: &Plans) {
        for live in &self.lives {
            live.write(plans);
        }
        for (link, of) in &self.links {
            if let Some(input) = plans.input(of.as_deref()) {
                lead(link, input);
            }
        }
        for exhibit in &self.tables {
            exhibit.write(plans);
        }
    }
}

impl Live {
    fn of(element: Element) -> Option<Self> {
        let expression = Expression::parse(&attribute(&element, "data-get")).ok()?;
        let text = RefCell::new(element.text_content().unwrap_or_default());
        Some(Self { element, expression, text })
    }

    fn write(&self, plans: &Plans) {
        let text = self.expression.text(plans);
        if *self.text.borrow() != text {
            self.element.set_text_content(Some(&text));
            self.text.replace(text);
        }
    }
}

impl Exhibit {
    fn of(element: Element) -> Self {
        Self {
            name: attribute(&element, "data-table"),
            of: of(&element),
            markup: RefCell::new(String::new()),
            element,
        }
    }

    fn write(&self, plans: &Plans) {
        let table = plans.answer(self.of.as_deref()).and_then(|answer| table(&self.name, answer));
        let markup = table.map_or_else(|| NO_TABLE.into(), |table| table_markup(&table));
        if *self.markup.borrow() != markup {
            self.element.set_inner_html(&markup);
            self.markup.replace(markup);
        }
    }
}

const NO_TABLE: &str = "<p>These numbers make no fleet, so there is no table.</p>";

/// Of which of a passage's plans something is.
pub(super) fn of(element: &Element) -> Option<String> {
    element.get_attribute("data-of")
}
