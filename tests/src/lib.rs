//! What the tests across crates share: plans out of anything, and what must hold of every one of them.
//!
//! [`bytes::survive`] is the whole way from an address to its figures as one function over bytes. The fuzzer drives it,
//! and so does every ordinary test run, with arbitrary bytes and with damaged links. [`file::survive`] is the same for a
//! file of token times, [`load_test::survive`] for the file of any load test, [`trace::survive`] for a trace,
//! [`metrics::survive`] for `/metrics`, [`any_file::survive`] for a file of any tool, a config and an engine's log among
//! them, and [`scenarios::survive`] for plans side by side. [`links`] draws links; [`shown`] looks at all that
//! a page would show. [`agreement::survive`] sets any file beside any plan, and [`tested::survive`] takes any text for a
//! verdict that a browser kept. [`plan_file::survive`] is the way back of what was exported. [`fuzzing::targets::ALL`]
//! is the table of them all, and [`fuzzing::run`] damages samples for one of them as long as is wanted.

pub mod agreement;
pub mod any_file;
pub mod bytes;
pub mod file;
pub mod fuzzing;
pub mod links;
pub mod load_test;
pub mod metrics;
pub mod plan_file;
pub mod scenarios;
pub mod shown;
pub mod tested;
pub mod trace;
