//! Reading aloud.

/// Offers to read each section and each answer aloud.
pub(super) fn offer() {}
