//! Any bytes as the start-up log of an engine.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::any_file::survive_log(bytes));
