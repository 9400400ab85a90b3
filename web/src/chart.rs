//! Charts in the browser: a spec in, a figure out that draws itself, follows size and theme, and can be read.

mod drawing;
pub mod figure;
mod painter;
mod palette;
mod plot;
mod probe;
mod redraw;
mod surroundings;
pub mod table;

pub use drawing::{GRAIN, draw};
pub use figure::ChartFigure;
pub use palette::{Colour, Palette};
pub use table::table;
