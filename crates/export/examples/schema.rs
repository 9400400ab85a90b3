//! Prints `docs/plan.schema.json`.

fn main() {
    print!("{}", export::schema());
}
