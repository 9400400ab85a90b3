//! What brings the lesson's pages to life, inside the text that was served.
//!
//! The text stays where it is: the program finds in it, by data attributes, what it may change, and holds no prose of its
//! own. A section speaks of a base plan, and of further ones that differ from it; the figures that follow from them
//! are written again when a reader changes one.

mod book;
mod check;
mod contents;
mod exhibit;
mod guess;
mod input;
mod kept;
mod listen;
mod map;
mod page;

use crate::state::address;
use book::Book;

/// Brings the page that is open to life.
pub(crate) fn bring_to_life() {
    page::show_what_needs_the_program();
    let book = Book::open();
    input::mind(&book);
    exhibit::mount(&book);
    guess::mind(&book);
    check::mind();
    kept::keep();
    contents::follow();
    map::mind(&book);
    listen::offer();
    page::open_what_is_linked(&address::fragment());
    address::on_change(move |fragment| {
        book.take_up(&fragment);
        page::open_what_is_linked(&fragment);
    });
}
