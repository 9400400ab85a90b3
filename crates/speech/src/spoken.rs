//! The spoken form of written text: terms, signs and numbers in words that a listener can follow.

use crate::number::Number;
use crate::term::{Term, is_letter, symbol};
use alloc::string::String;
use quantity::{Spoken, spoken_multiple};

/// `text` as a voice should get it: words, numbers without commas, and plain punctuation.
///
/// Units are said as [`quantity::Spoken`] has them, beside the signs that the formatter writes. "p95" becomes "p 95",
/// which voices read as "p ninety-five": practitioners say it so, and it fits wherever it stands, whereas "the
/// ninety-fifth percentile" would not fit in "a p99 prompt" or "TTFT p50".
///
/// ```
/// use speech::spoken;
/// assert_eq!(spoken("TTFT ≤ 2,324 ms"), "time to first token at most 2324 milliseconds");
/// assert_eq!(spoken("$1.67 per 1M"), "1 dollar 67 cents per 1 million");
/// assert_eq!(spoken("4 × H100 at p95"), "4 times H 100 at p 95");
/// ```
#[must_use]
pub fn spoken(text: &str) -> String {
    let mut speech = Speech { rest: text, before: ' ', out: String::new(), glue: false };
    while let Some(next) = speech.rest.chars().next() {
        speech.take(next);
    }
    let length = speech.out.trim_end_matches(',').len();
    speech.out.truncate(length);
    speech.out
}

/// Text on its way into speech.
struct Speech<'a> {
    /// What is still to be said.
    rest: &'a str,
    /// The character before it.
    before: char,
    out: String,
    /// Whether the next word belongs to the last one, as behind an apostrophe.
    glue: bool,
}

impl Speech<'_> {
    /// Says what begins with `next`, the first character of the rest.
    fn take(&mut self, next: char) {
        let begins = !is_letter(self.before) && !self.before.is_ascii_digit();
        if next.is_ascii_digit() {
            self.number();
        } else if next == '$' {
            self.money();
        } else if !(begins && (self.sign() || self.term())) {
            if is_letter(next) { self.letters() } else { self.mark(next) }
        }
    }

    /// Moves on by `length` bytes.
    fn skip(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.before = taken.chars().next_back().unwrap_or(self.before);
        self.rest = rest;
    }

    fn word(&mut self, word: &str) {
        if !self.glue && !self.out.is_empty() {
            self.out.push(' ');
        }
        self.glue = false;
        self.out.push_str(word);
    }

    /// A pause behind a word. Where two meet, the first is kept, but anything is longer than a comma.
    fn pause(&mut self, mark: char) {
        if mark != ',' && self.out.ends_with(',') {
            self.out.pop();
        }
        if !self.out.is_empty() && !self.out.ends_with([',', '.', ';', ':', '?', '!']) {
            self.out.push(mark);
        }
    }

    /// The sign of a unit that has no number before it, as in the head of a column.
    fn sign(&mut self) -> bool {
        let sign = Spoken::at_start(self.rest);
        let Some((sign, words)) = sign.and_then(|sign| Some((sign, sign.alone()?))) else { return false };
        self.word(words);
        self.skip(sign.sign().len());
        true
    }

    fn term(&mut self) -> bool {
        let Some((words, length)) = Term::at_start(self.rest) else { return false };
        self.word(words);
        self.skip(length);
        true
    }

    fn letters(&mut self) {
        let length = self.rest.find(|c: char| !is_letter(c)).unwrap_or(self.rest.len());
        let word = self.rest.get(..length).unwrap_or("");
        self.word(word);
        self.skip(length);
    }

    /// A number, with its power of ten and the unit behind it.
    fn number(&mut self) {
        let number = Number::at_start(self.rest);
        self.word(&number.digits);
        self.skip(number.length);
        let scaled = self.power(number.power) || self.multiple();
        let gap = self.rest.chars().next().filter(|c| c.is_whitespace()).map_or(0, char::len_utf8);
        if let Some(sign) = self.rest.get(gap..).and_then(Spoken::at_start) {
            self.word(sign.behind(if scaled { "" } else { &number.digits }));
            self.skip(gap + sign.sign().len());
        }
    }

    /// The power of ten behind a number; whether there is one.
    fn power(&mut self, power: Option<&str>) -> bool {
        let Some(power) = power else { return false };
        let words = match power {
            "3" => "thousand",
            "6" => "million",
            "9" => "billion",
            "12" => "trillion",
            "15" => "quadrillion",
            _ => "times 10 to the power of",
        };
        self.word(words);
        if words.starts_with("times") {
            let digits = power.strip_prefix('-');
            if digits.is_some() {
                self.word("minus");
            }
            self.word(digits.unwrap_or(power));
        }
        true
    }

    /// The multiple that is written directly behind a number; whether there is one.
    fn multiple(&mut self) -> bool {
        let (sign, behind) = self.rest.split_at_checked(1).unwrap_or_default();
        let goes_on = behind.starts_with(|c: char| c.is_ascii_alphanumeric());
        let Some(words) = spoken_multiple(sign).filter(|_| !goes_on) else { return false };
        self.word(words);
        self.skip(1);
        true
    }

    /// Dollars, with an amount or without.
    fn money(&mut self) {
        let amount = self.rest.get(1..).unwrap_or("");
        if !amount.starts_with(|c: char| c.is_ascii_digit()) {
            if !self.sign() {
                self.word("dollars");
                self.skip(1);
            }
            return;
        }
        let number = Number::at_start(amount);
        self.skip(1 + number.length);
        let multiplied = self.rest.split_at_checked(1).and_then(|(sign, _)| spoken_multiple(sign)).is_some();
        if let Some((dollars, cents)) = number.money().filter(|_| !multiplied) {
            if dollars != "0" || cents.is_empty() {
                self.amount(dollars, "dollar", "dollars");
            }
            if !cents.is_empty() {
                self.amount(&cents, "cent", "cents");
            }
        } else {
            self.word(&number.digits);
            let _scaled = self.power(number.power) || self.multiple();
            self.word("dollars");
        }
    }

    fn amount(&mut self, number: &str, one: &str, many: &str) {
        self.word(number);
        self.word(if number == "1" { one } else { many });
    }

    /// Anything that is neither word nor number.
    fn mark(&mut self, mark: char) {
        let length = mark.len_utf8();
        let next = self.rest.get(length..).and_then(|behind| behind.chars().next()).unwrap_or(' ');
        let spaced = self.before.is_whitespace() && next.is_whitespace();
        let inside = !self.before.is_whitespace() && !next.is_whitespace();
        match mark {
            '/' => {
                // The slash of "prompts/s" begins a sign.
                if !self.sign() {
                    self.slash(next, spaced, inside);
                    self.skip(length);
                }
                return;
            }
            '-' => self.hyphen(next, spaced),
            '–' if inside => self.word("to"),
            '–' | '—' | '(' | ')' | '|' | '·' | '•' => self.pause(','),
            '#' if !next.is_ascii_digit() => {}
            '*' if spaced => self.word("times"),
            '*' if self.before == 'λ' => self.word("star"),
            '⌋' => self.aside("rounded down"),
            '⌉' => self.aside("rounded up"),
            '\'' | '’' if is_letter(self.before) && is_letter(next) => self.join('\''),
            ',' | '.' | ';' | ':' | '?' | '!' => self.pause(mark),
            '…' => self.pause('.'),
            _ => self.word_of(mark),
        }
        self.skip(length);
    }

    fn word_of(&mut self, mark: char) {
        if let Some(words) = symbol(mark) {
            self.word(words);
        }
    }

    fn aside(&mut self, words: &str) {
        self.pause(',');
        self.word(words);
        self.pause(',');
    }

    /// Joins the next word to the last.
    fn join(&mut self, mark: char) {
        self.out.push(mark);
        self.glue = true;
    }

    /// A hyphen: a sign, a dash, or inside a word; beside a digit or a capital only a gap.
    fn hyphen(&mut self, next: char, spaced: bool) {
        if spaced {
            self.pause(',');
        } else if self.before.is_ascii_lowercase() && next.is_ascii_lowercase() {
            self.join('-');
        } else if next.is_ascii_digit() && !is_letter(self.before) && !self.before.is_ascii_digit() {
            self.word("minus");
        }
    }

    /// A slash that belongs to no sign: a division, "per" behind a unit, or one word beside another.
    fn slash(&mut self, next: char, spaced: bool, inside: bool) {
        let counted = ["second", "seconds", "bytes", "tokens", "flops", "dollars"];
        if spaced {
            self.word("divided by");
        } else if inside && counted.iter().any(|unit| self.out.ends_with(unit)) {
            self.word("per");
        } else if next.is_ascii_lowercase() && !self.before.is_ascii_uppercase() {
            self.pause(',');
        } else if inside && (self.before.is_ascii_digit() || next.is_ascii_digit() || self.before == ')') {
            self.word("over");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;
    use quantity::{Unit, grouped};

    #[test]
    fn what_the_lesson_writes_is_said_as_a_person_would() {
        for (written, said) in [
            ("TTFT, TPOT and ITL", "time to first token, time per output token and inter-token latency"),
            ("E2E − TTFT", "end to end minus time to first token"),
            ("p50/p95/p99.9", "p 50, p 95, p 99.9"),
            ("a p99 prompt", "a p 99 prompt"),
            ("SLOs for 16 GPUs", "service level objectives for 16 G P U's"),
            ("the KV-cache in HBM (80 GB)", "the key value cache in high bandwidth memory, 80 gigabytes"),
            ("MFU 0.40, MBU 70%", "model flops utilisation 0.40, memory bandwidth utilisation 70 percent"),
            ("FP8 and BF16 on vLLM", "F P 8 and B F 16 on V L L M"),
            ("Llama-3-70B class", "Llama 3 70 billion class"),
            ("N+1; M/M/c; P/D", "N plus 1; M M c; prefill and decode"),
            ("λ* is 8.196 req/s", "lambda star is 8.196 requests a second"),
            (
                "⌊(80e9 B × 0.9) / 160 KiB⌋ = 604",
                "80 billion bytes times 0.9, divided by 160 kibibytes, rounded down, equals 604",
            ),
            (
                "1e9 ÷ 3.35e12 ≈ 1e-7",
                "1 billion divided by 3.35 trillion about 1 times 10 to the power of minus 7",
            ),
            ("≥ 5 → 6, −3 or -3", "at least 5 to 6, minus 3 or minus 3"),
            ("1–3 s, 60–75%", "1 to 3 seconds, 60 to 75 percent"),
            ("in 30k, 1M or 70B parameters", "in 30 thousand, 1 million or 70 billion parameters"),
            ("512 B, 1 ms, 1 req/s, 1.0 s", "512 bytes, 1 millisecond, 1 request a second, 1.0 seconds"),
            (
                "$48/h, $1.67, $0.28, $2.08",
                "48 dollars an hour, 1 dollar 67 cents, 28 cents, 2 dollars 8 cents",
            ),
            ("$3.00 per GPU-hour", "3 dollars per G P U hour"),
            ("$3.5, $0.00, $1M, $0.0123", "3 dollars 50 cents, 0 dollars, 1 million dollars, 0.0123 dollars"),
            ("$/1M, $/h and $ per 1M", "dollars per million, dollars an hour and dollars per 1 million"),
            ("effective TPOT, ms", "effective time per output token, milliseconds"),
            (
                "tok/s per replica, 3,347 tok/s/GPU",
                "tokens a second per replica, 3347 tokens a second per G P U",
            ),
            ("20 prompts/s; 1/8.196", "20 prompts a second; 1 over 8.196"),
            ("Tell us: it’s e.g. B's or s.", "Tell us: it's for example B's or s."),
            ("80GB, 5MB, 50ms, 5M.", "80 gigabytes, 5 megabytes, 50 milliseconds, 5 million."),
            ("step(B)/B, #5 and #", "step, B, over B, number 5 and"),
            ("yes/no — “done”…", "yes, no, done."),
            ("2 × FLOPs, 1 FLOP, TFLOP/s", "2 times flops, 1 flop, teraflops a second"),
        ] {
            assert_eq!(spoken(written), said);
        }
    }

    fn is_sayable(said: &str) -> bool {
        let plain = |c: char| is_letter(c) || c.is_ascii_digit() || " .,;:?!'-".contains(c);
        said.chars().all(plain) && said.trim() == said && !said.contains("  ")
    }

    proptest! {
        #[test]
        fn any_text_comes_out_sayable(text in "\\PC{0,80}|[a-zA-Z0-9 .,/$%×⌋()'’–-]{0,60}") {
            let said = spoken(&text);
            prop_assert!(is_sayable(&said), "{said}");
        }

        #[test]
        fn no_word_is_lost(words in prop::collection::vec("[a-z]{4,9}", 0..12)) {
            prop_assume!(words.iter().all(|word| Spoken::at_start(word).is_none()));
            prop_assert_eq!(spoken(&words.join(" ")), words.join(" "));
        }

        #[test]
        fn a_number_keeps_its_value(value in 0.0_f64..1e12, decimals in 0_usize..4) {
            let text = grouped(value, decimals);
            prop_assert_eq!(spoken(&text), text.replace(',', ""));
        }

        #[test]
        fn whatever_the_formatter_writes_becomes_a_number_and_words(value in 1e-7_f64..1e17, unit in unit()) {
            let said = spoken(&unit.show(value));
            let (number, words) = said.split_once(' ').unwrap_or((&said, ""));
            prop_assert!(number.parse::<f64>().is_ok(), "{said}");
            // A lone letter would be a sign that was left as it stood, but for the spelled GPU.
            let bare = words.replace("G P U", "");
            let is_sign = |word: &&str| word.len() == 1 && *word != "a" && word.parse::<u8>().is_err();
            let letters = bare.split(' ').filter(is_sign).collect::<Vec<_>>();
            prop_assert!(is_sayable(&said) && letters.is_empty(), "{said}");
            let is_bare = matches!(unit, Unit::Count | Unit::Number) || unit == Unit::Parameters && value < 1e6;
            prop_assert_eq!(words.is_empty(), is_bare, "{}", said);
        }
    }

    fn unit() -> impl Strategy<Value = Unit> {
        let rows = quantity::TABLE.iter().map(|row| row.unit);
        let derived = [
            Unit::TokensPerSecond,
            Unit::ReplicaSecondsPerSecond,
            Unit::Flops,
            Unit::DollarsPerHour,
            Unit::DollarsPerMillion,
        ];
        prop::sample::select(rows.chain(derived).collect::<Vec<_>>())
    }
}
