//! Tokens by direction: what is read is not what is written, and neither is their sum.

use core::ops::Mul;
use quantity::Tokens;

/// Tokens that are read: prompts.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct InputTokens(pub Tokens);

/// Tokens that are written: answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct OutputTokens(pub Tokens);

/// The tokens of a load over some time: an hour, a day, a month.
///
/// A total is plain [`Tokens`], so it cannot be put where one direction is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Volume {
    /// Tokens of prompts.
    pub input: InputTokens,
    /// Tokens of answers.
    pub output: OutputTokens,
}

impl Volume {
    /// The volume of so many requests, each with a prompt and an answer of mean length.
    ///
    /// # Example
    /// ```
    /// use quantity::Tokens;
    /// use sizing::{InputTokens, OutputTokens, Volume};
    /// let (prompt, answer) = (InputTokens(Tokens::new(3000.0)), OutputTokens(Tokens::new(500.0)));
    /// // 2,500 calls a day: 7.5M tokens in, 1.25M out.
    /// let a_day = Volume::of(2500.0, prompt, answer);
    /// assert_eq!(a_day.input, InputTokens(Tokens::new(7.5e6)));
    /// assert_eq!(a_day.total(), Tokens::new(8.75e6));
    /// let a_month = a_day * 30.0;
    /// assert_eq!(a_month.output, OutputTokens(Tokens::new(37.5e6)));
    /// ```
    #[must_use]
    pub fn of(requests: f64, prompt: InputTokens, answer: OutputTokens) -> Self {
        Self { input: prompt, output: answer } * requests
    }

    /// Both directions together.
    #[must_use]
    pub fn total(self) -> Tokens {
        self.input.0 + self.output.0
    }
}

/// The volume of so many times as long, or as many.
impl Mul<f64> for Volume {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self { input: InputTokens(self.input.0 * times), output: OutputTokens(self.output.0 * times) }
    }
}
