//! Seconds and their parts.

/// What a time counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeUnit {
    /// Seconds.
    #[default]
    Seconds,
    /// Thousandths of them.
    Milliseconds,
    /// Millionths.
    Microseconds,
    /// Thousandths of millionths.
    Nanoseconds,
}

impl TimeUnit {
    /// Each, the longest first.
    pub const ALL: [Self; 4] = [Self::Seconds, Self::Milliseconds, Self::Microseconds, Self::Nanoseconds];

    /// The word for it, as a form or a command writes it: s, ms, us or ns.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Milliseconds => "ms",
            Self::Microseconds => "us",
            Self::Nanoseconds => "ns",
        }
    }

    /// What has this word, or another name of the unit in small letters.
    ///
    /// # Example
    /// ```
    /// use evidence::load_test::TimeUnit;
    /// assert_eq!(TimeUnit::of_word("us"), Some(TimeUnit::Microseconds));
    /// assert_eq!(TimeUnit::of_word("fortnights"), None);
    /// ```
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::named(word.as_bytes())
    }

    /// The unit of this name, in small letters.
    pub(crate) fn named(word: &[u8]) -> Option<Self> {
        UNITS.iter().find(|(name, _)| name.as_bytes() == word).map(|(_, unit)| *unit)
    }

    /// `time` of this unit, in seconds. Dividing by a power of ten rounds once.
    pub(crate) fn seconds(self, time: f64) -> f64 {
        match self {
            Self::Seconds => time,
            Self::Milliseconds => time / 1e3,
            Self::Microseconds => time / 1e6,
            Self::Nanoseconds => time / 1e9,
        }
    }
}

/// The sign for micro has two code points.
const UNITS: [(&str, TimeUnit); 25] = [
    ("s", TimeUnit::Seconds),
    ("sec", TimeUnit::Seconds),
    ("secs", TimeUnit::Seconds),
    ("second", TimeUnit::Seconds),
    ("seconds", TimeUnit::Seconds),
    ("ms", TimeUnit::Milliseconds),
    ("msec", TimeUnit::Milliseconds),
    ("msecs", TimeUnit::Milliseconds),
    ("millis", TimeUnit::Milliseconds),
    ("millisecond", TimeUnit::Milliseconds),
    ("milliseconds", TimeUnit::Milliseconds),
    ("us", TimeUnit::Microseconds),
    ("\u{b5}s", TimeUnit::Microseconds),
    ("\u{3bc}s", TimeUnit::Microseconds),
    ("usec", TimeUnit::Microseconds),
    ("usecs", TimeUnit::Microseconds),
    ("micros", TimeUnit::Microseconds),
    ("microsecond", TimeUnit::Microseconds),
    ("microseconds", TimeUnit::Microseconds),
    ("ns", TimeUnit::Nanoseconds),
    ("nsec", TimeUnit::Nanoseconds),
    ("nsecs", TimeUnit::Nanoseconds),
    ("nanos", TimeUnit::Nanoseconds),
    ("nanosecond", TimeUnit::Nanoseconds),
    ("nanoseconds", TimeUnit::Nanoseconds),
];
