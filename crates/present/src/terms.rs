//! The two terms of the load as parts of the fleet: prompts, answers, and what is kept free.

use crate::Answer;
use crate::tokens::bare;
use chart::Tone;
use quantity::Unit;
use sizing::Figure;

/// What keeps the replicas busy, as one bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// How busy they are, in a sentence.
    pub text: String,
    /// From left to right; their shares add up to 1.
    pub parts: Vec<Part>,
    /// Where the ceiling stands on the bar.
    pub ceiling: f64,
}

/// A part of the bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is.
    pub label: &'static str,
    /// What its colour means.
    pub tone: Tone,
    /// Where it begins, as a share of the bar.
    pub from: f64,
    /// Its share of the bar.
    pub share: f64,
    /// Its size in words.
    pub words: String,
}

/// The two terms beside the replicas that carry load; `None` where there is no fleet.
#[must_use]
pub fn terms(answer: &Answer) -> Option<Terms> {
    let fleet = answer.fleet()?;
    let replicas = f64::from(fleet.replicas);
    let (prompts, answers) = (answer.plan.rate * fleet.work.prefill, answer.plan.rate * fleet.work.decode);
    let busy = prompts + answers;
    let whole = replicas.max(busy);
    let part = |label, tone, from: f64, size: f64| {
        let share = Unit::Fraction.show(size / replicas);
        let words = [&Figure::LoadWork.unit().number(size), ", ", &share].concat();
        Part { label, tone, from: from / whole, share: size / whole, words }
    };
    let mut parts = vec![
        part("Prompts", Tone::Prefill, 0.0, prompts),
        part("Answers", Tone::Decode, prompts, answers),
        part("Kept free", Tone::Muted, busy, replicas - busy),
    ];
    if busy >= replicas {
        parts.pop();
    }
    let ceiling = answer.plan.util.get() * replicas / whole;
    Some(Terms { text: sentence(answer, replicas, busy / replicas), parts, ceiling })
}

fn sentence(answer: &Answer, replicas: f64, busy: f64) -> String {
    format!(
        "The load takes {} of {} replicas, {}; the tick stands at the ceiling of {}.",
        bare(answer, Figure::LoadWork),
        Unit::Count.show(replicas),
        Unit::Fraction.show(busy),
        Unit::Fraction.exact(answer.plan.util.get()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(link: &str) -> Terms {
        terms(&Answer::to_link(link)).expect("a fleet")
    }

    #[test]
    fn worked_example_b() {
        let terms = of(crate::B);
        assert_eq!(
            terms.text,
            "The load takes 16.7 of 26 replicas, 64%; the tick stands at the ceiling of 65%."
        );
        let words: Vec<_> =
            terms.parts.iter().map(|part| [part.label, part.words.as_str()].join(": ")).collect();
        assert_eq!(words, ["Prompts: 10.7, 41%", "Answers: 6.0, 23%", "Kept free: 9.3, 36%"]);
    }

    #[test]
    fn too_few_replicas_have_nothing_free_and_end_below_the_tick() {
        let terms = of("v=1&rate=40&replicas=4");
        assert!(terms.text.starts_with("The load takes 4.9 of 4 replicas, 122%"), "{}", terms.text);
        assert_eq!(terms.parts.len(), 2);
        assert!((terms.ceiling - 0.8 * 4.0 / 4.880_4).abs() < 1e-4, "{}", terms.ceiling);
    }

    proptest! {
        #[test]
        fn the_parts_fill_the_bar(rate in 0.1_f64..1e4, batch in 1_u32..500, replicas in 1_u32..2000) {
            let terms = of(&format!("v=1&rate={rate}&batch={batch}&replicas={replicas}"));
            let whole: f64 = terms.parts.iter().map(|part| part.share).sum();
            prop_assert!((whole - 1.0).abs() < 1e-9 && terms.ceiling <= 1.0, "{terms:?}");
            prop_assert!(terms.parts.iter().all(|part| part.share > 0.0), "{terms:?}");
        }
    }
}
