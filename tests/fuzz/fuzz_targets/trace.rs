//! Any bytes as a trace of requests.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::trace::survive(bytes));
