//! The program of the worker.

use gloo_worker::Registrable;

fn main() {
    worker::Desk::registrar().register();
}
