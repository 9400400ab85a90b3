//! Any bytes as a link of several scenarios.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| headroom_tests::scenarios::survive(&String::from_utf8_lossy(
    bytes
)));
