//! The site's icon as pictures of points, painted from the one drawing.

use crate::Outcome;
use crate::shell::attribute;
use crc::{CRC_32_ISO_HDLC, Crc};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// The drawing's own grid: its sides lie on whole units of it.
const GRID: usize = 16;

/// The check sum that PNG's specification has (annex D).
const CHECK: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The drawing as a PNG with sides of `size` points, a multiple of the grid, so that every edge lies between points.
pub(crate) fn png(drawing: &str, size: usize) -> Outcome<Vec<u8>> {
    let boxes = drawing.split("<rect").skip(1).map(Block::read).collect::<Outcome<Vec<_>>>()?;
    let mut points = Vec::with_capacity(size * (size * 3 + 1));
    for y in 0..size {
        // How the row is packed: as it is.
        points.push(0);
        for x in 0..size {
            let (x, y) = (x * GRID / size, y * GRID / size);
            let top = boxes.iter().rev().find(|block| block.covers(x, y));
            points.extend(top.ok_or("the icon leaves a part of its square bare")?.colour);
        }
    }
    let side = u32::try_from(size)?.to_be_bytes();
    // Eight bits each of red, green and blue, in one pass.
    let header = [&side[..], &side[..], &[8, 2, 0, 0, 0]].concat();
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, content) in
        [(b"IHDR", header), (b"IDAT", compress_to_vec_zlib(&points, 9)), (b"IEND", Vec::new())]
    {
        png.extend(chunk(*kind, &content)?);
    }
    Ok(png)
}

/// One rectangle of the drawing.
struct Block {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    colour: [u8; 3],
}

impl Block {
    /// Reads what stands behind `<rect`.
    fn read(text: &str) -> Outcome<Self> {
        let number = |name| -> Outcome<usize> {
            Ok(attribute(text, name).ok_or("a rectangle of the icon lacks a figure")?.parse()?)
        };
        let colour = attribute(text, "fill").ok_or("a rectangle of the icon lacks its fill")?;
        let colour = u32::from_str_radix(colour.trim_start_matches('#'), 16)?.to_be_bytes();
        let [_, red, green, blue] = colour;
        Ok(Self {
            x: number("x")?,
            y: number("y")?,
            width: number("width")?,
            height: number("height")?,
            colour: [red, green, blue],
        })
    }

    fn covers(&self, x: usize, y: usize) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// A part of a PNG: its length, its kind, its content and a check sum over both.
fn chunk(kind: [u8; 4], content: &[u8]) -> Outcome<Vec<u8>> {
    let length = u32::try_from(content.len())?.to_be_bytes();
    let named = [&kind[..], content].concat();
    Ok([&length[..], &named, &CHECK.checksum(&named).to_be_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    const DRAWING: &str = include_str!("../../../web/assets/icon.svg");

    #[test]
    fn the_check_sum_is_that_of_the_specification() {
        // The usual test word of CRC-32, and the end of every PNG.
        assert_eq!(CHECK.checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(CHECK.checksum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn each_point_has_the_colour_of_the_drawing() {
        let png = png(DRAWING, 192).unwrap();
        assert_eq!(&png[16..24], [0, 0, 0, 192, 0, 0, 0, 192]);
        let length = u32::from_be_bytes(png[33..37].try_into().unwrap()) as usize;
        let rows = decompress_to_vec_zlib(&png[41..41 + length]).unwrap();
        assert_eq!(rows.len(), 192 * (192 * 3 + 1));
        let at = |x: usize, y: usize| &rows[y * (192 * 3 + 1) + 1 + x * 3..][..3];
        assert_eq!(at(0, 0), [0x0b, 0x6e, 0x6e]);
        // The first bar begins at 4, 9 on the grid of 16, with twelve points to the unit.
        assert_eq!(at(48, 108), [0xfb, 0xfa, 0xf7]);
        assert_eq!(at(47, 108), [0x0b, 0x6e, 0x6e]);
        assert_eq!(at(48, 107), [0x0b, 0x6e, 0x6e]);
    }

    #[test]
    fn a_mask_in_the_shape_of_a_circle_cuts_nothing_off() {
        for bar in DRAWING.split("<rect").skip(2).map(|text| Block::read(text).unwrap()) {
            for (x, y) in
                [(bar.x, bar.y), (bar.x + bar.width, bar.y + bar.height), (bar.x + bar.width, bar.y)]
            {
                let far = (x as f64 - 8.0).hypot(y as f64 - 8.0);
                assert!(far <= 0.4 * 16.0, "{x}, {y} is {far} from the middle");
            }
        }
    }
}
