//! Plans as one JSON file, to be read back or by programs.

use crate::case::Case;
use crate::{Shown, VERSION};
use plan::PlanInput;
use present::headline;
use quantity::{Key, is_hidden};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sizing::Figure;

#[derive(Serialize)]
struct Document {
    headroom: u32,
    scenarios: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    link: String,
    #[serde(serialize_with = "by_key")]
    plan: Vec<(String, String)>,
    headline: String,
    #[serde(serialize_with = "by_name")]
    figures: Vec<(Figure, Shown)>,
}

/// The file.
pub(crate) fn json(cases: &[Case]) -> String {
    let document = Document { headroom: VERSION, scenarios: cases.iter().map(entry).collect() };
    // Nothing in it can fail to be written: keys are texts, and numbers are finite.
    visible(&serde_json::to_string_pretty(&document).unwrap_or_default()) + "\n"
}

/// With characters that print nothing or turn text around escaped: whoever opens the file in an editor sees them. They can
/// only stand inside texts.
fn visible(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_hidden(letter) && letter != '\n' {
            written += &format!("\\u{:04x}", u32::from(letter));
        } else {
            written.push(letter);
        }
    }
    written
}

fn entry(case: &Case) -> Entry {
    Entry {
        name: case.name.clone(),
        link: case.link.clone(),
        plan: pairs(&case.input),
        headline: headline(&case.answer),
        figures: Figure::ALL.into_iter().map(|figure| (figure, Shown::of(figure, &case.answer))).collect(),
    }
}

/// What a link says of a plan, version aside, in its order.
pub(crate) fn pairs(input: &PlanInput) -> Vec<(String, String)> {
    let known = Key::all().filter(|key| input.changes(*key)).filter_map(|key| {
        let row = key.row();
        let number = || Some(row.unit.link(input.number(key)?));
        Some((row.name.into(), input.word(key).map(String::from).or_else(number)?))
    });
    let place = input.at.iter().map(|at| ("at".into(), at.clone()));
    known.chain(place).chain(input.unknown.iter().cloned()).collect()
}

/// Writes pairs as an object; the values of a key that stands there more than once are a list.
fn by_key<S: Serializer>(pairs: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    for (place, (key, value)) in pairs.iter().enumerate() {
        let of_key = |pairs: &[(String, String)]| -> Vec<String> {
            pairs.iter().filter(|(other, _)| other == key).map(|(_, value)| value.clone()).collect()
        };
        let (before, all) = (of_key(pairs.get(..place).unwrap_or_default()), of_key(pairs));
        match (before.is_empty(), all.len()) {
            (true, 1) => map.serialize_entry(key, value)?,
            (true, _) => map.serialize_entry(key, &all)?,
            (false, _) => {}
        }
    }
    map.end()
}

/// Writes the figures as one object, in the order in which they follow from each other.
fn by_name<S: Serializer>(figures: &[(Figure, Shown)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(figures.iter().map(|(figure, shown)| (figure.name(), shown)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use plan::Scenario;
    use serde_json::Value;

    fn written(link: &str) -> Value {
        let scenario = Scenario::new("Peak", PlanInput::from_link(link).0);
        serde_json::from_str(&Format::Json.write(&[scenario], "https://example.org/")).expect("JSON")
    }

    #[test]
    fn the_plan_stands_as_its_link_writes_it() {
        let document = written("v=1&rate=40&ttft=0.4s&gpu=h200&at=x&colour=red&colour=blue");
        let first = &document["scenarios"][0];
        let plan = serde_json::json!({
            "gpu": "h200", "rate": "40", "ttft": "400ms", "at": "x", "colour": ["red", "blue"]
        });
        assert_eq!(
            (&document["headroom"], &first["name"], &first["plan"]),
            (&1.into(), &"Peak".into(), &plan)
        );
        let link = "https://example.org/#v=1&gpu=h200&rate=40&ttft=400ms&at=x&colour=red&colour=blue";
        assert_eq!(first["link"], link);
    }

    #[test]
    fn figures_have_their_unit_and_all_their_digits() {
        let document = written(plan::preset::B.link);
        let answer = present::Answer::to_link(plan::preset::B.link);
        let figures = &document["scenarios"][0]["figures"];
        for figure in Figure::ALL {
            let shown = &figures[figure.name()];
            let value = figure.of(&answer.plan, &answer.sizing).number();
            assert_eq!(
                shown["value"].as_f64().map(f64::to_bits),
                value.map(f64::to_bits),
                "{}",
                figure.name()
            );
            assert_eq!(shown["unit"], crate::base_unit(figure.unit()), "{}", figure.name());
        }
        assert_eq!(figures["dollars_per_m_output_with_spare"]["text"], "$2.53");
    }
}
