//! Any bytes as a file of any other tool.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::any_file::survive(bytes));
