//! Sentences of a text, each short enough that every known voice gets to its end.

use crate::spoken;
use alloc::vec::Vec;
use core::ops::Range;

/// The most characters that are given to a voice at once, both as written and as [`spoken`](crate::spoken()).
///
/// Chrome's remote voices fall silent after some 15 seconds, and some engines hang on long texts.
pub const LONGEST: usize = 200;

/// The sentences of `text`, as ranges of its bytes; one that is too long is cut at a comma, semicolon or colon, else at a
/// space, else anywhere.
///
/// Between the pieces there is nothing but white space, and none begins or ends with any.
///
/// ```
/// use speech::sentences;
/// let text = "A TTFT of 3.35 s, e.g. at p99.9, is late. Why?";
/// let pieces: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
/// assert_eq!(pieces, ["A TTFT of 3.35 s, e.g. at p99.9, is late.", "Why?"]);
/// ```
#[must_use]
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut rest = trimmed(text, 0..text.len());
    while !rest.is_empty() {
        let sentence = trimmed(text, rest.start..end_of_sentence(text, rest.clone()));
        let piece = trimmed(text, sentence.start..cut(text, sentence.clone()));
        rest = trimmed(text, piece.end..rest.end);
        pieces.push(piece);
    }
    pieces
}

/// `range` without the white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = slice(text, range.clone());
    let start = range.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}

fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// Where the first sentence in `range` ends.
fn end_of_sentence(text: &str, range: Range<usize>) -> usize {
    let inside = slice(text, range.clone());
    for (at, mark) in inside.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | '…')) {
        let (before, behind) = (slice(inside, 0..at), slice(inside, at + mark.len_utf8()..inside.len()));
        let after = behind.trim_start_matches([')', ']', '"', '\'', '”', '’', '.', '!', '?']);
        let next = after.trim_start();
        if next.len() < after.len() && (mark != '.' || is_full_stop(before, next)) {
            return range.end - after.len();
        }
    }
    range.end
}

/// Whether a dot between `before` and the words `next` ends a sentence, and not an abbreviation.
fn is_full_stop(before: &str, next: &str) -> bool {
    /// Never the end of a sentence.
    const INSIDE: [&str; 16] = [
        "e.g", "i.e", "vs", "cf", "ca", "approx", "resp", "incl", "Dr", "Mr", "Mrs", "Ms", "St", "Fig", "No",
        "al",
    ];
    /// Sometimes the end, with a capital behind.
    const EITHER: [&str; 3] = ["etc", "Inc", "Ltd"];
    let word = before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '“' | '"')).next();
    let word = word.unwrap_or("");
    let initial = word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    let goes_on = next.starts_with(|c: char| c.is_ascii_lowercase());
    // "No" is also a word: "No. 5", but "Is it? No. It waits."
    let number = word != "No" || next.starts_with(|c: char| c.is_ascii_digit());
    !(INSIDE.contains(&word) && number || (EITHER.contains(&word) || initial) && goes_on)
}

/// Where the sentence in `range` is cut: at its end, if it is short enough.
fn cut(text: &str, range: Range<usize>) -> usize {
    /// No sign is said in more than so many characters, the space before it included.
    const MOST_WORDS: usize = 20;
    let mut limit = LONGEST;
    loop {
        let end = cut_within(text, range.clone(), limit);
        let said = spoken(slice(text, range.start..end)).chars().count();
        if said <= LONGEST || limit <= LONGEST / MOST_WORDS {
            return end;
        }
        limit -= limit / 4;
    }
}

/// Where it is cut to have at most `most` characters.
fn cut_within(text: &str, range: Range<usize>, most: usize) -> usize {
    let inside = slice(text, range.clone());
    let Some((limit, _)) = inside.char_indices().nth(most) else { return range.end };
    let window = slice(inside, 0..limit);
    // A space may stand right behind the window.
    let is_space_at = |at: usize| slice(inside, at..inside.len()).starts_with(char::is_whitespace);
    let marks = window.rmatch_indices([',', ';', ':']).map(|(at, mark)| at + mark.len());
    // A mark close to the beginning would leave a scrap, and the rest would be cut again.
    let mark = marks.take_while(|at| *at > limit / 4).find(|at| is_space_at(*at));
    let spaces = || (1..=limit).rev().filter(|at| is_space_at(*at));
    // A number stays with its unit.
    let behind_word = |at: &usize| !slice(inside, 0..*at).ends_with(|c: char| c.is_ascii_digit());
    range.start + mark.or_else(|| spaces().find(behind_word)).or_else(|| spaces().next()).unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    fn pieces(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn a_dot_inside_a_figure_or_an_abbreviation_ends_nothing() {
        for whole in [
            "Bandwidth is 3.35 TB/s and a million tokens cost $1.67 at p95 or p99.9.",
            "Goodput vs. throughput, e.g. under bursts, i.e. at the peak.",
            "Queues, batches etc. are left out (cf. the table).",
            "See No. 5 by Smith et al. for the proof.",
            "One sentence without an end",
        ] {
            assert_eq!(pieces(whole), [whole]);
        }
    }

    #[test]
    fn sentences_end_at_marks_with_space_behind() {
        for (text, expected) in [
            ("One. Two! Three? Four… five.", &["One.", "Two!", "Three?", "Four…", "five."][..]),
            ("The target is p95. vLLM counts it so.", &["The target is p95.", "vLLM counts it so."]),
            ("“Late.” It says so.  (Or not.) End", &["“Late.”", "It says so.", "(Or not.)", "End"]),
            ("It took 50 ms. 20 took more.", &["It took 50 ms.", "20 took more."]),
            ("Is it calm? No. It waits.", &["Is it calm?", "No.", "It waits."]),
            ("Queues, etc. All wait.", &["Queues, etc.", "All wait."]),
            ("  \n", &[]),
            ("", &[]),
        ] {
            assert_eq!(pieces(text), expected);
        }
    }

    #[test]
    fn a_long_sentence_is_cut_at_a_comma_then_at_a_space_then_anywhere() {
        let clause = "a prompt waits behind the prompts that came before it, ";
        assert!(pieces(&clause.repeat(10)).iter().all(|piece| piece.ends_with("before it,")));
        let early = ["Then, ", &"it waits ".repeat(40)].concat();
        assert!(pieces(&early)[0].len() > 150, "{}", pieces(&early)[0]);
        let words = "wait ".repeat(100);
        assert!(pieces(&words).iter().all(|piece| piece.ends_with("wait")));
        assert_eq!(pieces(&"é".repeat(450)).iter().map(|piece| piece.chars().count()).max(), Some(LONGEST));
        let unit = ["x".repeat(193).as_str(), " 1,000", " ms ", &"y".repeat(50)].concat();
        assert_eq!(pieces(&unit), ["x".repeat(193), ["1,000 ms ", &"y".repeat(50)].concat()]);
    }

    proptest! {
        #[test]
        fn the_pieces_are_the_text(text in "([a-zé]{1,12}|[0-9.,;:?!…]{1,3}| {1,3}|e\\.g\\. |\n){0,100}") {
            let mut together = String::new();
            let mut end = 0;
            for range in sentences(&text) {
                let (gap, piece) = (&text[end..range.start], &text[range.clone()]);
                prop_assert!(gap.trim().is_empty(), "lost {gap:?}");
                prop_assert!(!piece.is_empty() && piece.trim() == piece, "{piece:?}");
                prop_assert!(piece.chars().count() <= LONGEST, "{piece:?}");
                prop_assert!(spoken(piece).chars().count() <= LONGEST, "{piece:?}");
                together.extend([gap, piece]);
                end = range.end;
            }
            prop_assert!(text[end..].trim().is_empty(), "lost {:?}", &text[end..]);
            prop_assert_eq!(together.trim(), text.trim());
        }

        #[test]
        fn what_is_long_to_say_is_cut_shorter(text in "([√^%×≤/$⌋]{0,30}|(TTFT|HBM|MBU|p95|[a-z]{1,9})[ ,] ?|\\PC){0,25}") {
            for range in sentences(&text) {
                let said = spoken(&text[range]);
                prop_assert!(said.chars().count() <= LONGEST, "{said}");
            }
        }
    }
}
