//! The program of the home page and of the lesson.

fn main() {
    web::start();
}
