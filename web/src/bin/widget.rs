//! The program of the embeds.

fn main() {
    web::start_widget();
}
