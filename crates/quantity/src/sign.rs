//! Signs of units as they are spoken: "ms" is "milliseconds", "$/h" is "dollars an hour".

/// What is said in place of a sign.
///
/// A voice reads "req/s" as it likes, or not at all; words leave it no choice. Each sign that the formatter writes has
/// words here, and a test holds the two together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoken {
    sign: &'static str,
    one: &'static str,
    many: &'static str,
}

impl Spoken {
    /// The words for `sign`; `None` where it is no unit's.
    ///
    /// ```
    /// use quantity::Spoken;
    /// assert_eq!(Spoken::of("req/s").map(|words| words.behind("20")), Some("requests a second"));
    /// assert_eq!(Spoken::of("KiB").map(|words| words.behind("1")), Some("kibibyte"));
    /// assert_eq!(Spoken::of("us"), None);
    /// ```
    #[must_use]
    pub fn of(sign: &str) -> Option<Self> {
        SIGNS.iter().find(|spoken| spoken.sign == sign).copied()
    }

    /// The longest sign that `text` begins with and that ends where a word ends.
    ///
    /// ```
    /// use quantity::Spoken;
    /// assert_eq!(Spoken::at_start("ms, at most").map(Spoken::sign), Some("ms"));
    /// assert_eq!(Spoken::at_start("shared"), None);
    /// ```
    #[must_use]
    pub fn at_start(text: &str) -> Option<Self> {
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_alphanumeric());
        let fits = |spoken: &&Self| text.strip_prefix(spoken.sign).is_some_and(ends);
        SIGNS.iter().filter(fits).max_by_key(|spoken| spoken.sign.len()).copied()
    }

    /// The sign as it is written.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        self.sign
    }

    /// The words behind `number`, a text: singular behind "1" alone.
    #[must_use]
    pub fn behind(self, number: &str) -> &'static str {
        if number == "1" { self.one } else { self.many }
    }

    /// The words where no number stands before them, as in the head of a column. `None` for a lone letter, which in
    /// running text is more often something else.
    #[must_use]
    pub const fn alone(self) -> Option<&'static str> {
        if self.sign.len() > 1 { Some(self.many) } else { None }
    }
}

/// The word for a multiple that is written directly behind its number: the "B" of "70B" is "billion", whereas that of
/// "512 B" is "bytes".
///
/// ```
/// assert_eq!(quantity::spoken_multiple("B"), Some("billion"));
/// assert_eq!(quantity::spoken_multiple("GB"), None);
/// ```
#[must_use]
pub fn spoken_multiple(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "k" => "thousand",
        "M" => "million",
        "B" => "billion",
        "T" => "trillion",
        _ => return None,
    })
}

const fn spoken(sign: &'static str, one: &'static str, many: &'static str) -> Spoken {
    Spoken { sign, one, many }
}

/// A sign that is said alike behind one and behind many.
const fn always(sign: &'static str, words: &'static str) -> Spoken {
    Spoken { sign, one: words, many: words }
}

static SIGNS: [Spoken; 38] = [
    spoken("s", "second", "seconds"),
    spoken("ms", "millisecond", "milliseconds"),
    spoken("µs", "microsecond", "microseconds"),
    // The same with the Greek letter in place of the micro sign.
    spoken("\u{3bc}s", "microsecond", "microseconds"),
    spoken("B", "byte", "bytes"),
    spoken("kB", "kilobyte", "kilobytes"),
    spoken("MB", "megabyte", "megabytes"),
    spoken("GB", "gigabyte", "gigabytes"),
    spoken("TB", "terabyte", "terabytes"),
    spoken("PB", "petabyte", "petabytes"),
    spoken("KiB", "kibibyte", "kibibytes"),
    spoken("MiB", "mebibyte", "mebibytes"),
    spoken("GiB", "gibibyte", "gibibytes"),
    spoken("TiB", "tebibyte", "tebibytes"),
    spoken("B/s", "byte a second", "bytes a second"),
    spoken("GB/s", "gigabyte a second", "gigabytes a second"),
    spoken("TB/s", "terabyte a second", "terabytes a second"),
    spoken("FLOP", "flop", "flops"),
    spoken("GFLOP", "gigaflop", "gigaflops"),
    spoken("TFLOP", "teraflop", "teraflops"),
    spoken("PFLOP", "petaflop", "petaflops"),
    spoken("FLOP/s", "flop a second", "flops a second"),
    spoken("GFLOP/s", "gigaflop a second", "gigaflops a second"),
    spoken("TFLOP/s", "teraflop a second", "teraflops a second"),
    spoken("PFLOP/s", "petaflop a second", "petaflops a second"),
    spoken("tokens", "token", "tokens"),
    spoken("tok/s", "token a second", "tokens a second"),
    spoken("sequences", "sequence", "sequences"),
    spoken("req/s", "request a second", "requests a second"),
    spoken("replica-s/s", "replica-second a second", "replica-seconds a second"),
    spoken("replica-s", "replica-second", "replica-seconds"),
    always("%", "percent"),
    spoken("$/h", "dollar an hour", "dollars an hour"),
    spoken("$/GPU-h", "dollar per G P U hour", "dollars per G P U hour"),
    spoken("$/1M", "dollar per million", "dollars per million"),
    always("/s", "a second"),
    always("/h", "an hour"),
    always("/1M", "per million"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Measure, Unit, Writing};

    /// The unit behind this one, so that the compiler asks for each that is added.
    fn next(unit: Unit) -> Option<Unit> {
        Some(match unit {
            Unit::Count => Unit::Number,
            Unit::Number => Unit::Tokens,
            Unit::Tokens => Unit::Sequences,
            Unit::Sequences => Unit::RequestsPerSecond,
            Unit::RequestsPerSecond => Unit::TokensPerSecond,
            Unit::TokensPerSecond => Unit::ReplicaSecondsPerSecond,
            Unit::ReplicaSecondsPerSecond => Unit::Fraction,
            Unit::Fraction => Unit::Seconds,
            Unit::Seconds => Unit::Wait,
            Unit::Wait => Unit::Bytes,
            Unit::Bytes => Unit::BytesPerSecond,
            Unit::BytesPerSecond => Unit::Flops,
            Unit::Flops => Unit::FlopsPerSecond,
            Unit::FlopsPerSecond => Unit::Parameters,
            Unit::Parameters => Unit::DollarsPerGpuHour,
            Unit::DollarsPerGpuHour => Unit::DollarsPerHour,
            Unit::DollarsPerHour => Unit::DollarsPerMillion,
            Unit::DollarsPerMillion => return None,
        })
    }

    #[test]
    fn each_sign_that_the_formatter_writes_has_words() {
        let units = core::iter::successors(Some(Unit::Count), |unit| next(*unit));
        for (unit, power) in units.flat_map(|unit| (-9..=18).map(move |power| (unit, power))) {
            let value = 10_f64.powi(power);
            for sign in [unit.scale(value).sign, unit.scale(0.0).sign, unit.field().sign] {
                let said = match unit {
                    Unit::Parameters => spoken_multiple(sign).is_some(),
                    _ => Spoken::of(sign).is_some(),
                };
                assert!(said || sign.is_empty(), "{unit:?} writes {sign}");
            }
        }
    }

    #[test]
    fn so_has_each_that_is_asked_for_by_name() {
        for measure in Measure::ALL {
            let text = Writing { measure: Some(measure), ..Writing::default() }.text(Unit::Number, 1.0);
            let sign =
                text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',').trim_start();
            assert!(Spoken::of(sign).is_some(), "{text}");
        }
    }

    #[test]
    fn the_longest_sign_wins_and_a_word_is_none() {
        for (text, sign) in [
            ("replica-s/s of 26", "replica-s/s"),
            ("s later", "s"),
            ("TB/s.", "TB/s"),
            ("TFLOP/s × 50%", "TFLOP/s"),
            ("tok/s/GPU", "tok/s"),
            ("%", "%"),
        ] {
            assert_eq!(Spoken::at_start(text).map(Spoken::sign), Some(sign), "{text}");
        }
        for text in ["seconds", "Bytes", "tokens2", "", "us", "/second", "s1"] {
            assert_eq!(Spoken::at_start(text), None, "{text}");
        }
    }

    #[test]
    fn words_are_words() {
        for spoken in SIGNS {
            let words = [spoken.one, spoken.many].concat();
            let plain = words.chars().all(|c| c.is_ascii_alphabetic() || c == ' ' || c == '-');
            assert!(plain && !words.is_empty(), "{words}");
        }
    }
}
