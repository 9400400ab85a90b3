//! The program of the site: what the browser runs on every page.

fn main() {
    web::start();
}
