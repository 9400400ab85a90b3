//! The program of the home page.

fn main() {
    web::start();
}
