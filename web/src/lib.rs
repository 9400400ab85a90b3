//! The pages, for the browser and for the prerenderer.
//!
//! The only crate that knows a browser. It holds no formula and formats no number: it reads what a person typed, hands
//! it to `plan`, and shows what `present` makes of the answer.

pub mod calculator;
pub mod chart;
pub mod controls;
#[cfg(feature = "csr")]
mod dom;
mod download;
pub mod embed;
pub mod form;
mod intake;
#[cfg(feature = "csr")]
mod lesson;
pub mod links;
pub mod markup;
pub mod page;
pub mod pages;
mod program;
pub mod reaction;
pub mod relief;
pub mod results;
pub mod share;
pub mod sheet;
pub mod shell;
pub mod state;

#[cfg(feature = "ssr")]
mod served;
#[cfg(feature = "csr")]
mod start;

#[cfg(feature = "ssr")]
pub use served::{Served, not_found, render};
#[cfg(feature = "csr")]
pub use start::{
    start, start_calculator, start_comparison, start_evidence, start_lesson, start_listening, start_maps,
    start_sharing, start_streams, start_widget,
};
