//! Damaged files for every reader, for as long as is wanted: what the fuzz step of the test command runs.
//!
//! [`targets::ALL`] is the table of all readers. An input is a sample of what the reader reads and what happened to it
//! on its way, drawn by proptest, so that what fails is shrunk by proptest. `tests/fuzz` drives the same functions with
//! cargo-fuzz, which knows which bytes reach further and needs a nightly compiler.

mod damage;
pub mod targets;
mod trouble;
pub mod words;

pub use damage::{Input, LARGEST, inputs};
pub use targets::Target;
pub use trouble::{Trouble, listen};

use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What a while of fuzzing came to.
#[derive(Debug)]
pub struct Outcome {
    /// How many inputs the target was given.
    pub cases: u64,
    /// How long that took, with the shrinking of what failed.
    pub time: Duration,
    /// What the target did not survive.
    pub trouble: Option<Trouble>,
}

/// So many inputs are drawn between two looks at the clock.
const BATCH: u32 = 16;
/// Steps of shrinking: an input that is not the smallest is better than none within the time of a coffee.
const MOST_STEPS: u32 = 4000;

/// Gives `target` inputs drawn from `seed` until the time is up or one of them fails.
#[must_use]
pub fn run(target: &Target, time: Duration, seed: u64) -> Outcome {
    let (begun, cases) = (Instant::now(), Cell::new(0));
    let outcome = |trouble| Outcome { cases: cases.get(), time: begun.elapsed(), trouble };
    for batch in 0.. {
        if let Some(input) = failing(target, &mut runner(seed, batch), &cases) {
            return outcome(Some(Trouble::of(target, &input.0)));
        }
        if begun.elapsed() >= time {
            break;
        }
    }
    outcome(None)
}

/// The smallest input of a batch that proptest finds to fail.
fn failing(target: &Target, runner: &mut TestRunner, cases: &Cell<u64>) -> Option<Input> {
    let survives = |input: Input| {
        cases.set(cases.get() + 1);
        (target.survive)(&input.0);
        Ok(())
    };
    match runner.run(&inputs(target), survives) {
        Err(TestError::Fail(_, input)) => Some(input),
        Ok(()) | Err(TestError::Abort(_)) => None,
    }
}

/// A runner of its own for each batch, as a runner that has had its cases runs no more.
fn runner(seed: u64, batch: u64) -> TestRunner {
    let config =
        Config { cases: BATCH, max_shrink_iters: MOST_STEPS, failure_persistence: None, ..Config::default() };
    let seed = [seed, batch, 0, 0].map(u64::to_le_bytes).concat();
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falls_over_a_comma_after_a_digit(bytes: &[u8]) {
        let found = bytes.windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1] == b',');
        assert!(!found, "a comma after a digit");
    }

    const FALLS_OVER: Target = Target {
        name: "falls_over",
        survive: falls_over_a_comma_after_a_digit,
        seeds: &[b"what,ever;1;2"],
        words: &[&[",", "x"]],
    };

    #[test]
    fn what_fails_is_found_and_shrunk() {
        let outcome = run(&FALLS_OVER, Duration::from_secs(60), 7);
        let trouble = outcome.trouble.expect("it falls over");
        assert_eq!(trouble.input.len(), 2, "{trouble}");
        assert!(trouble.to_string().contains("a comma after a digit"), "{trouble}");
    }

    #[test]
    fn every_sample_survives() {
        for target in targets::ALL {
            target.seeds.iter().for_each(|seed| (target.survive)(seed));
        }
    }

    #[test]
    fn a_seed_draws_the_same_inputs_again() {
        let target = &targets::ALL[0];
        let draw = |seed| {
            let mut all = Vec::new();
            let seen = std::sync::Mutex::new(&mut all);
            let _ = runner(seed, 3).run(&inputs(target), |input| {
                seen.lock().expect("one thread").push(input.0);
                Ok(())
            });
            all
        };
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
    }

    #[test]
    fn no_input_is_larger_than_the_largest() {
        for target in targets::ALL {
            runner(1, 1)
                .run(&inputs(target), |input| {
                    assert!(input.0.len() <= LARGEST);
                    Ok(())
                })
                .expect("none is");
        }
    }
}
