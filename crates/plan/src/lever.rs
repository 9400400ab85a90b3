//! What would help, as changes to what was said.

use crate::input::PlanInput;
use quantity::{Key, Place};
use sizing::{Accelerator, Lever, Plan, Relief, reliefs};

/// The accelerators that are tried in place of a plan's own: those that are rented by the eight.
const TRIED: [&str; 6] = ["h100", "h200", "b200", "b300", "mi300x", "mi355x"];

/// What would help `plan`, each lever sized, the one that needs the fewest GPUs first. The price of a GPU stays.
#[must_use]
pub fn relief(plan: &Plan) -> Vec<Relief> {
    let named = |name| catalog::accelerator(name).map(|entry| (entry.name, entry.accelerator()));
    let others: Vec<(&'static str, Accelerator)> = TRIED.into_iter().filter_map(named).collect();
    reliefs(plan, &others)
}

impl PlanInput {
    /// Says what `lever` changes of `plan`, which must be this input's.
    pub fn pull(&mut self, lever: Lever, plan: &Plan) {
        for (key, text) in changes(lever, plan) {
            self.unmark(key);
            self.say(key, &text, Place::Link);
        }
    }
}

/// The quantities that `lever` changes of `plan`, as a link writes them; an empty text takes one back.
fn changes(lever: Lever, plan: &Plan) -> Vec<(Key, String)> {
    let number = |key: Key, value: f64| vec![(key, key.row().unit.link(value))];
    let word = |key, name: &str| vec![(key, name.to_owned())];
    match lever {
        Lever::Cached(to) => number(Key::Cached, to.get()),
        Lever::Prompt(to) => number(Key::In, to.get()),
        Lever::Kv(to) => word(Key::Kv, to.name()),
        Lever::Weights(to) => word(Key::Weights, to.name()),
        Lever::Tp(to) => number(Key::Tp, f64::from(to)),
        Lever::Accelerator(name, _) => {
            let own = [Key::Hbm, Key::Bw, Key::Flops].map(|key| (key, String::new()));
            [(Key::Gpu, name.to_owned())].into_iter().chain(own).collect()
        }
        Lever::Batch(Some(to)) => number(Key::Batch, f64::from(to)),
        Lever::Batch(None) => word(Key::Batch, ""),
        Lever::Mbu(to) => number(Key::Mbu, to.get()),
        Lever::Decode(times) => number(Key::Bw, plan.accelerator.bandwidth.get() * times),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset;
    use sizing::PlanParts;

    #[test]
    fn a_lever_pulled_is_the_plan_that_was_sized() {
        for preset in preset::ALL {
            let input = PlanInput::from_link(preset.link).0;
            let plan = input.check().plan;
            for Relief { lever, plan: sized, .. } in relief(&plan) {
                let mut pulled = input.clone();
                pulled.pull(lever, &plan);
                let again = pulled.check();
                // Who said a quantity differs, the quantities do not.
                let parts = PlanParts { sources: sized.sources, ..again.plan.parts().clone() };
                assert_eq!(again.issues, [], "{} {lever:?}", preset.name);
                assert_eq!(&parts, sized.parts(), "{} {lever:?}", preset.name);
            }
        }
    }
}
