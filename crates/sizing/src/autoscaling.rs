//! How many replicas an autoscaler asks for, and whether what it looks at can ever make it ask for more.

use quantity::{Fraction, float};

/// An autoscaler that holds a gauge at a target and leaves small differences alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Autoscaler {
    target: f64,
    tolerance: Fraction,
}

/// What an autoscaler looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// What it reads now, on average over the replicas. For a queue that they share: its length over their number.
    pub reading: f64,
    /// The most that it can read, such as the slots of a replica. `None` where there is no end to it, such as for
    /// requests that wait.
    pub most: Option<f64>,
}

/// What an autoscaler does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// It asks for this many replicas.
    Scale(u32),
    /// Nothing: the reading is as near to the target as it need be.
    Hold,
    /// The gauge ends below what it would have to read: under no load does it ask for another replica.
    NeverGrows {
        /// How many it asks for now; no more than there are.
        desired: u32,
    },
}

impl Autoscaler {
    /// An autoscaler that acts where a gauge is further from `target` than a part of `tolerance`. `None` where the
    /// target is not above 0 or the tolerance below it.
    #[must_use]
    pub fn new(target: f64, tolerance: Fraction) -> Option<Self> {
        (target > 0.0 && target.is_finite() && tolerance >= Fraction::new(0.0))
            .then_some(Self { target, tolerance })
    }

    /// What it does with `replicas` replicas while `gauge` reads as it does.
    ///
    /// # Formula
    /// desired = ⌈replicas × reading / target⌉, at least 1, and only where reading / target leaves 1 ± tolerance. It
    /// never grows where the most that the gauge reads is not above target × (1 + tolerance).
    ///
    /// # Example
    /// ```
    /// use quantity::Fraction;
    /// use sizing::{Autoscaler, Gauge, Reaction};
    /// let autoscaler = Autoscaler::new(75.0, Fraction::new(0.1)).unwrap();
    /// let react = |reading: f64, most: Option<f64>| autoscaler.reaction(50, Gauge { reading, most });
    /// // 50 × 90 / 75
    /// assert_eq!(react(90.0, None), Reaction::Scale(60));
    /// assert_eq!(react(80.0, None), Reaction::Hold);
    /// assert_eq!(react(64.0, Some(64.0)), Reaction::NeverGrows { desired: 43 });
    /// ```
    #[must_use]
    pub fn reaction(self, replicas: u32, gauge: Gauge) -> Reaction {
        let most = gauge.most.unwrap_or(f64::MAX);
        let ratio = (if gauge.reading > most { most } else { gauge.reading }) / self.target;
        let desired = if self.holds(ratio) { replicas } else { whole(f64::from(replicas) * ratio) };
        if !self.grows(most / self.target) {
            Reaction::NeverGrows { desired }
        } else if self.holds(ratio) {
            Reaction::Hold
        } else {
            Reaction::Scale(desired)
        }
    }

    fn grows(self, ratio: f64) -> bool {
        ratio > (1.0 + self.tolerance.get()) * (1.0 + ROUNDING)
    }

    fn shrinks(self, ratio: f64) -> bool {
        ratio < self.tolerance.rest().get() * (1.0 - ROUNDING)
    }

    /// A reading that is no number changes nothing.
    fn holds(self, ratio: f64) -> bool {
        !self.grows(ratio) && !self.shrinks(ratio)
    }
}

/// The last bits of a quotient, which decide nothing: 82.5 / 75 is within 10% of 1.
const ROUNDING: f64 = 1e-12;

fn whole(replicas: f64) -> u32 {
    float::count(float::ceil(replicas * (1.0 - ROUNDING))).max(1)
}

impl Reaction {
    /// How many replicas it asks for where there are `replicas`.
    #[must_use]
    pub const fn desired(self, replicas: u32) -> u32 {
        match self {
            Self::Scale(desired) | Self::NeverGrows { desired } => desired,
            Self::Hold => replicas,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn autoscaler(target: f64, tolerance: f64) -> Autoscaler {
        Autoscaler::new(target, Fraction::new(tolerance)).expect("above 0")
    }

    proptest! {
        #[test]
        fn what_it_asks_for_brings_the_gauge_to_its_target_and_one_less_does_not(
            target in 0.1_f64..500.0,
            tolerance in 0.0_f64..0.5,
            replicas in 1_u32..2000,
            waiting in 0.0_f64..1e5,
        ) {
            let gauge = Gauge { reading: waiting / f64::from(replicas), most: None };
            match autoscaler(target, tolerance).reaction(replicas, gauge) {
                Reaction::Scale(desired) => {
                    prop_assert!(waiting / f64::from(desired) <= target * (1.0 + 1e-9));
                    prop_assert!(desired == 1 || waiting / f64::from(desired - 1) > target * (1.0 - 1e-9));
                }
                Reaction::Hold => prop_assert!((gauge.reading / target - 1.0).abs() <= tolerance * (1.0 + 1e-9) + 1e-9),
                Reaction::NeverGrows { .. } => return Err(TestCaseError::fail("a queue has no end")),
            }
        }

        #[test]
        fn a_gauge_grows_at_its_end_or_never(
            target in 0.1_f64..100.0,
            tolerance in 0.0_f64..0.5,
            replicas in 1_u32..200,
            most in 0.1_f64..200.0,
            part in 0.0_f64..1.0,
        ) {
            let autoscaler = autoscaler(target, tolerance);
            let at = |reading: f64| autoscaler.reaction(replicas, Gauge { reading, most: Some(most) });
            match at(most) {
                Reaction::Scale(desired) => prop_assert!(desired > replicas),
                Reaction::NeverGrows { .. } => prop_assert!(at(most * part).desired(replicas) <= replicas),
                Reaction::Hold => return Err(TestCaseError::fail("at its end a gauge says which")),
            }
        }
    }

    #[test]
    fn the_band_holds_its_ends() {
        let hundred = |reading: f64| autoscaler(75.0, 0.1).reaction(100, Gauge { reading, most: None });
        assert_eq!((hundred(82.5), hundred(67.5)), (Reaction::Hold, Reaction::Hold));
        assert_eq!((hundred(82.6), hundred(67.4)), (Reaction::Scale(111), Reaction::Scale(90)));
    }

    #[test]
    fn a_gauge_that_reads_no_number_moves_nothing() {
        let gauge = Gauge { reading: f64::NAN, most: None };
        assert_eq!(autoscaler(75.0, 0.1).reaction(7, gauge), Reaction::Hold);
    }

    #[test]
    fn a_target_of_nought_is_no_target() {
        assert_eq!(Autoscaler::new(0.0, Fraction::new(0.1)), None);
        assert_eq!(Autoscaler::new(f64::NAN, Fraction::new(0.1)), None);
        assert_eq!(Autoscaler::new(1.0, Fraction::new(-0.1)), None);
    }
}
