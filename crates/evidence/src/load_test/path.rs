//! Where in a text of JSON a value stands: the keys around it, and its place in lists.

/// The way from the outermost bracket to a value, such as `successes.latency.request_latency.mean`.
#[derive(Debug, Default)]
pub(crate) struct Path {
    text: Vec<u8>,
    brackets: Vec<Open>,
}

/// A bracket that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Where what names its contents begins in the text.
    base: usize,
    /// The place of the next value, where it is a list.
    next: Option<usize>,
}

/// So many values of a list have places of their own; those that follow share the last. No list that states a setting is
/// longer.
const PLACES: usize = 16;

/// So long may a path be. What is deeper has the path of what is around it, and so is not found.
const LONGEST: usize = 512;

impl Path {
    /// Enters a bracket, which is the value of the path so far.
    pub(crate) fn open(&mut self, list: bool) {
        self.brackets.push(Open { base: self.text.len(), next: list.then_some(0) });
    }

    /// Leaves the innermost bracket. The path is that of what it closes.
    pub(crate) fn close(&mut self) {
        if let Some(open) = self.brackets.pop() {
            self.text.truncate(open.base);
        }
    }

    /// Goes on to this key of the innermost object.
    pub(crate) fn key(&mut self, key: &[u8]) {
        if let Some(open) = self.brackets.last() {
            self.text.truncate(open.base);
            self.add(key);
        }
    }

    /// Goes on to the next value of the innermost list, if it is one. Says whether that has a place of its own.
    pub(crate) fn next(&mut self) -> bool {
        let Some(Open { base, next: Some(place) }) = self.brackets.last_mut() else { return true };
        let (base, number) = (*base, *place);
        let Some(name) = PLACE_NAMES.get(number) else { return false };
        *place += 1;
        self.text.truncate(base);
        self.add(name);
        true
    }

    fn add(&mut self, name: &[u8]) {
        if self.text.len() + name.len() < LONGEST {
            if !self.text.is_empty() {
                self.text.push(b'.');
            }
            self.text.extend_from_slice(name);
        }
    }

    /// The path from here on.
    pub(crate) fn from(&self, base: usize) -> &[u8] {
        let text = self.text.get(base..).unwrap_or_default();
        text.strip_prefix(b".").unwrap_or(text)
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// The path of the innermost list, whose next value is looked at; `None` outside lists.
    pub(crate) fn list(&self) -> Option<&[u8]> {
        let open = self.brackets.last().filter(|open| open.next.is_some())?;
        self.text.get(..open.base)
    }

    /// Forgets all brackets.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.brackets.clear();
    }
}

const PLACE_NAMES: [&[u8]; PLACES] =
    [b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b"10", b"11", b"12", b"13", b"14", b"15"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_keys_and_places() {
        let mut path = Path::default();
        path.open(false);
        path.key(b"phases");
        path.open(true);
        for place in ["0", "1"] {
            path.next();
            assert_eq!(path.list(), Some(&b"phases"[..]));
            path.open(false);
            path.key(b"rate");
            assert_eq!(path.from(0), format!("phases.{place}.rate").as_bytes());
            assert_eq!((path.from(6), path.list()), (format!("{place}.rate").as_bytes(), None));
            path.close();
        }
        path.close();
        path.key(b"end");
        assert_eq!(path.from(0), b"end");
    }

    #[test]
    fn long_lists_and_deep_paths_cost_nothing() {
        let mut path = Path::default();
        path.open(true);
        assert_eq!((0..1_000).filter(|_| path.next()).count(), PLACES);
        assert_eq!(path.from(0), b"15");
        for _ in 0..60 {
            path.open(false);
            path.key(&[b'k'; 100]);
        }
        assert!(path.len() <= LONGEST);
        (0..61).for_each(|_| path.close());
        assert_eq!(path.from(0), b"");
    }
}
