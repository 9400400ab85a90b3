//! Heavy work apart from the page: token streams are drawn or read, and judged, without ever holding the page up.
//!
//! The page asks and the worker tells; between them pass only the plain values of [`Ask`] and [`Tell`]. A file comes in
//! slices, each answered by how far the reading got, so that the page can stop it between any two.

mod columns;
mod desk;
mod evidence;
mod message;

pub use agreement::AgreementShown;
pub use agreement::shown::CHARTS as COMPARED;
pub use columns::{ColumnSaid, ColumnShown, HOLDS, UNITS};
pub use desk::Desk;
pub use evidence::{AskEvidence, EvidenceDesk, FileShown, Sheet, Taken, TellEvidence, WITHIN};
pub use message::{Ask, Draw, Judge, Tell};
