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
mod offer;
mod page;

use crate::state::address;
use book::Book;
use std::rc::Rc;

/// Brings a page of text to life.
pub(crate) fn bring_to_life() {
    with_its_book(|book| {
        exhibit::mount(book);
        guess::mind(book);
        check::mind();
    });
}

/// Brings the maps to life. They hold no chart, no guess and no check, so their program does not either.
pub(crate) fn bring_maps_to_life() {
    with_its_book(map::mind);
}

/// Reads aloud what the page offers to read.
pub(crate) fn take_up_offers() {
    listen::take_up();
}

fn with_its_book(mind: impl FnOnce(&Rc<Book>)) {
    page::show_what_needs_the_program();
    let book = Book::open();
    input::mind(&book);
    mind(&book);
    kept::keep();
    contents::follow();
    offer::make();
    page::open_what_is_linked(&address::fragment());
    address::on_change(move |fragment| {
        book.take_up(&fragment);
        page::open_what_is_linked(&fragment);
    });
}
