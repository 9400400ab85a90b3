//! Any bytes as the file of a load test by any tool.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::load_test::survive(bytes));
