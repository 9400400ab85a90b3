//! What holds of the catalogue: joined by name, honest figures, and counts that others came to as well.

mod accelerators;
mod models;
mod page;
mod reference;
