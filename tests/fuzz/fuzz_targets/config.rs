//! Any bytes as the config of a model.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::any_file::survive_config(bytes));
