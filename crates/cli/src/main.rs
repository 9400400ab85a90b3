//! The command `headroom`: a link in, its sizing or a file of it out; such a file in, its link out; a file of token times
//! in, what they say out; what other tools wrote in, what it is and what it says out; a link and load tests in, whether
//! they agree out.
//!
//! It reads the links that the pages write, and its figures are the pages' to the last digit, because both ask the same
//! functions. Whatever was wrong with a link is said on standard error, one sentence a line; the sizing is printed all
//! the same, and the exit code is 2.

mod agreement;
mod arguments;
mod document;
mod evidence;
mod plans;
mod request;
mod source;
mod streams;

use arguments::{HELP, Order};
use document::Document;
use request::Request;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Something was wrong with the arguments or with the link.
const FAULTY: u8 = 2;

fn main() -> ExitCode {
    match run(std::env::args_os()) {
        Ok(Ended { said, code }) => {
            said.iter().for_each(|sentence| eprintln!("headroom: {sentence}"));
            ExitCode::from(code)
        }
        // Whoever reads only the first lines closes the pipe; that is no failure.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("headroom: The output could not be written: {error}.");
            ExitCode::FAILURE
        }
    }
}

/// How an order ended.
struct Ended {
    /// What to say on standard error, a sentence each.
    said: Vec<String>,
    /// The exit code.
    code: u8,
}

impl From<Vec<String>> for Ended {
    /// What was wrong with a link or a file makes the order faulty.
    fn from(faults: Vec<String>) -> Self {
        Self { code: if faults.is_empty() { 0 } else { FAULTY }, said: faults }
    }
}

/// Does what the arguments say.
fn run(arguments: impl Iterator<Item = OsString>) -> io::Result<Ended> {
    let faults = match arguments::read(arguments) {
        Ok(Order::Compare { link, files, within }) => return agreement::compared(&link, &files, within),
        Ok(Order::Calibrate { link, files }) => return agreement::calibrated(&link, &files),
        Ok(Order::Help) => say(HELP).map(|()| Vec::new()),
        Ok(Order::Version) => say(concat!("headroom ", env!("CARGO_PKG_VERSION"), "\n")).map(|()| Vec::new()),
        Ok(Order::Size { link, json }) => {
            let request = Request::read(&link);
            say(&if json { Document::of(&request).json() } else { present::report(&request.answer) })?;
            Ok(request.faults())
        }
        Ok(Order::Export { link, format }) => plans::exported(&link, format),
        Ok(Order::Import { file }) => plans::imported(&file),
        Ok(Order::Streams { file, targets }) => streams::told(&file, targets),
        Ok(Order::Read { files, columns, json }) => evidence::told(&files, &columns, json),
        Ok(Order::Model { file, terms, json }) => evidence::modelled(&file, terms, json),
        Err(fault) => Ok(vec![fault]),
    }?;
    Ok(faults.into())
}

/// Prints `text`.
fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
