//! A KV pool as an engine states it when it starts: in bytes, in tokens, in requests of some length.

use quantity::{Bytes, BytesPerToken, Tokens};

/// The memory that an engine has for KV cache.
///
/// What a token or a request takes of it is what the engine *reserves*. Beside the same figure by the model's shape, it
/// says how the engine lays its cache out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KvPool {
    /// All of it.
    pub bytes: Bytes,
}

impl KvPool {
    /// Bytes that a token takes, where the pool holds `tokens`. `None` where it holds none.
    ///
    /// # Formula
    /// pool / tokens.
    ///
    /// # Example
    /// ```
    /// use quantity::{Bytes, Tokens};
    /// use sizing::KvPool;
    /// let pool = KvPool { bytes: Bytes::new(218e9) };
    /// let token = pool.per_token(Tokens::new(1_330_560.0)).unwrap();
    /// assert!((token.get() / 163_840.0 - 1.0).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn per_token(self, tokens: Tokens) -> Option<BytesPerToken> {
        (tokens > Tokens::new(0.0)).then(|| self.bytes / tokens)
    }

    /// Bytes that one request takes, where the pool holds `concurrency` of them at once. `None` where it holds none.
    ///
    /// # Formula
    /// pool / concurrency. Of a model with windows it grows more slowly than the length.
    #[must_use]
    pub fn per_request(self, concurrency: f64) -> Option<Bytes> {
        (concurrency > 0.0).then(|| self.bytes / concurrency)
    }
}

/// Tokens that `blocks` blocks hold, of `block_size` tokens each.
#[must_use]
pub fn tokens_in_blocks(blocks: u32, block_size: u32) -> Tokens {
    Tokens::new(f64::from(blocks) * f64::from(block_size))
}

/// Requests of `length` tokens that a pool of `tokens` holds at once. `None` where they have no length.
///
/// # Formula
/// tokens / length.
///
/// # Example
/// ```
/// use quantity::Tokens;
/// use sizing::kv_pool::{concurrency, tokens_in_blocks};
/// let pool = tokens_in_blocks(127_626, 16);
/// assert_eq!(pool.get(), 2_042_016.0);
/// assert!((concurrency(pool, Tokens::new(2048.0)).unwrap() - 997.08).abs() < 0.005);
/// ```
#[must_use]
pub fn concurrency(tokens: Tokens, length: Tokens) -> Option<f64> {
    (length > Tokens::new(0.0)).then(|| tokens / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KvLayout, Precision, example};
    use proptest::prelude::*;

    proptest! {
        /// An engine that fills its pool with sequences of one length says of each what the equations do.
        #[test]
        fn a_pool_says_what_a_sequence_takes(length in 100.0_f64..1e5, held in 1.0_f64..500.0) {
            let each = example::hybrid().kv_per_sequence_per_gpu(Precision::Fp8, 1, length, KvLayout::Reserved);
            let pool = KvPool { bytes: each * held };
            let length = Tokens::new(length);
            let tokens = length * held;
            let by_request = pool.per_request(concurrency(tokens, length).expect("a length")).expect("some");
            let by_token = pool.per_token(tokens).expect("some") * length;
            prop_assert!((by_request / each - 1.0).abs() < 1e-12);
            prop_assert!((by_token / each - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_pool_that_holds_nothing_says_nothing() {
        let pool = KvPool { bytes: Bytes::new(0.0) };
        assert_eq!((pool.per_token(Tokens::new(0.0)), pool.per_request(0.0)), (None, None));
        assert_eq!(concurrency(Tokens::new(4096.0), Tokens::new(0.0)), None);
    }
}
