//! The way in: lines of an exposition, pushed in slices of any size.

use super::meaning::Engine;
use super::reading::MetricsReading;
use super::sample::Sample;
use super::scrape::Scrape;
use crate::form::{BEGINNING, unmarked};
use crate::reading::Fault;
use crate::text::Text;
use crate::wrong::{Place, Skipped, Unit, Wrong};
use std::io::BufRead;

/// Reads what `/metrics` of a serving engine says: one snapshot, or several one after the other, of which the first and
/// the last make a window.
///
/// # Example
/// ```
/// use evidence::metrics::{Engine, MetricsReader};
/// let mut reader = MetricsReader::new();
/// reader.push(b"vllm:num_requests_waiting{engine=\"0\"} 3.0\nvllm:num_requests_").unwrap();
/// reader.push(b"waiting{engine=\"1\"} 4.0\n").unwrap();
/// let reading = reader.finish();
/// assert_eq!((reading.engines.as_slice(), reading.waiting, reading.replicas), (&[Engine::Vllm][..], Some(7.0), 2));
/// ```
#[derive(Debug)]
pub struct MetricsReader {
    bytes: u64,
    line: u64,
    /// The beginning of a line whose end is not there yet, and whether it is too long to be kept.
    held: Vec<u8>,
    long: bool,
    pub(crate) gathered: Gathered,
}

/// What was gathered.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) first: Option<Scrape>,
    pub(crate) latest: Scrape,
    pub(crate) snapshots: u64,
    pub(crate) skipped: Skipped,
}

/// No line of an exposition is longer.
const LONGEST_LINE: usize = 1 << 16;

/// Whether a file that begins so, unpacked and without a byte order mark, is an exposition of a serving engine.
/// `beginning` holds its first 4,096 bytes, or all of a shorter one.
///
/// # Example
/// ```
/// use evidence::metrics::is;
/// assert!(is(b"# HELP x y\n# TYPE x gauge\nx 1.0\n"));
/// assert!(is(b"tgi_queue_size 3\n"));
/// assert!(!is(b"0.2,0.25,0.3\n"));
/// ```
#[must_use]
pub fn is(beginning: &[u8]) -> bool {
    let beginning = unmarked(beginning.get(..BEGINNING).unwrap_or(beginning));
    let whole = beginning.len() < BEGINNING;
    let mut lines: Vec<&[u8]> = beginning.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).collect();
    if !whole {
        // The last one is cut.
        lines.pop();
    }
    let typed = lines.iter().any(|line| line.starts_with(b"# TYPE ") || line.starts_with(b"# HELP "));
    let mut samples = lines.iter().filter(|line| !line.is_empty() && line.first() != Some(&b'#')).peekable();
    let engine = |line: &&&[u8]| Sample::of(line).is_some_and(|sample| Engine::of(sample.name).is_some());
    let known = samples.clone().any(|line| engine(&line));
    let sound = samples.all(|line| Sample::of(line).is_some());
    sound && (typed || known)
}

impl Default for MetricsReader {
    fn default() -> Self {
        Self::new()
    }
}

impl MetricsReader {
    /// A reader of which nothing was read yet.
    #[must_use]
    pub fn new() -> Self {
        Self { bytes: 0, line: 1, held: Vec::new(), long: false, gathered: Gathered::default() }
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// None so far: what is no sample is skipped.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.bytes += bytes.len() as u64;
        let mut rest = bytes;
        while !rest.is_empty() {
            // What the standard library offers to find a byte quickly; of a slice it never fails.
            let mut after = rest;
            let skipped = after.skip_until(b'\n').unwrap_or(rest.len());
            let line = rest.get(..skipped).unwrap_or(rest);
            match line.strip_suffix(b"\n") {
                Some(line) => self.end_line(line),
                None => self.hold(line),
            }
            rest = after;
        }
        Ok(())
    }

    fn hold(&mut self, part: &[u8]) {
        self.long |= self.held.len() + part.len() > LONGEST_LINE;
        if self.long {
            self.held.clear();
        } else {
            self.held.extend_from_slice(part);
        }
    }

    fn end_line(&mut self, end: &[u8]) {
        if self.held.is_empty() && !self.long && end.len() <= LONGEST_LINE {
            self.gathered.line(end, self.line);
        } else {
            self.hold(end);
            let held = core::mem::take(&mut self.held);
            if core::mem::take(&mut self.long) {
                self.gathered.skipped.add(Unit::Line, Place::Line(self.line), Wrong::LongLine);
            } else {
                self.gathered.line(&held, self.line);
            }
        }
        self.line += 1;
    }

    /// How many bytes were pushed.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many samples were found in the last snapshot.
    #[must_use]
    pub const fn samples(&self) -> u64 {
        self.gathered.latest.samples
    }

    /// How many lines were read.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.line
    }

    /// What the file held, as far as it was sound.
    #[must_use]
    pub fn finish(mut self) -> MetricsReading {
        if !self.held.is_empty() || self.long {
            self.end_line(&[]);
        }
        MetricsReading::of(self.gathered, self.bytes)
    }
}

impl Gathered {
    fn line(&mut self, line: &[u8], number: u64) {
        // The first line may begin with a byte order mark.
        let line = if number == 1 { unmarked(line) } else { line }.trim_ascii();
        if line.is_empty() || line.first() == Some(&b'#') {
            return;
        }
        let Some(sample) = Sample::of(line) else {
            self.skipped.add(Unit::Line, Place::Line(number), Wrong::NoSample(Text::new(line).quoted()));
            return;
        };
        if self.snapshots == 0 {
            self.snapshots = 1;
        } else if self.latest.begins_again(sample.series) {
            self.snapshots += 1;
            let over = core::mem::take(&mut self.latest);
            self.first.get_or_insert(over);
        }
        self.latest.add(&sample);
    }
}
