//! The program of the fleet calculator.

fn main() {
    web::start_calculator(&web::pages::fleet::FLEET);
}
