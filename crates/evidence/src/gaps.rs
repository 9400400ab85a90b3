//! The gaps of all requests of a run: each of them, or, of a run too long for that, what they sum up to.

use latency::Histogram;
use quantity::Seconds;

/// Gaps as they are read, request after request.
#[derive(Debug)]
pub(crate) struct Gaps {
    /// The gaps of all requests, one after the other, and where those of each end.
    pub(crate) kept: Vec<f64>,
    pub(crate) ends: Vec<usize>,
    /// So many are kept at most.
    most: usize,
    /// What stands for them from there on.
    pub(crate) summed: Option<Box<Summed>>,
}

/// What is known of gaps that are not kept.
#[derive(Debug, Default)]
pub(crate) struct Summed {
    pub(crate) requests: Vec<Sum>,
    open: Sum,
    pub(crate) all: Histogram,
}

/// The gaps of one request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sum {
    pub(crate) total: f64,
    pub(crate) count: u32,
}

impl Default for Gaps {
    fn default() -> Self {
        Self::keeping(usize::MAX)
    }
}

impl Gaps {
    /// None yet, and no more than `most` to be kept.
    pub(crate) const fn keeping(most: usize) -> Self {
        Self { kept: Vec::new(), ends: Vec::new(), most, summed: None }
    }

    /// Adds a gap to the open request.
    pub(crate) fn add(&mut self, gap: f64) {
        if let Some(summed) = &mut self.summed {
            summed.add(gap);
            return;
        }
        self.kept.push(gap);
        if self.kept.len() > self.most {
            self.sum_up();
        }
    }

    /// Ends the gaps of the open request.
    pub(crate) fn end(&mut self) {
        match &mut self.summed {
            Some(summed) => summed.end(),
            None => self.ends.push(self.kept.len()),
        }
    }

    fn sum_up(&mut self) {
        let mut summed = Box::<Summed>::default();
        let mut begin = 0;
        for end in &self.ends {
            self.kept.get(begin..*end).unwrap_or_default().iter().for_each(|gap| summed.add(*gap));
            summed.end();
            begin = *end;
        }
        self.kept.get(begin..).unwrap_or_default().iter().for_each(|gap| summed.add(*gap));
        (self.kept, self.ends, self.summed) = (Vec::new(), Vec::new(), Some(summed));
    }

    /// How many requests have their gaps, or none.
    pub(crate) fn requests(&self) -> usize {
        self.ends.len() + self.summed.as_ref().map_or(0, |summed| summed.requests.len())
    }

    /// How many gaps there were.
    pub(crate) fn count(&self) -> usize {
        let summed = self.summed.as_ref().map_or(0, |summed| summed.all.count());
        self.kept.len() + usize::try_from(summed).unwrap_or(usize::MAX)
    }
}

impl Summed {
    fn add(&mut self, gap: f64) {
        self.open.total += gap;
        self.open.count = self.open.count.saturating_add(1);
        self.all.record(Seconds::new(gap), 1);
    }

    fn end(&mut self) {
        self.requests.push(core::mem::take(&mut self.open));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_the_gaps_wherever_keeping_ends(requests in vec(vec(0.0_f64..3.0, 0..9), 0..9), most in 0_usize..40) {
            let (mut kept, mut summed) = (Gaps::default(), Gaps::keeping(most));
            for gaps in [&mut kept, &mut summed] {
                for request in &requests {
                    request.iter().for_each(|gap| gaps.add(*gap));
                    gaps.end();
                }
            }
            prop_assert_eq!((kept.requests(), kept.count()), (summed.requests(), summed.count()));
            prop_assert_eq!(summed.summed.is_some(), kept.count() > most);
            if let Some(summed) = summed.summed {
                for (request, sum) in requests.iter().zip(&summed.requests) {
                    prop_assert_eq!(sum.count as usize, request.len());
                    prop_assert!((sum.total - request.iter().sum::<f64>()).abs() < 1e-9);
                }
            }
        }
    }
}
