//! The program of the maps: the lesson's, and what follows a selection.

fn main() {
    web::start_maps();
}
