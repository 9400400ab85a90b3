//! The program of the calculator of waiting before the first token.

fn main() {
    web::start_calculator(&web::pages::ttft::TTFT);
}
