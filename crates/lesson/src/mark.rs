//! What stands in braces in the lesson's text.

use crate::expression::{Expression, Wrong, is_name, writing};
use crate::{CHARTS, TABLES, streams};
use quantity::{Key, Kind, Writing};

/// A mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// `{set rate}`: an input of the base plan.
    Set(Key),
    /// `{EXPR = TEXT}`: a live result, and what it is for the plans as published.
    Live(Expression, String),
    /// `{fix EXPR = TEXT}`: the same, but it stays.
    Fixed(Expression, String),
    /// `{streams.NAME = TEXT}`: a figure of the synthetic streams.
    Streams(&'static str, Writing, String),
    /// `{#id}`.
    Id(String),
    /// What takes a paragraph of its own.
    Directive(Directive),
}

/// What a paragraph that is only a mark shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    /// A table of the core, of the base plan or of a further one.
    Table(&'static str, Option<String>),
    /// A chart.
    Chart(&'static str, Option<String>),
    /// The form in which readers check themselves.
    Check,
}

impl Mark {
    /// Reads what stands between the braces.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some(id) = text.strip_prefix('#') {
            return if is_name(id) {
                Ok(Self::Id(id.into()))
            } else {
                Err("an id is of small letters, digits and hyphens".into())
            };
        }
        if let Some((expression, shown)) = text.split_once('=') {
            return Self::figure(expression.trim(), shown.trim());
        }
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["set", key] => set(key),
            ["check"] => Ok(Self::Directive(Directive::Check)),
            ["table", name] => Ok(Self::Directive(Directive::Table(one_of(&TABLES, name)?, None))),
            ["table", name, plan] => {
                Ok(Self::Directive(Directive::Table(one_of(&TABLES, name)?, Some(plan.into()))))
            }
            ["chart", name] => Ok(Self::Directive(Directive::Chart(one_of(&CHARTS, name)?, None))),
            ["chart", name, plan] => {
                Ok(Self::Directive(Directive::Chart(one_of(&CHARTS, name)?, Some(plan.into()))))
            }
            _ => Err("no mark: expected “EXPR = TEXT”, set, fix, streams, table, chart, check or #id".into()),
        }
    }

    fn figure(expression: &str, shown: &str) -> Result<Self, String> {
        if let Some(of_streams) = expression.strip_prefix("streams.") {
            let mut words = of_streams.split_whitespace();
            let name = words.next().unwrap_or_default();
            let name = one_of(&streams::NAMES, name)?;
            return Ok(Self::Streams(
                name,
                writing(&mut words).map_err(|wrong| words_of(&wrong))?,
                shown.into(),
            ));
        }
        let parse = |text: &str| Expression::parse(text).map_err(|wrong| words_of(&wrong));
        match expression.strip_prefix("fix ") {
            Some(fixed) => Ok(Self::Fixed(parse(fixed)?, shown.into())),
            None => Ok(Self::Live(parse(expression)?, shown.into())),
        }
    }
}

fn set(key: &str) -> Result<Mark, String> {
    let known = Key::named(key).ok_or_else(|| format!("“{key}” is no key of the table"))?;
    match known.row().kind {
        Kind::Word => Err(format!("“{key}” holds a word, which is not set in a sentence")),
        _ => Ok(Mark::Set(known)),
    }
}

fn one_of(names: &[&'static str], name: &str) -> Result<&'static str, String> {
    let known = names.iter().copied().find(|known| *known == name);
    known.ok_or_else(|| format!("“{name}” is none of {}", names.join(", ")))
}

/// Why something is no expression, in words.
pub(crate) fn words_of(wrong: &Wrong) -> String {
    match wrong {
        Wrong::Empty => "something is missing".into(),
        Wrong::Unknown(word) => format!("“{word}” is no figure, key or number"),
        Wrong::NotANumber(word) => format!("“{word}” holds a word, not a number"),
        Wrong::Unexpected(word) => {
            format!("“{word}” is unexpected: behind the operands stand “in …”, “to N”, “bare”, in this order")
        }
        Wrong::UnknownMeasure(name) => format!("“{name}” is no scale"),
        Wrong::UnfitMeasure(name) => format!("this is not counted in {name}"),
        Wrong::Unlike => "unlike things are added".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_mark_is_read() {
        let expression = |text: &str| Expression::parse(text).expect("an expression");
        for (text, mark) in [
            ("set rate", Mark::Set(Key::Rate)),
            ("prefill_s = 88.4 ms", Mark::Live(expression("prefill_s"), "88.4 ms".into())),
            ("fix eight:tpot_s bare = 44.0", Mark::Fixed(expression("eight:tpot_s bare"), "44.0".into())),
            ("streams.good = 349", Mark::Streams("good", Writing::default(), "349".into())),
            (
                "streams.ttft_p50 bare = 257",
                Mark::Streams("ttft_p50", Writing { bare: true, ..Writing::default() }, "257".into()),
            ),
            ("#w-prefill", Mark::Id("w-prefill".into())),
            ("table ttft busy", Mark::Directive(Directive::Table("ttft", Some("busy".into())))),
            ("chart tpot", Mark::Directive(Directive::Chart("tpot", None))),
            ("check", Mark::Directive(Directive::Check)),
        ] {
            assert_eq!(Mark::parse(text), Ok(mark), "{text}");
        }
    }

    #[test]
    fn what_is_no_mark_says_why() {
        for (text, part) in [
            ("", "no mark"),
            ("prefill_s", "no mark"),
            ("set gpu", "holds a word"),
            ("set speed", "no key"),
            ("table prices", "none of rates"),
            ("chart rates", "none of tpot"),
            ("streams.best = 1", "none of count"),
            ("prefil_s = 1 ms", "no figure"),
            ("#Not an id", "small letters"),
        ] {
            let wrong = Mark::parse(text).expect_err(text);
            assert!(wrong.contains(part), "{text}: {wrong}");
        }
    }
}
