//! What a column can hold, and the words for it.

/// What a column, or a key of a line of JSON, can hold of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Time to first token.
    Ttft,
    /// Time per output token, a mean over the request.
    Tpot,
    /// Inter-token latency, one figure for the request.
    Itl,
    /// Time to the last token.
    E2e,
    /// Tokens of the prompt.
    Prompt,
    /// Tokens of the answer.
    Output,
    /// When the request was sent.
    Sent,
    /// What the request is called: of two of one name the first is kept.
    Request,
    /// What went wrong; nothing, if nothing did.
    Error,
    /// How it ended: a word, or a number of HTTP.
    Status,
    /// Whether it went well.
    Success,
}

impl Holds {
    /// Each, in the order in which a person is asked.
    pub const ALL: [Self; 11] = [
        Self::Ttft,
        Self::Tpot,
        Self::Itl,
        Self::E2e,
        Self::Prompt,
        Self::Output,
        Self::Sent,
        Self::Request,
        Self::Error,
        Self::Status,
        Self::Success,
    ];

    /// The word for it, as a form or a command writes it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ttft => "ttft",
            Self::Tpot => "tpot",
            Self::Itl => "itl",
            Self::E2e => "e2e",
            Self::Prompt => "prompt",
            Self::Output => "output",
            Self::Sent => "sent",
            Self::Request => "request",
            Self::Error => "error",
            Self::Status => "status",
            Self::Success => "success",
        }
    }

    /// What has this word.
    ///
    /// # Example
    /// ```
    /// use evidence::load_test::Holds;
    /// assert_eq!(Holds::of_word("prompt"), Some(Holds::Prompt));
    /// assert_eq!(Holds::of_word("words"), None);
    /// ```
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|holds| holds.word() == word)
    }

    /// What it is, for a person who chooses.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Ttft => "TTFT: sent to first token",
            Self::Tpot => "TPOT: mean time per token after the first",
            Self::Itl => "ITL: one gap between tokens for the request",
            Self::E2e => "E2E: sent to last token",
            Self::Prompt => "Tokens of the prompt",
            Self::Output => "Tokens of the answer",
            Self::Sent => "When it was sent, or arrived",
            Self::Request => "Name of the request",
            Self::Error => "What went wrong",
            Self::Status => "How it ended",
            Self::Success => "Whether it went well",
        }
    }

    /// Whether it is a time, which has a unit.
    #[must_use]
    pub const fn is_time(self) -> bool {
        self.is_latency() || matches!(self, Self::Sent)
    }

    pub(crate) const fn is_latency(self) -> bool {
        matches!(self, Self::Ttft | Self::Tpot | Self::Itl | Self::E2e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_word_of_its_own() {
        for holds in Holds::ALL {
            assert_eq!(Holds::of_word(holds.word()), Some(holds));
        }
        let times = Holds::ALL.into_iter().filter(|holds| holds.is_time()).count();
        assert_eq!(times, 5);
    }
}
