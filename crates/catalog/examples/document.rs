//! Prints `docs/catalogue.md`, as `cargo xtask catalogue` writes it.

fn main() {
    print!("{}", catalog::document());
}
