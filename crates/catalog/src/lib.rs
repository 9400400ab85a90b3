//! Accelerators, models and prices, every figure with its source and date.
