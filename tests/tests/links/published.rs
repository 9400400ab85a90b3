//! Every link ever published opens, reads without a complaint, and gives the same figures to the last digit.

use plan::PlanInput;
use sizing::{Figure, Outcome, Sizing, Value};

const VERSION_1: &str = include_str!("../../golden/links/v1.txt");

#[test]
fn links_of_version_1_give_what_they_gave() {
    let lines = VERSION_1.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (link, expected) = line.split_once(' ').expect("a link, and what it gives");
        assert_eq!(given(link, expected), expected, "{link}");
    }
}

/// What `link` gives of the figures that are named in `expected`, in the same words.
fn given(link: &str, expected: &str) -> String {
    let (input, notes) = PlanInput::from_link(link);
    assert_eq!(notes, [], "{link}");
    let plan = input.check().plan;
    let sizing = sizing::size(&plan);
    let figure = |pair: &str| {
        let name = pair.split('=').next().unwrap_or(pair);
        let figure = Figure::named(name).unwrap_or_else(|| panic!("no figure is named {name}"));
        match figure.of(&plan, &sizing) {
            Value::Number(value) => format!("{name}={value}"),
            Value::Unbounded => format!("{name}=unbounded"),
            Value::Absent => format!("{name}=absent"),
        }
    };
    let words: Vec<String> = expected
        .split(' ')
        .map(|word| if word.contains('=') { figure(word) } else { outcome(&sizing).into() })
        .collect();
    words.join(" ")
}

fn outcome(sizing: &Sizing) -> &'static str {
    match sizing.outcome {
        Outcome::Planned(_) => "planned",
        Outcome::DoesNotFit(_) => "does-not-fit",
        Outcome::NoReplicasHelp(_) => "no-replicas-help",
        Outcome::TooMany { .. } => "too-many",
    }
}
