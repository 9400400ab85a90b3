//! Heavy work apart from the page: token streams are drawn or read, and judged, without ever holding the page up.
//!
//! The page asks and the worker tells; between them pass only the plain values of [`Ask`] and [`Tell`]. A file comes in
//! slices, each answered by how far the reading got, so that the page can stop it between any two.
//!
//! Files of other tools are read by one program and held against the plan by another: what was measured goes from the one to
//! the other as [`Measured`], through the page.

mod beside;
mod columns;
mod desk;
mod evidence;
mod measured;
mod message;
mod spawned;
#[cfg(test)]
mod tests;

pub use agreement::AgreementShown;
pub use agreement::shown::CHARTS as COMPARED;
pub use beside::{AskBeside, Beside, BesideDesk, FileBeside, FileHeld, FileShown, Sheet, Taken, WITHIN};
pub use columns::{ColumnSaid, ColumnShown, HOLDS, UNITS};
pub use desk::Desk;
pub use evidence::{AskEvidence, EvidenceDesk, FileRead, TellEvidence};
pub use measured::Measured;
pub use message::{Ask, Draw, Judge, Tell};
pub use spawned::spawned;
