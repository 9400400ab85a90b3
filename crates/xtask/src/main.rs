//! The developer's commands, as `cargo xtask …`.
//!
//! A plain program with one small dependency, so that it is built and speaks within seconds on a fresh machine; what
//! is slow, it starts as other programs.

mod bench;
mod browser;
mod budget;
mod call;
mod catalogue;
mod checks;
mod desktop;
mod fault;
mod fingerprint;
mod headers;
mod hosts;
mod machine;
mod node;
mod order;
mod others;
mod project;
mod server;
mod site;
mod suite;
mod telling;
mod toolbox;

use fault::Outcome;
use order::Order;
use project::Project;
use server::Server;
use std::process::ExitCode;
use telling::tell;

fn main() -> ExitCode {
    match Order::read(std::env::args().skip(1)).and_then(obey) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

/// Does what was ordered; false where that ran through and the answer is "no".
fn obey(order: Order) -> Outcome<bool> {
    let project = Project::here()?;
    match order {
        Order::Help => print!("{}", order::USAGE),
        Order::Serve { port, prefix, open } => serve(&project, port, &prefix, open)?,
        Order::Build { dist } => {
            site::build(&project)?;
            site::press(&project)?;
            dist.map_or(Ok(()), |folder| site::copy_to(&project, &folder))?;
        }
        Order::Test { only, asked } => return suite::run(&project, &only, &asked),
        Order::Bench => bench::run(&project)?,
        Order::Budget { record } => budget::run(&project, record)?,
        Order::Catalogue { check: true } => catalogue::check(&project)?,
        Order::Catalogue { check: false } => catalogue::write(&project)?,
    }
    Ok(true)
}

fn serve(project: &Project, port: u16, prefix: &str, open: bool) -> Outcome {
    site::build(project)?;
    let server = Server::bind(&project.dist, port, prefix)?;
    if server.port != port && port != 0 {
        tell(&format!("Port {port} is taken; using {} instead.", server.port));
    }
    let address = server.address();
    let serving = server.start();
    tell(&format!("Serving the site at {address} (Ctrl+C ends it)."));
    if open && desktop::is_here() && !desktop::open(&address) {
        tell("No browser could be opened; the address works in any on this machine.");
    }
    serving.wait();
    Ok(())
}
