//! Sharing and keeping a plan: as a link, as files, and in this browser.
//!
//! A calculator's own program holds the offer alone. The rest is a program of its own, which is fetched when somebody first
//! wants it or opens a packed link. It knows nothing of the page but its address, which is the plan.

mod button;
#[cfg(feature = "csr")]
mod copy;
#[cfg(feature = "csr")]
mod dialog;
#[cfg(feature = "csr")]
mod docs;
#[cfg(feature = "csr")]
mod file;
#[cfg(feature = "csr")]
mod found;
#[cfg(feature = "csr")]
mod kept;
#[cfg(feature = "csr")]
mod offer;
#[cfg(feature = "csr")]
mod shelf;
#[cfg(feature = "csr")]
mod subject;
#[cfg(any(feature = "csr", test))]
mod text;
#[cfg(feature = "csr")]
mod unpack;

pub use button::share_button;
#[cfg(feature = "csr")]
pub(crate) use offer::offer;

/// Does what is offered, from now on and as long as the page is open.
#[cfg(feature = "csr")]
pub(crate) fn start() {
    unpack::mind();
    dialog::mind();
}
