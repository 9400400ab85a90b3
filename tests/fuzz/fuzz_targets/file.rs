//! Any bytes as a file of a load test.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::file::survive(bytes));
