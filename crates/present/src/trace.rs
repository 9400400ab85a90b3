//! Where a figure comes from, in words and numbers.

use crate::{Answer, text_of};
use sizing::{Figure, Trace};

/// A figure with its formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// What the figure is.
    pub label: &'static str,
    /// Its value.
    pub text: String,
    /// The formula in words; `None` where the figure stands for itself: it was put in, found by a search, or is none.
    pub in_words: Option<String>,
    /// The formula with the plan's numbers in it.
    pub in_numbers: String,
    /// The numbers that were put in, each with its source: "MFU 40%, assumed".
    pub sources: Vec<String>,
}

/// Explains `figure` of `answer`.
#[must_use]
pub fn explain(answer: &Answer, figure: Figure) -> Explained {
    let text = text_of(answer, figure);
    let trace =
        Trace::of(figure, &answer.plan, &answer.sizing).filter(|trace| trace.in_words() != figure.label());
    let Some(trace) = trace else {
        return Explained {
            label: figure.label(),
            text,
            in_words: None,
            in_numbers: String::new(),
            sources: Vec::new(),
        };
    };
    let put_in = trace.terms().into_iter().filter(|term| term.source != sizing::Source::Derived);
    Explained {
        label: figure.label(),
        text,
        in_words: Some(trace.in_words()),
        in_numbers: trace.in_numbers(),
        sources: put_in
            .map(|term| format!("{} {}: {}", term.name, term.text(), term.source.word()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_explained_with_its_numbers_and_their_sources() {
        let explained = explain(&Answer::to_link("v=1&mfu=0.5"), Figure::Prefill);
        assert_eq!(explained.text, "70.7 ms");
        assert!(explained.in_numbers.ends_with("/ (4 × 1,979 TFLOP/s × 50%)"), "{}", explained.in_numbers);
        assert!(explained.sources.contains(&"MFU 50%: yours".into()), "{:?}", explained.sources);
        assert!(explained.sources.contains(&"dense FP8 peak 1,979 TFLOP/s: datasheet".into()));
    }
}
