//! The program of the worker that holds what was read against a plan.

use gloo_worker::Registrable;

fn main() {
    worker::BesideDesk::registrar().register();
}
