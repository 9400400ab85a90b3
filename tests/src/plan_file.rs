//! Any bytes as a file of plans: what must hold whatever they are.

use crate::bytes::reads_well;
use export::{Format, MOST_IN_FILE, import};
use plan::Scenario;

/// So many scenarios of a file are written and read again.
const WRITTEN: usize = 4;

/// Reads `bytes` as a file that was exported, writes what it holds and reads it again.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let imported = import(&String::from_utf8_lossy(bytes));
    assert!(imported.scenarios.len() <= MOST_IN_FILE);
    assert!(
        !imported.scenarios.is_empty() || !imported.faults.is_empty(),
        "nothing was read and nothing is said"
    );
    for fault in &imported.faults {
        reads_well(&fault.text);
        assert!(!fault.path.contains(char::is_control), "a control character in {:?}", fault.path);
    }
    for scenario in &imported.scenarios {
        assert_eq!(scenario.input.check().issues, [], "reading settles what cannot be used");
    }
    let written: Vec<Scenario> = imported.scenarios.into_iter().take(WRITTEN).collect();
    if !written.is_empty() {
        reads_again(&written);
    }
}

/// What is written reads as the same plans under the same names.
fn reads_again(scenarios: &[Scenario]) {
    let again = import(&Format::Json.write(scenarios, "")).scenarios;
    assert_eq!(again.len(), scenarios.len());
    for (first, second) in scenarios.iter().zip(&again) {
        assert_eq!(first.name(), second.name());
        assert_eq!(by_key(&first.input.link()), by_key(&second.input.link()));
        assert_eq!(first.input.check().plan, second.input.check().plan);
    }
}

/// The pairs of a link, those of one key together as an object of JSON has them.
fn by_key(link: &str) -> Vec<&str> {
    let mut pairs: Vec<&str> = link.split('&').collect();
    pairs.sort_by_key(|pair| pair.split('=').next());
    pairs
}

#[cfg(test)]
mod tests {
    use super::survive;
    use crate::fuzzing::words;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_survive(bytes in vec(any::<u8>(), 0..200)) {
            survive(&bytes);
            survive(&[b"{\"headroom\": 1, \"scenarios\": [{\"plan\": {\"rate\": ", bytes.as_slice()].concat());
        }

        #[test]
        fn words_of_such_files_survive(words in vec(select(words::PLAN_FILE), 0..60)) {
            survive(words.concat().as_bytes());
        }
    }
}
