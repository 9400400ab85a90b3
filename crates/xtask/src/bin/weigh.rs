//! Prints for each file named the bytes that it takes after brotli at its strongest, one number a line.

use std::io::Write;
use std::process::ExitCode;

const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

fn main() -> ExitCode {
    for file in std::env::args_os().skip(1) {
        match std::fs::read(&file).and_then(|content| weight(&content)) {
            Ok(weight) => println!("{weight}"),
            Err(error) => {
                eprintln!("error: Cannot weigh {}: {error}.", file.display());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn weight(content: &[u8]) -> std::io::Result<usize> {
    let mut out = brotli::CompressorWriter::new(Vec::new(), 1 << 16, QUALITY, WINDOW);
    out.write_all(content)?;
    out.flush()?;
    Ok(out.into_inner().len())
}
