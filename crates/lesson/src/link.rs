//! Where a link of the lesson leads: to an item, or into a calculator with a plan.

use crate::expression::is_name;

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An item, on this page or on another of the lesson.
    Item(Option<&'static str>, String),
    /// A calculator with the base plan or a further one.
    Calculator(&'static str, Option<String>),
    /// The page of token streams.
    Streams,
}

/// The pages of the lesson.
pub(crate) const PAGES: [&str; 3] = ["gist", "qa", "maps"];

const CALCULATORS: [&str; 3] = ["fleet", "tokens", "ttft"];

impl Target {
    /// Reads the address that the text gives.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Some(opens) = text.strip_prefix("open:") {
            let (name, plan) = opens.split_once(':').map_or((opens, None), |(name, plan)| (name, Some(plan)));
            if (name, plan) == ("streams", None) {
                return Ok(Self::Streams);
            }
            let calculator = CALCULATORS.into_iter().find(|known| *known == name);
            let calculator = calculator.ok_or("open: leads to fleet, tokens, ttft or streams")?;
            return Ok(Self::Calculator(calculator, plan.map(String::from)));
        }
        let expected = "a link leads to open:…, #id, gist#id, qa#id or maps#id";
        let (page, id) = text.split_once('#').filter(|(_, id)| is_name(id)).ok_or(expected)?;
        let known = PAGES.into_iter().find(|known| *known == page);
        if page.is_empty() || known.is_some() {
            Ok(Self::Item(known, id.into()))
        } else {
            Err(expected.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_items_and_calculators_and_nowhere_else() {
        assert_eq!(Target::parse("#g-queue"), Ok(Target::Item(None, "g-queue".into())));
        assert_eq!(Target::parse("qa#q-l3"), Ok(Target::Item(Some("qa"), "q-l3".into())));
        assert_eq!(Target::parse("open:ttft:busy"), Ok(Target::Calculator("ttft", Some("busy".into()))));
        assert_eq!(Target::parse("open:streams"), Ok(Target::Streams));
        for refused in
            ["javascript:alert(1)", "//elsewhere", "open:streams:a", "open:home", "about#x", "#", "#a b", "x"]
        {
            assert!(Target::parse(refused).is_err(), "{refused}");
        }
    }
}
