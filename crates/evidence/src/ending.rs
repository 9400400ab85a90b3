//! How a request ended, in the words of whoever wrote the file.

use crate::name::Role;
use crate::reading::Note;
use crate::text::{Number, Text};
use latency::Outcome;

/// Reads how requests ended, and remembers a word that it does not know.
#[derive(Debug, Default)]
pub(crate) struct Endings {
    unknown: Option<String>,
}

/// Words for an end, in small letters.
const STATUSES: [(&[u8], Outcome); 28] = [
    (b"ok", Outcome::Finished),
    (b"success", Outcome::Finished),
    (b"successful", Outcome::Finished),
    (b"succeeded", Outcome::Finished),
    (b"finished", Outcome::Finished),
    (b"complete", Outcome::Finished),
    (b"completed", Outcome::Finished),
    (b"done", Outcome::Finished),
    (b"stop", Outcome::Finished),
    (b"length", Outcome::Finished),
    (b"true", Outcome::Finished),
    (b"error", Outcome::Failed),
    (b"errored", Outcome::Failed),
    (b"fail", Outcome::Failed),
    (b"failed", Outcome::Failed),
    (b"failure", Outcome::Failed),
    (b"timeout", Outcome::Failed),
    (b"timed_out", Outcome::Failed),
    (b"rejected", Outcome::Failed),
    (b"false", Outcome::Failed),
    (b"cut_off", Outcome::CutOff),
    (b"cut off", Outcome::CutOff),
    (b"cancelled", Outcome::CutOff),
    (b"canceled", Outcome::CutOff),
    (b"incomplete", Outcome::CutOff),
    (b"in_flight", Outcome::CutOff),
    (b"running", Outcome::CutOff),
    (b"unfinished", Outcome::CutOff),
];

impl Endings {
    /// What a status, an error or a success says; `None` where it says nothing.
    pub(crate) fn read(&mut self, role: Role, text: Text<'_>) -> Option<Outcome> {
        let word = text.bytes.to_ascii_lowercase();
        let nothing = matches!(word.as_slice(), b"" | b"null" | b"none" | b"nan");
        match role {
            _ if nothing => None,
            Role::Error => (!matches!(word.as_slice(), b"false" | b"0")).then_some(Outcome::Failed),
            Role::Success => Some(match word.as_slice() {
                b"false" | b"0" | b"no" => Outcome::Failed,
                _ => Outcome::Finished,
            }),
            Role::Status => self.status(&word, text),
            _ => None,
        }
    }

    fn status(&mut self, word: &[u8], text: Text<'_>) -> Option<Outcome> {
        if let Some((_, outcome)) = STATUSES.iter().find(|(status, _)| *status == word) {
            return Some(*outcome);
        }
        match text.number() {
            Number::Finite(code) if (200.0..300.0).contains(&code) => Some(Outcome::Finished),
            Number::Finite(_) => Some(Outcome::Failed),
            _ => {
                self.unknown.get_or_insert_with(|| text.quoted());
                None
            }
        }
    }

    pub(crate) fn note(&self) -> Option<Note> {
        self.unknown.as_ref().map(|word| {
            Note::new(format!("Requests of an unknown status, such as “{word}”, were counted as finished."))
        })
    }
}

/// Of two things that are said of one request, the worse, which is to be believed.
pub(crate) fn worse(a: Option<Outcome>, b: Option<Outcome>) -> Option<Outcome> {
    if matches!(a, None | Some(Outcome::Finished)) { b.or(a) } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_read_in_many_words() {
        use Outcome::{CutOff, Failed, Finished};
        let mut endings = Endings::default();
        for (role, text, outcome) in [
            (Role::Status, "OK", Some(Finished)),
            (Role::Status, "200", Some(Finished)),
            (Role::Status, "503", Some(Failed)),
            (Role::Status, "timeout", Some(Failed)),
            (Role::Status, "cancelled", Some(CutOff)),
            (Role::Status, "", None),
            (Role::Error, "", None),
            (Role::Error, "null", None),
            (Role::Error, "Connection reset", Some(Failed)),
            (Role::Success, "false", Some(Failed)),
            (Role::Success, "True", Some(Finished)),
        ] {
            assert_eq!(endings.read(role, Text::new(text.as_bytes())), outcome, "{text}");
        }
        assert_eq!(endings.note(), None);
        assert_eq!(endings.read(Role::Status, Text::new(b"flagged")), None);
        let note = endings.note().expect("a word that is not known");
        assert_eq!(note.text, "Requests of an unknown status, such as “flagged”, were counted as finished.");
    }
}
