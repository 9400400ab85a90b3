//! The equations of LLM-serving capacity: from a valid [`Plan`] to a fleet, what runs out first, and what it costs.
//!
//! [`size`] is pure and total. What can go wrong with a plan is an outcome ("does not fit", "no number of replicas
//! helps", "unbounded"), never an error, a NaN or an infinity. One noun lives in each file:
//!
//! | file | question |
//! |---|---|
//! | `shape`, `attention`, `feed_forward`, `checkpoint`, `precision` | what is served |
//! | `accelerator`, `memory` | on what, and who fills its memory |
//! | `plan` | what was asked, checked |
//! | `replica`, `step` | what one copy holds and how fast it is |
//! | `steady_state` | which state a replica settles in under a load |
//! | `replica_seconds` | what one request costs |
//! | `queueing` | how long a prompt waits for a prefill lane |
//! | `fleet` | how many, what binds, what is left when one is lost |
//! | `cost`, `volume` | dollars an hour and for a million tokens, by direction |
//! | `relief` | what would help, and by how much |
//! | `light` | whether the assumptions stay below the hardware's limits |
//! | `throughput`, `roofline`, `kv_pool` | what a run that was measured says |
//! | `autoscaling`, `cold_start`, `transfer` | what happens when the load changes, or a prompt moves between replicas |
//! | `figure`, `formula`, `trace` | each result by name, with its formula and the numbers that went in |
//!
//! What this crate does not do: it has no clock, no I/O and no global state, and makes no text but where a trace is
//! asked for.
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod accelerator;
pub mod attention;
pub mod autoscaling;
pub mod checkpoint;
pub mod cold_start;
pub mod cost;
pub mod feed_forward;
pub mod figure;
pub mod fleet;
pub mod formula;
pub mod kv_pool;
pub mod light;
pub mod memory;
pub mod plan;
pub mod precision;
pub mod queueing;
pub mod relief;
pub mod replica;
pub mod replica_seconds;
pub mod roofline;
pub mod shape;
pub mod steady_state;
pub mod step;
pub mod throughput;
pub mod trace;
pub mod transfer;
pub mod volume;

pub use accelerator::{Accelerator, Peaks};
pub use attention::{Attention, Grouped, Kept, Latent, Recurrent, Window};
pub use autoscaling::{Autoscaler, Gauge, Reaction};
pub use checkpoint::{Checkpoint, MXFP4, NVFP4, Quantised, Scheme};
pub use cold_start::{ColdStart, Loading, Phase};
pub use cost::{Bill, PerMillion};
pub use feed_forward::{Dense, Experts, FeedForward, distinct_experts};
pub use figure::{Figure, Value};
pub use fleet::{Fleet, Lost, Need, Needs, NoHelp, Outcome, Resource, Sizing, size};
pub use formula::{Expr, Source, Term};
pub use kv_pool::KvPool;
pub use memory::{Budget, MemoryRule, Overheads};
pub use plan::{Counting, ExpertReads, Fault, Plan, PlanParts};
pub use precision::Precision;
pub use queueing::{Lanes, Ttft, Wait};
pub use relief::{Lever, Relief, reliefs};
pub use replica::{Fit, Replica, Shortfall};
pub use replica_seconds::Work;
pub use roofline::{StatedPeak, decode_ceiling, mfu};
pub use shape::{Contradiction, Count, KvLayout, Layers, Model, Routed, Shape, WeightSize};
pub use steady_state::{Limit, LimitedBy, SteadyState};
pub use step::{ExpertTime, StepTime};
pub use throughput::{Pace, RequestTimes, Throughput};
pub use trace::Trace;
pub use transfer::{Handoff, Link};
pub use volume::{InputTokens, OutputTokens, Volume};

#[cfg(test)]
pub(crate) mod example;
