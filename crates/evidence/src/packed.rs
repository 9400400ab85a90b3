//! gzip, unpacked as it arrives.

use crate::reading::Fault;
use flate2::write::MultiGzDecoder;
use std::io::Write;

/// What every gzip file begins with.
pub(crate) const MAGIC: [u8; 2] = [0x1F, 0x8B];

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
pub(crate) trait Sink: Write + Default {
    /// Why nothing further is taken.
    fn fault(&self) -> Result<(), Fault>;
}

/// A gzip file on its way in. However much it unpacks to, little of it is held.
pub(crate) struct Packed<S: Sink> {
    decoder: MultiGzDecoder<S>,
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
        Self { decoder: MultiGzDecoder::new(sink), block: Vec::with_capacity(BLOCK) }
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
        let unpacked = self.decoder.write_all(&self.block);
        self.block.clear();
        self.content().fault()?;
        unpacked.map_err(|_| damaged())
    }

    pub(crate) fn content(&self) -> &S {
        self.decoder.get_ref()
    }

    /// The content, and what kept the rest of it from being unpacked.
    pub(crate) fn finish(mut self) -> (S, Option<Fault>) {
        let unpacked = self.unpack();
        // Passes on what the decoder still holds, whole or not.
        let finished = self.decoder.try_finish().map_err(|_| damaged());
        (core::mem::take(self.decoder.get_mut()), unpacked.and(finished).err())
    }
}

fn damaged() -> Fault {
    Fault::new("The gzip file breaks off or is damaged. What could be unpacked was read.")
}
