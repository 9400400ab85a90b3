//! The maps: what is selected, and the way of the reader's plan.

use super::book::Book;
use std::rc::Rc;

/// Follows what a reader selects on the maps.
pub(super) fn mind(_book: &Rc<Book>) {}
