//! How long a new replica takes until it answers: it is no help before that.

use quantity::{Bytes, BytesPerSecond, Seconds};

/// A start, phase by phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColdStart<'a> {
    /// What is done before the replica takes requests, one after the other.
    pub phases: &'a [Phase<'a>],
    /// What the first request takes longer than later ones, from least to most.
    pub first_request: [Seconds; 2],
}

/// A phase of a start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase<'a> {
    /// What is done in it, such as loading weights.
    pub name: &'a str,
    /// How long it takes.
    pub time: Seconds,
}

/// Weights on their way into the GPUs of one replica.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loading {
    /// Bytes that each GPU gets.
    pub per_gpu: Bytes,
    /// GPUs.
    pub gpus: u32,
}

impl ColdStart<'_> {
    /// The time until the replica takes requests: all phases together.
    #[must_use]
    pub fn until_ready(&self) -> Seconds {
        self.phases.iter().fold(Seconds::new(0.0), |sum, phase| sum + phase.time)
    }

    /// The time until the first answer begins, from least to most.
    ///
    /// # Formula
    /// All phases + what the first request takes longer.
    ///
    /// # Example
    /// ```
    /// use quantity::Seconds;
    /// use sizing::{ColdStart, Phase};
    /// let phase = |name, seconds| Phase { name, time: Seconds::new(seconds) };
    /// let phases = [phase("weights", 120.0), phase("compile", 70.0)];
    /// let start = ColdStart { phases: &phases, first_request: [30.0, 60.0].map(Seconds::new) };
    /// assert_eq!(start.until_ready().get(), 190.0);
    /// assert_eq!(start.until_first_answer(), [220.0, 250.0].map(Seconds::new));
    /// ```
    #[must_use]
    pub fn until_first_answer(&self) -> [Seconds; 2] {
        let ready = self.until_ready();
        self.first_request.map(|longer| ready + longer)
    }
}

impl Loading {
    /// Bytes that are read in all.
    #[must_use]
    pub fn total(self) -> Bytes {
        self.per_gpu * f64::from(self.gpus)
    }

    /// The time that it takes at `speed`, of all GPUs together. `None` where nothing moves.
    ///
    /// # Formula
    /// GPUs × bytes of each / speed.
    ///
    /// # Example
    /// ```
    /// use quantity::{Bytes, BytesPerSecond, Seconds};
    /// use sizing::Loading;
    /// let weights = Loading { per_gpu: Bytes::new(17.5e9), gpus: 4 };
    /// assert_eq!(weights.time(BytesPerSecond::new(2e9)), Some(Seconds::new(35.0)));
    /// ```
    #[must_use]
    pub fn time(self, speed: BytesPerSecond) -> Option<Seconds> {
        (speed > BytesPerSecond::new(0.0)).then(|| self.total() / speed)
    }

    /// The speed that it went at, over all GPUs, where it took `time`. `None` where it took none.
    #[must_use]
    pub fn speed(self, time: Seconds) -> Option<BytesPerSecond> {
        (time > Seconds::new(0.0)).then(|| self.total() / time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_loading_takes_as_long_as_it_took(gigabytes in 0.1_f64..500.0, gpus in 1_u32..64, seconds in 0.1_f64..1e4) {
            let loading = Loading { per_gpu: Bytes::new(gigabytes * 1e9), gpus };
            let speed = loading.speed(Seconds::new(seconds)).expect("it took a time");
            let again = loading.time(speed).expect("it moves");
            prop_assert!((again.get() / seconds - 1.0).abs() < 1e-12);
        }

        #[test]
        fn a_shorter_phase_shortens_the_start_by_as_much(
            times in prop::array::uniform4(1.0_f64..300.0),
            saved in 0.0_f64..1.0,
        ) {
            let start = |first: f64| {
                let phases = [first, times[1], times[2], times[3]].map(|s| Phase { name: "", time: Seconds::new(s) });
                ColdStart { phases: &phases, first_request: [5.0, 9.0].map(Seconds::new) }.until_first_answer()
            };
            let (long, short) = (start(times[0]), start(times[0] - saved));
            for (long, short) in long.into_iter().zip(short) {
                prop_assert!(((long - short).get() - saved).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_does_not_move_never_arrives() {
        let loading = Loading { per_gpu: Bytes::new(1e9), gpus: 8 };
        assert_eq!(loading.time(BytesPerSecond::new(0.0)), None);
        assert_eq!(loading.speed(Seconds::new(0.0)), None);
    }
}
