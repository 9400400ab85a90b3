//! A text line by line, as it arrives.

/// So many bytes of a line are looked at; a line with all of an engine's settings has eight thousand.
const LONGEST_LINE: usize = 1 << 14;

/// The line that is being read.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    held: Vec<u8>,
    /// Lines that ended.
    pub(crate) number: u64,
}

impl Lines {
    /// Reads `bytes` and says each line that ends in them, without its end.
    pub(crate) fn push(&mut self, bytes: &[u8], mut say: impl FnMut(&str)) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LONGEST_LINE - self.held.len().min(LONGEST_LINE);
            self.held.extend_from_slice(part.get(..room).unwrap_or(part));
            if part.ends_with(b"\n") {
                self.end(&mut say);
            }
        }
    }

    /// Says the last line, where it has no end.
    pub(crate) fn finish(&mut self, mut say: impl FnMut(&str)) {
        if !self.held.is_empty() {
            self.end(&mut say);
        }
    }

    fn end(&mut self, say: &mut impl FnMut(&str)) {
        self.number += 1;
        say(String::from_utf8_lossy(&self.held).trim_end());
        self.held.clear();
    }
}
