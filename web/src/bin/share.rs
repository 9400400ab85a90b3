//! The program that shares and keeps: it joins a calculator's when somebody first wants to, or opens a packed link.

fn main() {
    web::start_sharing();
}
