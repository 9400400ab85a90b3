//! The pages' own content.

pub mod compare;
pub mod evidence;
pub mod fleet;
pub mod streams;
pub mod tokens;
pub mod ttft;

// Prose is served, never shipped with the program.
#[cfg(feature = "ssr")]
pub mod gist;
#[cfg(feature = "ssr")]
pub mod home;
#[cfg(feature = "ssr")]
pub mod maps;
#[cfg(feature = "ssr")]
pub mod qa;
