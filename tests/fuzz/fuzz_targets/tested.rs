//! Any bytes as a verdict that a browser kept.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::tested::survive(bytes));
