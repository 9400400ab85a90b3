//! How long a prompt waits for a prefill lane: Erlang C and beyond.

use quantity::{RequestsPerSecond, Seconds, float};

/// The probability that an arrival must wait: `servers` in parallel, `erlangs` of offered load, exponential gaps and
/// service. `None` where the load is not below the servers, so that the queue grows without bound.
///
/// # Formula
/// Erlang B: 1/B(c) = 1 + (c/a) × 1/B(c − 1), with 1/B(0) = 1. Erlang C: C = B / (1 − ρ (1 − B)), ρ = a/c.
///
/// The recurrence is unrolled from the top: 1/B(c) = 1 + c/a × (1 + (c − 1)/a × (1 + …)), a sum of positive terms
/// that fall off after c − a of them. It stops when a term no longer changes the sum, after some 9 √a terms, so it is
/// exact to rounding and does not slow down at ten thousand servers. Where the sum passes 10³⁰⁰, the probability is
/// below 10⁻³⁰⁰ and 0 is returned.
///
/// # Example
/// ```
/// use sizing::queueing::erlang_c;
/// assert_eq!(erlang_c(1, 0.5), Some(0.5)); // one server: the utilisation itself
/// assert!((erlang_c(2, 1.0).unwrap() - 1.0 / 3.0).abs() < 1e-15);
/// assert_eq!(erlang_c(4, 4.0), None);
/// ```
///
/// # Source
/// A. K. Erlang, 1917; any text on queueing theory.
#[must_use]
pub fn erlang_c(servers: u32, erlangs: f64) -> Option<f64> {
    let count = f64::from(servers);
    if erlangs >= count || erlangs.is_nan() {
        return None;
    }
    if erlangs <= 0.0 {
        return Some(0.0);
    }
    let blocking = erlang_b(count, erlangs);
    let idle = 1.0 - erlangs / count;
    // B / (1 − ρ + ρB): the same as above, without taking 1 from a number near it.
    Some(blocking / (idle + blocking * (erlangs / count)))
}

fn erlang_b(servers: f64, erlangs: f64) -> f64 {
    const UNREACHABLE: f64 = 1e300;
    let (mut sum, mut term, mut left) = (1.0, 1.0, servers);
    let per_erlang = 1.0 / erlangs;
    while left > 0.0 {
        term *= left * per_erlang;
        sum += term;
        if sum > UNREACHABLE {
            return 0.0;
        }
        left -= 1.0;
        if left < erlangs && term < sum * 1e-17 {
            break;
        }
    }
    1.0 / sum
}

/// Prefill lanes under a load: replicas that carry it, each with one prompt at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes {
    /// How many lanes.
    pub count: u32,
    /// Prefill seconds of one prompt, after cache hits.
    pub prefill: Seconds,
    /// (ca² + cs²) / 2: 1 for exponential gaps and service, less when they are more regular.
    pub variability: f64,
    /// Time before the first token that keeps no lane busy, such as the network's.
    pub outside: Seconds,
}

/// The wait for a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wait {
    /// The queue settles.
    Stable(Waiting),
    /// More work arrives than the lanes can do: the queue grows without bound.
    Unbounded,
}

/// The distribution of the wait in a queue that settles.
///
/// # Formula
/// P(W > t) = P(wait) × e^(−(c/s − λ) t / v), with s the prefill seconds and v the variability. That is exact for v = 1
/// (M/M/c); otherwise it is the Allen–Cunneen approximation, which stretches the wait of those who wait and leaves
/// P(wait) as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// P(wait).
    pub probability: f64,
    /// Mean wait of those who wait: v / (c/s − λ).
    pub conditional: Seconds,
}

impl Waiting {
    /// The mean wait over everybody.
    #[must_use]
    pub fn mean(self) -> Seconds {
        self.conditional * self.probability
    }

    /// The wait that a share `q` of arrivals does not exceed; 0 where so many do not wait at all.
    #[must_use]
    pub fn quantile(self, q: f64) -> Seconds {
        let above = 1.0 - q;
        if self.probability <= above {
            Seconds::new(0.0)
        } else {
            self.conditional * float::ln(self.probability / above)
        }
    }

    /// The share of arrivals that wait longer than `t`.
    #[must_use]
    pub fn longer_than(self, t: Seconds) -> f64 {
        if self.conditional.get() > 0.0 {
            self.probability * float::exp(-(t / self.conditional))
        } else {
            0.0
        }
    }
}

/// Time to first token at three quantiles: the wait for a lane and the prefill itself. The network is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ttft {
    /// The median.
    pub p50: Seconds,
    /// The 95th percentile, which drives the fleet.
    pub p95: Seconds,
    /// The 99th percentile.
    pub p99: Seconds,
}

impl Lanes {
    /// The share of time that the lanes are busy, or would have to be: the offered load over the lanes.
    #[must_use]
    pub fn utilisation(self, rate: RequestsPerSecond) -> f64 {
        self.erlangs(rate) / f64::from(self.count)
    }

    fn erlangs(self, rate: RequestsPerSecond) -> f64 {
        rate * self.prefill
    }

    /// The wait when `rate` prompts a second arrive.
    #[must_use]
    pub fn wait(self, rate: RequestsPerSecond) -> Wait {
        let Some(probability) = erlang_c(self.count, self.erlangs(rate)) else { return Wait::Unbounded };
        let drain = f64::from(self.count) / self.prefill.get() - rate.get();
        // At the wall itself rounding may leave the load a bit below the lanes, and nothing to drain the queue with.
        if drain <= 0.0 {
            return Wait::Unbounded;
        }
        Wait::Stable(Waiting { probability, conditional: Seconds::new(self.variability / drain) })
    }

    /// Time to first token when `rate` prompts a second arrive; `None` where it is unbounded.
    ///
    /// # Example
    /// ```
    /// use quantity::{RequestsPerSecond, Seconds};
    /// use sizing::Lanes;
    /// let (prefill, outside) = (Seconds::new(0.088_428_5), Seconds::new(0.0));
    /// let lanes = Lanes { count: 4, prefill, variability: 1.0, outside };
    /// let ttft = lanes.ttft(RequestsPerSecond::new(40.0)).unwrap();
    /// assert!((ttft.p95.get() - 0.607).abs() < 1e-3);
    /// assert_eq!(lanes.ttft(RequestsPerSecond::new(46.0)), None);
    /// ```
    #[must_use]
    pub fn ttft(self, rate: RequestsPerSecond) -> Option<Ttft> {
        let Wait::Stable(waiting) = self.wait(rate) else { return None };
        let at = |q| waiting.quantile(q) + self.alone();
        Some(Ttft { p50: at(0.5), p95: at(0.95), p99: at(0.99) })
    }

    /// Time to first token where nothing waits.
    ///
    /// # Formula
    /// prefill + what a request spends outside of the lanes.
    #[must_use]
    pub fn alone(self) -> Seconds {
        self.prefill + self.outside
    }

    fn meets(self, rate: RequestsPerSecond, target: Seconds) -> bool {
        match self.wait(rate) {
            Wait::Stable(waiting) => waiting.quantile(0.95) + self.alone() <= target,
            Wait::Unbounded => false,
        }
    }

    /// The largest rate whose p95 TTFT still meets `target`; `None` where not even an idle fleet does.
    #[must_use]
    pub fn largest_rate(self, target: Seconds) -> Option<RequestsPerSecond> {
        if self.alone() > target {
            return None;
        }
        let wall = f64::from(self.count) / self.prefill.get();
        let (mut meets, mut fails) = (0.0, wall);
        // Halving to the last bit: p95 grows with the rate, so there is one place where it passes the target.
        for _ in 0..60 {
            let middle = 0.5 * (meets + fails);
            if self.meets(RequestsPerSecond::new(middle), target) { meets = middle } else { fails = middle }
        }
        Some(RequestsPerSecond::new(meets))
    }
}

/// The fewest lanes whose p95 TTFT meets `target` when `rate` prompts a second arrive. `None` where prefill alone is
/// longer than the target, so that no number of lanes helps, or where more than `most` would be needed.
#[must_use]
pub fn fewest_lanes(
    rate: RequestsPerSecond,
    prefill: Seconds,
    variability: f64,
    target: Seconds,
    most: u32,
) -> Option<u32> {
    let outside = Seconds::new(0.0);
    let meets = |count: u32| Lanes { count, prefill, variability, outside }.meets(rate, target);
    let erlangs = rate * prefill;
    if prefill > target || erlangs >= f64::from(most) {
        return None;
    }
    // Lanes ≤ erlangs never settle. From there on, more lanes never hurt: widen the bracket, then halve it.
    let mut fails = float::count(float::floor(erlangs));
    let mut width = 1;
    while !meets((fails + width).min(most)) {
        fails = (fails + width).min(most);
        if fails == most {
            return None;
        }
        width *= 2;
    }
    let mut enough = (fails + width).min(most);
    while enough - fails > 1 {
        let middle = fails + (enough - fails) / 2;
        if meets(middle) { enough = middle } else { fails = middle }
    }
    Some(enough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOWHERE: Seconds = Seconds::new(0.0);

    /// Erlang B by the textbook recurrence from one server up: the oracle.
    fn by_recurrence(servers: u32, erlangs: f64) -> f64 {
        let blocking = (1..=servers).fold(1.0, |b, k| erlangs * b / (f64::from(k) + erlangs * b));
        let rho = erlangs / f64::from(servers);
        blocking / (1.0 - rho * (1.0 - blocking))
    }

    fn rate(r: f64) -> RequestsPerSecond {
        RequestsPerSecond::new(r)
    }

    proptest! {
        #[test]
        fn it_equals_the_textbook_recurrence(servers in 1_u32..20_000, rho in 0.001_f64..0.9999) {
            let erlangs = f64::from(servers) * rho;
            let (ours, textbook) = (erlang_c(servers, erlangs).expect("stable"), by_recurrence(servers, erlangs));
            prop_assert!((ours - textbook).abs() <= 1e-9 * textbook + 1e-290, "{} {}", ours, textbook);
        }

        #[test]
        fn with_one_server_it_is_the_utilisation(rho in 1e-6_f64..0.999_999) {
            prop_assert!((erlang_c(1, rho).expect("stable") - rho).abs() < 1e-12);
        }

        #[test]
        fn more_servers_wait_less_and_more_load_waits_more(servers in 1_u32..3_000, rho in 0.01_f64..0.99) {
            let erlangs = f64::from(servers) * rho;
            let here = erlang_c(servers, erlangs).expect("stable");
            prop_assert!((0.0..=1.0).contains(&here));
            prop_assert!(erlang_c(servers + 1, erlangs).expect("stable") <= here);
            prop_assert!(erlang_c(servers, erlangs * 0.999).expect("stable") <= here);
        }

        #[test]
        fn the_tail_at_a_quantile_is_what_is_left(servers in 1_u32..50, rho in 0.5_f64..0.99, q in 0.5_f64..0.999, v in 0.1_f64..8.0) {
            let lanes = Lanes { count: servers, prefill: Seconds::new(0.1), variability: v, outside: NOWHERE };
            let Wait::Stable(waiting) = lanes.wait(rate(f64::from(servers) * rho / 0.1)) else {
                return Err(TestCaseError::fail("stable"));
            };
            let wait = waiting.quantile(q);
            if wait > Seconds::new(0.0) {
                prop_assert!((waiting.longer_than(wait) - (1.0 - q)).abs() < 1e-9);
            } else {
                prop_assert!(waiting.probability <= 1.0 - q + 1e-12);
            }
        }

        #[test]
        fn twice_as_fast_a_fleet_at_twice_the_rate_waits_half(servers in 1_u32..50, rho in 0.1_f64..0.99) {
            let slow = Lanes { count: servers, prefill: Seconds::new(0.2), variability: 1.0, outside: NOWHERE };
            let fast = Lanes { prefill: Seconds::new(0.1), ..slow };
            let arrivals = f64::from(servers) * rho / 0.2;
            let (a, b) = (slow.ttft(rate(arrivals)).expect("stable"), fast.ttft(rate(2.0 * arrivals)).expect("stable"));
            for (long, short) in [(a.p50, b.p50), (a.p95, b.p95), (a.p99, b.p99)] {
                prop_assert!((long / short - 2.0).abs() < 1e-9);
            }
        }

        #[test]
        fn the_fewest_lanes_are_enough_and_one_less_is_not(arrivals in 0.01_f64..3_000.0, ms in 1.0_f64..400.0, v in 0.0_f64..6.0) {
            let (prefill, target) = (Seconds::new(ms / 1e3), Seconds::new(0.5));
            let count = fewest_lanes(rate(arrivals), prefill, v, target, 1_000_000).expect("some number is enough");
            let lanes = Lanes { count, prefill, variability: v, outside: NOWHERE };
            prop_assert!(lanes.meets(rate(arrivals), target));
            let fewer = Lanes { count: count.saturating_sub(1), ..lanes };
            prop_assert!(count == 1 || !fewer.meets(rate(arrivals), target));
            // The two inverses agree: these lanes carry at least this rate.
            prop_assert!(lanes.largest_rate(target).expect("reachable").get() >= arrivals * (1.0 - 1e-12));
        }
    }

    /// What a request spends outside of the lanes shifts every quantile and fills no lane.
    #[test]
    fn time_outside_of_the_lanes_shifts_ttft_alone() {
        let near = Lanes { count: 4, prefill: Seconds::new(0.1), variability: 1.0, outside: NOWHERE };
        let far = Lanes { outside: Seconds::new(0.03), ..near };
        let arrivals = rate(36.0);
        let (here, there) = (near.ttft(arrivals).expect("stable"), far.ttft(arrivals).expect("stable"));
        assert!(((there.p95 - here.p95).get() - 0.03).abs() < 1e-15);
        assert_eq!(near.utilisation(arrivals).to_bits(), far.utilisation(arrivals).to_bits());
        let same = near.largest_rate(Seconds::new(0.47)).expect("some");
        assert!((far.largest_rate(Seconds::new(0.5)).expect("some") / same - 1.0).abs() < 1e-9);
    }

    #[test]
    fn at_the_very_wall_the_queue_is_unbounded() {
        for count in 1..1000 {
            let lanes =
                Lanes { count, prefill: Seconds::new(0.088_428_499), variability: 1.0, outside: NOWHERE };
            let wall = rate(f64::from(count) / lanes.prefill.get());
            assert_eq!(lanes.wait(wall), Wait::Unbounded, "{count}");
        }
    }

    #[test]
    fn a_prefill_longer_than_the_target_cannot_be_helped() {
        assert_eq!(fewest_lanes(rate(1.0), Seconds::new(0.6), 1.0, Seconds::new(0.5), 1_000), None);
        assert_eq!(fewest_lanes(rate(1e9), Seconds::new(0.1), 1.0, Seconds::new(0.5), 1_000), None);
    }

    #[test]
    fn regular_arrivals_and_prompts_do_not_wait() {
        let lanes = Lanes { count: 4, prefill: Seconds::new(0.1), variability: 0.0, outside: NOWHERE };
        let ttft = lanes.ttft(rate(39.0)).expect("stable");
        assert_eq!((ttft.p50, ttft.p99), (Seconds::new(0.1), Seconds::new(0.1)));
    }
}
