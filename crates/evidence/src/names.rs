//! What requests are called, so that none is counted twice.

use std::collections::HashMap;

/// Names of requests, each with a number of its own, from 0.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: HashMap<Box<[u8]>, u32>,
}

impl Names {
    /// The number of the request of this name; `None` where nobody is called so.
    pub(crate) fn number(&self, name: &[u8]) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Gives a new name the next number.
    pub(crate) fn add(&mut self, name: &[u8]) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(name.into(), next);
        next
    }
}
