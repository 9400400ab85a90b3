//! What the page is about, and where it is kept between visits.

pub mod address;
mod draft;
mod history;
pub mod saved;
mod store;
pub mod theme;

pub use store::{Field, Outcome, Seen, Shown, Store, decimal_of_reader};
