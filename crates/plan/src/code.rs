//! A link as a code to scan from paper.

use qrcodegen::{Mask, QrCode, QrCodeEcc, QrSegment, Version};

/// Longer links make codes too fine for paper and a telephone's camera.
const LONGEST: usize = 1200;

/// The light rim that readers need, in modules.
const RIM: i32 = 4;

/// The code of `link` as SVG, dark on white in every theme; none where it is too long.
///
/// All of it is bytes, and the pattern over it is always the same: weighing the eight patterns and packing what is digits would be
/// half of the encoder's weight, and readers do without.
#[must_use]
pub fn code(link: &str) -> Option<String> {
    if link.len() > LONGEST {
        return None;
    }
    let bytes = [QrSegment::make_bytes(link.as_bytes())];
    let (least, most, mask) = (Version::MIN, Version::MAX, Some(Mask::new(2)));
    let code = QrCode::encode_segments_advanced(&bytes, QrCodeEcc::Low, least, most, mask, false).ok()?;
    let side = (code.size() + 2 * RIM).to_string();
    let parts = [
        "<svg class=\"code\" role=\"img\" viewBox=\"0 0 ",
        &side,
        " ",
        &side,
        "\"><title>The link as a code</title><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/><path fill=\"#000000\" d=\"",
        &path(&code),
        "\"/></svg>",
    ];
    Some(parts.concat())
}

/// The dark modules, each run of them in a row a rectangle.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let mut end = x;
            while code.get_module(end, y) {
                end += 1;
            }
            if end > x {
                for (letter, number) in [("M", x + RIM), (" ", y + RIM), ("h", end - x), ("v1h-", end - x)] {
                    path.push_str(letter);
                    path.push_str(&number.to_string());
                }
                path.push('z');
            }
            x = end + 1;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader makes of the picture's path, each module four pixels wide.
    fn read(svg: &str) -> String {
        let (_, path) = svg.split_once(" d=\"").expect("a path");
        let mut dark = vec![[false; 150]; 150];
        for run in path.split_once('"').expect("its end").0.split('M').skip(1) {
            let mut numbers = run.split([' ', 'h', 'v']).map(|part| part.parse::<usize>().expect("a number"));
            let mut next = || numbers.next().expect("three numbers");
            let (left, top, length) = (next(), next(), next());
            dark[top][left..left + length].fill(true);
        }
        let shade = |x: usize, y: usize| if dark[y / 4][x / 4] { 0 } else { 255 };
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(600, 600, shade);
        let grids = image.detect_grids();
        grids.first().expect("a code").decode().expect("readable").1
    }

    #[test]
    fn the_code_reads_back_as_the_link() {
        for link in [
            "https://example.org/sandbox/fleet/#v=1",
            "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92",
            &"v=1&x=%D7%97&".repeat(60),
        ] {
            assert_eq!(read(&code(link).expect("short enough")), link);
        }
    }

    #[test]
    fn a_link_too_long_for_paper_has_no_code() {
        assert_eq!(code(&"x".repeat(LONGEST + 1)), None);
    }
}
