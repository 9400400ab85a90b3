//! The voices that a browser offers, which of them reads, and how fast.

use alloc::string::String;

/// A voice as the browser lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voice {
    /// What the browser knows it by (`voiceURI`).
    pub id: String,
    /// As people see it.
    pub name: String,
    /// Its language, such as "en-GB"; Android writes "en_GB".
    pub language: String,
    /// Whether it speaks on this device. One that does not sends what it reads to a server.
    pub local: bool,
}

impl Voice {
    /// What a reader should know before choosing it.
    #[must_use]
    pub const fn caution(&self) -> Option<&'static str> {
        if self.local { None } else { Some("sends the text to a server") }
    }

    /// How well it suits a page in `language`, more being better; `None` where it speaks another one.
    ///
    /// A voice on this device comes before one on a server, whatever its accent.
    fn suits(&self, language: &str) -> Option<u8> {
        let parts = |tag: &str| tag.find(['-', '_']).unwrap_or(tag.len());
        let (own, asked) = (self.language.as_str(), language);
        let (base, region) = own.split_at_checked(parts(own))?;
        let (asked_base, asked_region) = asked.split_at_checked(parts(asked))?;
        let same_region =
            region.get(1..).unwrap_or("").eq_ignore_ascii_case(asked_region.get(1..).unwrap_or(""));
        base.eq_ignore_ascii_case(asked_base).then_some(2 * u8::from(self.local) + u8::from(same_region))
    }
}

/// The voice that reads a page in `language`: the one that the reader chose before, else the first of the best.
///
/// `None` leaves the choice to the browser.
#[must_use]
pub fn choose<'a>(voices: &'a [Voice], chosen: Option<&str>, language: &str) -> Option<&'a Voice> {
    let remembered = voices.iter().find(|voice| Some(voice.id.as_str()) == chosen);
    // The last of equals would win, hence from the end.
    let suiting = voices.iter().rev().filter(|voice| voice.suits(language).is_some());
    remembered.or_else(|| suiting.max_by_key(|voice| voice.suits(language)))
}

/// How fast a voice reads, from half to twice its own pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(u8);

impl Rate {
    /// The voice's own pace.
    pub const NORMAL: Self = Self(100);

    /// The rate in per cent, brought into 50–200.
    #[must_use]
    pub const fn percent(percent: u32) -> Self {
        match percent {
            0..50 => Self(50),
            50..=200 => Self(percent.to_le_bytes()[0]),
            _ => Self(200),
        }
    }

    /// The rate in per cent, as it is remembered.
    #[must_use]
    pub const fn in_percent(self) -> u8 {
        self.0
    }

    /// The rate as the browser takes it: 1 is the voice's own pace.
    #[must_use]
    pub fn factor(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn voices(list: &[(&str, &str, bool)]) -> Vec<Voice> {
        let voice = |&(id, language, local): &(&str, &str, bool)| Voice {
            id: id.into(),
            name: id.into(),
            language: language.into(),
            local,
        };
        list.iter().map(voice).collect()
    }

    #[test]
    fn the_reader_first_then_the_language_then_the_device_then_the_accent() {
        let all = voices(&[
            ("anna", "de-DE", true),
            ("google", "en-GB", false),
            ("sam", "en-US", true),
            ("kate", "en_GB", true),
            ("daniel", "EN-gb", true),
        ]);
        let id = |list: &[Voice], chosen| choose(list, chosen, "en-GB").map(|voice| voice.id.clone());
        assert_eq!(id(&all, None).as_deref(), Some("kate"));
        assert_eq!(id(&all, Some("google")).as_deref(), Some("google"));
        assert_eq!(id(&all, Some("gone")).as_deref(), Some("kate"));
        assert_eq!(id(&all[..3], None).as_deref(), Some("sam"));
        assert_eq!(id(&all[..2], None).as_deref(), Some("google"));
        assert_eq!(id(&all[..1], None), None);
        assert_eq!(id(&[], Some("kate")), None);
    }

    #[test]
    fn a_voice_on_a_server_is_marked() {
        let both = voices(&[("local", "en", true), ("remote", "en", false)]);
        let cautions: Vec<_> = both.iter().map(Voice::caution).collect();
        assert_eq!(cautions, [None, Some("sends the text to a server")]);
    }

    #[test]
    fn a_rate_stays_between_half_and_twice() {
        for (asked, kept) in
            [(0, 50), (49, 50), (50, 50), (125, 125), (200, 200), (201, 200), (u32::MAX, 200)]
        {
            assert_eq!(Rate::percent(asked).in_percent(), kept);
        }
        assert!((Rate::percent(150).factor() - 1.5).abs() < f32::EPSILON);
    }
}
