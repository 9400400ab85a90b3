//! What a person said, made into a valid plan.
//!
//! ```text
//! address, form  ── read ──▶  PlanInput  ── check ──▶  Plan + every issue, in words
//! ```
//!
//! Reading never fails: [`PlanInput::from_link`] gives what was understood and a [`Note`] on each thing that was not.
//! [`PlanInput::check`] gives a plan in every case, with the example's value in place of each that could not be used, and
//! says so. [`PlanInput::link`] writes the plan back, in a stable order, without what is the default anyway.
//! [`Scenarios`] are up to four plans side by side in one link, and `packed`, a feature, is the form of it for links that
//! are too long to travel.
//!
//! ```
//! use plan::PlanInput;
//! let (input, notes) = PlanInput::from_link("#v=1&rate=40&cached=60%25&colour=red");
//! assert_eq!(notes[0].text, "“colour” is not a key this version knows. It was kept in the link and changes nothing.");
//! let checked = input.check();
//! assert_eq!(checked.plan.rate.get(), 40.0);
//! assert_eq!(input.link(), "v=1&rate=40&cached=0.6&colour=red");
//! ```

#[cfg(feature = "packed")]
mod base64;
mod beside;
mod check;
mod code;
mod escape;
mod input;
mod lever;
mod link;
mod measured;
mod own_model;
#[cfg(feature = "packed")]
pub mod packed;
pub mod preset;
mod scenario;
mod scenarios;

pub use check::{Checked, Choice, Echo, Issue, choices};
pub use code::code;
pub use input::{Entry, PlanInput};
pub use lever::relief;
pub use link::{Note, VERSION, is_plan};
pub use measured::{MEASURABLE, measured};
pub use own_model::OWN_MODEL;
pub use scenario::{NameFault, Scenario};
pub use scenarios::{Scenarios, numbered};
