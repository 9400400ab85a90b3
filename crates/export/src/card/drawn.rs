//! The picture.

use super::Card;
use chart::{Markup, SIZE, svg};

/// Where the four figures stand, from the left.
const COLUMNS: [&str; 4] = ["24", "202", "380", "558"];

/// Height of the words above the chart.
const WORDS: f64 = 118.0;

impl Card {
    /// The picture: headline, figures, chart and link, in colours for a white ground.
    #[must_use]
    pub fn picture(&self) -> String {
        let (width, below) = SIZE;
        let chart = self.chart.as_ref().map(|chart| svg(chart, (width, below), ""));
        let height = WORDS + 34.0 + if chart.is_some() { below + 24.0 } else { 0.0 };
        let picture = Markup::new()
            .tags("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"system-ui, sans-serif\" width=\"")
            .tenths(width)
            .tags("\" height=\"")
            .tenths(height)
            .tags("\" viewBox=\"0 0 ")
            .tenths(width)
            .tags(" ")
            .tenths(height)
            .tags("\"><title>")
            .text(&self.headline)
            .tags("</title><desc>")
            .text(&self.link())
            .tags("</desc><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/><g fill=\"#1c2128\"><text x=\"24\" y=\"30\" font-size=\"14\" font-weight=\"600\">")
            .text(&self.load)
            .tags("</text>");
        let mut picture = picture;
        for (tile, x) in self.tiles.iter().zip(COLUMNS) {
            picture =
                picture.tags("<text y=\"62\" font-size=\"13\" x=\"").tags(x).tags("\">").text(tile.label);
            picture = picture
                .tags("</text><text y=\"92\" font-size=\"24\" font-weight=\"600\" x=\"")
                .tags(x)
                .tags("\">");
            picture = picture.text(&tile.text).tags("</text>");
        }
        picture = picture.tags("<text x=\"24\" font-size=\"12\" y=\"").tenths(height - 14.0).tags("\">");
        picture = picture.text(&self.short()).tags("</text></g>");
        let mut text = picture.finish();
        if let Some(chart) = chart {
            // A picture in a picture has a place of its own.
            text += &chart.replacen(
                "<svg ",
                &["<svg y=\"", &Markup::new().tenths(WORDS).finish(), "\" "].concat(),
                1,
            );
        }
        text + "</svg>"
    }

    /// What its file is called.
    #[must_use]
    pub fn file(&self) -> String {
        [self.calculator.tag(), ".svg"].concat()
    }

    /// The link as far as a line holds it.
    fn short(&self) -> String {
        let link = self.link();
        match link.char_indices().nth(100) {
            Some((end, _)) => [link.get(..end).unwrap_or_default(), "…"].concat(),
            None => link,
        }
    }
}
