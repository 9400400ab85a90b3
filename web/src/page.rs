//! The pages of the site and their addresses, relative to each other.

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// What the site is, with three ways in.
    Home,
    /// The lesson.
    Gist,
    /// The lesson as maps.
    Maps,
    /// The lesson as questions.
    Qa,
    /// The fleet calculator.
    Fleet,
    /// The calculator of the load in tokens a second.
    Tokens,
    /// The calculator of waiting before the first token.
    Ttft,
    /// What token streams say.
    Streams,
    /// Scenarios side by side.
    Compare,
    /// What other tools wrote, and the plan beside it.
    Evidence,
}

impl Page {
    /// Every page.
    pub const ALL: [Self; 10] = [
        Self::Home,
        Self::Gist,
        Self::Maps,
        Self::Qa,
        Self::Fleet,
        Self::Tokens,
        Self::Ttft,
        Self::Streams,
        Self::Compare,
        Self::Evidence,
    ];

    /// The calculators.
    pub const SANDBOX: [Self; 6] =
        [Self::Fleet, Self::Tokens, Self::Ttft, Self::Streams, Self::Compare, Self::Evidence];

    /// The page's folder below the site's root.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Home => "",
            Self::Gist => "gist/",
            Self::Maps => "maps/",
            Self::Qa => "qa/",
            Self::Fleet => "sandbox/fleet/",
            Self::Tokens => "sandbox/tokens/",
            Self::Ttft => "sandbox/ttft/",
            Self::Streams => "sandbox/streams/",
            Self::Compare => "sandbox/compare/",
            Self::Evidence => "sandbox/evidence/",
        }
    }

    /// The word for the page in `<html data-page>`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Gist => "gist",
            Self::Maps => "maps",
            Self::Qa => "qa",
            Self::Fleet => "fleet",
            Self::Tokens => "tokens",
            Self::Ttft => "ttft",
            Self::Streams => "streams",
            Self::Compare => "compare",
            Self::Evidence => "evidence",
        }
    }

    /// The page of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.name() == name)
    }

    /// For the browser's title bar.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Home => "Headroom: capacity planning for LLM serving",
            Self::Gist => "The gist: how many GPUs, and at what cost? · Headroom",
            Self::Maps => "Maps: the capacity loop, and what limits capacity · Headroom",
            Self::Qa => "Q&A: questions on serving capacity · Headroom",
            Self::Fleet => "Size a fleet · Headroom",
            Self::Tokens => "Tokens per second · Headroom",
            Self::Ttft => "Time to first token · Headroom",
            Self::Streams => "Token streams · Headroom",
            Self::Compare => "Compare scenarios · Headroom",
            Self::Evidence => "Evidence: what was measured · Headroom",
        }
    }

    /// For search engines and previews.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Home => {
                "Plan a fleet for serving large language models, in the browser: how many GPUs, what runs out first, \
                 why, and what a token costs."
            }
            Self::Gist => {
                "TTFT, TPOT, ITL and goodput, a 70B fleet worked twice, why waiting explodes, what to scale on and what a \
                 token costs: every figure computed, and yours to change."
            }
            Self::Maps => {
                "The loop from targets to a tested fleet, what limits capacity, and how the parts of the lesson lean on \
                 each other, with your own plan in it."
            }
            Self::Qa => {
                "A ladder of seven questions on LLM serving capacity, eight for an interview, what goes wrong, and a design \
                 scenario with a worked answer."
            }
            Self::Fleet => {
                "How many replicas and GPUs a load needs, which resource runs out first, and the price of a token."
            }
            Self::Tokens => {
                "What prompts and answers cost in replica-seconds, what a larger decode batch saves, and what it risks."
            }
            Self::Streams => {
                "TTFT, TPOT, ITL and goodput from raw token times, of a synthetic set or of a file of your own, and what an \
                 average hides."
            }
            Self::Compare => {
                "Up to four plans side by side: which assumption differs, what it does to replicas, latency and the price of \
                 a token, all in one link."
            }
            Self::Evidence => {
                "Load tests, traces, metrics, start-up logs and model configs of other tools, read in the browser and held \
                 against the plan."
            }
            Self::Ttft => {
                "How long a request waits for its first token as load rises, and what a prefix cache buys."
            }
        }
    }

    /// The folder that holds the whole site, seen from this page: `data-root` on `<html>`.
    #[must_use]
    pub fn root(self) -> String {
        "../".repeat(self.path().matches('/').count())
    }

    /// The address of `other`, as a link on this page.
    #[must_use]
    pub fn href_from(self, other: Self) -> String {
        let address = self.root() + other.path();
        if address.is_empty() { String::from("./") } else { address }
    }

    /// The program that brings it to life, by the name of its binary.
    #[must_use]
    pub const fn program(self) -> &'static str {
        match self {
            Self::Home => Self::MAIN,
            Self::Gist | Self::Qa => "lesson",
            _ => self.name(),
        }
    }

    /// The program that Trunk starts by itself; those of the other pages stand beside it.
    pub const MAIN: &'static str = "app";

    /// Whether the program takes the page's container over; elsewhere it only adds to what was served.
    #[must_use]
    pub const fn is_sandbox(self) -> bool {
        !matches!(self, Self::Home | Self::Gist | Self::Maps | Self::Qa)
    }
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn addresses_are_relative_to_the_page() {
        assert_eq!(Page::Home.href_from(Page::Fleet), "sandbox/fleet/");
        assert_eq!(Page::Fleet.href_from(Page::Gist), "../../gist/");
        assert_eq!(Page::Fleet.href_from(Page::Ttft), "../../sandbox/ttft/");
        assert_eq!(Page::Gist.href_from(Page::Home), "../");
        assert_eq!(Page::Home.href_from(Page::Home), "./");
    }

    #[test]
    fn every_page_has_a_name_of_its_own() {
        for page in Page::ALL {
            assert_eq!(Page::named(page.name()), Some(page));
        }
        assert_eq!(Page::named("elsewhere"), None);
    }
}
