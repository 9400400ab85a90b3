//! What the page is about, and where it is kept between visits.

pub mod address;
pub mod draft;
mod history;
mod offer;
pub mod saved;
mod store;
pub mod tested;
pub mod theme;

pub use history::{History, on_shortcut};
pub use offer::Offer;
pub use store::{Field, Outcome, Seen, Shown, Store, decimal_of_reader, echo};
