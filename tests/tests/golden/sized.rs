//! A link, read, checked and sized.

use crate::Golden;
use plan::PlanInput;
use quantity::{Key, RequestsPerSecond};
use sizing::{Figure, Fleet, Outcome, Plan, Sizing, SteadyState};

/// A link, read, checked and sized: what the page and the command do.
pub(crate) struct Sized {
    pub(crate) plan: Plan,
    pub(crate) sizing: Sizing,
}

impl Sized {
    /// Sizes `link`, which must read without a note.
    pub(crate) fn link(link: &str) -> Self {
        let (input, notes) = PlanInput::from_link(link);
        assert_eq!(notes, [], "{link}");
        let plan = input.check().plan;
        Self { sizing: sizing::size(&plan), plan }
    }

    /// The number of `figure`, which it must have.
    pub(crate) fn figure(&self, figure: Figure) -> f64 {
        self.bounded(figure).unwrap_or_else(|| panic!("{} is not a number", figure.name()))
    }

    /// The number of `figure`, where it is bounded.
    pub(crate) fn bounded(&self, figure: Figure) -> Option<f64> {
        figure.of(&self.plan, &self.sizing).number()
    }

    /// The fleet, which must have been planned.
    pub(crate) fn fleet(&self) -> &Fleet {
        match &self.sizing.outcome {
            Outcome::Planned(fleet) => fleet,
            other => panic!("{other:?}"),
        }
    }

    /// The state of one replica that `rate` requests a second reach.
    pub(crate) fn state_at(&self, rate: f64) -> SteadyState {
        SteadyState::of(&self.sizing.replica, RequestsPerSecond::new(rate), self.plan.answer)
    }

    /// Compares what both worked examples state as their inputs.
    pub(crate) fn compare_inputs(&self, golden: &mut Golden) {
        let plan = &self.plan;
        let sizing::Attention::Grouped(heads) = plan.model.layers[0].attention else {
            panic!("the worked examples have grouped heads")
        };
        golden.compare_all(
            "/inputs",
            &[
                ("params", plan.model.parameters),
                ("layers", f64::from(plan.model.layers[0].count)),
                ("query_heads", f64::from(heads.query_heads)),
                ("kv_heads", f64::from(heads.kv_heads)),
                ("head_dim", f64::from(heads.head_dim)),
                ("weight_bytes_per_param", plan.weights.bytes()),
                ("kv_bytes_per_element", plan.kv.bytes()),
                ("tp", f64::from(plan.tp)),
                ("gpu_memory_bytes", plan.accelerator.memory.get()),
                ("gpu_bandwidth_bytes_per_s", plan.accelerator.bandwidth.get()),
                ("gpu_flops_per_s", plan.accelerator.peak(plan.weights).0.get()),
                ("mfu", plan.mfu.get()),
                ("mbu", plan.mbu.get()),
                ("memory_fraction", plan.mem.get()),
                ("reserve_bytes_per_gpu", plan.reserve.get()),
                ("rate_per_s", plan.rate.get()),
                ("prompt_tokens", plan.prompt.get()),
                ("output_tokens", plan.answer.get()),
                ("cached_fraction", plan.cached.get()),
                ("utilisation_ceiling", plan.util.get()),
                ("spare_replicas", f64::from(plan.spare)),
                ("dollars_per_gpu_hour", plan.price.get()),
            ],
        );
        golden.pass_over("/inputs/hidden", "no equation takes the hidden size in");
    }
}

/// Compares a state of one replica with the one at `path`.
pub(crate) fn compare_state(golden: &mut Golden, path: &str, state: SteadyState) {
    let outcome = match state {
        SteadyState::Steady { prefill_share, sequences, tpot } => {
            golden.compare_all(
                path,
                &[("prefill_share", prefill_share), ("sequences", sequences), ("tpot_s", tpot.get())],
            );
            "steady"
        }
        SteadyState::KvExhausted { wanted, .. } => {
            golden.compare(&format!("{path}/sequences_wanted"), wanted);
            "KV memory exhausted"
        }
        SteadyState::NoSteadyState { .. } => "no steady state: each step admits more than it finishes",
        SteadyState::PromptsOverflow { .. } => "prefill alone exceeds the replica",
    };
    golden.compare_word(&format!("{path}/outcome"), outcome);
}

/// Compares the largest rate of `sized` and the work there, as `one_formula.json` and its excerpt for B put it.
pub(crate) fn compare_one_formula(golden: &mut Golden, path: &str, sized: &Sized) {
    let fleet = sized.fleet();
    golden.compare_all(
        path,
        &[
            ("largest_rps", sized.figure(Figure::LargestRate)),
            ("batch_at_largest_rps", fleet.limit.batch),
            ("work_s_per_request", sized.figure(Figure::Work)),
            ("replicas_exact", sized.figure(Figure::NeedWork)),
            ("utilisation_ceiling", sized.plan.parts().util.get()),
        ],
    );
    // There the two methods are one.
    golden.compare(&format!("{path}/work_s_per_request"), 1.0 / fleet.limit.rate.get());
    assert_eq!(sized.plan.source(Key::Batch), sizing::Source::Assumed, "the batch follows from the target");
}
