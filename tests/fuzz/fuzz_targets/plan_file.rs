//! Any bytes as a file of plans.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::plan_file::survive(bytes));
