//! The way in: bytes of a trace, pushed in slices of any size.

use super::layout::{self, Mapping};
use super::reading::{Content, TraceReading};
use super::records::{Found, Records};
use super::table::Table;
use crate::form::{BEGINNING, Form, unmarked};
use crate::json::{Event, Json};
use crate::reading::Fault;

/// Reads a trace of requests: when each arrived, and how many tokens its prompt and its answer have.
///
/// What is held does not grow with the file: counts by length and by time, a bit for each block of a prompt.
///
/// # Example
/// ```
/// use evidence::trace::{TraceKind, TraceReader};
/// let mut reader = TraceReader::new();
/// for slice in ["TIMESTAMP,ContextTokens,Generated", "Tokens\n2023-11-16 18:15:46.68,374,44\n2023-11-16 18:15:50.68,396,109\n"] {
///     reader.push(slice.as_bytes()).unwrap();
/// }
/// let reading = reader.finish();
/// assert_eq!((reading.kind, reading.requests), (Some(TraceKind::Azure), 2));
/// // One gap of four seconds.
/// assert_eq!(reading.rate.map(|rate| rate.get()), Some(0.25));
/// assert_eq!(reading.prompts.mean(), Some(385.0));
/// ```
#[derive(Debug)]
pub struct TraceReader {
    bytes: u64,
    mapping: Option<Mapping>,
    way: Way,
    fault: Option<Fault>,
}

#[derive(Debug)]
enum Way {
    /// Too little to tell what it is.
    Beginning(Vec<u8>),
    Table(Box<Table>),
    Records(Box<Records>),
}

/// Whether a file that begins so, unpacked and without a byte order mark, is a trace. `beginning` holds its first 4,096
/// bytes, or all of a shorter one.
///
/// # Example
/// ```
/// use evidence::trace::is;
/// assert!(is(b"arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,374,44\n"));
/// assert!(is(br#"{"timestamp": 0, "input_length": 6758, "output_length": 500, "hash_ids": [0]}"#));
/// assert!(!is(b"request,time\n1,0.2\n"));
/// ```
#[must_use]
pub fn is(beginning: &[u8]) -> bool {
    let beginning = beginning.get(..BEGINNING).unwrap_or(beginning);
    match Form::of(beginning) {
        Ok(Form::Csv { separator }) => layout::is_trace(&header(beginning, separator)),
        Ok(Form::Json) => layout::is_trace(&keys(beginning)),
        Err(_) => false,
    }
}

/// The names of the columns of a table that begins so, for whoever has to say what they are. Empty for JSON.
#[must_use]
pub fn columns(beginning: &[u8]) -> Vec<String> {
    match Form::of(beginning) {
        Ok(Form::Csv { separator }) => {
            let names = header(beginning, separator);
            names.iter().map(|name| quantity::clip(&String::from_utf8_lossy(name))).collect()
        }
        _ => Vec::new(),
    }
}

/// The fields of the first line that is neither empty nor a comment.
fn header(beginning: &[u8], separator: u8) -> Vec<Vec<u8>> {
    let lines = unmarked(beginning).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.into_iter().find(|line| !line.is_empty() && line.first() != Some(&b'#'));
    let fields = first.unwrap_or_default().split(|byte| *byte == separator);
    fields.map(|field| crate::text::Text::new(field).trimmed().bytes.to_vec()).collect()
}

/// The keys of the first object.
fn keys(beginning: &[u8]) -> Vec<Vec<u8>> {
    let (mut depth, mut ended, mut keys) = (0_u32, false, Vec::new());
    let mut around = 0;
    // What breaks off has shown its keys before that.
    let _broken = Json::default().push(unmarked(beginning), |event| match event {
        _ if ended => {}
        Event::Open(bracket) => {
            around += u32::from(depth == 0 && bracket == crate::json::Bracket::Array);
            depth += 1;
        }
        Event::Close => {
            depth -= 1;
            ended = depth == around;
        }
        Event::Key(key) if depth == around + 1 => keys.push(key.bytes.to_vec()),
        Event::Key(_) | Event::Scalar(_) => {}
    });
    keys
}

impl Default for TraceReader {
    fn default() -> Self {
        Self::new()
    }
}

impl TraceReader {
    /// A reader that tells by the names of columns or keys what they hold.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: 0, mapping: None, way: Way::Beginning(Vec::new()), fault: None }
    }

    /// A reader of a table whose columns somebody has named.
    #[must_use]
    pub const fn mapped(mapping: Mapping) -> Self {
        Self { bytes: 0, mapping: Some(mapping), way: Way::Beginning(Vec::new()), fault: None }
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// Why nothing further of the file is read: it is no text. What was read before stays.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.fault.is_none() {
            self.bytes += bytes.len() as u64;
            match &mut self.way {
                Way::Beginning(begun) => {
                    begun.extend_from_slice(bytes);
                    if begun.len() >= BEGINNING {
                        self.begin();
                    }
                }
                Way::Table(table) => table.push(bytes),
                Way::Records(records) => records.push(bytes),
            }
        }
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// Goes on with the reader of the form that the file begins with.
    fn begin(&mut self) {
        let Way::Beginning(begun) = &mut self.way else { return };
        let begun = core::mem::take(begun);
        let beginning = begun.get(..BEGINNING).unwrap_or(&begun);
        let text = unmarked(&begun);
        match Form::of(beginning) {
            Ok(Form::Csv { separator }) => {
                let mut table = Table::new(separator, self.mapping);
                table.push(text);
                self.way = Way::Table(Box::new(table));
            }
            Ok(Form::Json) => {
                let mut records = Records::default();
                records.push(text);
                self.way = Way::Records(Box::new(records));
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// How many bytes were pushed.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many requests were found in them.
    #[must_use]
    pub fn requests(&self) -> u64 {
        match &self.way {
            Way::Beginning(_) => 0,
            Way::Table(table) => table.rows.requests.count,
            Way::Records(records) => records.found.requests.count,
        }
    }

    /// What the file held, as far as it was sound.
    #[must_use]
    pub fn finish(mut self) -> TraceReading {
        self.begin();
        let cut = self.fault.is_some();
        let content = match self.way {
            Way::Beginning(_) => Content::default(),
            Way::Table(mut table) => {
                table.finish(cut);
                Content { kind: Some(table.rows.kind), requests: table.rows.requests }
            }
            Way::Records(mut records) => {
                records.finish();
                let Found { kind, requests, .. } = records.found;
                Content { kind, requests }
            }
        };
        content.reading(self.fault, self.bytes)
    }
}
