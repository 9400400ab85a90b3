//! Traces: when requests arrived, and how long their prompts and answers were.
//!
//! A [`TraceReader`] takes Azure's, `BurstGPT`'s, Mooncake's, Bailian's and Vidur's files and any table or JSON lines
//! with such columns. What it gives, a [`TraceReading`], has the arrival rate over time, the fullest minute, how bursty
//! arrivals are, the lengths with their percentiles, the share of prompts that a prefix cache could find, and a
//! [`Workload`] for the plan.
//!
//! | file | question |
//! |---|---|
//! | `reader` | the way in |
//! | `layout` | which columns or keys hold what |
//! | `table`, `records` | tables, and JSON |
//! | `requests`, `moment` | the request that is being read, and when it arrived |
//! | `arrivals`, `windows`, `rates` | gaps, counts in windows, counts over time |
//! | `lengths`, `moments` | lengths in tokens, means and spreads |
//! | `prefixes`, `seen` | what a prefix cache would find |
//! | `reading`, `workload`, `notes` | what comes of it all |

mod arrivals;
mod layout;
mod lengths;
mod moment;
mod moments;
mod notes;
mod prefixes;
mod rates;
mod reader;
mod reading;
mod records;
mod requests;
mod seen;
mod table;
mod windows;
mod workload;

pub(crate) use layout::Role;
pub use layout::{ArrivalUnit, Mapping, TraceKind};
pub use lengths::Lengths;
pub use prefixes::PrefixHits;
pub use rates::Rates;
pub use reader::{TraceReader, columns, is};
pub use reading::{Gaps, Peak, TraceReading};
pub use windows::Dispersion;
pub use workload::{Bursts, Cached, Workload};
