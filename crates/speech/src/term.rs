//! Terms and symbols of the lesson, and what is said for them.
//!
//! What the lesson teaches is said in full, since a listener cannot look back at "TTFT", and "T P O T" sounds like it. What
//! everybody spells is spelled.

/// A term as it is written, and what is said for it.
#[derive(Clone, Copy)]
pub(crate) struct Term {
    written: &'static str,
    one: &'static str,
    many: &'static str,
}

impl Term {
    /// The term that `text` begins with, in words, and how many bytes it takes there.
    pub(crate) fn at_start(text: &str) -> Option<(&'static str, usize)> {
        TERMS.iter().find_map(|term| term.begins(text))
    }

    fn begins(self, text: &str) -> Option<(&'static str, usize)> {
        let behind = text.strip_prefix(self.written)?;
        let length = self.written.len();
        let ends = |text: &str| self.written.ends_with('.') || !text.starts_with(is_letter);
        match behind.strip_prefix('s') {
            Some(behind) if ends(behind) => Some((self.many, length + 1)),
            _ if ends(behind) => Some((self.one, length)),
            _ => None,
        }
    }
}

/// A letter of a word; not by the tables of Unicode, which weigh more than all the rest of this.
pub(crate) fn is_letter(c: char) -> bool {
    let word = c.is_ascii_alphabetic()
        || matches!(c, 'À'..='\u{24f}' | '\u{370}'..='\u{1fff}' | '\u{3040}'..='\u{d7a3}');
    word && symbol(c).is_none() && !c.is_whitespace()
}

/// The words for a character that stands for words.
pub(crate) const fn symbol(c: char) -> Option<&'static str> {
    Some(match c {
        '×' => "times",
        '÷' => "divided by",
        '≤' => "at most",
        '≥' => "at least",
        '<' => "below",
        '>' => "above",
        '=' => "equals",
        '≠' => "is not",
        '≈' | '~' => "about",
        '±' => "plus or minus",
        '−' => "minus",
        '+' => "plus",
        '→' => "to",
        '←' => "from",
        '√' => "the square root of",
        '²' => "squared",
        '³' => "cubed",
        '^' => "to the power of",
        '∞' => "infinity",
        'λ' => "lambda",
        'µ' | 'μ' => "mu",
        'ρ' => "rho",
        'σ' => "sigma",
        'Σ' | '∑' => "the sum of",
        '&' => "and",
        '#' => "number",
        '@' => "at",
        '%' => "percent",
        _ => return None,
    })
}

const fn term(written: &'static str, one: &'static str, many: &'static str) -> Term {
    Term { written, one, many }
}

/// A term that has no plural.
const fn always(written: &'static str, words: &'static str) -> Term {
    Term { written, one: words, many: words }
}

static TERMS: [Term; 26] = [
    term("TTFT", "time to first token", "times to first token"),
    term("TPOT", "time per output token", "times per output token"),
    term("ITL", "inter-token latency", "inter-token latencies"),
    always("E2E", "end to end"),
    term("SLO", "service level objective", "service level objectives"),
    term("SLI", "service level indicator", "service level indicators"),
    always("KV", "key value"),
    always("HBM", "high bandwidth memory"),
    always("MFU", "model flops utilisation"),
    always("MBU", "memory bandwidth utilisation"),
    always("MoE", "mixture of experts"),
    always("TP", "tensor parallelism"),
    always("RAG", "rag"),
    term("FLOP", "flop", "flops"),
    always("P/D", "prefill and decode"),
    term("GPU", "G P U", "G P U's"),
    term("CPU", "C P U", "C P U's"),
    term("LLM", "L L M", "L L M's"),
    always("vLLM", "V L L M"),
    term("API", "A P I", "A P I's"),
    always("FP", "F P"),
    always("BF", "B F"),
    always("SXM", "S X M"),
    always("vs.", "versus"),
    always("e.g.", "for example"),
    always("i.e.", "that is"),
];
