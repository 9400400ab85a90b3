//! Any bytes as a link: what must hold whatever they are.

use crate::scenarios;
use crate::shown::{self, is_text};
use plan::{Note, PlanInput};
use present::Answer;
use sizing::{Figure, Plan, Trace, Value};

/// Reads `bytes` as the fragment of an address, plans, sizes, asks for every figure and every trace in words, presents
/// it all, writes the link and reads it again.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (input, notes) = PlanInput::from_link(&text);
    notes.iter().for_each(is_sentence);
    let checked = input.check();
    assert_eq!(checked.issues, [], "reading settles what cannot be used");
    assert_eq!(Plan::new(checked.plan.parts().clone()).as_ref(), Ok(&checked.plan), "the plan is valid");
    let answer = Answer::to(checked.plan);
    for figure in Figure::ALL {
        is_sound(figure, &answer);
    }
    shown::survive(&answer);
    reads_again(&input);
    scenarios::survive(&text);
}

/// Whether a note is one that a person can read.
///
/// # Panics
/// Where it is not.
pub fn is_sentence(note: &Note) {
    reads_well(&note.text);
}

/// Whether a text is one that a person can read: it ends, and each sign of it is shown.
pub(crate) fn reads_well(text: &str) {
    assert!(text.ends_with(['.', '?']), "no sentence: {text}");
    assert!(!text.contains(char::is_control), "a control character in {text:?}");
}

fn is_sound(figure: Figure, Answer { plan, sizing }: &Answer) {
    let Value::Number(value) = figure.of(plan, sizing) else {
        assert_eq!(Trace::of(figure, plan, sizing), None, "{} has no number to trace", figure.name());
        return;
    };
    assert!(value.is_finite(), "{} is {value}", figure.name());
    assert!(value >= 0.0 || figure == Figure::Margin, "{} is {value}", figure.name());
    is_text(&figure.unit().show(value));
    is_text(&figure.unit().exact(value));
    let trace = Trace::of(figure, plan, sizing).expect("a number has a trace");
    is_text(&trace.in_words());
    is_text(&trace.in_numbers());
    assert!(
        trace.terms().iter().all(|term| term.value.is_finite()),
        "{}: {:?}",
        figure.name(),
        trace.terms()
    );
}

/// What is written reads as the same plan, and writes itself.
fn reads_again(input: &PlanInput) {
    let link = input.link();
    let (again, _) = PlanInput::from_link(&link);
    assert_eq!(again.link(), link, "a link is at rest");
    let (first, second) = (input.check().plan, again.check().plan);
    assert_eq!(first, second, "{link} is the same plan");
    assert_eq!(again.at, input.at);
    assert_eq!(again.unknown, input.unknown);
}
