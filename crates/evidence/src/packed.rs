//! gzip, unpacked as it arrives.

use crate::gzip::{Damaged, Gzip};
use crate::reading::Fault;

/// So many bytes of a file are read at once. Packed, they may be a thousand times as many.
pub(crate) const BLOCK: usize = 1 << 12;

/// Of `rest`, which follows `at` bytes of a file: what is read at once, whether it fills its block, and what follows it. Blocks
/// begin where they begin in the file, so that nothing depends on where slices do.
pub(crate) fn block(at: u64, rest: &[u8]) -> (&[u8], bool, &[u8]) {
    let room = BLOCK - usize::try_from(at % BLOCK as u64).unwrap_or(0);
    let (slice, after) = rest.split_at(room.min(rest.len()));
    (slice, slice.len() == room, after)
}

/// Where a gzip file unpacks to. What goes wrong there stays with it.
pub(crate) trait Sink: Default {
    /// Takes what comes next.
    fn take(&mut self, bytes: &[u8]);

    /// Why nothing further is taken.
    fn fault(&self) -> Result<(), Fault>;
}

/// A gzip file on its way in. However much it unpacks to, little of it is held.
pub(crate) struct Packed<S: Sink> {
    gzip: Gzip,
    sink: S,
    /// What was pushed and is not unpacked yet. How much comes out of damaged bytes depends on where they are cut, so
    /// they are cut where the file says and not where slices end.
    block: Vec<u8>,
}

impl<S: Sink> Packed<S> {
    pub(crate) fn new() -> Self {
        Self::onto(S::default())
    }

    /// One that unpacks to `sink`.
    pub(crate) fn onto(sink: S) -> Self {
        Self { gzip: Gzip::new(), sink, block: Vec::with_capacity(BLOCK) }
    }

    /// Takes `bytes`, and unpacks what makes a block.
    ///
    /// # Errors
    /// Where they do not unpack, or unpack to what is not read.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let room = BLOCK - self.block.len();
            let (block, after) = rest.split_at(room.min(rest.len()));
            self.block.extend_from_slice(block);
            if self.block.len() == BLOCK {
                self.unpack()?;
            }
            rest = after;
        }
        Ok(())
    }

    fn unpack(&mut self) -> Result<(), Fault> {
        let unpacked = self.gzip.push(&self.block, |bytes| self.sink.take(bytes));
        self.block.clear();
        self.sink.fault()?;
        unpacked.map_err(damaged)
    }

    pub(crate) const fn content(&self) -> &S {
        &self.sink
    }

    /// The content, and what kept the rest of it from being unpacked.
    pub(crate) fn finish(mut self) -> (S, Option<Fault>) {
        let unpacked = self.unpack();
        let whole = if self.gzip.is_whole() { Ok(()) } else { Err(damaged(Damaged)) };
        (self.sink, unpacked.and(whole).err())
    }
}

fn damaged(_: Damaged) -> Fault {
    Fault::new("The gzip file breaks off or is damaged. What could be unpacked was read.")
}
