//! Where throughput stays while requests wait: the sign of a full pool, or of a cap on the batch.

use crate::comparison::LevelCompared;
use crate::measure::Measure;
use evidence::Load;

/// Throughputs this near to each other are one.
const SAME: f64 = 1.06;
/// How much the load grows on a plateau at least.
const MORE_LOAD: f64 = 1.2;
/// How much TTFT grows on it at least.
const LONGER_WAIT: f64 = 1.5;

/// The levels of a sweep at which throughput no longer grows with the load, while TTFT does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plateau {
    /// The load from which on throughput stays: requests in flight, or requests a second.
    pub from: f64,
    /// Output tokens a second there.
    pub throughput: f64,
    /// Sequences that decode there, of all replicas.
    ///
    /// # Formula
    /// Little's law: output tokens a second × TPOT.
    pub running: f64,
    /// How many times TTFT grew.
    pub ttft_grew: f64,
}

impl Plateau {
    /// The plateau of the levels of one sweep, in any order; `None` where throughput still grows at its end.
    ///
    /// Llama 3.3 70B on two H100, as NVIDIA's page on NIM states it: from 100 to 250 requests in flight 917 to 921 tok/s
    /// at 93 ms a token, so 85 sequences run while TTFT grows from 8 to 89 s.
    pub fn of<'a>(levels: impl Iterator<Item = &'a LevelCompared>) -> Option<Self> {
        let mut points: Vec<Point> = levels.filter_map(Point::of).collect();
        points.sort_by(|a, b| a.load.total_cmp(&b.load));
        let most = points.iter().map(|point| point.throughput).fold(0.0, f64::max);
        let held = points.last()?.running();
        // What runs stays, too; where it still grows, steps only become longer.
        let is_flat = |point: &&Point| point.throughput * SAME >= most && point.running() * SAME >= held;
        let flat = points.iter().rev().take_while(is_flat).count();
        let flat = points.get(points.len() - flat..)?;
        let (first, last) = (flat.first()?, flat.last()?);
        let is_plateau = last.load >= first.load * MORE_LOAD && last.ttft >= first.ttft * LONGER_WAIT;
        let running = flat.iter().map(Point::running).sum::<f64>() / flat.len() as f64;
        is_plateau.then_some(Self {
            from: first.load,
            throughput: last.throughput,
            running,
            ttft_grew: last.ttft / first.ttft,
        })
    }
}

/// A level as far as a plateau shows in it.
struct Point {
    load: f64,
    throughput: f64,
    ttft: f64,
    tpot: f64,
}

impl Point {
    fn running(&self) -> f64 {
        self.throughput * self.tpot
    }

    fn of(level: &LevelCompared) -> Option<Self> {
        let load = match level.observed.load {
            Load::Open(rate) => rate.get(),
            Load::Closed(most) | Load::Capped(_, most) => most,
            Load::AllAtOnce | Load::Unknown => return None,
        };
        let value = |measure| level.observed.values.get(measure);
        let ttft = value(Measure::TtftMean).or_else(|| value(Measure::TtftP50))?;
        Some(Self { load, throughput: value(Measure::Throughput)?, ttft, tpot: value(Measure::Tpot)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Comparison;
    use crate::example::{level, subject};
    use evidence::LoadTest;

    fn plateau(link: &str, loads: &[f64]) -> Option<Plateau> {
        let subject = subject(link);
        let made = |c: &f64| level(&subject.plan, subject.replicas, Load::Closed(*c));
        let test = LoadTest { levels: loads.iter().map(made).collect(), ..LoadTest::default() };
        Plateau::of(Comparison::of(&subject, &[test], 0.2).levels.iter())
    }

    /// The model's own plateau is its pool: 604 sequences of one replica of worked example A.
    #[test]
    fn what_runs_on_the_plateau_is_what_the_pool_holds() {
        let found = plateau("v=1&replicas=1", &[50.0, 400.0, 800.0, 1600.0, 3200.0]).expect("a plateau");
        assert_eq!(found.from.to_bits(), 800.0_f64.to_bits());
        assert!((found.running - 604.0).abs() < 1.0 && found.ttft_grew > 3.0, "{found:?}");
    }

    #[test]
    fn a_sweep_that_still_grows_has_none() {
        assert_eq!(plateau("v=1&replicas=1", &[1.0, 2.0, 4.0, 8.0, 16.0]), None);
        assert_eq!(plateau("v=1&replicas=1", &[800.0]), None);
        assert_eq!(plateau("v=1&replicas=1", &[]), None);
    }
}
