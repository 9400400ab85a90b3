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
    /// The colour of `#rrggbb`, or of `rgb(r, g, b)` as a browser reports one.
    ///
    /// ```
    /// use web::chart::Colour;
    /// for text in [" #0b6e6e", "rgb(11, 110, 110)"] {
    ///     assert_eq!(Colour::read(text).map(|c| (c.red, c.green, c.blue)), Some((11, 110, 110)));
    /// }
    /// assert_eq!(Colour::read("teal"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let Some(digits) = text.trim().strip_prefix('#') else { return Self::of_channels(text) };
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self { red, green, blue, alpha: 1.0 })
    }

    fn of_channels(text: &str) -> Option<Self> {
        let mut channels = [0u8; 3];
        let (mut place, mut inside) = (0, false);
        for byte in text.bytes() {
            if byte.is_ascii_digit() {
                let channel = channels.get_mut(place)?;
                *channel = channel.wrapping_mul(10).wrapping_add(byte - b'0');
            } else if inside {
                place += 1;
            }
            inside = byte.is_ascii_digit();
        }
        let [red, green, blue] = channels;
        (place == 3).then_some(Self { red, green, blue, alpha: 1.0 })
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

    pub(super) const fn fainter(self, alpha: f64) -> Self {
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
        let colour = |name: &str| Colour::read(&value(name)).unwrap_or(INK);
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

#[cfg(test)]
mod tests {
    use super::*;
    use present::chart::{Axis, AxisScale, Chart, Dash, SIZE, Series, Style, Table, svg};
    use quantity::Unit;

    /// The value of a custom property in the light theme, which the style sheet's first rule sets.
    fn light(name: &str) -> &'static str {
        let (_, rest) = include_str!("../../assets/app.css").split_once(&format!("{name}: ")).expect(name);
        rest.split_once(';').map_or(rest, |(value, _)| value)
    }

    fn of_tone(tone: Tone) -> Chart {
        let axis = Axis {
            label: String::from("Load"),
            unit: Unit::Number,
            min: 0.0,
            max: 3.0,
            scale: AxisScale::Linear,
        };
        let points = vec![(1.0, Some(1.0)), (2.0, Some(2.0))];
        let series =
            Series { name: String::from(tone.name()), tone, dash: Dash::Whole, style: Style::Line, points };
        Chart {
            id: "chart",
            title: String::new(),
            sentence: String::new(),
            x: axis.clone(),
            y: axis,
            series: vec![series],
            targets: Vec::new(),
            plan: None,
            marks: Vec::new(),
            unbounded: None,
            table: Table::default(),
        }
    }

    #[test]
    fn pictures_have_the_style_sheets_colours() {
        for tone in Tone::ALL {
            let picture = svg(&of_tone(tone), SIZE, "");
            let (mark, word) = (["--", tone.name()].concat(), ["--", tone.name(), "-text"].concat());
            for (attribute, name) in [
                ("stroke", mark.as_str()),
                ("fill", &word),
                ("stroke", "--line"),
                ("stroke", "--axis"),
                ("fill", "--muted"),
            ] {
                let written = format!("{attribute}=\"{}\"", light(name));
                assert!(picture.contains(&written), "{name} as {written} in {picture}");
            }
        }
    }
}
