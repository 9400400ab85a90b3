//! What people got wrong, with the right values: a test for each case, through public functions.
//!
//! The cases come from public issue threads and documentation of serving engines, load-test tools and planners. Each
//! stands for a kind of mistake. Its inputs, expected values and tolerances are restated here as facts, under its id.

mod fleet;
mod kv;
mod listed;
mod memory;
mod throughput;
mod weights;

use quantity::{Bytes, Place, Unit};

/// Bytes in a GiB; a GB has 10⁹.
const GIB: f64 = 1_073_741_824.0;

/// The bytes of a text such as "15.77 GiB" or "16.061 GB": no case mixes the two up.
fn bytes(text: &str) -> Bytes {
    let reading = quantity::read(text, Unit::Bytes, Place::Link).expect("bytes with their unit");
    Bytes::new(reading.value)
}

/// Holds `ours` to `expected`, within a part of it; 0 for exactly.
#[track_caller]
fn compare(ours: f64, expected: f64, relative: f64) {
    compare_within(ours, expected, relative * expected.abs());
}

/// Holds `ours` to `expected`, no further off than `apart`.
#[track_caller]
fn compare_within(ours: f64, expected: f64, apart: f64) {
    assert!((ours - expected).abs() <= apart, "{ours} is not {expected} within {apart:e}");
}

#[test]
#[should_panic(expected = "80 is not 32 within 3.2e-2")]
fn a_value_too_far_off_fails() {
    compare(80.0, 32.0, 0.001);
}

#[test]
#[should_panic(expected = "is not")]
fn no_number_is_near_anything() {
    compare(f64::NAN, 32.0, 1.0);
}
