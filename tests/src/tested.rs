//! Any bytes as a verdict that a browser kept: what must hold of what the maps say of it.

use crate::shown::is_text;
use lesson::map::{REMARKED, answered, path, remarks};
use plan::PlanInput;
use present::{Answer, Tested};

/// Reads `bytes` as what is kept of a verdict, and asks for what the maps say of it and of its plan.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(bytes: &[u8]) {
    let Some(tested) = Tested::read(&String::from_utf8_lossy(bytes)) else { return };
    assert_eq!(Tested::read(&tested.text()).as_ref(), Some(&tested), "it reads again");
    let (own, notes) = PlanInput::from_link(&tested.plan);
    assert!(tested.is_of(&own), "{} is its own plan", tested.plan);
    notes.iter().for_each(crate::bytes::is_sentence);
    let said = remarks(&own, &path(&Answer::to(own.check().plan)), Some(&tested));
    assert!(said.len() >= 2 && said.iter().all(|remark| remark.measured), "{said:?}");
    for remark in &said {
        assert!(REMARKED.contains(&remark.node), "{remark:?}");
        is_text(&remark.short);
        assert!(!remark.words.is_empty() && !remark.words.contains(char::is_control), "{remark:?}");
    }
    assert_eq!(answered(&own, Some(&tested)).is_empty(), tested.holds.is_none());
}

#[cfg(test)]
mod tests {
    use super::survive;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_survive(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            survive(&bytes);
            survive(&[b"tested=1\nverdict=So.\nplan=", &bytes[..]].concat());
            survive(&[b"tested=1\nplan=v=1\nverdict=", &bytes[..]].concat());
        }

        #[test]
        fn any_lines_survive(
            lines in proptest::collection::vec(
                "(plan|replicas|levels|within|holds|bound|why|verdict)=(v=1|v=1&rate=7&tpot=5ms|yes|no|pool|cap|prefill|decode|client|0|0.2|NaN|1e99|\\PC{0,9})",
                0..12,
            ),
        ) {
            survive(["tested=1\nplan=v=1\nverdict=So.\n", &lines.join("\n")].concat().as_bytes());
        }
    }
}
