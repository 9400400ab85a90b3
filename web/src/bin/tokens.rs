//! The program of the calculator of the load in tokens a second.

fn main() {
    web::start_calculator(&web::pages::tokens::TOKENS);
}
