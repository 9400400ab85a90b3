//! Texts line by line, and the fields of a line.

/// So long may a line be. No line of figures is longer.
const LONGEST: usize = 1 << 16;

/// Lines as they arrive.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The beginning of a line whose end is not there yet.
    held: Vec<u8>,
    /// Whether it is longer than a line may be.
    cut: bool,
    number: u64,
}

/// A line without its end.
pub(crate) struct Line<'a> {
    pub(crate) text: &'a [u8],
    /// From 1.
    pub(crate) number: u64,
    /// Whether that is all of it.
    pub(crate) whole: bool,
}

impl Lines {
    /// Says each line that ends in `bytes`.
    pub(crate) fn push(&mut self, bytes: &[u8], mut say: impl FnMut(&Line<'_>)) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (part, after) = rest.split_at(end);
            self.end(part, &mut say);
            rest = after.get(1..).unwrap_or_default();
        }
        self.hold(rest);
    }

    /// Says the last line, which nothing ends.
    pub(crate) fn finish(&mut self, mut say: impl FnMut(&Line<'_>)) {
        if !self.held.is_empty() {
            self.end(&[], &mut say);
        }
    }

    fn end(&mut self, part: &[u8], say: &mut impl FnMut(&Line<'_>)) {
        self.number += 1;
        let number = self.number;
        if self.held.is_empty() && part.len() <= LONGEST {
            say(&Line { text: trimmed(part), number, whole: true });
        } else {
            self.hold(part);
            say(&Line { text: trimmed(&self.held), number, whole: !self.cut });
        }
        self.held.clear();
        self.cut = false;
    }

    fn hold(&mut self, part: &[u8]) {
        let room = LONGEST - self.held.len();
        self.cut |= part.len() > room;
        self.held.extend_from_slice(part.get(..room).unwrap_or(part));
    }
}

fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The fields of a line. Quotes keep a separator in a field, and no more: the end of a line ends them, so that a stray one
/// spoils its line alone.
pub(crate) fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    core::iter::from_fn(move || {
        let text = rest?;
        let end = end_of_field(text, separator);
        rest = text.get(end + 1..);
        let field = text.get(..end).unwrap_or(text).trim_ascii();
        Some(field.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")).unwrap_or(field))
    })
}

fn end_of_field(text: &[u8], separator: u8) -> usize {
    if text.first() != Some(&b'"') {
        return memchr::memchr(separator, text).unwrap_or(text.len());
    }
    let mut quoted = false;
    for (place, byte) in text.iter().enumerate() {
        match *byte {
            b'"' => quoted = !quoted,
            byte if byte == separator && !quoted => return place,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Vec<&str> {
        fields(line.as_bytes(), b',').map(|field| core::str::from_utf8(field).expect("a text")).collect()
    }

    #[test]
    fn fields_are_parted_outside_quotes() {
        assert_eq!(of("1, 2,3"), ["1", "2", "3"]);
        assert_eq!(of("\"a, b\",\"say \"\"x\"\"\",,"), ["a, b", "say \"\"x\"\"", "", ""]);
        assert_eq!(of("\"stray,1,2"), ["\"stray,1,2"]);
        assert_eq!(of(""), [""]);
    }

    #[test]
    fn lines_do_not_depend_on_slices() {
        let text = [b"one\r\n\ntwo\n".to_vec(), vec![b'x'; LONGEST + 9], b"\nlast".to_vec()].concat();
        let read = |slice: usize| {
            let (mut lines, mut seen) = (Lines::default(), Vec::new());
            let mut say = |line: &Line<'_>| seen.push((line.number, line.text.to_vec(), line.whole));
            text.chunks(slice).for_each(|slice| lines.push(slice, &mut say));
            lines.finish(&mut say);
            seen
        };
        let whole = read(text.len());
        assert_eq!(whole.iter().map(|line| line.2).collect::<Vec<_>>(), [true, true, true, false, true]);
        assert_eq!((&whole[0].1[..], &whole[4].1[..]), (&b"one"[..], &b"last"[..]));
        for slice in [1, 7, 4096] {
            assert_eq!(read(slice), whole);
        }
    }
}
