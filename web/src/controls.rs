//! Form controls and tiles. They know text, problems and gestures, and nothing of what a plan is.

pub mod choice;
pub mod live_region;
pub mod number_field;
pub mod tile;

pub use choice::{Choice, Choices};
pub use live_region::LiveRegion;
pub use number_field::NumberField;
pub use tile::Tile;
