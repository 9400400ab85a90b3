//! How regular the gaps between requests are.

use crate::samples::Samples;
use crate::stream::Streams;
use quantity::{RequestsPerSecond, Seconds, float};

/// Arrivals as they were observed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrivals {
    /// One over the mean gap.
    pub rate: RequestsPerSecond,
    /// The coefficient of variation of the gaps: their standard deviation over their mean. 0 is a clock, 1 is Poisson,
    /// more comes in bursts. Its square is what a plan calls ca².
    pub cv: f64,
}

impl Arrivals {
    /// The arrivals of `streams`, in the order in which they were sent. `None` where not every request says when, or
    /// where they were all sent at once.
    ///
    /// # Formula
    /// With n + 1 requests: rate = n / (last − first); cv² = Σ (gap − mean)² / n / mean².
    ///
    /// # Example
    /// Requests at 0, 1 and 4 s: gaps of 1 and 3 s, so half a request a second, and a deviation of 1 s from a mean of
    /// 2 s.
    /// ```
    /// use latency::{Arrivals, Outcome, Stream, Streams};
    /// use quantity::{RequestsPerSecond, Seconds};
    /// let mut streams = Streams::default();
    /// for sent in [4.0, 0.0, 1.0] {
    ///     streams.push(Stream::new(&[], Outcome::Failed).unwrap().sent_at(Seconds::new(sent)));
    /// }
    /// let arrivals = Arrivals::of(&streams).unwrap();
    /// assert_eq!((arrivals.rate, arrivals.cv), (RequestsPerSecond::new(0.5), 0.5));
    /// ```
    #[must_use]
    pub fn of(streams: &Streams) -> Option<Self> {
        let sent = || streams.iter().map(|stream| stream.sent().map(Seconds::get));
        let first = sent().try_fold(f64::INFINITY, |first, sent| sent.map(|sent| first.min(sent)))?;
        let order = Samples::new(sent().flatten().map(|sent| Seconds::new(sent - first)));
        let gaps = order.ascending().zip(order.ascending().skip(1)).map(|(before, after)| after - before);
        let count = gaps.clone().count() as f64;
        let mean = order.max()?.get() / count;
        let squares: f64 = gaps.map(|gap| (gap - mean) * (gap - mean)).sum();
        let arrivals =
            Self { rate: RequestsPerSecond::new(1.0 / mean), cv: float::sqrt(squares / count) / mean };
        (arrivals.rate.get().is_finite() && arrivals.cv.is_finite()).then_some(arrivals)
    }
}

/// Gaps drawn from a gamma distribution, as vLLM's load test draws them by a rate and a "burstiness".
///
/// The load of a closed loop, "as fast as a cap on concurrency lets through", is no rate: infinity makes no gaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GammaGaps {
    rate: RequestsPerSecond,
    burstiness: f64,
}

impl GammaGaps {
    /// Gaps of mean 1 / `rate` and shape `burstiness`; the name misleads, for a lower one is burstier. `None` unless
    /// both are finite and above 0.
    ///
    /// # Example
    /// ```
    /// use latency::GammaGaps;
    /// use quantity::RequestsPerSecond;
    /// let gaps = GammaGaps::new(RequestsPerSecond::new(10.0), 0.25).unwrap();
    /// assert_eq!((gaps.mean().get(), gaps.scale().get(), gaps.cv()), (0.1, 0.4, 2.0));
    /// assert_eq!(GammaGaps::new(RequestsPerSecond::new(f64::INFINITY), 1.0), None);
    /// ```
    #[must_use]
    pub fn new(rate: RequestsPerSecond, burstiness: f64) -> Option<Self> {
        let usable = |value: f64| value > 0.0 && value.is_finite();
        (usable(rate.get()) && usable(burstiness)).then_some(Self { rate, burstiness })
    }

    /// The mean gap, 1 / rate: the shape does not change it.
    #[must_use]
    pub fn mean(self) -> Seconds {
        Seconds::new(1.0 / self.rate.get())
    }

    /// The scale of the distribution: the mean over the shape.
    #[must_use]
    pub fn scale(self) -> Seconds {
        self.mean() / self.burstiness
    }

    /// The coefficient of variation, 1 / √shape.
    #[must_use]
    pub fn cv(self) -> f64 {
        1.0 / float::sqrt(self.burstiness)
    }
}
