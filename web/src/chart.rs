//! Charts in the browser: a spec in, a figure out that draws itself, follows size and theme, and can be read.

mod drawing;
mod export;
pub mod figure;
mod gesture;
mod handle;
mod painter;
mod palette;
#[cfg(feature = "ssr")]
pub(crate) mod picture;
mod plot;
mod print;
mod probe;
mod redraw;
mod surroundings;
pub mod table;

pub use drawing::{GRAIN, draw};
pub use figure::ChartFigure;
pub(crate) use figure::caption;
pub use handle::{Movable, Moved, movable};
pub use palette::{Colour, Palette};
#[cfg(feature = "ssr")]
pub use picture::Picture;
pub(crate) use print::on_paper;
pub use table::table;
