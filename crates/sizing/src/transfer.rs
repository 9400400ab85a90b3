//! Handing a prompt's KV cache from the replica that computed it to the one that decodes.

use crate::precision::Precision;
use crate::shape::{KvLayout, Model};
use quantity::{Bytes, BytesPerSecond, Seconds, Tokens};

/// A hand-off of one prompt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handoff {
    /// Bytes that have to be moved: one copy of what the prompt left in the cache.
    pub bytes: Bytes,
}

/// The bandwidth of a link as it is stated. Data sheets of GPU links count both directions, network cards one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    /// Bytes a second in one direction.
    OneWay(BytesPerSecond),
    /// Bytes a second in both directions together.
    BothWays(BytesPerSecond),
}

impl Link {
    /// The bandwidth that one direction has.
    #[must_use]
    pub fn one_way(self) -> BytesPerSecond {
        match self {
            Self::OneWay(bandwidth) => bandwidth,
            Self::BothWays(bandwidth) => bandwidth / 2.0,
        }
    }
}

impl Handoff {
    /// The hand-off of a prompt of `prompt` tokens. Where each GPU keeps a copy of the same elements, they move once.
    ///
    /// # Formula
    /// The KV cache of the prompt on a single GPU: Σ over layers of elements × bytes × min(prompt, window) + state.
    ///
    /// # Example
    /// ```
    /// use quantity::{BytesPerSecond, Tokens};
    /// use sizing::{Grouped, Handoff, Link, Model, Precision};
    /// let model = Model::dense(70e9, 80, Grouped { query_heads: 64, kv_heads: 8, head_dim: 128 });
    /// let handoff = Handoff::of(&model, Precision::Fp8, Tokens::new(2000.0));
    /// // 2,000 × 160 KiB
    /// assert_eq!(handoff.bytes.get(), 327.68e6);
    /// // NVLink's 900 GB/s are 450 each way.
    /// let least = handoff.least_time(Link::BothWays(BytesPerSecond::new(900e9))).unwrap();
    /// assert!((least.get() - 728.2e-6).abs() < 1e-7);
    /// ```
    #[must_use]
    pub fn of(model: &Model, kv: Precision, prompt: Tokens) -> Self {
        Self { bytes: model.kv_per_sequence_per_gpu(kv, 1, prompt.get(), KvLayout::Ideal) }
    }

    /// The least time that it takes over `link`, alone on it and at its full bandwidth. `None` where nothing moves.
    ///
    /// # Formula
    /// bytes / bandwidth of one direction.
    #[must_use]
    pub fn least_time(self, link: Link) -> Option<Seconds> {
        let bandwidth = link.one_way();
        (bandwidth > BytesPerSecond::new(0.0)).then(|| self.bytes / bandwidth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_handoff_never_moves_more_than_the_replica_holds_of_the_prompt(prompt in 1.0_f64..1e5, tp in 0_u32..4) {
            let (model, gpus) = (example::hybrid(), 1 << tp);
            let held = model.kv_per_sequence_per_gpu(Precision::Bf16, gpus, prompt, KvLayout::Ideal) * f64::from(gpus);
            let moved = Handoff::of(&model, Precision::Bf16, Tokens::new(prompt)).bytes;
            prop_assert!(moved.get() <= held.get() * (1.0 + 1e-12));
            prop_assert!(gpus > 1 || moved == held);
        }

        #[test]
        fn a_link_is_the_same_however_it_is_stated(gigabytes in 1.0_f64..1e3) {
            let handoff = Handoff { bytes: Bytes::new(3e8) };
            let bandwidth = BytesPerSecond::new(gigabytes * 1e9);
            prop_assert_eq!(
                handoff.least_time(Link::OneWay(bandwidth)),
                handoff.least_time(Link::BothWays(bandwidth * 2.0))
            );
        }
    }

    #[test]
    fn over_no_link_nothing_arrives() {
        assert_eq!(
            Handoff { bytes: Bytes::new(1.0) }.least_time(Link::OneWay(BytesPerSecond::new(0.0))),
            None
        );
    }
}
