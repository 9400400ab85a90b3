//! The test vectors of `docs/link-format.md`, read from the document itself.

use crate::fenced;
use plan::{Scenarios, packed};
use present::Answer;
use quantity::{Key, Place, float};
use serde_json::{Map, Value, json};
use sizing::Figure;

/// A link, and what is promised of it.
pub(crate) struct Vector {
    pub(crate) link: String,
    /// The pairs by the number of the scenario; none where a decoder refuses the link.
    pub(crate) keys: Option<Map<String, Value>>,
    /// The replicas that each scenario needs, or null, and the page's notes.
    shown: Value,
}

/// The vectors in the order of the document.
pub(crate) fn vectors() -> Vec<Vector> {
    let all: Vec<Value> = serde_json::from_str(fenced("json")).expect("the vectors are JSON");
    all.into_iter()
        .map(|vector| Vector {
            link: vector["link"].as_str().expect("a link").into(),
            keys: vector["keys"].as_object().cloned(),
            shown: json!([vector["replicas"], vector["notes"]]),
        })
        .collect()
}

#[test]
fn each_gives_the_figures_and_the_notes_that_the_document_says() {
    let vectors = vectors();
    assert!(vectors.len() >= 12);
    for Vector { link, shown, .. } in vectors {
        let (scenarios, notes) = packed::from_link(&link);
        let replicas: Vec<Value> = scenarios.all().iter().map(|scenario| replicas(&scenario.input)).collect();
        let notes: Vec<String> = notes.into_iter().map(|note| note.text).collect();
        assert_eq!(json!([replicas, notes]), shown, "{link}");
    }
}

fn replicas(input: &plan::PlanInput) -> Value {
    let Answer { plan, sizing } = Answer::to(input.check().plan);
    Figure::Replicas.of(&plan, &sizing).number().map_or(Value::Null, |number| json!(float::count(number)))
}

/// What the document says of the pairs, said to the program another way, is the same plan.
#[test]
fn each_means_what_its_pairs_mean() {
    for Vector { link, keys, .. } in vectors() {
        let Some(keys) = keys else { continue };
        let read = packed::from_link(&link).0;
        let inputs = spelt_out(&keys);
        assert_eq!(read.all().len(), inputs.len(), "{link}");
        for (scenario, (name, input)) in read.all().iter().zip(&inputs) {
            assert_eq!(scenario.name(), name, "{link}");
            assert_eq!(scenario.input.check().plan, input.check().plan, "{link}");
        }
    }
}

/// Each scenario with its name, from the pairs alone: the baseline's, overlaid with its own.
pub(crate) fn spelt_out(keys: &Map<String, Value>) -> Vec<(String, plan::PlanInput)> {
    let mut all: Vec<(String, plan::PlanInput)> = Vec::new();
    for (_, pairs) in keys.iter().take(Scenarios::MOST).filter(|(number, _)| number.as_str() < "5") {
        let pairs = pairs.as_object().expect("pairs");
        let text = |key: &str| pairs.get(key).map(|value| value.as_str().expect("a text"));
        let mut input = all.first().map(|(_, base)| base.clone()).unwrap_or_default();
        for key in Key::all() {
            match text(key.row().name) {
                Some("none") => input.unsay(key),
                Some(said) => {
                    let before = input.clone();
                    input.say(key, said, Place::Link);
                    if input.check().issue(key).is_some() {
                        input = before;
                    }
                }
                None => {}
            }
        }
        all.push((text("name").unwrap_or_default().into(), input));
    }
    all
}

#[test]
fn what_a_page_writes_of_each_opens_as_the_same() {
    for Vector { link, .. } in vectors() {
        let read = packed::from_link(&link).0;
        for again in [packed::link(&read), packed::pack(&read.link())] {
            assert_eq!(packed::from_link(&again).0.link(), read.link(), "{link} became {again}");
        }
    }
}
