//! What the tests across crates share: plans out of anything, and what must hold of every one of them.
//!
//! [`bytes::survive`] is the whole way from an address to its figures as one function over bytes. The fuzzer drives it,
//! and so does every ordinary test run, with arbitrary bytes and with damaged links. [`file::survive`] is the same for a
//! file of token times, [`load_test::survive`] for the file of any load test, [`agreement::survive`] for such a file beside a plan,
//! and [`scenarios::survive`] for plans side by side. [`links`] draws links; [`shown`] looks at all that a page would show.

pub mod agreement;
pub mod bytes;
pub mod file;
pub mod links;
pub mod load_test;
pub mod scenarios;
pub mod shown;
