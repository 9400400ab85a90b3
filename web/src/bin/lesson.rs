//! The program of the lesson: it brings the served text to life and leaves it standing.

fn main() {
    web::start_lesson();
}
