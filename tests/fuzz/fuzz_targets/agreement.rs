//! Any bytes as a plan and a load test beside it.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::agreement::survive(bytes));
