//! `wasm-bindgen`, as Trunk calls it.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments(std::env::args_os())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("wasm-bindgen: {fault:?}");
            ExitCode::FAILURE
        }
    }
}

/// Drops the names of functions unless somebody debugs: Trunk has no setting for it, and where no optimiser
/// follows they are a quarter of the download.
fn arguments(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = given.collect();
    let builds = arguments.iter().any(|a| a.to_string_lossy().ends_with(".wasm"));
    let wants_names =
        arguments.iter().any(|a| a == "--debug" || a == "--keep-debug" || a == "--remove-name-section");
    if builds && !wants_names {
        arguments.push("--remove-name-section".into());
    }
    arguments
}
