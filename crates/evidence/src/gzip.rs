//! The frame of gzip (RFC 1952): headers, check sums and lengths around what is deflated.
//!
//! The inflating and the check sum are libraries'. The frame is written here because theirs brings the
//! tables of its check sum along, 14 kB of the download that nothing can compress.

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_HAS_MORE_INPUT;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::sync::LazyLock;

/// What every gzip file begins with.
pub(crate) const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// The one method of packing that there is.
const DEFLATED: u8 = 8;

/// Flags of a header: what of it there is. A first one, that a text is packed, changes nothing; the last three mean nothing
/// yet and are not to be set.
const HAS_SUM: u8 = 1 << 1;
const HAS_EXTRA: u8 = 1 << 2;
const HAS_NAME: u8 = 1 << 3;
const HAS_COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// So far back may deflated bytes refer, and so many unpacked ones are held.
const WINDOW: usize = 1 << 15;

/// The tables are made when the first file needs them, so that no download has them.
static CHECK: LazyLock<Crc<u32, Table<16>>> = LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

/// A gzip file on its way in, of one member or of several. However much it unpacks to, [`WINDOW`] of it is held.
pub(crate) struct Gzip {
    part: Part,
    /// So many bytes of the part are to come, at least.
    left: u32,
    /// The last four bytes of headers and trailers, as a number: the last in the highest place.
    field: u32,
    flags: u8,
    /// Over the header, and then over what is unpacked.
    sum: Digest<'static, u32, Table<16>>,
    /// How much of the member is unpacked, without what 32 bits do not hold.
    length: u32,
    inflater: Box<DecompressorOxide>,
    window: Vec<u8>,
    /// Where in the window the next byte goes.
    at: usize,
    /// Whether a member just ended.
    is_whole: bool,
}

/// That bytes are no gzip, or not what was packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

/// The parts of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Magic, method and flags.
    Start,
    /// A time, and what packed it: nothing that is needed.
    Origin,
    ExtraLength,
    Extra,
    Name,
    Comment,
    HeaderSum,
    Content,
    Sum,
    Length,
}

impl Part {
    const fn next(self) -> Self {
        match self {
            Self::Start => Self::Origin,
            Self::Origin => Self::ExtraLength,
            Self::ExtraLength => Self::Extra,
            Self::Extra => Self::Name,
            Self::Name => Self::Comment,
            Self::Comment => Self::HeaderSum,
            Self::HeaderSum => Self::Content,
            Self::Content => Self::Sum,
            Self::Sum => Self::Length,
            Self::Length => Self::Start,
        }
    }
}

impl Gzip {
    pub(crate) fn new() -> Self {
        Self {
            part: Part::Start,
            left: 4,
            field: 0,
            flags: 0,
            sum: CHECK.digest(),
            length: 0,
            inflater: Box::default(),
            window: vec![0; WINDOW],
            at: 0,
            is_whole: false,
        }
    }

    /// Takes `bytes`, and passes on what they unpack to.
    ///
    /// # Errors
    /// Where they are damaged. What comes before was passed on, and nothing is to follow.
    pub(crate) fn push(&mut self, bytes: &[u8], mut pass: impl FnMut(&[u8])) -> Result<(), Damaged> {
        let mut rest = bytes;
        while let Some((byte, after)) = rest.split_first() {
            rest = if self.part == Part::Content {
                self.inflate(rest, &mut pass)?
            } else {
                self.step(*byte)?;
                after
            };
        }
        Ok(())
    }

    /// Whether what was pushed is all of a file: a member or several, and no beginning of a further one.
    pub(crate) const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Takes a byte of a header or a trailer.
    fn step(&mut self, byte: u8) -> Result<(), Damaged> {
        self.is_whole = false;
        if !matches!(self.part, Part::HeaderSum | Part::Sum | Part::Length) {
            self.sum.update(&[byte]);
        }
        self.field = (self.field >> 8) | (u32::from(byte) << 24);
        self.left = self.left.saturating_sub(1);
        let ended = match self.part {
            Part::Name | Part::Comment => byte == 0,
            _ => self.left == 0,
        };
        if ended { self.end() } else { Ok(()) }
    }

    /// Judges a part that is there to its end, and goes on to the next.
    fn end(&mut self) -> Result<(), Damaged> {
        let sum = || self.sum.clone().finalize();
        let sound = match self.part {
            Part::Start => {
                let [first, second, method, flags] = self.field.to_le_bytes();
                self.flags = flags;
                [first, second] == MAGIC && method == DEFLATED && flags & RESERVED == 0
            }
            Part::HeaderSum => self.short() == sum() & 0xFFFF,
            Part::Sum => self.field == sum(),
            Part::Length => self.field == self.length,
            _ => true,
        };
        if !sound {
            return Err(Damaged);
        }
        self.is_whole = self.part == Part::Length;
        self.go_on();
        Ok(())
    }

    /// Goes on to the next part that is there.
    fn go_on(&mut self) {
        self.part = self.part.next();
        self.left = self.least();
        match self.part {
            Part::Start => self.sum = CHECK.digest(),
            Part::Content => {
                (self.sum, self.length) = (CHECK.digest(), 0);
                self.inflater.init();
            }
            _ if self.left == 0 => self.go_on(),
            _ => {}
        }
    }

    /// How many bytes the part has at least; none where it is not there.
    fn least(&self) -> u32 {
        let with = |flag: u8, bytes: u32| if self.flags & flag == 0 { 0 } else { bytes };
        match self.part {
            Part::Start | Part::Sum | Part::Length => 4,
            Part::Origin => 6,
            Part::ExtraLength => with(HAS_EXTRA, 2),
            Part::Extra => with(HAS_EXTRA, self.short()),
            Part::Name => with(HAS_NAME, 1),
            Part::Comment => with(HAS_COMMENT, 1),
            Part::HeaderSum => with(HAS_SUM, 2),
            Part::Content => 1,
        }
    }

    /// The last two bytes as a number.
    const fn short(&self) -> u32 {
        self.field >> 16
    }

    /// Passes on what `packed` unpacks to; what comes behind it is left.
    fn inflate<'a>(&mut self, packed: &'a [u8], pass: &mut impl FnMut(&[u8])) -> Result<&'a [u8], Damaged> {
        let mut rest = packed;
        loop {
            let (status, taken, given) =
                decompress(&mut self.inflater, rest, &mut self.window, self.at, TINFL_FLAG_HAS_MORE_INPUT);
            rest = rest.get(taken..).unwrap_or_default();
            let unpacked = self.window.get(self.at..self.at + given).unwrap_or_default();
            self.sum.update(unpacked);
            // As the format has it: the length is counted modulo 2³².
            self.length = self.length.wrapping_add(u32::try_from(given).unwrap_or_default());
            self.at = (self.at + given) % WINDOW;
            pass(unpacked);
            match status {
                TINFLStatus::HasMoreOutput => {}
                TINFLStatus::NeedsMoreInput => return Ok(rest),
                TINFLStatus::Done => {
                    self.go_on();
                    return Ok(rest);
                }
                _ => return Err(Damaged),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, GzBuilder};
    use proptest::prelude::*;
    use std::io::Write as _;

    /// Pushes `file` in slices of so many bytes: whether it is sound, and what it unpacks to.
    fn unpacked(file: &[u8], slice: usize) -> (bool, Vec<u8>) {
        let (mut gzip, mut content) = (Gzip::new(), Vec::new());
        let sound = file.chunks(slice).all(|slice| gzip.push(slice, |bytes| content.extend(bytes)).is_ok());
        (sound && gzip.is_whole(), content)
    }

    fn packed(content: &[u8], builder: GzBuilder, level: u32) -> Vec<u8> {
        let mut encoder = builder.write(Vec::new(), Compression::new(level));
        encoder.write_all(content).and_then(|()| encoder.finish()).expect("memory takes all")
    }

    fn plain(content: &[u8]) -> Vec<u8> {
        packed(content, GzBuilder::new(), 6)
    }

    /// A header with every field, its sum under it.
    fn full() -> Vec<u8> {
        let flags = HAS_SUM | HAS_EXTRA | HAS_NAME | HAS_COMMENT;
        let mut header = vec![MAGIC[0], MAGIC[1], DEFLATED, flags, 1, 2, 3, 4, 0, 255, 3, 0, 7, 8, 9];
        header.extend(b"name\0comment\0");
        let [low, high, ..] = CHECK.checksum(&header).to_le_bytes();
        header.extend([low, high]);
        header
    }

    fn contents() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            prop::collection::vec(any::<u8>(), 0..3_000),
            // What packs well, and further than a window.
            (prop::collection::vec(any::<u8>(), 1..20), 1..8_000_usize)
                .prop_map(|(part, many)| part.repeat(many)),
        ]
    }

    /// What a header may say beside what is needed.
    fn builders() -> impl Strategy<Value = GzBuilder> {
        let text = || prop::option::of(prop::collection::vec(1..=u8::MAX, 0..300));
        let extra = prop::option::of(prop::collection::vec(any::<u8>(), 0..300));
        (text(), text(), extra, any::<u32>()).prop_map(|(name, comment, extra, time)| {
            let builder = GzBuilder::new().mtime(time);
            let builder = name.into_iter().fold(builder, GzBuilder::filename);
            let builder = comment.into_iter().fold(builder, GzBuilder::comment);
            extra.into_iter().fold(builder, GzBuilder::extra)
        })
    }

    fn members() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
        prop::collection::vec((contents(), builders(), 0..=9_u32), 1..=2).prop_map(|members| {
            members.into_iter().fold(<(Vec<u8>, Vec<u8>)>::default(), |(mut file, mut all), member| {
                let (content, builder, level) = member;
                file.extend(packed(&content, builder, level));
                all.extend(content);
                (file, all)
            })
        })
    }

    #[test]
    fn a_header_may_have_every_field_and_a_sum() {
        let file = [full(), plain(b"words").split_off(10)].concat();
        assert_eq!(unpacked(&file, 1), (true, b"words".to_vec()));
        let mut changed = file;
        changed[5] ^= 1;
        assert_eq!(unpacked(&changed, 1), (false, Vec::new()), "the sum is over all of the header");
    }

    #[test]
    fn headers_that_mean_something_else_are_damage() {
        for (place, value) in [(0, 0x1E), (1, 0), (2, 7), (3, 0x20), (3, 0x80)] {
            let mut file = plain(b"words");
            file[place] = value;
            assert_eq!(unpacked(&file, 100), (false, Vec::new()), "{value} at {place}");
        }
    }

    #[test]
    fn what_follows_the_last_member_is_damage() {
        let file = plain(b"words");
        for more in [&[0][..], &[0; 512], b"more", &MAGIC] {
            assert_eq!(unpacked(&[&file, more].concat(), 7), (false, b"words".to_vec()), "{more:?}");
        }
        assert_eq!(unpacked(&[], 1), (false, Vec::new()), "and nothing is no member");
    }

    proptest! {
        #[test]
        fn what_was_packed_comes_out((file, content) in members(), slice in 1..5_000_usize) {
            prop_assert_eq!(unpacked(&file, slice), (true, content));
        }

        #[test]
        fn a_changed_sum_or_length_is_told(content in contents(), place in 1..=8_usize, bit in 0..8) {
            let mut file = plain(&content);
            let at = file.len() - place;
            file[at] ^= 1_u8 << bit;
            prop_assert_eq!(unpacked(&file, 100), (false, content));
        }

        #[test]
        fn a_cut_is_told_and_gives_what_was_before(
            first in contents(),
            second in contents(),
            builder in builders(),
            cut in any::<prop::sample::Index>(),
        ) {
            let before = packed(&first, builder, 6);
            let file = [&before[..], &plain(&second)].concat();
            let cut = cut.index(file.len());
            let (whole, beginning) = unpacked(&file[..cut], 100);
            // Between two members nothing is missing.
            prop_assert_eq!(whole, cut == before.len());
            prop_assert!([first, second].concat().starts_with(&beginning));
        }

        #[test]
        fn any_bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..500), sound in any::<bool>()) {
            let header = if sound { full() } else { MAGIC.to_vec() };
            unpacked(&[header, bytes].concat(), 100);
        }

        #[test]
        fn a_changed_bit_gives_the_content_or_is_told(content in contents(), at in any::<prop::sample::Index>(), bit in 0..8) {
            let mut file = plain(&content);
            let at = at.index(file.len());
            file[at] ^= 1_u8 << bit;
            let (whole, unpacked) = unpacked(&file, 100);
            prop_assert!(!whole || unpacked == content);
        }
    }
}
