//! Quantities with units, the table of plan quantities, and numbers as text.
//!
//! Everything else in the workspace speaks this vocabulary:
//!
//! - [`Bytes`], [`Seconds`], [`RequestsPerSecond`] and their kin carry a unit in their type and have only the products
//!   that mean something, so that tokens and requests, or bytes and bytes a second, cannot be mixed up;
//! - [`Key`] and [`Quantity`] are **the table**: one row for each thing that a plan may state, from which the link key,
//!   the form label, the range, the default, the help, the error text and the property-test generator all follow;
//! - [`read()`] turns what a person typed into a value, a question or a reason; it never fails silently and never panics;
//! - [`Unit`] is the one formatter: no other crate turns a number into text.
//!
//! What this crate does not do: it knows no model, no accelerator and no equation.
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod change;
mod dimension;
pub mod float;
mod hidden;
mod number;
pub mod numeral;
mod read;
mod sign;
mod table;
mod unit;
mod writing;

pub use dimension::{
    Bytes, BytesPerSecond, BytesPerToken, Dollars, DollarsPerHour, Flops, FlopsPerSecond, FlopsPerToken,
    Fraction, RequestsPerSecond, Seconds, Tokens,
};
pub use hidden::is_hidden;
pub use number::{grouped, shortest};
pub use read::{Decimal, Misread, Place, Reading, clip, read};
pub use sign::{Spoken, spoken_multiple};
pub use table::{Key, Kind, OutOfRange, Quantity, Standard, TABLE};
pub use unit::{Scale, Unit};
pub use writing::{Measure, Writing};
