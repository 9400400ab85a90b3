//! The program of the page of token streams: what the browser runs there.

fn main() {
    web::start_streams();
}
