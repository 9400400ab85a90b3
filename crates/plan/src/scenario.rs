//! A plan with a name, to be compared with others.

use crate::input::PlanInput;

/// A plan with a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    name: String,
    /// What was said of it, all of it: what it shares with the baseline too.
    pub input: PlanInput,
}

/// What was wrong with a name.
pub(crate) enum NameFault {
    /// Signs that would not show, or would turn the text around them.
    Unseen,
    /// More than [`Scenario::LONGEST_NAME`] characters.
    Long,
}

impl Scenario {
    /// How many characters a name may have.
    pub const LONGEST_NAME: usize = 60;

    /// A plan called `name`, or nothing where that is blank. What a name cannot hold is taken out: control and direction
    /// characters, and what is beyond [`Scenario::LONGEST_NAME`].
    #[must_use]
    pub fn new(name: &str, input: PlanInput) -> Self {
        Self { name: fit(name).0, input }
    }

    /// Its name, empty where it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it another name, as [`Scenario::new`] does.
    pub fn rename(&mut self, name: &str) {
        self.name = fit(name).0;
    }
}

/// As much of `name` as a name may hold, and what was wrong with the rest.
pub(crate) fn fit(name: &str) -> (String, Option<NameFault>) {
    let mut seen = name.trim().chars().filter(|sign| !is_unseen(*sign));
    let fitting: String = seen.by_ref().take(Scenario::LONGEST_NAME).collect();
    let fault = if seen.next().is_some() {
        Some(NameFault::Long)
    } else {
        name.chars().any(is_unseen).then_some(NameFault::Unseen)
    };
    (fitting.trim().to_owned(), fault)
}

/// Signs that end a line, do not show, or change the direction of the text around them.
fn is_unseen(sign: char) -> bool {
    let direction = matches!(sign, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    sign.is_control() || direction || matches!(sign, '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}
