//! Model against test: a plan beside what load tests measured.
//!
//! ```text
//! plan ──────▶ Forecast ─┐
//! levels ────▶ Observed ─┴▶ Comparison ──▶ causes
//!     └──────▶ doubts ──────────▲   └────▶ Calibration ──▶ the calibrated link
//! ```
//!
//! There is no second formula here: whatever is predicted comes from `sizing`, asked at the load of a level. What is not
//! sound is said before any verdict, and the verdict is on the rest. One noun lives in each file:
//!
//! | file | question |
//! |---|---|
//! | `subject` | which plan is compared, and what it says of model and GPU |
//! | `measure` | which figures are compared |
//! | `forecast` | what the model says at a load |
//! | `observed` | what a level measured |
//! | `identity` | whether the figures of a level fit each other |
//! | `doubt` | why a level may not be judged, or not wholly |
//! | `identified` | which model and GPU a file names |
//! | `comparison` | measured over predicted, level by level, and the verdict |
//! | `plateau` | where throughput stays while requests wait |
//! | `bursts` | how bunched the arrivals were |
//! | `cause` | what most likely explains the difference |
//! | `calibration`, `least_squares`, `student` | which efficiencies explain the levels best, and how sure that is |
//! | `shown` | all of that in words, tables and charts; for how many replicas; what is kept of it |
//! | `means` | what a plan by a trace's means alone would have missed |
//!
//! What this crate does not do: it reads no file, it has no clock, and it changes no plan.

mod bursts;
pub mod calibration;
pub mod cause;
pub mod comparison;
pub mod doubt;
pub mod forecast;
mod identified;
pub mod identity;
mod least_squares;
pub mod means;
pub mod measure;
pub mod observed;
pub mod plateau;
pub mod shown;
mod student;
pub mod subject;

pub use bursts::Bursts;
pub use calibration::{Calibration, Estimate, Unidentified};
pub use cause::{Cause, Causes, causes};
pub use comparison::{Compared, Comparison, LevelCompared, Verdict};
pub use doubt::Doubt;
pub use forecast::{Forecast, Settled};
pub use means::{Means, TraceLoad};
pub use measure::Measure;
pub use observed::Observed;
pub use plateau::Plateau;
pub use shown::{AgreementShown, Asked, CauseShown, report};
pub use subject::Subject;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod hostile;
