//! Laws: what made the levels is found again, what they cannot tell is left, and who was left out is predicted better.

use super::*;
use crate::example::{self, level, noisy, open, subject};
use evidence::{Level, Load};
use latency::Random;
use proptest::prelude::*;

/// Requests in flight of the closed levels, and rates of the open ones.
const IN_FLIGHT: [f64; 13] = [1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 200.0, 400.0];
const RATES: [f64; 8] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0];

fn made(link: &str, noise: f64, seed: u64) -> LoadTest {
    let (plan, mut random) = (subject(link).plan, Random::new(seed));
    let loads = IN_FLIGHT.map(Load::Closed).into_iter().chain(RATES.map(open));
    let levels = loads.map(|load| noisy(level(&plan, 1, load), noise, &mut random)).collect();
    LoadTest { levels, ..LoadTest::default() }
}

fn calibrated(test: LoadTest) -> Calibration {
    of(&subject("v=1&replicas=1"), test)
}

fn of(subject: &Subject, test: LoadTest) -> Calibration {
    let tests = [test];
    Calibration::of(subject, &tests, &Comparison::of(subject, &tests, 0.0))
}

fn value(calibration: &Calibration, key: Key) -> Option<f64> {
    calibration.estimates.iter().find(|estimate| estimate.key == key).map(|estimate| estimate.value)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn five_per_cent_of_noise_leaves_mfu_and_mbu_within_five(seed in 0_u64..1_000_000, mfu in 25_u32..65, mbu in 45_u32..95) {
        let found = calibrated(made(&format!("v=1&mfu={mfu}%&mbu={mbu}%"), 0.05, seed));
        for (key, truth) in [(Key::Mfu, mfu), (Key::Mbu, mbu)] {
            let ratio = value(&found, key).map(|value| value / (f64::from(truth) / 100.0));
            prop_assert!(ratio.is_some_and(|ratio| (ratio - 1.0).abs() < 0.05), "{key:?} {ratio:?} {found:?}");
        }
    }

    #[test]
    fn without_noise_constants_are_found_too(mfu in 25_u32..65, mbu in 45_u32..95, step in 1_u32..8) {
        let found = calibrated(made(&format!("v=1&mfu={mfu}%&mbu={mbu}%&perstep={step}ms"), 0.0, 1));
        for (key, truth) in [(Key::Mbu, f64::from(mbu) / 100.0), (Key::PerStep, f64::from(step) / 1000.0)] {
            let ratio = value(&found, key).map(|value| value / truth);
            prop_assert!(ratio.is_some_and(|ratio| (ratio - 1.0).abs() < 0.01), "{key:?} {ratio:?} {found:?}");
        }
    }
}

/// Over a hundred seeds the intervals hold the truth about as often as they say.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let held = (0..100).filter(|seed| {
        let found = calibrated(made("v=1&mfu=50%&mbu=60%", 0.05, *seed));
        let mbu = found.estimates.iter().find(|estimate| estimate.key == Key::Mbu);
        mbu.and_then(|mbu| mbu.interval).is_some_and(|(low, high)| low <= 0.6 && 0.6 <= high)
    });
    let held = held.count();
    assert!((85..=100).contains(&held), "{held} of 100");
}

#[test]
fn levels_that_were_left_out_are_predicted_better() {
    let found = calibrated(made("v=1&mfu=55%&mbu=50%", 0.03, 3));
    let (before, after) = (found.before.expect("levels"), found.after.expect("enough of them"));
    assert!(after < 0.06 && before > 3.0 * after, "{before} {after}");
}

#[test]
fn one_level_tells_nothing() {
    let test = LoadTest { levels: vec![level(&example::a(), 1, open(4.0))], ..LoadTest::default() };
    let found = calibrated(test);
    assert_eq!((found.estimates, found.after), (vec![], None));
    assert_eq!(found.unidentified, MEASURABLE.map(|key| (key, Unidentified::OneLevel)));
    assert_eq!(calibrated(LoadTest::default()).unidentified[0], (Key::Mfu, Unidentified::NoLevel));
}

#[test]
fn without_a_first_token_mfu_is_left() {
    let mut test = made("v=1&mbu=50%", 0.0, 1);
    let keep = |level: &mut Level| level.ours.retain(|figure| figure.metric != latency::Metric::Ttft);
    test.levels.iter_mut().for_each(keep);
    let found = calibrated(test);
    assert!(found.unidentified.contains(&(Key::Mfu, Unidentified::NoPrefill)), "{found:?}");
    assert!(value(&found, Key::Mbu).is_some_and(|mbu| (mbu - 0.5).abs() < 0.005), "{found:?}");
}

/// Ten tokens are computed sooner than the weights are read: TTFT then says nothing of MFU.
#[test]
fn short_prompts_do_not_tell_mfu() {
    let plan = subject("v=1&in=10").plan;
    let levels = IN_FLIGHT[..8].iter().map(|most| level(&plan, 1, Load::Closed(*most))).collect();
    let found = calibrated(LoadTest { levels, ..LoadTest::default() });
    assert!(found.unidentified.contains(&(Key::Mfu, Unidentified::NoPrefill)), "{found:?}");
}

/// At a batch of one to two a constant of a step looks like slower memory, and is not taken for it.
#[test]
fn light_loads_do_not_tell_a_constant_from_a_bandwidth() {
    let plan = subject("v=1&mbu=50%").plan;
    let levels = [1.0, 1.5, 2.0].map(|c| level(&plan, 1, Load::Closed(c))).into();
    let found = calibrated(LoadTest { levels, ..LoadTest::default() });
    assert!(found.unidentified.iter().any(|(key, _)| *key == Key::PerStep), "{found:?}");
    assert!(value(&found, Key::Mbu).is_some_and(|mbu| (mbu - 0.5).abs() < 0.01), "{found:?}");
}

#[test]
fn a_calibrated_link_is_marked_and_taken_back() {
    let input = PlanInput::from_link("v=1&replicas=1&mbu=0.8").0;
    let found = of(&Subject::of(&input), made("v=1&mfu=50%&mbu=60%", 0.0, 1));
    let applied = found.applied(&input);
    assert_eq!(applied.link(), "v=1&mfu=0.5&mbu=0.6&replicas=1&measured=mfu,mbu");
    assert_eq!(applied.check().plan.source(Key::Mfu), sizing::Source::Measured);
    assert_eq!(said(&applied, found.undo(&input)).link(), input.link());
}

#[test]
fn values_have_three_digits() {
    for (value, rounded) in
        [(0.412_345, 0.412), (0.5, 0.5), (1.0, 1.0), (0.002_345_6, 0.002_35), (0.0, 0.0), (12.345, 12.3)]
    {
        assert_eq!(three_digits(value).to_bits(), f64::to_bits(rounded), "{value}");
    }
}
