//! Plans that leave the program: as JSON, CSV, Markdown, plain text, pictures and a report of one file; and JSON that
//! comes back.
//!
//! Every export takes any number of [`plan::Scenario`]s, the first of which the others are compared with, and the address of the
//! page that their links open. What people wrote, names above all, is text everywhere: it is escaped for the format that
//! it stands in, and what prints nothing or turns the direction of text is left out. Figures and sentences are
//! `present`'s, so that a file says what the page says.
//!
//! ```
//! use export::{Format, import};
//! use plan::{PlanInput, Scenario};
//! let (input, _) = PlanInput::from_link("v=1&rate=40");
//! let file = Format::Json.write(&[Scenario::new("Peak", input)], "");
//! let imported = import(&file);
//! assert_eq!((imported.scenarios[0].name(), imported.faults.len()), ("Peak", 0));
//! ```

mod card;
mod case;
mod chat;
mod csv;
mod data;
mod figures;
mod format;
mod import;
mod json;
mod left_out;
mod link;
mod markdown;
mod mend;
mod pictures;
mod plain;
mod report;
mod schema;
mod tree;

pub use card::{Calculator, Card, Form};
pub use figures::{Shown, base_unit};
pub use format::Format;
pub use import::{Fault, Imported, import};
pub use pictures::{Picture, pictures};
pub use schema::schema;

/// The version of the file format.
pub const VERSION: u32 = 1;

/// How many scenarios a file holds at most: all that a reader keeps, not only those that stand side by side.
pub const MOST_IN_FILE: usize = 500;
