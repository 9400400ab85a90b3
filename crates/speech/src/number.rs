//! A number as it stands in a text: "2,324", "3.35e12".

use alloc::string::String;

/// The parts of a written number; nothing here is computed.
pub(crate) struct Number<'a> {
    /// Its digits and its point, without the commas between thousands, which some voices take for the end of a number.
    pub(crate) digits: String,
    /// The power of ten of the scientific form, "-6" in "1e-6".
    pub(crate) power: Option<&'a str>,
    /// How many bytes of the text it takes.
    pub(crate) length: usize,
}

impl<'a> Number<'a> {
    /// The number that `text` begins with.
    pub(crate) fn at_start(text: &'a str) -> Self {
        let slice = |from: usize, to: usize| text.get(from..to).unwrap_or("");
        let run = |from: usize| slice(from, text.len()).bytes().take_while(u8::is_ascii_digit).count();
        let stands = |mark: &str, at: usize| slice(at, text.len()).starts_with(mark);

        let mut length = run(0);
        let mut digits = String::from(slice(0, length));
        let groups = length <= 3;
        while groups && stands(",", length) && run(length + 1) == 3 {
            digits.push_str(slice(length + 1, length + 4));
            length += 4;
        }
        let places = run(length + 1);
        if stands(".", length) && places > 0 {
            digits.push_str(slice(length, length + 1 + places));
            length += 1 + places;
        }
        let sign = usize::from(stands("e-", length));
        let end = length + 1 + sign + run(length + 1 + sign);
        let power = Some(slice(length + 1, end)).filter(|_| stands("e", length) && end > length + 1 + sign);
        Self { digits, power, length: if power.is_some() { end } else { length } }
    }

    /// Its whole dollars and its cents, without zeros before them; `None` where it has parts of a cent.
    pub(crate) fn money(&self) -> Option<(&str, String)> {
        let (dollars, fraction) = self.digits.split_once('.').unwrap_or((&self.digits, ""));
        let mut cents = String::from(fraction.trim_start_matches('0'));
        if fraction.len() == 1 && !cents.is_empty() {
            cents.push('0');
        }
        (self.power.is_none() && fraction.len() <= 2).then_some((dollars, cents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_where_its_digits_do() {
        for (text, digits, power, length) in [
            ("2,324 ms", "2324", None, 5),
            ("70,553,706,496", "70553706496", None, 14),
            ("1,2 and 3", "1", None, 1),
            ("1,2345", "1", None, 1),
            ("2000,400", "2000", None, 4),
            ("3.35e12 B/s", "3.35", Some("12"), 7),
            ("1e-6", "1", Some("-6"), 4),
            ("1e", "1", None, 1),
            ("1e-x", "1", None, 1),
            ("5.", "5", None, 1),
            ("", "", None, 0),
        ] {
            let number = Number::at_start(text);
            assert_eq!(
                (number.digits.as_str(), number.power, number.length),
                (digits, power, length),
                "{text}"
            );
        }
    }
}
