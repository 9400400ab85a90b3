//! What is exported comes back, and keeps to the published schema.

use export::{Format, MOST_IN_FILE, import};
use plan::{PlanInput, Scenario, Scenarios, choices, preset};
use proptest::prelude::*;
use quantity::{Key, Kind, Place};
use serde_json::Value;

/// A plan as a link might hold it: some quantities within their ranges, and keys that are not known yet.
fn inputs() -> impl Strategy<Value = PlanInput> {
    let said = proptest::collection::vec((0..Key::COUNT, 0.0_f64..1.0, any::<prop::sample::Index>()), 0..8);
    let unknown = proptest::collection::vec(("[a-zé \"&=]{1,6}9", ".{0,12}"), 0..3);
    (said, unknown).prop_map(|(said, unknown)| {
        let mut input = PlanInput::default();
        input.unknown = unknown;
        for (place, part, index) in said {
            let Some(key) = Key::all().nth(place) else { continue };
            let row = key.row();
            let text = match row.kind {
                Kind::Real { min, max } => row.unit.link(min + (max - min) * part),
                Kind::Whole { min, max } => row.unit.link((min + (max - min) * part).floor()),
                Kind::Word => index.get(&choices(key)).name.into(),
            };
            input.say(key, &text, Place::Link);
        }
        // What contradicts itself is settled once.
        PlanInput::from_link(&input.link()).0
    })
}

fn scenarios() -> impl Strategy<Value = Vec<Scenario>> {
    let one = ("[^\\p{C}\\p{Z}]{0,20}", inputs()).prop_map(|(name, input)| Scenario::new(&name, input));
    proptest::collection::vec(one, 1..=2 * Scenarios::MOST)
}

/// Validates a document by the published schema.
fn faults(document: &Value) -> Option<String> {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/plan.schema.json")).expect("JSON");
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("urn:headroom:plan:1", schema).expect("a schema");
    let compiled = compiler.compile("urn:headroom:plan:1", &mut schemas).expect("a schema of 2020-12");
    schemas.validate(document, compiled).err().map(|error| format!("{error:#}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_exported_is_imported_without_a_word(scenarios in scenarios()) {
        let file = Format::Json.write(&scenarios, "https://example.org/sandbox/fleet/");
        let imported = import(&file);
        // What the links say of themselves, keys that are not known above all, is said; nothing else.
        let notes: usize = scenarios.iter().map(|one| PlanInput::from_link(&one.input.link()).1.len()).sum();
        prop_assert_eq!(imported.faults.len(), notes, "{:?}", imported.faults);
        let links = |all: &[Scenario]| all.iter().map(|one| one.input.link()).collect::<Vec<_>>();
        prop_assert_eq!(links(&imported.scenarios), links(&scenarios));
        let names = |all: &[Scenario]| all.iter().map(|one| one.name().to_owned()).collect::<Vec<_>>();
        prop_assert_eq!(names(&imported.scenarios), names(&scenarios));
        prop_assert_eq!(faults(&serde_json::from_str(&file).expect("JSON")), None);
    }

    #[test]
    fn a_file_cut_anywhere_is_read_up_to_there(per_mille in 0_usize..999) {
        let scenario = Scenario::new("B", PlanInput::from_link(preset::B.link).0);
        let file = Format::Json.write(&[scenario.clone(), scenario.clone()], "");
        let cut: String = file.chars().take(file.chars().count() * per_mille / 1000).collect();
        let imported = import(&cut);
        prop_assert!(!imported.faults.is_empty());
        for read in &imported.scenarios {
            // What is read is part of what was written.
            let whole = scenario.input.link();
            prop_assert!(read.input.link().split('&').all(|pair| whole.split('&').any(|other| other == pair)), "{read:?}");
        }
        if per_mille > 600 {
            prop_assert_eq!(imported.scenarios[0].input.link(), scenario.input.link());
        }
    }

    #[test]
    fn anything_at_all_is_read_without_panic(text in "[{}\\[\\]\",:a-z0-9 \\\\\u{e9}]{0,60}|.{0,60}") {
        let imported = import(&text);
        prop_assert!(imported.scenarios.len() <= MOST_IN_FILE);
        let document = format!("{{\"headroom\": 1, \"scenarios\": [{text}]}}");
        for scenario in import(&document).scenarios {
            prop_assert_eq!(scenario.input.check().issues, []);
        }
    }
}

#[test]
fn the_schema_refuses_what_is_refused_on_import() {
    for plan in
        [r#"{"rate": 0}"#, r#"{"gpu": "h1000"}"#, r#"{"kv": 8}"#, r#"{"tp": 2.5}"#, r#"{"rate": null}"#]
    {
        let file = format!(r#"{{"headroom": 1, "scenarios": [{{"plan": {plan}}}]}}"#);
        assert!(faults(&serde_json::from_str(&file).expect("JSON")).is_some(), "{plan}");
        assert_eq!(import(&file).faults.len(), 1, "{plan}");
    }
    for file in [r#"{"scenarios": []}"#, r#"{"headroom": 2, "scenarios": [{"plan": {}}]}"#, "[]"] {
        assert!(faults(&serde_json::from_str(file).expect("JSON")).is_some(), "{file}");
        assert!(!import(file).faults.is_empty(), "{file}");
    }
}

#[test]
fn a_name_of_a_megabyte_and_a_file_of_eleven_are_told() {
    let file = |name: &str| {
        format!(r#"{{"headroom": 1, "scenarios": [{{"name": "{name}", "plan": {{"rate": 40}}}}]}}"#)
    };
    let imported = import(&file(&"n".repeat(1_000_000)));
    assert_eq!((imported.scenarios[0].name().len(), imported.faults.len()), (Scenario::LONGEST_NAME, 1));
    assert_eq!(imported.faults[0].path, "scenarios[0].name");
    assert_eq!(
        import(&file(&"n".repeat(11_000_000))).faults[0].text,
        "The file has more than 10 MB and was not read."
    );
}
