//! A plan for somebody else's page, in five forms that say the same: an element and a frame with the calculator in them, and
//! three that need no script: Markdown, Mermaid, and a picture.

mod drawn;
mod living;
mod written;

use crate::case::Case;
use chart::Chart;
use plan::Scenario;
use present::{Answer, Tile, headline, tpot_chart, ttft, ttft_chart, verdict};
use quantity::{Key, Unit};

/// What is shown of a plan in somebody else's page.
pub struct Card {
    calculator: Calculator,
    /// The address of the site, with a slash at its end.
    site: String,
    /// What the plan says behind `#`.
    fragment: String,
    headline: String,
    tiles: [Tile; 4],
    /// The load, in a few words.
    load: String,
    chart: Option<Chart>,
}

/// A calculator that has a small form for other people's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calculator {
    /// The size of a fleet.
    Fleet,
    /// The wait for the first token.
    Ttft,
}

/// A form that a plan can have in somebody else's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An element of `embed.js`, with the figures inside that show before it and without it.
    Element,
    /// A frame.
    Frame,
    /// Headline, table and link.
    Markdown,
    /// A diagram as text, and the link.
    Mermaid,
    /// A picture that is saved beside the page, and what shows it with the link.
    Image,
}

impl Form {
    /// Every form, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Element, Self::Frame, Self::Markdown, Self::Mermaid, Self::Image];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Element => "Element",
            Self::Frame => "Frame",
            Self::Markdown => "Markdown",
            Self::Mermaid => "Mermaid",
            Self::Image => "Image",
        }
    }

    /// Where it belongs.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Element => {
                "For documentation that takes scripts: mdBook, MkDocs, Docusaurus, a page of your own. The figures show before \
                 anything is loaded, and without scripts."
            }
            Self::Frame => {
                "For pages that take frames and no scripts: Notion, Confluence, hosted documentation."
            }
            Self::Markdown => "For a README, an issue or a wiki: headline, table and link.",
            Self::Mermaid => "For a README or an issue that draws Mermaid: the same figures as a diagram.",
            Self::Image => {
                "For slides, mail and anything else: save the picture beside your page; this shows it with the link."
            }
        }
    }
}

impl Calculator {
    /// The tag of its element.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Fleet => "headroom-fleet",
            Self::Ttft => "headroom-ttft",
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fleet => "Fleet calculator",
            Self::Ttft => "TTFT calculator",
        }
    }

    /// The folder of its small form below the site's root.
    #[must_use]
    pub const fn embed(self) -> &'static str {
        match self {
            Self::Fleet => "embed/fleet/",
            Self::Ttft => "embed/ttft/",
        }
    }

    /// The folder of the whole calculator.
    #[must_use]
    pub const fn page(self) -> &'static str {
        match self {
            Self::Fleet => "sandbox/fleet/",
            Self::Ttft => "sandbox/ttft/",
        }
    }
}

impl Card {
    /// The card of a plan on a calculator of the site at this address.
    ///
    /// # Example
    /// ```
    /// use export::{Calculator, Card, Form};
    /// use plan::{PlanInput, Scenario};
    /// let plan = Scenario::new("", PlanInput::from_link("v=1&rate=40&replicas=4&cached=0.6").0);
    /// let card = Card::of(&plan, Calculator::Ttft, "https://example.org/");
    /// let text = card.write(Form::Element);
    /// assert!(text.contains("<headroom-ttft rate=\"40\" cached=\"0.6\" replicas=\"4\">"));
    /// assert!(text.contains("TTFT p95 38 ms"));
    /// ```
    #[must_use]
    pub fn of(plan: &Scenario, calculator: Calculator, site: &str) -> Self {
        let case = Case::of(plan, String::new(), "");
        let answer = &case.answer;
        let waiting = Some(calculator).filter(|own| *own == Calculator::Ttft).and_then(|_| ttft(answer));
        let (headline, tiles, chart) = match &waiting {
            Some(page) => (page.headline(answer), page.tiles(answer), Some(ttft_chart(answer, page, false))),
            None => (headline(answer), verdict(answer), tpot_chart(answer)),
        };
        Self {
            calculator,
            site: site.into(),
            fragment: case.short_link.trim_start_matches('#').into(),
            headline,
            tiles,
            load: load(answer),
            chart,
        }
    }

    /// The text of a form, to be pasted.
    #[must_use]
    pub fn write(&self, form: Form) -> String {
        match form {
            Form::Element => self.element(),
            Form::Frame => self.frame(),
            Form::Markdown => self.markdown(),
            Form::Mermaid => self.mermaid(),
            Form::Image => self.image(),
        }
    }

    /// The headline.
    #[must_use]
    pub fn headline(&self) -> &str {
        &self.headline
    }

    /// The four figures, each with its name and what to know about it.
    #[must_use]
    pub const fn figures(&self) -> &[Tile; 4] {
        &self.tiles
    }

    /// The load, in a few words.
    #[must_use]
    pub fn load(&self) -> &str {
        &self.load
    }

    /// The address that opens the plan in the whole calculator.
    #[must_use]
    pub fn link(&self) -> String {
        [&self.site, self.calculator.page(), "#", &self.fragment].concat()
    }

    /// The address of the plan in the small form.
    #[must_use]
    pub fn embed(&self) -> String {
        [&self.site, self.calculator.embed(), "?theme=auto#", &self.fragment].concat()
    }
}

/// What arrives: rate, prompt, answer, and what the cache holds.
fn load(answer: &Answer) -> String {
    let plan = &answer.plan;
    let tokens = |tokens: f64| Unit::Tokens.exact(tokens);
    let arrive = Key::Rate.row().unit.exact(plan.rate.get());
    let cached = match plan.cached.get() {
        0.0 => String::new(),
        share => [", ", &Key::Cached.row().unit.exact(share), " cached"].concat(),
    };
    [&arrive, ", ", &tokens(plan.prompt.get()), " in, ", &tokens(plan.answer.get()), " out", &cached].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plan::{PlanInput, preset};

    fn card(link: &str, calculator: Calculator) -> Card {
        Card::of(&Scenario::new("Peak", PlanInput::from_link(link).0), calculator, "https://example.org/a/")
    }

    /// A text without what its format needs to leave a sign alone.
    fn bare(text: &str) -> String {
        let text = text.replace('\\', "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let mut read = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('#') {
            read.push_str(before);
            let number = after
                .split_once(';')
                .and_then(|(number, after)| Some((char::from_u32(number.parse().ok()?)?, after)));
            let (letter, after) = number.unwrap_or(('#', after));
            read.push(letter);
            rest = after;
        }
        read + rest
    }

    #[test]
    fn the_forms_say_the_same_figures_and_lead_to_the_same_plan() {
        for (link, calculator) in [
            ("v=1", Calculator::Fleet),
            (preset::B.link, Calculator::Fleet),
            ("v=1&rate=40&replicas=4&cached=0.6", Calculator::Ttft),
            ("v=1&rate=46&replicas=4", Calculator::Ttft),
            ("v=1&weights=bf16&tp=1", Calculator::Ttft),
        ] {
            let card = card(link, calculator);
            let texts = [Form::Element, Form::Markdown, Form::Mermaid].map(|form| bare(&card.write(form)));
            for text in texts.into_iter().chain([bare(&card.picture())]) {
                for part in
                    [card.figures().each_ref().map(|tile| tile.text.as_str()).as_slice(), &[card.headline()]]
                        .concat()
                {
                    assert!(text.contains(part), "{part} in {text}");
                }
                assert!(text.contains(&card.link()), "{} in {text}", card.link());
            }
            assert!(bare(&card.write(Form::Frame)).contains(&card.embed()));
        }
    }

    #[test]
    fn a_link_is_written_so_that_nothing_in_a_name_ends_it() {
        let card = Card::of(
            &Scenario::new("\"><script>alert(1)</script>", PlanInput::from_link("v=1&rate=40").0),
            Calculator::Fleet,
            "https://example.org/a/",
        );
        for form in Form::ALL {
            assert!(!card.write(form).contains("<script>alert"), "{form:?}");
        }
        assert_eq!(card.link(), "https://example.org/a/sandbox/fleet/#v=1&rate=40");
    }

    #[test]
    fn the_prompt_has_the_name_that_the_element_knows() {
        let text = card("v=1&in=3000&gpu=h200", Calculator::Fleet).write(Form::Element);
        assert!(text.contains("<headroom-fleet gpu=\"h200\" prompt=\"3000\">"), "{text}");
    }

    #[test]
    fn a_picture_holds_one_picture_at_most_and_is_whole() {
        let with = card("v=1", Calculator::Fleet).picture();
        let without = card("v=1&weights=bf16&tp=1", Calculator::Fleet).picture();
        assert_eq!([&with, &without].map(|text| text.matches("<svg ").count()), [2, 1]);
        for text in [with, without] {
            assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
            assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
        }
    }
}
