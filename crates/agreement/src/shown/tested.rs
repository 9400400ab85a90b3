//! The verdict as it is kept for other pages.

use super::{bound, verdict};
use crate::cause::Causes;
use crate::{Comparison, Subject, Verdict};
use plan::PlanInput;
use present::Tested;

/// What is kept of a comparison of the plan of `input`.
pub(super) fn tested(
    input: &PlanInput,
    subject: &Subject,
    comparison: &Comparison,
    causes: &Causes,
) -> Tested {
    let (bound, why) = bound::bound(subject, comparison, causes).unzip();
    let sound = comparison.levels.iter().filter(|level| level.is_sound()).count();
    Tested {
        plan: Tested::link_of(input),
        replicas: subject.replicas,
        levels: u32::try_from(sound).unwrap_or(u32::MAX),
        within: comparison.within,
        holds: match comparison.verdict() {
            Verdict::Holds => Some(true),
            Verdict::Differs { .. } => Some(false),
            Verdict::Nothing => None,
        },
        bound,
        why: why.unwrap_or_default(),
        verdict: verdict::sentence(subject, comparison),
    }
}

#[cfg(test)]
mod tests {
    use crate::AgreementShown;
    use crate::example::{level, open, subject};
    use evidence::LoadTest;
    use plan::PlanInput;
    use present::Tested;

    #[test]
    fn what_is_kept_is_what_is_shown() {
        let input = PlanInput::from_link("v=1&rate=20&name=Ours&at=m-loop-s7").0;
        let subject = subject("v=1");
        let levels = [5.0, 10.0].map(|rate| level(&subject.plan, subject.replicas, open(rate)));
        let test = LoadTest { levels: levels.into(), ..LoadTest::default() };
        for (tests, levels) in [(vec![&test], 2), (Vec::new(), 0)] {
            let shown = AgreementShown::of(&input, &tests, 0.2);
            let kept = Tested::read(&shown.kept).expect("a whole text");
            assert_eq!((kept.verdict, kept.holds), (shown.verdict, shown.holds));
            assert_eq!((kept.levels, kept.replicas, kept.plan.as_str()), (levels, 4, "v=1"));
        }
    }
}
