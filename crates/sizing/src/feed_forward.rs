//! What a layer computes after its attention: one network for every token, or a few of many experts.

/// A feed-forward part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeedForward {
    /// Every token passes through it.
    Dense(Dense),
    /// Every token passes through some of many.
    Experts(Experts),
    /// There is none.
    None,
}

/// A dense feed-forward network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dense {
    /// Its inner width.
    pub inner: u32,
    /// Matrices: 3 where it is gated, else 2.
    pub matrices: u32,
}

/// A layer of experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// Routed experts.
    pub count: u32,
    /// How many of them a token passes through.
    pub top_k: u32,
    /// The inner width of one.
    pub inner: u32,
    /// Matrices of one: 3 where it is gated, else 2.
    pub matrices: u32,
    /// The inner width of all experts that every token passes through, together; 0 without one.
    pub shared_inner: u32,
    /// The width that tokens are narrowed to before the routed experts, where they are not as wide as the model.
    pub latent: Option<u32>,
}

impl Dense {
    /// A gated network: three matrices.
    #[must_use]
    pub const fn gated(inner: u32) -> FeedForward {
        FeedForward::Dense(Self { inner, matrices: 3 })
    }
}

impl Experts {
    /// Gated experts as wide as the model, with none that is shared.
    #[must_use]
    pub const fn gated(count: u32, top_k: u32, inner: u32) -> Self {
        Self { count, top_k, inner, matrices: 3, shared_inner: 0, latent: None }
    }

    /// Parameters of one layer's routed experts, `hidden` wide.
    #[must_use]
    pub fn routed_parameters(self, hidden: f64) -> f64 {
        let width = self.latent.map_or(hidden, f64::from);
        f64::from(self.count) * f64::from(self.matrices) * width * f64::from(self.inner)
    }

    /// Parameters of one layer's router: one row for each expert.
    #[must_use]
    pub fn router_parameters(self, hidden: f64) -> f64 {
        hidden * f64::from(self.count)
    }

    /// Parameters of the rest: shared experts, and the narrowing and widening round the routed ones.
    #[must_use]
    pub fn other_parameters(self, hidden: f64) -> f64 {
        let shared = f64::from(self.matrices) * hidden * f64::from(self.shared_inner);
        shared + self.latent.map_or(0.0, |latent| 2.0 * hidden * f64::from(latent))
    }
}

/// Distinct experts of `count` that `tokens` tokens touch when each picks `top_k` of them, uniformly and without
/// replacement. A batch between 0 and 1 counts as 1: a step runs with one sequence at least.
///
/// # Formula
/// E × (1 − (1 − K/E)^B). Real routers are not uniform, so this is the most that a batch touches on average.
///
/// # Example
/// ```
/// // 8 × (1 − (1 − 2/8)²) = 8 × (1 − 0.5625)
/// assert!((sizing::distinct_experts(8.0, 2.0, 2.0) - 3.5).abs() < 1e-12);
/// ```
#[must_use]
pub fn distinct_experts(count: f64, top_k: f64, tokens: f64) -> f64 {
    let missed = 1.0 - top_k / count;
    if missed <= 0.0 {
        return count;
    }
    let tokens = if tokens < 1.0 { 1.0 } else { tokens };
    count * (1.0 - quantity::float::exp(tokens * quantity::float::ln(missed)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Experts of a layer, those of a token, tokens.
    fn routed() -> impl Strategy<Value = (f64, f64, f64)> {
        (1_u32..512, 1_u32..32, 1.0_f64..1e4)
            .prop_map(|(count, top_k, tokens)| (f64::from(count), f64::from(top_k.min(count)), tokens))
    }

    proptest! {
        #[test]
        fn a_batch_touches_no_fewer_than_a_token_and_no_more_than_there_are((count, top_k, tokens) in routed()) {
            let touched = distinct_experts(count, top_k, tokens);
            prop_assert!(touched >= top_k * (1.0 - 1e-12) && touched <= count, "{}", touched);
            // Nor more than its tokens would, were they never to agree.
            prop_assert!(touched <= top_k * tokens * (1.0 + 1e-12));
        }

        #[test]
        fn more_tokens_never_touch_fewer_and_each_adds_less((count, top_k, tokens) in routed()) {
            let at = |tokens: f64| distinct_experts(count, top_k, tokens);
            let (first, second) = (at(tokens + 1.0) - at(tokens), at(tokens + 2.0) - at(tokens + 1.0));
            prop_assert!(first >= 0.0 && second <= first + 1e-9, "{} {}", first, second);
        }

        #[test]
        fn one_token_touches_its_own(count in 1_u32..512, top_k in 1_u32..32, tokens in 0.0_f64..=1.0) {
            let (count, top_k) = (f64::from(count), f64::from(top_k.min(count)));
            prop_assert!((distinct_experts(count, top_k, tokens) / top_k - 1.0).abs() < 1e-12);
        }

        /// One token more misses what the others missed, but for the K of E that it picks.
        #[test]
        fn each_token_leaves_its_share_of_the_untouched(count in 2_u32..200, top_k in 1_u32..16, tokens in 1_u32..200) {
            let (count, top_k) = (f64::from(count), f64::from(top_k.min(count)));
            let untouched = (1..=tokens).fold(count, |left, _| left - left * top_k / count);
            let touched = distinct_experts(count, top_k, f64::from(tokens));
            prop_assert!((touched - (count - untouched)).abs() < 1e-9 * count);
        }
    }
}
