//! Any bytes as a link.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::bytes::survive(bytes));
