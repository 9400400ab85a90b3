//! `wasm-bindgen-test-runner`, as cargo calls it for tests that need a browser.

use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("wasm-bindgen-test-runner: {fault:?}");
            ExitCode::FAILURE
        }
    }
}
