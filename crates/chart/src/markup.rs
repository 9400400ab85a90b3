//! HTML and SVG as text.
//!
//! A view of its own for every table cell and every sentence would be a third of the program's size. Tags are literals
//! of the program, everything else is escaped: there is no way to write an unescaped value.

/// Markup under construction.
#[derive(Clone, Debug, Default)]
pub struct Markup(String);

impl Markup {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds tags as they stand.
    #[must_use]
    pub fn tags(mut self, tags: &'static str) -> Self {
        self.0.push_str(tags);
        self
    }

    /// Adds a text, or the value of an attribute between double quotes.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// Adds a length or a share to a tenth, as attributes of drawings take it.
    #[must_use]
    pub fn tenths(self, value: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a place on a screen; casts saturate, NaN gives zero"
        )]
        let tenths = (value * 10.0).round() as i32;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        self.text(sign).text(&whole.to_string()).tags(".").text(&rest.to_string())
    }

    /// Adds one part for each item.
    #[must_use]
    pub fn each<T>(self, items: &[T], part: fn(Self, &T) -> Self) -> Self {
        items.iter().fold(self, part)
    }

    /// The markup.
    #[must_use]
    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Markup;

    #[test]
    fn no_text_becomes_a_tag() {
        let markup = Markup::new().tags("<p title=\"").text("a\"b").tags("\">").text("<b> & co").tags("</p>");
        assert_eq!(markup.finish(), "<p title=\"a&quot;b\">&lt;b&gt; &amp; co</p>");
    }

    #[test]
    fn lengths_have_one_digit_behind_the_point() {
        let tenths = |value| Markup::new().tenths(value).finish();
        assert_eq!([44.24, 0.0, -3.26, f64::NAN].map(tenths), ["44.2", "0.0", "-3.3", "0.0"]);
    }
}
