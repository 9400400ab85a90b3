//! The program that reads aloud: it joins the page's own when somebody first wants to listen.

fn main() {
    web::start_listening();
}
