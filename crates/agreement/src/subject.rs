//! Which plan is compared: its quantities, and the names that it gives its model and GPU.

use plan::PlanInput;
use sizing::{Fit, Outcome, Plan, PlanParts, Replica, size};

/// A plan that is compared with a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The plan.
    pub plan: Plan,
    /// Its model's name in the catalogue; `None` for a model of the reader's own.
    pub model: Option<&'static str>,
    /// Its GPU's name in the catalogue; `None` for a GPU of the reader's own.
    pub gpu: Option<&'static str>,
    /// How many replicas carry the load.
    pub replicas: u32,
}

impl Subject {
    /// What `input` says. The replicas are those that the plan fixes, else as many as its own load needs, and one where no
    /// number of them would do.
    ///
    /// # Example
    /// ```
    /// let subject = agreement::Subject::of(&plan::PlanInput::from_link("v=1").0);
    /// assert_eq!((subject.gpu, subject.replicas), (Some("h100"), 4));
    /// ```
    #[must_use]
    pub fn of(input: &PlanInput) -> Self {
        use quantity::Key;
        let plan = input.check().plan;
        let replicas = match size(&plan).outcome {
            Outcome::Planned(fleet) => fleet.replicas,
            _ => plan.replicas.unwrap_or(1),
        };
        let own = |keys: &[Key]| keys.iter().any(|key| input.changes(*key));
        let name = |key: Key| input.word(key).or(standard_word(key));
        Self {
            model: if own(&[Key::Params, Key::Layers]) { None } else { name(Key::Model) },
            gpu: if own(&[Key::Hbm, Key::Bw, Key::Flops]) { None } else { name(Key::Gpu) },
            plan,
            replicas,
        }
    }

    /// The plan with a change; the plan as it is where that makes none.
    #[must_use]
    pub fn changed(&self, change: impl FnOnce(&mut PlanParts)) -> Plan {
        let mut parts = self.plan.parts().clone();
        change(&mut parts);
        Plan::new(parts).unwrap_or_else(|_| self.plan.clone())
    }

    /// Requests a second that each replica is planned to carry: the plan's rate over as many replicas as its load needs.
    /// `None` where no number of them would do.
    #[must_use]
    pub fn planned_rate(&self) -> Option<f64> {
        match size(&self.plan).outcome {
            Outcome::Planned(fleet) => Some(self.plan.rate.get() / f64::from(fleet.needed)),
            _ => None,
        }
    }

    /// Sequences that all replicas hold; `None` where the model does not fit.
    #[must_use]
    pub fn resident(&self) -> Option<f64> {
        match Replica::of(&self.plan).fit {
            Fit::Fits { resident, .. } => Some(f64::from(resident) * f64::from(self.replicas)),
            Fit::TooSmall(_) => None,
        }
    }
}

fn standard_word(key: quantity::Key) -> Option<&'static str> {
    match key.row().default {
        quantity::Standard::Word(word) => Some(word),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_of_ones_own_has_no_name() {
        let subject = |link: &str| Subject::of(&PlanInput::from_link(link).0);
        assert_eq!(subject("v=1&bw=5TB/s").gpu, None);
        assert_eq!(subject("v=1&gpu=h200").gpu, Some("h200"));
        assert_eq!(subject("v=1&replicas=7").replicas, 7);
        // A prompt that takes longer than its target: no number of replicas helps, and one is compared.
        assert_eq!(subject("v=1&in=30k").replicas, 1);
    }
}
