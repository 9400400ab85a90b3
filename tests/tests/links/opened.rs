//! `tests/links/`: a folder for each version, in it a file for each form, in it links with the headline figures that each
//! of their scenarios must give for ever.

use plan::{PlanInput, VERSION, packed};
use present::Answer;
use sizing::{Figure, Need, Outcome, Value};
use std::fs;
use std::path::Path;

/// The forms of version 1.
const FORMS: [&str; 3] = ["packed.txt", "plain.txt", "scenarios.txt"];

#[test]
fn every_link_in_the_folder_opens_and_gives_its_figures() {
    for version in 1..=VERSION {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("links").join(format!("v{version}"));
        let mut forms: Vec<String> = fs::read_dir(&folder)
            .expect("a folder for each version")
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        forms.sort_unstable();
        assert_eq!(forms, FORMS, "the forms of version {version}");
        for form in forms {
            let text = fs::read_to_string(folder.join(&form)).expect("a text");
            let links = links(&text);
            assert!(links.len() > 2, "{form} has links");
            links.into_iter().for_each(|(link, figures)| opens(&form, link, &figures));
        }
    }
}

/// The links of a file, each with the lines that follow it.
fn links(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut links: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match (line.strip_prefix("  "), links.last_mut()) {
            (Some(figures), Some((_, lines))) => lines.push(figures),
            (Some(_), None) => panic!("figures of no link: {line}"),
            (None, _) => links.push((line, Vec::new())),
        }
    }
    links
}

fn opens(form: &str, link: &str, expected: &[&str]) {
    let (scenarios, notes) = packed::from_link(link);
    assert_eq!(notes, [], "{link}");
    let numbered = (1..).zip(scenarios.all());
    let given: Vec<String> = numbered
        .map(|(number, scenario)| format!("{number} {}: {}", scenario.name(), figures(&scenario.input)))
        .collect();
    assert_eq!(given, expected, "{link} gives\n  {}\n", given.join("\n  "));
    // It is of the form that its file says, and what a page writes of it opens as the same.
    let is_packed = link.trim_start_matches('#').starts_with("z=");
    assert_eq!(form == "packed.txt", is_packed, "{link}");
    assert_eq!(form == "plain.txt", !is_packed && scenarios.all().len() == 1, "{link}");
    assert_eq!(packed::from_link(&packed::link(&scenarios)).0.link(), scenarios.link(), "{link}");
}

fn figures(input: &PlanInput) -> String {
    let Answer { plan, sizing } = Answer::to(input.check().plan);
    let state = match &sizing.outcome {
        Outcome::Planned(fleet) => format!("planned binding={}", need(fleet.binding)),
        Outcome::DoesNotFit(_) => "does-not-fit".into(),
        Outcome::NoReplicasHelp(_) => "no-replicas-help".into(),
        Outcome::TooMany { .. } => "too-many".into(),
    };
    let shown = [Figure::Replicas, Figure::PerOutput, Figure::TtftP95].map(|figure| {
        match figure.of(&plan, &sizing) {
            Value::Number(value) => format!("{}={value}", figure.name()),
            Value::Unbounded => format!("{}=unbounded", figure.name()),
            Value::Absent => format!("{}=absent", figure.name()),
        }
    });
    format!("{state} {}", shown.join(" "))
}

/// What the command calls it.
fn need(need: Need) -> &'static str {
    match need {
        Need::Work => "work",
        Need::Slo => "tpot",
        Need::Ttft => "ttft",
        Need::Kv => "kv-pool",
    }
}
