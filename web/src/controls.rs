//! Form controls and disclosures. They know text, problems and gestures, and nothing of what a plan is.

pub mod choice;
pub mod disclosure;
mod gesture;
pub mod live_region;
pub mod number_field;
pub mod pointer;

pub use choice::Choice;
pub use disclosure::Disclosure;
pub use gesture::Gesture;
pub use live_region::LiveRegion;
pub use number_field::{NumberField, below};
