//! What the reader is offered beside the plan on the page: another plan of their own.

/// Another plan of the reader's, and why it is offered. Nothing of theirs is overwritten by opening a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Offer {
    /// There is none.
    #[default]
    Nothing,
    /// The page shows the worked example, and the reader has a plan.
    Saved(String),
    /// The page shows what a link brought, and the reader has a plan.
    Guest(String),
    /// The reader took what a link brought in place of their plan.
    Taken(String),
}

impl Offer {
    /// The plan that is offered, as a link; empty where none is.
    #[must_use]
    pub fn link(&self) -> &str {
        match self {
            Self::Nothing => "",
            Self::Saved(link) | Self::Guest(link) | Self::Taken(link) => link,
        }
    }

    /// What `last`, the reader's plan, is offered for on a page that shows `link`.
    pub(super) fn of(link: &str, last: Option<String>) -> Self {
        match last {
            None => Self::Nothing,
            // The example alone has no pair but the version.
            Some(last) if !link.contains('&') => Self::Saved(last),
            Some(last) => Self::Guest(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Offer;

    #[test]
    fn a_plan_is_offered_beside_another() {
        let mine = || Some(String::from("v=1&rate=9"));
        assert_eq!(Offer::of("v=1&rate=40", None), Offer::Nothing);
        assert_eq!(Offer::of("v=1", mine()).link(), "v=1&rate=9");
        assert_eq!(Offer::of("", mine()), Offer::Saved("v=1&rate=9".into()));
        assert_eq!(Offer::of("v=1&rate=40", mine()), Offer::Guest("v=1&rate=9".into()));
    }
}
