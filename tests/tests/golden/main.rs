//! The equations against an independent reference, through public functions only.
//!
//! A [`Golden`] file knows which of its numbers have been compared, so that none can be passed over in silence.

mod fleet;
mod golden;
mod moe_experts;
mod one_formula;
mod replica_seconds;
mod sized;
mod ttft;

use golden::Golden;
use sized::Sized;
