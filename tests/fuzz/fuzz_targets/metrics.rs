//! Any bytes as an exposition of metrics.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::metrics::survive(bytes));
