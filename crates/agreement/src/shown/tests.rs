//! How a comparison reads.

use super::*;
use crate::example::{level, open, subject};
use evidence::{Level, Load};
use quantity::{Key, Place};

fn shown(link: &str, levels: Vec<Level>) -> AgreementShown {
    let test = LoadTest { levels, ..LoadTest::default() };
    AgreementShown::of(&PlanInput::from_link(link).0, &[&test], 0.2)
}

/// Levels of an engine that `link` describes, each with a name of its own.
fn made(link: &str) -> Vec<Level> {
    let engine = subject(link);
    let loads =
        [open(4.0), open(12.0), open(20.0), Load::Closed(8.0), Load::Closed(64.0), Load::Closed(256.0)];
    let named = |(place, load): (usize, Load)| Level {
        name: format!("stage {place}"),
        ..level(&engine.plan, 4, load)
    };
    loads.into_iter().enumerate().map(named).collect()
}

#[test]
fn a_model_that_holds_says_so() {
    let shown = shown("v=1", made("v=1"));
    assert_eq!(
        shown.verdict,
        "Model and test agree: all 39 figures at 6 levels are within 20% of what the model predicts for 4 replicas."
    );
    assert_eq!((shown.holds, shown.doubts.len(), shown.causes.len()), (Some(true), 0, 0));
    assert!(shown.untold.is_empty(), "{:?}", shown.untold);
    assert_eq!(shown.by_figure[0], "TTFT, mean is within 20% at all 6 levels.");
}

#[test]
fn a_slower_engine_is_told_calibrated_and_taken() {
    let shown = shown("v=1", made("v=1&mbu=0.45"));
    assert_eq!(shown.holds, Some(false));
    assert!(shown.verdict.starts_with("Model and test differ: "), "{}", shown.verdict);
    assert!(shown.verdict.contains("Furthest off is "), "{}", shown.verdict);
    assert!(shown.untold[0].starts_with("Nothing in these files can tell why."), "{:?}", shown.untold);
    let cells: Vec<&str> = shown.calibration.rows[1].iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(cells[..3], ["Bandwidth efficiency", "70%", "45%"]);
    let pairs: Vec<(&str, &str)> =
        shown.takes[0].pairs.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    assert_eq!(pairs, [("mfu", "0.4"), ("mbu", "0.45"), ("measured", "mfu,mbu")]);
    assert_eq!(shown.takes[1].pairs.len(), 3);
}

/// What a take says is what a page does with it: each pair is said for its key.
#[test]
fn a_take_makes_the_calibrated_link_and_the_other_takes_it_back() {
    let before = "v=1&mbu=0.6&rate=21";
    let shown = shown(before, made("v=1&mbu=0.45"));
    let mut input = PlanInput::from_link(before).0;
    let mut take = |place: usize| {
        for (key, text) in &shown.takes[place].pairs {
            input.say(Key::named(key).expect("a key"), text, Place::Link);
        }
        input.link()
    };
    assert_eq!(take(0), "v=1&mbu=0.45&rate=21&measured=mfu,mbu");
    assert_eq!(take(1), before);
}

#[test]
fn doubts_that_levels_share_are_said_once() {
    let mut levels = made("v=1");
    levels[..2].iter_mut().for_each(|level| level.completed = Some(12));
    let shown = shown("v=1", levels);
    assert_eq!(
        shown.doubts,
        [
            "At 2 levels (stage 0, stage 1): 12 requests are too few: chance shows more than the engine. They are not judged."
        ]
    );
    assert!(shown.table.rows[0].last().is_some_and(|cell| cell.text.ends_with("not judged")));
}

#[test]
fn every_row_of_every_table_is_whole_and_every_number_is_one() {
    for link in ["v=1", "v=1&mbu=0.45", "v=1&in=3k", "v=1&in=200"] {
        let shown = shown("v=1", made(link));
        let charts = shown.charts.iter().map(|chart| &chart.table);
        for table in charts.chain([&shown.table, &shown.calibration]) {
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{link}: {}", table.caption);
        }
        assert_eq!(shown.charts.len(), 3, "{link}");
        let text = format!("{shown:?}");
        assert!(!text.contains("NaN") && !text.contains("inf,") && !text.contains("inf)"), "{link}");
    }
}

#[test]
fn a_curve_goes_through_the_points_of_its_own_model() {
    for chart in shown("v=1", made("v=1")).charts {
        let [curve, measured] = chart.series.as_slice() else { panic!("two series") };
        for (x, y) in &measured.points {
            let after =
                curve.points.iter().position(|point| point.0 >= *x).expect("the curve reaches further");
            let (low, high) = (curve.points[after.saturating_sub(1)].1, curve.points[after].1);
            let between =
                low.zip(high).zip(*y).is_some_and(|((low, high), y)| low * 0.99 <= y && y <= high * 1.01);
            assert!(between, "{} at {x}: {low:?} {y:?} {high:?}", chart.title);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn what_is_sent_arrives_as_it_was() {
    let shown = shown("v=1", made("v=1&mbu=0.45"));
    let text = serde_json::to_string(&shown).expect("it can be sent");
    assert_eq!(serde_json::from_str::<AgreementShown>(&text).expect("it arrives"), shown);
}
