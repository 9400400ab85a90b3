//! The forms with the calculator in them.

use super::Card;
use chart::Markup;
use quantity::Key;

impl Card {
    /// The script once, and an element whose attributes are the plan. It stands in a `<div>`, since some writers of Markdown
    /// take only such an element for HTML, and its text on one line, since others would make paragraphs of more.
    pub(super) fn element(&self) -> String {
        let tag = self.calculator.tag();
        let mut element = Markup::new()
            .tags("<script src=\"")
            .text(&self.site)
            .tags("embed.js\" async></script>\n<div>\n<");
        element = element.text(tag);
        for (name, value) in self.attributes() {
            element = element.tags(" ").text(name).tags("=\"").text(value).tags("\"");
        }
        element = element.tags("><p>").text(&self.headline);
        for tile in &self.tiles {
            element = element.tags(" ").text(tile.label).tags(": ").text(&tile.text).tags(".");
        }
        element = element.tags(" <a href=\"").text(&self.link());
        element.tags("\">Open in Headroom</a></p></").text(tag).tags(">\n</div>\n").finish()
    }

    /// What the plan says, by the names that the element has for it.
    fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.fragment.split('&').filter_map(|pair| pair.split_once('='));
        let name = |key: Key| if key == Key::In { "prompt" } else { key.row().name };
        pairs.filter_map(move |(key, value)| {
            Key::all().find(|known| known.row().name == key).map(|key| (name(key), value))
        })
    }

    pub(super) fn frame(&self) -> String {
        let frame = Markup::new().tags("<iframe src=\"").text(&self.embed()).tags("\" title=\"");
        let frame = frame.text(self.calculator.title()).tags("\" width=\"100%\" height=\"");
        let frame = frame.text(self.calculator.height());
        frame
            .tags("\" frameborder=\"0\" loading=\"lazy\" sandbox=\"allow-scripts allow-popups\"></iframe>\n")
            .finish()
    }
}

impl super::Calculator {
    /// What its small form needs at a width of 640 pixels, with room for two lines of notes.
    const fn height(self) -> &'static str {
        match self {
            Self::Fleet => "460",
            Self::Ttft => "640",
        }
    }
}
