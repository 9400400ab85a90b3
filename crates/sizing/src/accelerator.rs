//! One accelerator: memory, bandwidth, dense peaks.

use crate::precision::Precision;
use quantity::{Bytes, BytesPerSecond, FlopsPerSecond};

/// What one GPU offers. Nominal decimal memory; bandwidth and peaks of the datasheet, dense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accelerator {
    /// Nominal memory, such as 80e9 bytes.
    pub memory: Bytes,
    /// Memory as its driver reports it, where that is known: shown beside the nominal one, never computed with.
    pub driver_memory: Option<Bytes>,
    /// Memory bandwidth.
    pub bandwidth: BytesPerSecond,
    /// Dense peak compute by number format.
    pub peaks: Peaks,
    /// GPUs that its fast links join: beyond a node, tensor parallelism goes over the network.
    pub node: u32,
}

/// Dense peaks; `None` where the hardware has no arithmetic for the format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peaks {
    /// BF16, which every accelerator here has.
    pub bf16: FlopsPerSecond,
    /// FP8.
    pub fp8: Option<FlopsPerSecond>,
    /// INT8.
    pub int8: Option<FlopsPerSecond>,
    /// FP4.
    pub fp4: Option<FlopsPerSecond>,
}

impl Accelerator {
    /// The peak at which weights of `precision` are computed, and the format of that arithmetic.
    ///
    /// It is the weights' own format where the hardware has it. Otherwise the weights are widened on the fly and
    /// computed in BF16 (weight-only quantisation); INT4 always is.
    #[must_use]
    pub fn peak(&self, precision: Precision) -> (FlopsPerSecond, Precision) {
        let native = match precision {
            Precision::Bf16 | Precision::Int4 => None,
            Precision::Fp8 => self.peaks.fp8,
            Precision::Int8 => self.peaks.int8,
            Precision::Fp4 => self.peaks.fp4,
        };
        native.map_or((self.peaks.bf16, Precision::Bf16), |peak| (peak, precision))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_without_native_arithmetic_run_at_the_bf16_peak() {
        let bf16 = FlopsPerSecond::new(312e12);
        let peaks = Peaks { bf16, fp8: None, int8: Some(FlopsPerSecond::new(624e12)), fp4: None };
        let a100 = Accelerator {
            memory: Bytes::new(80e9),
            driver_memory: None,
            bandwidth: BytesPerSecond::new(2.039e12),
            peaks,
            node: 8,
        };
        assert_eq!(a100.peak(Precision::Fp8), (bf16, Precision::Bf16));
        assert_eq!(a100.peak(Precision::Int4), (bf16, Precision::Bf16));
        assert_eq!(a100.peak(Precision::Int8), (FlopsPerSecond::new(624e12), Precision::Int8));
    }
}
