//! Random numbers out of a seed, as CPython draws them.

use quantity::float;
use rand_mt::Mt;

/// The generator of CPython's module `random`: the same seed draws the same numbers, in the same order.
///
/// The integers and [`Random::unit`] are the same to the bit. [`Random::exponential`] and [`Random::normal`] go through
/// `ln`, `sin` and `cos`, which are `libm`'s here, so that they are the same in every browser; the last bit may differ
/// from that of a machine's own mathematical library.
///
/// # Example
/// ```
/// use latency::Random;
/// assert_eq!(Random::new(5).unit(), 0.6229016948897019); // random.seed(5); random.random()
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    twister: Mt,
    /// The second of a pair of normal numbers, not yet asked for.
    second: Option<f64>,
}

impl Random {
    /// The generator that `random.seed(seed)` makes: MT19937 by the seed's words of 32 bits, the lowest first, without
    /// zero words at the end.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a word is cut off")]
    pub fn new(seed: u64) -> Self {
        let words = [seed as u32, (seed >> 32) as u32];
        let used = if words[1] == 0 { 1 } else { 2 };
        Self { twister: Mt::new_with_key(words.into_iter().take(used)), second: None }
    }

    /// A uniform number in [0, 1), of 53 bits: `random()`.
    pub fn unit(&mut self) -> f64 {
        let high = f64::from(self.twister.next_u32() >> 5);
        let low = f64::from(self.twister.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }

    /// A uniform number between two: `uniform(low, high)`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number below another, each as likely: `randrange(end)`. 0 where nothing is below it.
    ///
    /// As many bits as `end` has are drawn until they make a number below it.
    pub fn below(&mut self, end: u32) -> u32 {
        if end == 0 {
            return 0;
        }
        loop {
            let drawn = self.twister.next_u32() >> end.leading_zeros();
            if drawn < end {
                return drawn;
            }
        }
    }

    /// A whole number from `least` to `greatest`, both included: `randint(least, greatest)`. Of all 2³² numbers the last
    /// is left out.
    pub fn between(&mut self, least: u32, greatest: u32) -> u32 {
        least + self.below(greatest.saturating_sub(least).saturating_add(1))
    }

    /// An exponential number of mean 1 / `rate`: `expovariate(rate)`.
    ///
    /// # Formula
    /// −ln(1 − u) / rate.
    pub fn exponential(&mut self, rate: f64) -> f64 {
        -float::ln(1.0 - self.unit()) / rate
    }

    /// A normal number: `gauss(mean, deviation)`. They are made in pairs; the second is kept for the next call.
    ///
    /// # Formula
    /// Box and Muller: √(−2 ln(1 − v)) × cos 2πu, and then the same with sin.
    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let standard = self.second.take().unwrap_or_else(|| {
            let angle = self.unit() * core::f64::consts::TAU;
            let radius = float::sqrt(-2.0 * float::ln(1.0 - self.unit()));
            self.second = Some(libm::sin(angle) * radius);
            libm::cos(angle) * radius
        });
        mean + standard * deviation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three calls of `random()` and two of `getrandbits(32)` after `random.seed(…)`, by CPython 3.11.
    const CPYTHON: [(u64, [f64; 3], [u32; 2]); 4] = [
        (
            5,
            [0.622_901_694_889_701_9, 0.741_786_989_260_729_4, 0.795_193_565_565_696_6],
            [4_047_793_130, 3_614_262_064],
        ),
        (
            0,
            [0.844_421_851_525_048_1, 0.757_954_402_940_302_5, 0.420_571_580_830_845],
            [1_112_038_970, 4_146_640_122],
        ),
        (
            (1 << 32) - 1,
            [0.635_357_444_134_117_3, 0.203_199_939_544_077_56, 0.607_366_603_034_718_8],
            [1_251_276_551, 2_590_083_323],
        ),
        // Two words of seed.
        (
            (1 << 40) + 7,
            [0.613_703_777_993_651_1, 0.814_916_297_330_948_7, 0.945_011_508_759_287_3],
            [2_449_809_396, 3_030_506_883],
        ),
    ];

    #[test]
    fn a_seed_draws_what_it_draws_in_cpython() {
        for (seed, units, words) in CPYTHON {
            let mut random = Random::new(seed);
            for unit in units {
                assert_eq!(random.unit().to_bits(), unit.to_bits(), "{seed}");
            }
            assert_eq!([random.twister.next_u32(), random.twister.next_u32()], words, "{seed}");
        }
    }

    #[test]
    fn whole_numbers_are_drawn_by_rejection() {
        let mut random = Random::new(7);
        // CPython 3.11: five of randint(50, 400), two of randrange(1), two of randrange(2**32 - 1), then random().
        assert_eq!([(); 5].map(|()| random.between(50, 400)), [215, 127, 252, 383, 74]);
        assert_eq!([(); 2].map(|()| random.below(1)), [0, 0]);
        assert_eq!([(); 2].map(|()| random.below(u32::MAX)), [1_570_621_944, 2_503_055_453]);
        assert_eq!(random.below(0), 0, "and nothing is drawn for it");
        assert_eq!(random.unit().to_bits(), 0.057_998_924_774_706_806_f64.to_bits());
    }

    #[test]
    fn normal_numbers_come_in_pairs() {
        let mut random = Random::new(7);
        let close = |ours: f64, theirs: f64| assert!((ours - theirs).abs() <= 1e-15, "{ours} {theirs}");
        // CPython 3.11: two of expovariate(4), three of gauss(1, 2), then uniform(1, 3).
        close(random.exponential(4.0), 0.097_828_711_058_701_07);
        close(random.exponential(4.0), 0.040_879_614_251_369_54);
        close(random.normal(1.0, 2.0), 0.547_807_670_433_790_6);
        close(random.normal(1.0, 2.0), 0.369_863_155_337_629_15);
        close(random.normal(1.0, 2.0), -0.860_036_380_645_534_9);
        close(random.uniform(1.0, 3.0), 1.115_997_849_549_413_6);
    }
}
