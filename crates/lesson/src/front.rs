//! The lines above a text: its id, its title, its kind, its plans.

use crate::expression::is_name;
use crate::fault::Complaint;
use crate::plans::{Plans, base, misnamed};
use crate::section::Kind;
use plan::PlanInput;

/// What the lines say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Front {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) short: String,
    pub(crate) kind: Kind,
    /// The base plan: `a`, `b`, `current`, or a link's fragment.
    pub(crate) plan: String,
    /// Names of further plans, and the changes of each.
    pub(crate) further: Vec<(String, String)>,
}

impl Front {
    /// Reads the lines between the two `---`; gives them, the text below, the line at which that begins, and what is
    /// wrong.
    pub(crate) fn of(source: &str) -> (Self, &str, usize, Vec<Complaint>) {
        let mut front = Self::default();
        let mut wrong = Vec::new();
        let Some(rest) = source.strip_prefix("---\n") else {
            wrong.push(Complaint::new(1, "---", "a file begins with its front matter"));
            return (front, source, 1, wrong);
        };
        let Some((lines, text)) = rest.split_once("\n---\n") else {
            wrong.push(Complaint::new(1, "---", "the front matter has no end"));
            return (front, "", 1, wrong);
        };
        for (place, line) in lines.lines().enumerate() {
            if let Err(why) = front.line(line) {
                wrong.push(Complaint::new(place + 2, line, why));
            }
        }
        wrong.extend(front.missing().map(|key| Complaint::new(1, key, "is missing in the front matter")));
        front.settle();
        (front, text, lines.lines().count() + 3, wrong)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line.split_once(':').ok_or("no key: a line is “key: value”")?;
        let value = value.trim();
        match key.trim() {
            "id" if is_name(value) => self.id = value.into(),
            "id" => return Err("an id is of small letters, digits and hyphens".into()),
            "title" => self.title = value.into(),
            "short" => self.short = value.into(),
            "kind" => self.kind = Kind::named(value).ok_or("kinds are article, ladder and questions")?,
            "plan" => self.plan = sound_base(value)?,
            other => {
                let name = other.strip_prefix("plan ").map(str::trim).filter(|name| is_name(name));
                let name = name.ok_or("keys are id, title, short, kind, plan and “plan NAME”")?;
                self.further.push((name.into(), sound(value)?));
            }
        }
        Ok(())
    }

    fn missing(&self) -> impl Iterator<Item = &'static str> {
        let empty =
            [("id", self.id.is_empty()), ("title", self.title.is_empty()), ("plan", self.plan.is_empty())];
        empty.into_iter().filter(|(_, empty)| *empty).map(|(key, _)| key)
    }

    fn settle(&mut self) {
        if self.short.is_empty() {
            self.short.clone_from(&self.title);
        }
        if self.plan.is_empty() {
            self.plan = "a".into();
        }
    }

    /// The plans, with worked example A as the reader's own.
    pub(crate) fn plans(&self) -> Plans {
        let further: Vec<_> = self.further.iter().map(|(name, changes)| (&**name, &**changes)).collect();
        Plans::new(base(&self.plan, &PlanInput::default()), &further)
    }
}

fn sound_base(value: &str) -> Result<String, String> {
    if matches!(value, "a" | "b" | "current") { Ok(value.into()) } else { sound(value) }
}

/// Changes whose every key is known; whether their values can be used is seen once they stand in a plan.
fn sound(changes: &str) -> Result<String, String> {
    match misnamed(changes) {
        None => Ok(changes.into()),
        Some(pair) => Err(format!("“{pair}” is no key of a link with a value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_read_and_the_text_keeps_its_place() {
        let source =
            "---\nid: g-load\ntitle: A rate is not a load\nplan: b\nplan rag: in=30k&out=50\n---\nText.\n";
        let (front, text, line, wrong) = Front::of(source);
        assert_eq!(wrong, []);
        assert_eq!((text, line), ("Text.\n", 7));
        assert_eq!((&*front.short, front.kind), ("A rate is not a load", Kind::Article));
        assert_eq!(front.further, [("rag".into(), "in=30k&out=50".into())]);
        let rag = front.plans();
        assert_eq!(rag.answer(Some("rag")).map(|answer| answer.plan.prompt.get()), Some(30_000.0));
    }

    #[test]
    fn each_fault_is_on_its_line() {
        let source = "---\nid: G load\nkind: essay\nplan Rag: in=30k\nplan rag: inn=30k\nnonsense\n---\n";
        let (.., wrong) = Front::of(source);
        let lines: Vec<_> = wrong.iter().map(|complaint| (complaint.line, complaint.mark.as_str())).collect();
        assert_eq!(
            lines,
            [
                (2, "id: G load"),
                (3, "kind: essay"),
                (4, "plan Rag: in=30k"),
                (5, "plan rag: inn=30k"),
                (6, "nonsense"),
                (1, "id"),
                (1, "title"),
                (1, "plan")
            ]
        );
        assert_eq!(Front::of("no front").3.len(), 1);
        assert_eq!(Front::of("---\nid: x\n").3.len(), 1);
    }
}
