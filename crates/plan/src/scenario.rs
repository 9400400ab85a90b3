//! A plan with a name, to be compared with others.

use crate::input::PlanInput;
use quantity::is_hidden;

/// A plan with a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    name: String,
    /// What was said of it, all of it: what it shares with the baseline too.
    pub input: PlanInput,
}

/// What was wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// Characters that would not show, or would turn the text around them.
    Unseen,
    /// More than [`Scenario::LONGEST_NAME`] characters.
    Long,
}

impl Scenario {
    /// How many characters a name may have.
    pub const LONGEST_NAME: usize = 60;

    /// A plan called `name`, or nothing where that is blank. Of the name it has what [`Scenario::fit`] leaves of it, and of the
    /// plan what is the plan's alone.
    #[must_use]
    pub fn new(name: &str, input: PlanInput) -> Self {
        Self { name: Self::fit(name).0, input: input.alone() }
    }

    /// A plan that keeps what its link carries beside it.
    pub(crate) const fn whole(input: PlanInput) -> Self {
        Self { name: String::new(), input }
    }

    /// Its name, empty where it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it another name, as [`Scenario::new`] does.
    pub fn rename(&mut self, name: &str) {
        self.name = Self::fit(name).0;
    }

    /// What to call it at `place` among others: its name, else "Baseline" or "Scenario 2".
    #[must_use]
    pub fn label(&self, place: usize) -> String {
        if self.name.is_empty() { unnamed(place) } else { self.name.clone() }
    }

    /// As much of `name` as a name may hold, and what was wrong with the rest: [hidden](is_hidden) characters are taken out, as
    /// is what is beyond [`Scenario::LONGEST_NAME`].
    ///
    /// ```
    /// use plan::{NameFault, Scenario};
    /// assert_eq!(Scenario::fit(" Half cached "), ("Half cached".into(), None));
    /// assert_eq!(Scenario::fit("\u{202e}Peak\n"), ("Peak".into(), Some(NameFault::Unseen)));
    /// ```
    #[must_use]
    pub fn fit(name: &str) -> (String, Option<NameFault>) {
        let shown = name.trim().chars().filter(|letter| !is_hidden(*letter));
        let mut shown = shown.skip_while(|letter| letter.is_whitespace());
        let fitting: String = shown.by_ref().take(Self::LONGEST_NAME).collect();
        let fault = if shown.any(|letter| !letter.is_whitespace()) {
            Some(NameFault::Long)
        } else {
            name.trim().chars().any(is_hidden).then_some(NameFault::Unseen)
        };
        (fitting.trim_end().to_owned(), fault)
    }
}

impl NameFault {
    /// The fault in a sentence about `subject`, such as "This name".
    #[must_use]
    pub fn sentence(self, subject: &str) -> String {
        match self {
            Self::Long => {
                format!("{subject} is longer than {} characters and was cut there.", Scenario::LONGEST_NAME)
            }
            Self::Unseen => format!("{subject} held characters that cannot be seen. They were left out."),
        }
    }
}

/// What to call a scenario that has no name.
pub(crate) fn unnamed(place: usize) -> String {
    if place == 0 { "Baseline".into() } else { format!("Scenario {}", place + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_is_as_long_as_may_be_and_has_no_hidden_ends() {
        let longest = "ü".repeat(Scenario::LONGEST_NAME);
        for (name, fitting, fault) in [
            (" \u{202e} a ", "a", Some(NameFault::Unseen)),
            ("a\u{2066}\u{ad}b", "ab", Some(NameFault::Unseen)),
            ("👩\u{200d}💻", "👩\u{200d}💻", None),
            ("\n Peak \n", "Peak", None),
            (&[longest.as_str(), "   "].concat(), &longest, None),
            (&["  ", longest.as_str()].concat(), &longest, None),
            (&[longest.as_str(), "x"].concat(), &longest, Some(NameFault::Long)),
            (&"\u{200b}".repeat(1_000_000), "", Some(NameFault::Unseen)),
        ] {
            assert_eq!(Scenario::fit(name), (fitting.into(), fault), "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn what_fits_is_left_alone(name in ".{0,80}") {
            let (fitting, _) = Scenario::fit(&name);
            prop_assert!(!fitting.chars().any(is_hidden) && fitting.chars().count() <= Scenario::LONGEST_NAME);
            prop_assert_eq!(Scenario::fit(&fitting), (fitting.clone(), None));
        }
    }
}
