//! What the page is about, and where it is kept between visits.

pub mod address;
pub mod saved;
mod step;
mod store;
pub mod theme;

pub use store::Store;
