//! A file as the command is given it.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};

/// Pours the file, or with `-` what is piped in, slice by slice: up to its end or to where `take` wants no more.
pub(crate) fn pour(file: &OsStr, mut take: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
    let mut input: Box<dyn Read> =
        if file == "-" { Box::new(io::stdin().lock()) } else { Box::new(File::open(file)?) };
    let mut slice = vec![0; 1 << 16];
    loop {
        let length = input.read(&mut slice)?;
        if length == 0 || !take(&slice[..length]) {
            return Ok(());
        }
    }
}
