//! The colours of charts, as the style sheet names them.

use present::chart::Tone;

/// A colour with its share of cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    /// 0 to 255.
    pub red: u8,
    /// 0 to 255.
    pub green: u8,
    /// 0 to 255.
    pub blue: u8,
    /// 0 to 1.
    pub alpha: f64,
}

impl Colour {
    /// The colour of `#rrggbb`.
    ///
    /// ```
    /// use web::chart::Colour;
    /// assert_eq!(Colour::from_hex(" #0b6e6e").map(|c| (c.red, c.green, c.blue)), Some((11, 110, 110)));
    /// assert_eq!(Colour::from_hex("teal"), None);
    /// ```
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let channel = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Self { red: channel(0)?, green: channel(2)?, blue: channel(4)?, alpha: 1.0 })
    }

    /// As a canvas takes it.
    #[must_use]
    pub fn to_hex(self) -> String {
        let mut text = String::from("#");
        for channel in [self.red, self.green, self.blue] {
            for digit in [channel >> 4, channel & 15] {
                text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
            }
        }
        text
    }

    const fn fainter(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }
}

/// The colours of one theme, and the type of its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// What charts stand on.
    pub card: Colour,
    /// Grid lines.
    pub grid: Colour,
    /// Axes.
    pub axis: Colour,
    /// Words about the chart.
    pub muted: Colour,
    /// Ground of the zone without finite values.
    pub zone: Colour,
    /// Hatch of that zone.
    pub hatch: Colour,
    /// Marks, by tone in the order of [`Tone::ALL`].
    pub marks: [Colour; Tone::ALL.len()],
    /// Words, by tone in the order of [`Tone::ALL`].
    pub words: [Colour; Tone::ALL.len()],
    /// Font families, as a canvas takes them.
    pub family: String,
}

impl Palette {
    /// The palette that `value` gives for custom properties such as `--decode` and `--decode-text`.
    #[must_use]
    pub fn read(value: &dyn Fn(&str) -> String) -> Self {
        const INK: Colour = Colour { red: 0x80, green: 0x80, blue: 0x80, alpha: 1.0 };
        let colour = |name: &str| Colour::from_hex(&value(name)).unwrap_or(INK);
        let of_tone = |tone: Tone, end: &str| colour(&["--", tone.name(), end].concat());
        let family = value("--sans");
        let failure = of_tone(Tone::Failure, "");
        Self {
            card: colour("--card"),
            grid: colour("--line"),
            axis: colour("--axis"),
            muted: colour("--muted"),
            zone: failure.fainter(0.06),
            hatch: failure.fainter(0.22),
            marks: Tone::ALL.map(|tone| of_tone(tone, "")),
            words: Tone::ALL.map(|tone| of_tone(tone, "-text")),
            family: String::from(if family.trim().is_empty() { "sans-serif" } else { family.trim() }),
        }
    }
}
