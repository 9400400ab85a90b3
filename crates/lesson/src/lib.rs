//! The lesson: its text as data, with every figure a reference into the core.
//!
//! ```text
//! text/*.md ── Section ──▶ Document ── html ──▶ served page, with what the program needs in data attributes
//!                              │
//!                  Expression, Plans, exhibits: the same for the page and for the program
//! ```
//!
//! With the feature `text` the crate holds the prose and makes pages of it; a figure in the prose that is not what the
//! core computes is a [`Fault`], and the build ends there. Without it what is left is small: expressions, plans, guesses,
//! charts and tables by name, for the program that brings the served pages to life.

mod exhibit;
mod expression;
pub mod guess;
pub mod map;
mod plans;

#[cfg(feature = "text")]
mod check;
#[cfg(feature = "text")]
mod check_form;
#[cfg(feature = "text")]
mod document;
#[cfg(feature = "text")]
mod fault;
#[cfg(feature = "text")]
mod front;
#[cfg(feature = "text")]
mod guess_form;
#[cfg(feature = "text")]
mod html;
#[cfg(feature = "text")]
mod items;
#[cfg(feature = "text")]
mod link;
#[cfg(feature = "text")]
mod mark;
#[cfg(feature = "text")]
mod page;
#[cfg(feature = "text")]
mod section;
#[cfg(feature = "text")]
mod streams;

pub use exhibit::{CHARTS, TABLES, chart, figure_markup, table, table_markup};
pub use expression::{Expression, Wrong};
pub use plans::{Plans, base, misnamed};

#[cfg(feature = "text")]
pub use check::check;
#[cfg(feature = "text")]
pub use fault::Fault;
#[cfg(feature = "text")]
pub use items::{is_item, items};
#[cfg(feature = "text")]
pub use page::{gist, maps_text, qa};
#[cfg(feature = "text")]
pub use section::{Entry, Kind, Section};
