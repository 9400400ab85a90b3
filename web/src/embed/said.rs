//! What was said in an embed: the plan, what stands in its fields, and what is shown for it.

use super::{Embed, Shown};
use crate::state::{Outcome, echo};
use plan::{Checked, Note, PlanInput};
use present::{Answer, starting_value};
use quantity::{Decimal, Key, Place, Standard};

/// What was said.
pub(super) struct Said {
    embed: &'static Embed,
    input: PlanInput,
    checked: Checked,
    /// The last plan without a fault, and its answer.
    sound: Outcome,
    /// What is shown of that answer.
    pub(super) shown: Shown,
    fields: Vec<Field>,
    /// What there is to say about the link, until somebody changes a field.
    pub(super) notes: Vec<Note>,
    decimal: Decimal,
}

/// A field, and what stands in it letter by letter.
struct Field {
    key: Key,
    text: String,
    /// Whether it was emptied: then what holds in its place stands below.
    emptied: bool,
}

/// What stands in a field and below it.
pub(super) struct Standing {
    pub(super) key: Key,
    pub(super) text: String,
    /// How that was read, where it is not plain from it.
    pub(super) echo: String,
    /// What is wrong with it, in words.
    pub(super) problem: String,
}

impl Said {
    /// What a fragment says, or the example where it holds no plan.
    pub(super) fn of(embed: &'static Embed, fragment: &str) -> Self {
        Self::read(embed, fragment, Decimal::Point)
    }

    /// The same for readers who write one and a half with this sign.
    pub(super) fn read(embed: &'static Embed, fragment: &str, decimal: Decimal) -> Self {
        let (input, notes) =
            PlanInput::from_link(if plan::is_plan(fragment) { fragment } else { embed.example });
        let checked = input.check();
        let answer = Answer::to(checked.plan.clone());
        let shown = (embed.show)(&answer);
        let field = |key: &Key| Field { key: *key, text: input.field_text(*key, decimal), emptied: false };
        let fields = embed.keys.iter().map(field).collect();
        let sound = Outcome { input: input.clone(), answer };
        Self { embed, input, checked, sound, shown, fields, notes, decimal }
    }

    /// The fragment of the plan that is shown.
    pub(super) fn link(&self) -> String {
        self.sound.input.link()
    }

    /// Whether some entry cannot be used, so that the figures are those of an earlier plan.
    pub(super) fn is_stale(&self) -> bool {
        !self.checked.issues.is_empty()
    }

    /// Whether what a note on the link is about was not used as it was written. Else something was assumed that it did not
    /// say.
    pub(super) fn is_refused(&self, note: &Note) -> bool {
        let assumed = |echo: &plan::Echo| echo.assumed && Some(echo.key) == note.key;
        !self.checked.readings.iter().any(assumed)
    }

    /// What stands in each field.
    pub(super) fn standing(&self) -> impl Iterator<Item = Standing> {
        self.fields.iter().map(|field| {
            let key = field.key;
            let typed = self.input.entry(key).is_some_and(|entry| entry.place != Place::Link);
            let empty = field.text.trim().is_empty();
            let echo = echo(&self.checked, &self.sound.answer, key, typed || field.emptied, empty);
            let problem = self.checked.issue(key).map(|issue| issue.message.clone());
            Standing {
                key,
                text: field.text.clone(),
                echo: echo.unwrap_or_default(),
                problem: problem.unwrap_or_default(),
            }
        })
    }

    /// Takes what was typed or chosen for `key`. True: something is shown otherwise now.
    pub(super) fn say(&mut self, key: Key, text: &str) -> bool {
        if let Some(field) = self.field(key) {
            text.clone_into(&mut field.text);
            field.emptied |= text.trim().is_empty();
        }
        self.input.say(key, text, Place::Field(self.decimal));
        self.follow();
        true
    }

    /// Moves the value of `key` by some steps. True: something is shown otherwise now.
    pub(super) fn step(&mut self, key: Key, steps: i32) -> bool {
        let row = key.row();
        let now = match (self.input.number(key), row.default) {
            (Some(value), _) | (None, Standard::Number(value)) => value,
            _ => starting_value(&self.sound.answer, key),
        };
        self.input.say(key, &row.unit.link(row.stepped(now, steps)), Place::Link);
        self.write_field(key);
        self.follow();
        true
    }

    /// Fills an emptied field again once it is left. False where it was not empty.
    pub(super) fn leave(&mut self, key: Key) -> bool {
        let empty = self.field(key).is_some_and(|field| field.text.trim().is_empty());
        if empty {
            self.write_field(key);
        }
        empty
    }

    fn write_field(&mut self, key: Key) {
        let text = self.input.field_text(key, self.decimal);
        if let Some(field) = self.field(key) {
            field.text = text;
        }
    }

    fn field(&mut self, key: Key) -> Option<&mut Field> {
        self.fields.iter_mut().find(|field| field.key == key)
    }

    /// While an entry cannot be used, the last valid answer stands.
    fn follow(&mut self) {
        self.notes.clear();
        self.checked = self.input.check();
        if self.checked.issues.is_empty() {
            let answer = Answer::to(self.checked.plan.clone());
            self.shown = (self.embed.show)(&answer);
            self.sound = Outcome { input: self.input.clone(), answer };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FLEET, TTFT};
    use super::*;

    fn standing(said: &Said, key: Key) -> Standing {
        said.standing().find(|standing| standing.key == key).expect("a field")
    }

    #[test]
    fn what_cannot_be_used_leaves_the_last_plan() {
        let mut said = Said::of(&TTFT, "#v=1&rate=40&replicas=4");
        said.say(Key::Cached, "60");
        assert_eq!(
            (said.link().as_str(), said.shown.tiles[0].text.as_str()),
            ("v=1&rate=40&cached=0.6&replicas=4", "38 ms")
        );
        said.say(Key::Rate, "4x");
        assert!(said.is_stale() && !standing(&said, Key::Rate).problem.is_empty());
        assert_eq!(said.link(), "v=1&rate=40&cached=0.6&replicas=4");
        said.say(Key::Rate, "46");
        assert!(!said.is_stale() && standing(&said, Key::Rate).problem.is_empty());
    }

    #[test]
    fn an_emptied_field_says_what_holds_and_is_filled_when_left() {
        let mut said = Said::of(&FLEET, "v=1&rate=40");
        said.say(Key::Rate, "");
        let field = standing(&said, Key::Rate);
        assert_eq!(
            (field.text.as_str(), field.echo.as_str()),
            ("", "Empty, so the example’s 20 req/s holds")
        );
        said.leave(Key::Rate);
        assert_eq!(standing(&said, Key::Rate).text, "20");
        assert_eq!(said.link(), "v=1");
    }

    #[test]
    fn a_step_in_an_empty_field_starts_from_what_the_load_needs() {
        let mut said = Said::of(&TTFT, "v=1");
        said.step(Key::Replicas, 1);
        assert_eq!(said.link(), "v=1&replicas=5");
    }

    #[test]
    fn an_assumption_is_no_refusal() {
        let said = Said::of(&TTFT, "v=1&ttft=400&rate=abc&colour=red");
        let refused: Vec<_> = said.notes.iter().map(|note| (note.key, said.is_refused(note))).collect();
        assert_eq!(refused, [(None, true), (Some(Key::Rate), true), (Some(Key::Ttft), false)]);
    }

    #[test]
    fn what_the_link_said_wrong_is_told_until_a_field_changes() {
        let mut said = Said::of(&TTFT, "v=1&rate=abc&tp=8");
        assert!(said.notes[0].text.starts_with("rate=abc:") && said.notes[0].key == Some(Key::Rate));
        said.say(Key::In, "3k");
        assert_eq!((said.notes.len(), said.link()), (0, "v=1&tp=8&in=3000".into()));
    }
}
