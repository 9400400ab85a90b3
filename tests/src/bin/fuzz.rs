//! Damaged files for every reader: `cargo run --bin fuzz -- [--seconds N] [--only TARGET,TARGET] [--seed N]`.

use headroom_tests::fuzzing::{self, Outcome, Target, Trouble, targets};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

fn main() -> ExitCode {
    let order = match Order::read(std::env::args().skip(1)) {
        Ok(order) => order,
        Err(fault) => {
            eprintln!("error: {fault}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "Each reader for {} s; --seed {} draws the same inputs again.",
        order.time.as_secs(),
        order.seed
    );
    fuzzing::listen();
    let troubles = run_all(&order);
    for trouble in &troubles {
        println!("\n{trouble}");
    }
    if troubles.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What was asked for.
struct Order {
    time: Duration,
    targets: Vec<&'static Target>,
    seed: u64,
}

/// How long each reader gets where nobody says.
const USUAL: Duration = Duration::from_secs(20);

impl Order {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut order = Self { time: USUAL, targets: targets::ALL.iter().collect(), seed: any_seed() };
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{word}` wants a value after it."))?;
            match word.as_str() {
                "--seconds" => order.time = Duration::from_secs(number(&value)?),
                "--only" => order.targets = value.split(',').map(named).collect::<Result<_, _>>()?,
                "--seed" => order.seed = number(&value)?,
                _ => return Err(format!("`{word}` is none of --seconds, --only and --seed.")),
            }
        }
        Ok(order)
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no whole number."))
}

fn named(name: &str) -> Result<&'static Target, String> {
    let names = || targets::ALL.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
    targets::named(name).ok_or_else(|| format!("There is no target `{name}`; the targets are {}.", names()))
}

/// Another one in each run: the standard library draws it for its hash maps.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Runs the targets on as many threads as the machine has cores, each thread the next that is left.
fn run_all(order: &Order) -> Vec<Trouble> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mine = std::iter::from_fn(|| order.targets.get(next.fetch_add(1, Ordering::Relaxed)));
        mine.filter_map(|target| told(target, fuzzing::run(target, order.time, order.seed))).collect()
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("what panics is caught"));
        joined.flat_map(|troubles: Vec<Trouble>| troubles).collect()
    })
}

/// Says what a target came to.
fn told(target: &Target, Outcome { cases, time, trouble }: Outcome) -> Option<Trouble> {
    let word = if trouble.is_none() { "survives" } else { "FAILS" };
    println!("{:<10} {cases:>8} cases {:>6.1} s  {word}", target.name, time.as_secs_f64());
    trouble
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Order, String> {
        Order::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn what_is_asked_for_is_what_is_run() {
        let order = read("--seconds 600 --only trace,link --seed 7").expect("an order");
        let names: Vec<&str> = order.targets.iter().map(|target| target.name).collect();
        assert_eq!((order.time.as_secs(), names, order.seed), (600, vec!["trace", "link"], 7));
        assert_eq!(read("").expect("an order").targets.len(), targets::ALL.len());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (line, named) in [
            ("--only trce", "`trce`"),
            ("--seconds many", "`many`"),
            ("--seconds", "`--seconds`"),
            ("--fast yes", "`--fast`"),
        ] {
            let fault = read(line).err().expect("a fault");
            assert!(fault.contains(named), "{line}: {fault}");
        }
    }
}
