//! The program of the worker that reads files of other tools.

use gloo_worker::Registrable;

fn main() {
    worker::EvidenceDesk::registrar().register();
}
