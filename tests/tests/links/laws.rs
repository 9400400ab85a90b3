//! What holds of links whatever the plans are.

use headroom_tests::{links, scenarios};
use plan::{PlanInput, Scenario, Scenarios, packed, preset};
use proptest::prelude::*;
use quantity::{Key, Kind, Place, Unit};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scenarios_that_are_written_are_read_again(drawn in scenarios::drawn()) {
        let (read, notes) = Scenarios::from_link(&drawn.link());
        // What contradicts itself is settled once, with a note, and is at rest from then on.
        if notes.is_empty() {
            prop_assert_eq!(read.link(), drawn.link());
            prop_assert_eq!(read.all().len(), drawn.all().len());
            for (place, scenario) in drawn.all().iter().enumerate() {
                prop_assert_eq!(read.label(place), drawn.label(place));
                prop_assert_eq!(read.all()[place].input.check().plan, scenario.input.check().plan);
            }
        }
        prop_assert_eq!(Scenarios::from_link(&read.link()).0.link(), read.link());
    }

    #[test]
    fn one_plan_without_a_name_is_written_and_read_as_ever(input in links::inputs()) {
        let link = input.link();
        prop_assert_eq!(Scenarios::from(input).link(), link.clone());
        let (scenarios, notes) = packed::from_link(&link);
        prop_assert_eq!((scenarios.all()[0].input.clone(), notes), PlanInput::from_link(&link));
        prop_assert_eq!(scenarios.all().len(), 1);
    }

    #[test]
    fn a_page_that_knows_no_scenarios_hands_them_on(drawn in scenarios::drawn()) {
        let (read, _) = Scenarios::from_link(&drawn.link());
        let (known, notes) = PlanInput::from_link(&read.link());
        prop_assert_eq!(known.check().plan, read.all()[0].input.check().plan);
        prop_assert_eq!(known.link(), read.link());
        let told: Vec<&str> = notes.iter().map(|note| note.text.as_str()).filter(|text| text.contains("scenarios")).collect();
        let count = read.all().len();
        let all = format!("This link holds {count} scenarios; this page shows the first. The others are kept.");
        prop_assert_eq!(told, if count > 1 { vec![all.as_str()] } else { vec![] });
    }

    #[test]
    fn what_is_changed_on_such_a_page_leaves_the_others_alone(drawn in scenarios::drawn(), rate in 0.001..1e6_f64) {
        let rate = Unit::RequestsPerSecond.link(rate);
        let (read, _) = Scenarios::from_link(&drawn.link());
        let (mut known, _) = PlanInput::from_link(&read.link());
        known.say(Key::Rate, &rate, Place::Link);
        let (edited, _) = Scenarios::from_link(&known.link());
        prop_assert_eq!(edited.all()[0].input.check().plan, known.check().plan);
        // What a scenario says of the rate it goes on saying; what it leaves out follows the baseline.
        let says_rate = |number: usize| read.link().contains(&format!("&{number}.rate="));
        prop_assert_eq!(edited.all().len(), read.all().len());
        for (place, scenario) in read.all().iter().enumerate().skip(1) {
            let mut expected = scenario.input.clone();
            if !says_rate(place + 1) {
                expected.say(Key::Rate, &rate, Place::Link);
            }
            prop_assert_eq!(edited.label(place), read.label(place));
            prop_assert_eq!(edited.all()[place].input.check().plan, expected.check().plan);
            prop_assert_eq!(&edited.all()[place].input.unknown, &expected.unknown);
        }
    }

    #[test]
    fn a_packed_link_means_what_it_packs(drawn in scenarios::drawn()) {
        let plain = drawn.link();
        prop_assert_eq!(packed::from_link(&packed::pack(&plain)), Scenarios::from_link(&plain));
    }

    #[test]
    fn the_order_of_pairs_does_not_matter(drawn in scenarios::drawn(), turns in 0_usize..60) {
        let link = drawn.link();
        let mut pairs: Vec<&str> = link.split('&').collect();
        let turns = turns % pairs.len();
        pairs.rotate_left(turns);
        prop_assert_eq!(Scenarios::from_link(&pairs.join("&")).0.link(), Scenarios::from_link(&link).0.link());
    }

    #[test]
    fn the_differences_are_all_that_differs(drawn in scenarios::drawn()) {
        let read = Scenarios::from_link(&drawn.link()).0;
        for (place, scenario) in read.all().iter().enumerate() {
            let mut input = read.all()[0].input.clone();
            for key in read.differences(place) {
                match scenario.input.entry(key) {
                    Some(entry) => input.say(key, &entry.text, entry.place),
                    None => input.unsay(key),
                }
            }
            prop_assert_eq!(input.check().plan, scenario.input.check().plan);
        }
    }
}

#[test]
fn two_presets_side_by_side_are_short_enough_to_stay_plain() {
    let input = |preset: preset::Preset| PlanInput::from_link(preset.link).0;
    for (first, second) in preset::ALL.into_iter().flat_map(|a| preset::ALL.map(|b| (a, b))) {
        let mut two = Scenarios::from(input(first));
        two.rename(0, first.name);
        assert!(two.push(Scenario::new(second.name, input(second))));
        assert!(two.link().len() <= packed::LONGEST_PLAIN, "{}", two.link());
        assert_eq!(packed::link(&two), two.link());
    }
}

/// Every key said in every scenario, each time with many digits, and with names that need an escape for every byte.
#[test]
fn what_is_too_long_to_stay_plain_is_packed() {
    let full = |part: f64| {
        let mut input = PlanInput::default();
        for key in Key::all() {
            let value = match key.row().kind {
                Kind::Real { min, max } => min + (max - min) * part,
                Kind::Whole { min, max } => (min + (max - min) * part).floor(),
                Kind::Word => continue,
            };
            input.say(key, &key.row().unit.link(value), Place::Link);
        }
        input
    };
    let mut four = Scenarios::from(full(0.12));
    for part in [0.345, 0.678, 0.9] {
        assert!(four.push(Scenario::new(&"漢".repeat(60), full(part))));
    }
    let settled = Scenarios::from_link(&four.link()).0;
    let link = packed::link(&settled);
    println!("{} characters, packed into {}", settled.link().len(), link.len());
    assert!(link.starts_with("z=1.") && settled.link().len() > packed::LONGEST_PLAIN);
    assert_eq!(packed::from_link(&link), Scenarios::from_link(&settled.link()));
}

#[test]
fn a_scenario_that_says_nothing_of_its_own_is_still_there() {
    let mut two = Scenarios::from(PlanInput::from_link("v=1&rate=40").0);
    assert!(two.push(two.all()[0].clone()));
    assert_eq!(two.link(), "v=1&rate=40&2.name=Scenario%202");
    assert_eq!(Scenarios::from_link(&two.link()), (two, Vec::new()));
}

#[test]
fn unknown_keys_of_a_scenario_come_back() {
    let link = "v=1&rate=40&at=g-queue&colour=red&shape=round&2.colour=blue&2.=5&2.v=7&3.2.x=y&3.name=Third";
    let (read, notes) = Scenarios::from_link(link);
    assert_eq!(notes.len(), 6, "each is named: {notes:?}");
    assert_eq!(
        read.all()[1].input.unknown[0],
        ("shape".into(), "round".into()),
        "the baseline’s hold for all"
    );
    let again = read.link();
    assert_eq!(Scenarios::from_link(&again).0, read);
    let pairs = |link: &str| {
        let mut pairs: Vec<String> = link.split('&').map(str::to_owned).collect();
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(pairs(&again), pairs(link));
}
