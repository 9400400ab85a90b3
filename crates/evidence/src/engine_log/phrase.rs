//! What stands in a line behind a phrase that an engine always writes alike.

use crate::text::{Number, Text};
use quantity::Bytes;

/// Bytes in a GiB. Engines divide by it, also where they print "GB".
const GIB: f64 = 1_073_741_824.0;
const MIB: f64 = 1_048_576.0;

/// What follows `phrase` in `line`.
pub(crate) fn after<'a>(line: &'a str, phrase: &str) -> Option<&'a str> {
    line.split_once(phrase).map(|(_, after)| after)
}

/// The number that `text` begins with, behind spaces, brackets and quotes. Commas between thousands are no part of it.
///
/// Below 0 nothing is: no engine has less than no memory, and a sign is a fault.
pub(crate) fn number(text: &str) -> Option<f64> {
    let begin = text.trim_start_matches([' ', '(', '\'', '"', '=', ':', '~']);
    let end = begin
        .find(|sign: char| !(sign.is_ascii_digit() || sign == '.' || sign == ','))
        .unwrap_or(begin.len());
    let digits: String = begin.get(..end)?.chars().filter(|sign| *sign != ',').collect();
    match Text::new(digits.trim_end_matches('.').as_bytes()).number() {
        Number::Finite(value) => Some(value),
        _ => None,
    }
}

/// The number behind `phrase`.
pub(crate) fn number_after(line: &str, phrase: &str) -> Option<f64> {
    number(after(line, phrase)?)
}

/// The bytes that `text` begins with: a number and its unit. GB are taken for what the engines mean by them, GiB.
pub(crate) fn bytes(text: &str) -> Option<Bytes> {
    let value = number(text)?;
    let unit = text.trim_start_matches(|sign: char| !sign.is_ascii_alphabetic());
    let each = if unit.starts_with("MiB") || unit.starts_with("MB") { MIB } else { GIB };
    Some(Bytes::new(value * each))
}

/// The bytes behind `phrase`.
pub(crate) fn bytes_after(line: &str, phrase: &str) -> Option<Bytes> {
    bytes(after(line, phrase)?)
}

/// The word behind `phrase`, without its quotes. An absent one is written as "None".
pub(crate) fn word_after<'a>(line: &'a str, phrase: &str) -> Option<&'a str> {
    let text = after(line, phrase)?.trim_start_matches([' ', '\'', '"']);
    let end = text.find([' ', '\'', '"', ',', ')', '}']).unwrap_or(text.len());
    text.get(..end).filter(|word| !word.is_empty() && !matches!(*word, "None" | "auto"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_behind_phrases() {
        for (line, phrase, value) in [
            ("GPU KV cache size: 1,330,560 tokens", "KV cache size:", Some(1_330_560.0)),
            ("total_gpu_memory (15.77GiB)", "total_gpu_memory", Some(15.77)),
            ("it takes 3.", "takes", Some(3.0)),
            ("it takes -3 s", "takes", None),
            ("it takes none", "takes", None),
            ("it takes", "weighs", None),
        ] {
            assert_eq!(number_after(line, phrase), value, "{line}");
        }
    }

    #[test]
    fn gigabytes_of_a_log_are_gibibytes() {
        let in_all = |text: &str| bytes(text).map(Bytes::get);
        assert_eq!(in_all("2.5 GB,"), Some(2_684_354_560.0));
        assert_eq!(in_all("2.5GiB"), in_all("2.5 GB"));
        assert_eq!(in_all("512 MiB"), Some(536_870_912.0));
    }

    #[test]
    fn words_end_where_they_end() {
        assert_eq!(word_after("model='Qwen/Qwen3-32B', x=1", "model="), Some("Qwen/Qwen3-32B"));
        assert_eq!(word_after("kv_cache_dtype=fp8, seed=0", "kv_cache_dtype="), Some("fp8"));
        assert_eq!(word_after("quantization=None, seed=0", "quantization="), None);
    }
}
