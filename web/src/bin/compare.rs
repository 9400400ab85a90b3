//! The program of the page of scenarios side by side.

fn main() {
    web::start_comparison();
}
