//! A file's text, unpacked: decoded where it is UTF-16, and on to the reader of its family.

use super::Found;
use super::columns::Columns;
use super::family::{Family, of};
use super::utf16::Utf16;
use crate::form::{BEGINNING, unmarked};
use crate::packed::Sink;
use crate::reading::{Fault, Note};

/// A file's text on its way in.
#[derive(Default)]
pub(crate) struct Text {
    columns: Columns,
    decoder: Decoder,
    /// The beginning, until the family is told.
    begun: Vec<u8>,
    family: Option<Box<dyn Family>>,
    /// Why nothing further is read.
    fault: Option<Fault>,
}

/// How its bytes are read.
#[derive(Default)]
enum Decoder {
    /// The first bytes, of which not enough are there to tell.
    #[default]
    Unknown,
    Plain,
    Utf16(Utf16),
}

const LITTLE: [u8; 2] = [0xFF, 0xFE];
const BIG: [u8; 2] = [0xFE, 0xFF];

impl Text {
    /// A text of whose columns this is said.
    pub(crate) fn mapped(columns: Columns) -> Self {
        Self { columns, ..Self::default() }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        match &mut self.decoder {
            Decoder::Unknown => {
                self.begun.extend_from_slice(bytes);
                if self.begun.len() >= LITTLE.len() {
                    self.begin();
                }
            }
            Decoder::Plain => self.read(bytes),
            Decoder::Utf16(decoder) => {
                let mut text = String::new();
                decoder.push(bytes, &mut text);
                self.read(text.as_bytes());
            }
        }
    }

    /// Tells by the first bytes how they are read.
    fn begin(&mut self) {
        let begun = core::mem::take(&mut self.begun);
        let marked = |mark: [u8; 2]| begun.strip_prefix(mark.as_slice());
        let (decoder, rest) = match (marked(LITTLE), marked(BIG)) {
            (Some(rest), _) => (Decoder::Utf16(Utf16::new(true)), rest),
            (_, Some(rest)) => (Decoder::Utf16(Utf16::new(false)), rest),
            _ => (Decoder::Plain, begun.as_slice()),
        };
        self.decoder = decoder;
        self.push(rest);
    }

    /// Passes text on, or keeps it until it is enough to tell its family by.
    fn read(&mut self, text: &[u8]) {
        if let Some(family) = &mut self.family {
            self.fault = self.fault.take().or(family.push(text).err());
            return;
        }
        self.begun.extend_from_slice(text);
        if self.begun.len() >= BEGINNING {
            self.tell();
        }
    }

    /// Tells the family by the beginning. What it is must not depend on where slices end.
    fn tell(&mut self) {
        let begun = core::mem::take(&mut self.begun);
        let mut family = of(begun.get(..BEGINNING).unwrap_or(&begun), &self.columns);
        self.fault = family.push(unmarked(&begun)).err();
        self.family = Some(family);
    }

    /// How much was found, counted in what the family counts.
    pub(crate) fn counted(&self) -> u64 {
        self.family.as_ref().map_or(0, |family| family.counted())
    }

    /// What the text held; `cut` says why the rest of it is not there.
    pub(crate) fn finish(mut self, cut: Option<Fault>) -> Found {
        if matches!(self.decoder, Decoder::Unknown) {
            self.begin();
        }
        if self.family.is_none() && self.begun.is_empty() {
            let empty = cut.map_or_else(|| Note::new("The file is empty."), |fault| Note::new(fault.text));
            return Found::Unknown(vec![empty]);
        }
        if self.family.is_none() {
            self.tell();
        }
        let mut found = self.family.map_or(Found::Unknown(Vec::new()), Family::finish);
        found.say_first(cut);
        found
    }
}

/// Where gzip unpacks to.
impl Sink for Text {
    fn take(&mut self, bytes: &[u8]) {
        self.push(bytes);
    }

    fn fault(&self) -> Result<(), Fault> {
        self.fault.clone().map_or(Ok(()), Err)
    }
}
