//! A plan beside load tests: whether they agree, and the link with what was measured.

use crate::evidence::read_file;
use crate::request::{Request, fragment};
use crate::{Ended, FAULTY, say};
use agreement::{AgreementShown, Calibration, Comparison, Subject, report};
use evidence::{Found, LoadTest};
use quantity::Key;
use std::ffi::{OsStr, OsString};
use std::io;

/// Model and test differ by more than is allowed.
const DIFFER: u8 = 1;

/// Prints how the plan of `link` compares with the load tests in `files`.
pub(crate) fn compared(link: &str, files: &[OsString], within: f64) -> io::Result<Ended> {
    let request = Request::read(link);
    let read = Tests::read(files);
    let shown = AgreementShown::of(&request.input, &read.all(), within);
    say(&report(&shown))?;
    let faulty = read.is_faulty || !request.faults().is_empty();
    let code = match shown.holds {
        None => FAULTY,
        _ if faulty => FAULTY,
        Some(false) => DIFFER,
        Some(true) => 0,
    };
    Ok(Ended { said: request.faults().into_iter().chain(read.notes).collect(), code })
}

/// Prints the link with what the load tests in `files` measured; what it rests on goes to standard error.
pub(crate) fn calibrated(link: &str, files: &[OsString]) -> io::Result<Ended> {
    let request = Request::read(link);
    let read = Tests::read(files);
    let subject = Subject::of(&request.input);
    let comparison = Comparison::of(&subject, &read.tests, 1.0);
    let calibration = Calibration::of(&subject, &read.tests, &comparison);
    let gain = calibration.is_gain();
    let written = if gain { calibration.applied(&request.input) } else { request.input.clone() };
    say(&[before(link), &written.link(), "\n"].concat())?;
    let shown = AgreementShown::of(&request.input, &read.all(), 1.0);
    let values = calibration.pairs(&request.input).into_iter().filter(|(key, _)| *key != Key::Measured);
    let rows = shown.calibration.rows.iter().zip(values);
    let found = rows.filter_map(|(row, _)| match row.as_slice() {
        [what, was, is, interval] => {
            Some(format!("{}: {} in place of {} ({}).", what.text, is.text, was.text, interval.text))
        }
        _ => None,
    });
    let said = request.faults().into_iter().chain(read.notes).chain(shown.doubts).chain(found);
    let nothing = !gain || read.is_faulty || !request.faults().is_empty();
    Ok(Ended { said: said.chain(shown.calibrated).collect(), code: if nothing { FAULTY } else { 0 } })
}

/// What of a link is an address, so that the calibrated one opens the same page.
fn before(link: &str) -> &str {
    let link = link.trim();
    link.strip_suffix(fragment(link)).filter(|address| address.ends_with('#')).unwrap_or_default()
}

/// The load tests of some files.
#[derive(Default)]
struct Tests {
    tests: Vec<LoadTest>,
    /// What to know of the files, a sentence each.
    notes: Vec<String>,
    /// Whether a file could not be used at all.
    is_faulty: bool,
}

impl Tests {
    fn read(files: &[OsString]) -> Self {
        let mut tests = Self::default();
        files.iter().for_each(|file| tests.add(file));
        tests
    }

    fn all(&self) -> Vec<&LoadTest> {
        self.tests.iter().collect()
    }

    fn add(&mut self, file: &OsStr) {
        let name = file.to_string_lossy();
        let found = match read_file(file) {
            Ok(found) => found,
            Err(fault) => {
                self.is_faulty = true;
                self.notes.push(fault);
                return;
            }
        };
        self.notes.extend(found.notes().iter().map(|note| [&name, ": ", &note.text].concat()));
        match found {
            Found::LoadTest(reading) if !reading.test.levels.is_empty() => self.tests.push(reading.test),
            _ => {
                self.is_faulty = true;
                self.notes.push(format!("{name} holds no level of load."));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_stays_in_front_of_its_link() {
        for (link, address) in [
            (
                "http://127.0.0.1/sandbox/fleet/?theme=dark#v=1&rate=2",
                "http://127.0.0.1/sandbox/fleet/?theme=dark#",
            ),
            ("#v=1", "#"),
            ("v=1&rate=2", ""),
        ] {
            assert_eq!(before(link), address);
        }
    }
}
