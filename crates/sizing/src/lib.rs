//! The equations of LLM-serving capacity: from a valid [`Plan`] to a fleet, what runs out first, and what it costs.
//!
//! [`size`] is pure and total. What can go wrong with a plan is an outcome ("does not fit", "no number of replicas
//! helps", "unbounded"), never an error, a NaN or an infinity. One noun lives in each file:
//!
//! | file | question |
//! |---|---|
//! | `shape`, `precision`, `accelerator` | what is served, on what |
//! | `plan` | what was asked, checked |
//! | `replica` | what one copy holds and how fast it is |
//! | `steady_state` | which state a replica settles in under a load |
//! | `replica_seconds` | what one request costs |
//! | `queueing` | how long a prompt waits for a prefill lane |
//! | `fleet` | how many, what binds, what is left when one is lost |
//! | `cost` | dollars an hour and for a million tokens |
//! | `light` | whether the assumptions stay below the hardware's limits |
//! | `figure`, `trace` | each result by name, with its formula and the numbers that went in |
//!
//! What this crate does not do: it has no clock, no I/O and no global state, and makes no text but where a trace is
//! asked for.
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod accelerator;
pub mod cost;
pub mod figure;
pub mod fleet;
pub mod light;
pub mod plan;
pub mod precision;
pub mod queueing;
pub mod replica;
pub mod replica_seconds;
pub mod shape;
pub mod steady_state;
pub mod trace;

pub use accelerator::{Accelerator, Peaks};
pub use cost::Bill;
pub use figure::{Figure, Value};
pub use fleet::{Fleet, Lost, Need, Needs, NoHelp, Outcome, Resource, Sizing, size};
pub use plan::{Fault, Plan, PlanParts};
pub use precision::Precision;
pub use queueing::{Lanes, Ttft, Wait};
pub use replica::{Fit, Replica, Shortfall, StepTime};
pub use replica_seconds::Work;
pub use shape::{Attention, Grouped, Layers, Model};
pub use steady_state::{Limit, LimitedBy, SteadyState};
pub use trace::{Source, Trace};

#[cfg(test)]
pub(crate) mod example;
