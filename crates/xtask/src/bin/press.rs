//! Writes beside each file named its content packed, as `.br` and `.gz`: hosts that can send them need not pack.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::ffi::OsString;
use std::fs;
use std::io::{Result, Write};
use std::process::ExitCode;

const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

fn main() -> ExitCode {
    for file in std::env::args_os().skip(1) {
        if let Err(error) = press(&file) {
            eprintln!("error: Cannot pack {}: {error}.", file.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn press(file: &OsString) -> Result<()> {
    let content = fs::read(file)?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&content)?;
    fs::write(beside(file, ".gz"), gzip.finish()?)?;
    let mut brotli = brotli::CompressorWriter::new(Vec::new(), 1 << 16, QUALITY, WINDOW);
    brotli.write_all(&content)?;
    brotli.flush()?;
    // Last: where it lies, both are complete.
    fs::write(beside(file, ".br"), brotli.into_inner())
}

fn beside(file: &OsString, ending: &str) -> OsString {
    let mut name = file.clone();
    name.push(ending);
    name
}
