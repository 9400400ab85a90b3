//! How bunched the arrivals of a level were.

use evidence::Level;
use latency::{Arrivals, GammaGaps, Streams};
use quantity::{RequestsPerSecond, Seconds, float};

/// How bunched arrivals were, by two measures that see different things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bursts {
    /// Squared coefficient of variation of the gaps: 1 is Poisson. What a plan calls ca².
    pub ca2: f64,
    /// Index of dispersion of counts: variance over mean of the arrivals in windows of some thirty mean gaps. 1 is Poisson;
    /// it sees waves that last longer than a gap. `None` where there are fewer than ten windows.
    pub dispersion: Option<f64>,
}

/// Mean arrivals in a window.
const IN_WINDOW: f64 = 30.0;
/// Fewer windows say nothing.
const FEWEST_WINDOWS: usize = 10;
/// Fewer requests say nothing.
const FEWEST: usize = 50;

impl Bursts {
    /// The bursts of `level`: by when its requests were sent, else by the shape of the gaps that its tool states. `None`
    /// where it says neither.
    #[must_use]
    pub fn of(level: &Level) -> Option<Self> {
        let seen = (level.streams.len() >= FEWEST).then(|| Arrivals::of(&level.streams)).flatten();
        if let Some(arrivals) = seen {
            let dispersion = dispersion(&level.streams, arrivals.rate);
            return Some(Self { ca2: arrivals.cv * arrivals.cv, dispersion });
        }
        // The rate does not change the shape.
        let gaps = GammaGaps::new(RequestsPerSecond::new(1.0), level.burstiness?)?;
        Some(Self { ca2: gaps.cv() * gaps.cv(), dispersion: None })
    }
}

/// Variance over mean of the counts in whole windows.
fn dispersion(streams: &Streams, rate: RequestsPerSecond) -> Option<f64> {
    let sent = || streams.iter().filter_map(|stream| stream.sent().map(Seconds::get));
    let first = sent().fold(f64::INFINITY, f64::min);
    let window = IN_WINDOW / rate.get();
    // Whole windows up to the last request: n gaps of 1 / rate.
    let windows = float::count(streams.len() as f64 / IN_WINDOW) as usize;
    if windows < FEWEST_WINDOWS {
        return None;
    }
    let mut counts = vec![0.0_f64; windows];
    for time in sent() {
        if let Some(count) = counts.get_mut(float::count((time - first) / window) as usize) {
            *count += 1.0;
        }
    }
    let mean = counts.iter().sum::<f64>() / windows as f64;
    let squares: f64 = counts.iter().map(|count| (count - mean) * (count - mean)).sum();
    Some(squares / (windows as f64 - 1.0) / mean).filter(|index| index.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Outcome, Random, Stream};

    fn sent(times: impl IntoIterator<Item = f64>) -> Level {
        let mut streams = Streams::default();
        for time in times {
            streams.push(Stream::new(&[], Outcome::Failed).expect("in order").sent_at(Seconds::new(time)));
        }
        Level { streams, ..Level::default() }
    }

    #[test]
    fn a_clock_has_no_bursts() {
        let bursts = Bursts::of(&sent((0..600).map(f64::from))).expect("600 arrivals");
        assert!(bursts.ca2 < 1e-9 && bursts.dispersion.is_some_and(|index| index < 0.05), "{bursts:?}");
    }

    #[test]
    fn poisson_is_one_by_both() {
        let mut random = Random::new(7);
        let times = (0..6000).scan(0.0, |now, _| {
            *now += random.exponential(5.0);
            Some(*now)
        });
        let bursts = Bursts::of(&sent(times)).expect("arrivals");
        assert!((bursts.ca2 - 1.0).abs() < 0.15, "{bursts:?}");
        assert!(bursts.dispersion.is_some_and(|index| (index - 1.0).abs() < 0.4), "{bursts:?}");
    }

    /// Gaps that are even within a wave: the index of dispersion sees what neighbouring gaps hide.
    #[test]
    fn waves_are_seen_by_the_index_of_dispersion() {
        let mut random = Random::new(7);
        let mut now = 0.0;
        let times: Vec<f64> = (0..6000)
            .map(|place| {
                let rate = if (place / 300) % 2 == 0 { 10.0 } else { 2.5 };
                now += random.exponential(rate);
                now
            })
            .collect();
        let bursts = Bursts::of(&sent(times)).expect("arrivals");
        assert!(bursts.dispersion.is_some_and(|index| index > 3.0 * bursts.ca2), "{bursts:?}");
    }

    #[test]
    fn a_stated_shape_will_do() {
        let level = Level { burstiness: Some(0.25), ..Level::default() };
        assert_eq!(Bursts::of(&level), Some(Bursts { ca2: 4.0, dispersion: None }));
        assert_eq!(Bursts::of(&Level::default()), None);
        assert_eq!(Bursts::of(&sent([0.0, 1.0])), None);
    }
}
