//! How near to the hardware's limits a run was: its share of peak compute, and the most that one sequence decodes.

use quantity::{Bytes, BytesPerSecond, FlopsPerSecond, Fraction};

/// A peak as a data sheet states it. Sheets headline the figure with structured sparsity, which no model here uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatedPeak {
    /// Dense.
    Dense(FlopsPerSecond),
    /// With sparsity.
    Sparse {
        /// The figure.
        peak: FlopsPerSecond,
        /// How many times the dense one it is: 2 for 2:4 sparsity, as a rule. Never below 1.
        times: f64,
    },
}

impl StatedPeak {
    /// The dense peak.
    #[must_use]
    pub fn dense(self) -> FlopsPerSecond {
        match self {
            Self::Dense(peak) => peak,
            Self::Sparse { peak, times } => peak / times.max(1.0),
        }
    }
}

/// The share of its dense peak that one GPU reached (MFU). `None` where it has no peak.
///
/// # Formula
/// achieved / dense peak.
///
/// # Example
/// ```
/// use quantity::FlopsPerSecond;
/// use sizing::{StatedPeak, mfu};
/// let tera = |n: f64| FlopsPerSecond::new(n * 1e12);
/// // 420 of the 989.5 TFLOP/s that are half of the headline: 42.4%, not 21.2%.
/// let share = mfu(tera(420.0), StatedPeak::Sparse { peak: tera(1979.0), times: 2.0 }).unwrap();
/// assert!((share.get() - 0.424_457).abs() < 1e-6);
/// ```
#[must_use]
pub fn mfu(achieved: FlopsPerSecond, peak: StatedPeak) -> Option<Fraction> {
    let dense = peak.dense();
    (dense > FlopsPerSecond::new(0.0)).then(|| Fraction::new(achieved / dense))
}

/// The most tokens a second that a single sequence decodes on `gpus` GPUs together, each with its `bandwidth`, where
/// every token needs `read` bytes from memory. `None` where it needs none.
///
/// # Formula
/// GPUs × bandwidth × efficiency / bytes read for a token.
///
/// # Example
/// ```
/// use quantity::{Bytes, BytesPerSecond, Fraction};
/// // 70 GB of weights on four GPUs of 3.35 TB/s at 70%: 9.38 TB/s.
/// let (bandwidth, read) = (BytesPerSecond::new(3.35e12), Bytes::new(70e9));
/// let ceiling = sizing::decode_ceiling(4, bandwidth, Fraction::new(0.7), read).unwrap();
/// assert!((ceiling - 134.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn decode_ceiling(
    gpus: u32,
    bandwidth: BytesPerSecond,
    efficiency: Fraction,
    read: Bytes,
) -> Option<f64> {
    let together = bandwidth * efficiency * f64::from(gpus);
    (read > Bytes::new(0.0)).then(|| together.get() / read.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Replica, example};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_ceiling_is_a_step_of_one_sequence_the_other_way_up(plan in example::plans()) {
            let replica = Replica::of(&plan);
            let read = replica.weights + replica.kv_read;
            let ceiling = decode_ceiling(plan.tp, plan.accelerator.bandwidth, plan.mbu, read).expect("bytes to read");
            let reading = replica.step.at_most().at(1.0) - plan.per_step;
            prop_assert!((ceiling * reading.get() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn the_mfu_of_a_prefill_is_the_one_that_was_assumed(plan in example::plans()) {
            let hits = plan.prompt * plan.cached.get();
            let linear = plan.model.flops_per_token() * (plan.prompt - hits);
            let attention = plan.model.attention_flops(hits.get(), plan.prompt.get());
            let flops = if plan.counting.attention { linear + attention } else { linear };
            let achieved = flops / Replica::of(&plan).prefill / f64::from(plan.tp);
            let dense = plan.accelerator.peak(plan.weights).0;
            for stated in [StatedPeak::Dense(dense), StatedPeak::Sparse { peak: dense * 2.0, times: 2.0 }] {
                let share = mfu(achieved, stated).expect("a GPU has a peak");
                prop_assert!((share / plan.mfu - 1.0).abs() < 1e-12, "{:?}", stated);
            }
        }
    }

    #[test]
    fn sparsity_never_lowers_a_peak() {
        let peak = FlopsPerSecond::new(1e15);
        for times in [0.0, 0.5, f64::NAN] {
            assert_eq!(StatedPeak::Sparse { peak, times }.dense(), peak);
        }
        assert_eq!(mfu(peak, StatedPeak::Dense(FlopsPerSecond::new(0.0))), None);
    }
}
