//! The program of the page of what other tools wrote: what the browser runs there.

fn main() {
    web::start_evidence();
}
