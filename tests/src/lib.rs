//! What the tests across crates share: plans out of anything, and what must hold of every one of them.
//!
//! [`bytes::survive`] is the whole way from an address to its figures as one function over bytes. The fuzzer drives it,
//! and so does every ordinary test run, with arbitrary bytes and with damaged links. [`file::survive`] is the same for a
//! file of a load test, and [`scenarios::survive`] for plans side by side. [`links`] draws links; [`shown`] looks at all that
//! a page would show. [`agreement::survive`] sets any file beside any plan.

pub mod agreement;
pub mod bytes;
pub mod file;
pub mod links;
pub mod scenarios;
pub mod shown;
