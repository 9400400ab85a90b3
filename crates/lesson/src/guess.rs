//! Guess first: what a reader's guess is worth, and the usual mistakes with the numbers that they give.

use crate::expression::Expression;
use crate::plans::{Plans, misnamed};
use quantity::{Decimal, Place, Unit, read};
use sizing::Value;

/// A usual mistake.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// The right calculation for another plan, such as "kvheads=64": the changes as a link writes them.
    Plan(String),
    /// A factor forgotten or taken twice, such as "x 0.5".
    Factor(f64),
}

impl Mistake {
    /// Reads a mistake as the text and the page write it; `None` for what is none.
    ///
    /// ```
    /// use lesson::guess::Mistake;
    /// assert_eq!(Mistake::parse("x 0.5"), Some(Mistake::Factor(0.5)));
    /// assert_eq!(Mistake::parse("kvheads=64"), Some(Mistake::Plan("kvheads=64".into())));
    /// assert_eq!(Mistake::parse("heads"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(factor) = text.strip_prefix("x ") {
            return number(factor, Decimal::Point).map(Self::Factor);
        }
        misnamed(text).is_none().then(|| Self::Plan(text.into()))
    }

    /// What it makes of `expression`, as text and as the number that stands in it; `None` where that is no number.
    #[must_use]
    pub fn shown(&self, expression: &Expression, plans: &Plans) -> Option<(String, f64)> {
        let value = match self {
            Self::Plan(changes) => expression.value(&plans.changed(changes)),
            Self::Factor(factor) => match expression.value(plans) {
                Value::Number(value) => Value::Number(value * factor),
                other => other,
            },
        };
        value.number().map(|value| expression.shown(value))
    }
}

/// What a guess is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Near enough.
    Right,
    /// What this one of the usual mistakes gives.
    Usual(usize),
    /// Too high, for a reason of its own.
    High,
    /// Too low, for a reason of its own.
    Low,
}

/// Judges a guess by the answer and by what the usual mistakes give, all in one scale; `within` is the share of each
/// that a guess may be off. Of two mistakes the nearer one counts.
///
/// ```
/// use lesson::guess::{Verdict, judge};
/// let mistakes = [Some(1280.0), None, Some(80.0)];
/// assert_eq!(judge(163.8, 160.0, 0.05, &mistakes), Verdict::Right);
/// assert_eq!(judge(82.0, 160.0, 0.05, &mistakes), Verdict::Usual(2));
/// assert_eq!(judge(500.0, 160.0, 0.05, &mistakes), Verdict::High);
/// ```
#[must_use]
pub fn judge(guess: f64, answer: f64, within: f64, mistakes: &[Option<f64>]) -> Verdict {
    let off = |from: f64| (guess - from).abs();
    if off(answer) <= within * answer.abs() {
        return Verdict::Right;
    }
    let near = mistakes.iter().enumerate().filter_map(|(place, gives)| {
        let gives = (*gives)?;
        (off(gives) <= within * gives.abs()).then_some((place, off(gives)))
    });
    match near.reduce(|nearest, next| if next.1 < nearest.1 { next } else { nearest }) {
        Some((place, _)) => Verdict::Usual(place),
        None if guess > answer => Verdict::High,
        None => Verdict::Low,
    }
}

/// The number in what a reader typed, with or without a unit behind it: "160", "1,280 KiB", "71%", "$2.08".
///
/// ```
/// use lesson::guess::number;
/// use quantity::Decimal;
/// assert_eq!(number("1,280 KiB", Decimal::Point), Some(1280.0));
/// assert_eq!(number("$2.08", Decimal::Point), Some(2.08));
/// assert_eq!(number("many", Decimal::Point), None);
/// ```
#[must_use]
pub fn number(text: &str, decimal: Decimal) -> Option<f64> {
    let text = text.trim().trim_start_matches('$');
    let end = text.find(|c: char| !c.is_ascii_digit() && !".,-+' ".contains(c)).unwrap_or(text.len());
    let digits = text.get(..end)?;
    read(digits, Unit::Number, Place::Field(decimal)).ok().map(|reading| reading.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plan::PlanInput;
    use proptest::prelude::*;

    #[test]
    fn each_mistake_gives_its_own_number() {
        let plans = Plans::new(PlanInput::default(), &[("busy", "rate=40&replicas=4")]);
        for (answer, mistake, text, number) in [
            ("kv_bytes_per_token in KiB", "kvheads=64", "1,280 KiB", 1280.0),
            ("kv_bytes_per_token in KiB", "x 0.5", "80.0 KiB", 80.0),
            ("busy:prefill_share", "rate=20", "44%", 44.214_249),
            ("resident_sequences bare", "weights=bf16", "410", 410.0),
        ] {
            let mistake = Mistake::parse(mistake).expect(mistake);
            let shown = mistake.shown(&Expression::parse(answer).expect(answer), &plans).expect("a number");
            assert_eq!(shown.0, text);
            assert!((shown.1 - number).abs() < 1e-3, "{shown:?}");
        }
    }

    #[test]
    fn what_fits_nowhere_gives_no_number() {
        let plans = Plans::new(PlanInput::default(), &[]);
        let sequences = Expression::parse("resident_sequences").expect("a figure");
        let mistake = Mistake::parse("weights=bf16&tp=1").expect("a plan");
        assert_eq!(mistake.shown(&sequences, &plans), None);
    }

    proptest! {
        #[test]
        fn the_answer_is_right_whatever_the_mistakes(answer in 0.01_f64..1e6, others in proptest::collection::vec(0.01_f64..1e6, 0..5)) {
            let mistakes: Vec<_> = others.iter().copied().map(Some).collect();
            prop_assert_eq!(judge(answer, answer, 0.05, &mistakes), Verdict::Right);
            for (place, mistake) in others.iter().enumerate() {
                let verdict = judge(*mistake, answer, 1e-6, &mistakes);
                let same = |at: usize| (others[at] - mistake).abs() <= 1e-6 * mistake;
                prop_assert!(matches!(verdict, Verdict::Usual(at) if at == place || same(at)) || verdict == Verdict::Right);
            }
        }

        #[test]
        fn any_text_is_a_number_or_none(text in ".{0,30}") {
            prop_assert!(number(&text, Decimal::Comma).is_none_or(f64::is_finite));
        }
    }
}
