//! What a page of token streams shows: how a load test went, and what its means and percentiles do not show.

mod counts;
mod first_tokens;
mod freeze;
mod gaps;
mod judgement;
mod metric;
mod published;
mod quantiles;
mod rates;
#[cfg(feature = "serde")]
mod sent;
mod timelines;
mod verdict;

pub use metric::Statistic;
pub(crate) use metric::Told;
pub use published::Published;

use crate::{Reason, Tile};
use chart::{Chart, Table};
use first_tokens::FirstTokens;
use gaps::Gaps;
use judgement::Judgement;
use latency::{Figures, Report, Streams, Targets, Terms};
use quantity::{Seconds, Unit};
use timelines::Timelines;

/// How a load test went: all that is read out of its tokens, once. What follows from targets is judged apart, by
/// [`StreamsAnswer::judged`], from the figures of each request and never from its tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamsAnswer {
    terms: Terms,
    report: Report,
    /// The 99.99th percentile of the gaps, where there are enough of them.
    p99_99: Option<Seconds>,
    /// One for each request that can be judged.
    requests: Vec<Option<Figures>>,
    first_tokens: FirstTokens,
    gaps: Gaps,
    timelines: Timelines,
    published: Vec<Published>,
}

/// What a page shows of a load test: texts, tables and charts, made for certain targets.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StreamsShown {
    /// One sentence for whoever does not see the tiles change.
    pub headline: String,
    /// Goodput, TTFT p95, TPOT p95, longest gap.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "sent::tiles"))]
    pub tiles: [Tile; 4],
    /// Which targets are missed, in a sentence.
    pub verdict: Reason,
    /// How many requests miss each target; empty where none is set.
    pub missed: Table,
    /// What a mean per request does not show; `None` where no request is good.
    pub freeze: Option<String>,
    /// What failed, was cut off or has too few tokens, and what that does to the figures; a sentence each.
    pub notes: Vec<String>,
    /// Requests and tokens a second, or why there are none.
    pub rates: String,
    /// The spread of each latency; without rows where no request has one.
    pub quantiles: Table,
    /// The gaps that a 99th percentile does not reach, where there are enough gaps to say.
    pub rare: Option<Table>,
    /// Published figures beside ours, where some were given.
    pub published: Option<Table>,
    /// TTFT by share of requests; `None` where no request was answered.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "sent::first_tokens"))]
    pub first_tokens: Option<Chart>,
    /// How many gaps have which length; `None` where there are none to draw.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "sent::gaps"))]
    pub gaps: Option<Chart>,
    /// The streams with the longest gaps, token by token; `None` where there is no gap.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "sent::timelines"))]
    pub timelines: Option<Chart>,
}

/// The labels of the tiles.
const TILES: [&str; 4] = ["Goodput", "TTFT p95", "TPOT p95", "Longest gap"];

/// The ids of the charts.
const FIRST_TOKENS: &str = "chart-first-tokens";
const GAPS: &str = "chart-gaps";
const TIMELINES: &str = "chart-timelines";

impl StreamsAnswer {
    /// How `streams` went, on these terms, with what was `published` of them to be compared.
    ///
    /// # Example
    /// The worked example, judged by two targets.
    /// ```
    /// use latency::{Synthetic, Targets, Terms};
    /// use present::StreamsAnswer;
    /// use quantity::Seconds;
    /// let targets = Targets { ttft: Some(Seconds::new(1.0)), tpot: Some(Seconds::new(0.05)), ..Targets::default() };
    /// let answer = StreamsAnswer::of(&Synthetic::default().streams(), &Terms::default(), Vec::new());
    /// assert_eq!(answer.judged(&targets).tiles[0].text, "349 of 400");
    /// ```
    #[must_use]
    pub fn of(streams: &Streams, terms: &Terms, published: Vec<Published>) -> Self {
        let report = Report::of(streams, &Terms { slowest: timelines::SHOWN, ..*terms });
        Self {
            terms: *terms,
            p99_99: quantiles::p99_99(streams, terms, &report),
            requests: judgement::judged(streams),
            first_tokens: FirstTokens::of(streams, terms.method),
            gaps: Gaps::of(streams, terms.itl),
            timelines: Timelines::of(streams, &report.slowest),
            report,
            published,
        }
    }

    /// What to show by the targets of its terms.
    #[must_use]
    pub fn shown(&self) -> StreamsShown {
        self.judged(&self.terms.targets)
    }

    /// What to show by other targets.
    #[must_use]
    pub fn judged(&self, targets: &Targets) -> StreamsShown {
        let judgement = Judgement::of(&self.requests, targets);
        let verdict = verdict::verdict(&judgement);
        StreamsShown {
            headline: verdict::headline(self, &judgement, &verdict),
            tiles: verdict::tiles(self, &judgement),
            missed: verdict::missed(&judgement),
            verdict,
            freeze: freeze::sentence(&judgement),
            notes: counts::notes(&self.report),
            rates: rates::sentence(&self.report, &judgement),
            quantiles: quantiles::spreads(self, targets),
            rare: quantiles::rare(self),
            published: published::comparison(self, &judgement),
            first_tokens: self.first_tokens.chart(&self.report, targets),
            gaps: self.gaps.chart(self),
            timelines: self.timelines.chart(targets),
        }
    }

    /// The longest gap of any request.
    fn longest_gap(&self) -> Option<Seconds> {
        let gaps = self.requests.iter().flatten().filter_map(Figures::longest_gap);
        gaps.reduce(|longest, gap| if gap > longest { gap } else { longest })
    }
}

/// A number of things.
fn count(number: usize) -> String {
    Unit::Count.show(number as f64)
}

/// A number of things that may be none: "none" reads better in a sentence than a nought.
fn count_or_none(number: usize) -> String {
    if number == 0 { "none".into() } else { count(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Chunk, Metric, Outcome, Stream, Synthetic};

    /// TTFT within 1 s and TPOT within 50 ms.
    fn targets() -> Targets {
        Targets { ttft: Some(Seconds::new(1.0)), tpot: Some(Seconds::new(0.05)), ..Targets::default() }
    }

    fn worked() -> StreamsAnswer {
        StreamsAnswer::of(&Synthetic::default().streams(), &Terms::default(), Vec::new())
    }

    /// Requests of one token in each chunk, that arrive at these times.
    fn streams(requests: &[(&[f64], Outcome)]) -> Streams {
        let mut streams = Streams::default();
        for (times, outcome) in requests {
            let chunks: Vec<Chunk> = times.iter().map(|time| Chunk::new(Seconds::new(*time), 1)).collect();
            streams.push(Stream::new(&chunks, *outcome).expect("in order"));
        }
        streams
    }

    fn shown(requests: &[(&[f64], Outcome)]) -> StreamsShown {
        StreamsAnswer::of(&streams(requests), &Terms { targets: targets(), ..Terms::default() }, Vec::new())
            .shown()
    }

    fn texts(table: &Table) -> Vec<String> {
        let line = |row: &Vec<chart::Cell>| {
            row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" | ")
        };
        table.rows.iter().map(line).collect()
    }

    /// As published with the worked example of 400 streams, seed 5: TTFT p50/p95/p99 257/2,324/2,995 ms, TPOT 30.0/32.4
    /// ms, ITL p99 44.1 ms, p99.9 48.9 ms, max 840 ms, 349 of 400 good, all 51 others by TTFT, 20 of the good ones frozen.
    #[test]
    fn the_published_figures() {
        let shown = worked().judged(&targets());
        let tiles: Vec<_> = shown.tiles.iter().map(|tile| format!("{}: {}", tile.text, tile.note)).collect();
        assert_eq!(
            tiles,
            [
                "349 of 400: 87% meet every target",
                "2,324 ms: p50 257 ms, p99 2,995 ms",
                "32.4 ms: p50 30.0 ms",
                "840 ms: ITL p99 44.1 ms"
            ]
        );
        assert_eq!(shown.verdict.text, "TTFT of 1,000 ms is missed by 51, TPOT of 50 ms by none.");
        assert_eq!(
            texts(&shown.missed),
            ["TTFT ≤ 1,000 ms | 51 | 51", "TPOT ≤ 50 ms | 0 | 0", "Not good in all | 51 | —"]
        );
        assert_eq!(
            texts(&shown.quantiles)[1..3],
            [
                "TPOT | 30.0 ms | 30.8 ms | 32.4 ms | 36.0 ms | 38.9 ms | 30.3 ms",
                "ITL, each token | 30.0 ms | 37.7 ms | 39.9 ms | 44.1 ms | 840 ms | 30.2 ms"
            ]
        );
        assert_eq!(
            shown.rare.map(|table| texts(&table)),
            Some(vec!["91,430 | 48.9 ms | 829 ms | 840 ms".into()])
        );
    }

    #[test]
    fn what_the_mean_hides_is_said() {
        let answer = worked();
        let freeze = answer.judged(&targets()).freeze.expect("good requests");
        assert!(
            freeze.starts_with("20 of the 349 good requests stood still for more than 500 ms"),
            "{freeze}"
        );
        assert!(
            freeze.ends_with("With the longest gap held to 500 ms as well, 329 would be good."),
            "{freeze}"
        );
        let held = answer.judged(&Targets { longest_gap: Some(Seconds::new(0.5)), ..targets() });
        assert_eq!(held.tiles[0].text, "329 of 400");
        assert_eq!(
            held.freeze.as_deref(),
            Some("None of the 329 good requests stood still for more than 500 ms.")
        );
        // 23 streams froze; three of them also waited too long.
        assert_eq!(
            held.verdict.text,
            "TTFT of 1,000 ms is missed by 51, TPOT of 50 ms by none, longest gap of 500 ms by 23; more than one by 3."
        );
    }

    #[test]
    fn other_targets_change_what_is_judged_and_nothing_else() {
        let answer = worked();
        let (tight, loose) = (
            answer.judged(&targets()),
            answer.judged(&Targets { ttft: Some(Seconds::new(9.0)), ..targets() }),
        );
        assert_eq!(loose.tiles[0].text, "400 of 400");
        assert_eq!(
            (&tight.tiles[1..], &tight.rare, &tight.gaps),
            (&loose.tiles[1..], &loose.rare, &loose.gaps)
        );
        let failing =
            |shown: &StreamsShown| shown.quantiles.rows.concat().iter().filter(|cell| cell.failing).count();
        assert_eq!(
            (failing(&tight), failing(&loose)),
            (4, 0),
            "p90, p95, p99 and the largest TTFT are over 1 s"
        );
    }

    #[test]
    fn figures_agree_as_they_are_printed() {
        let published = vec![
            Published::Latency(Metric::Ttft, Statistic::P95, Seconds::new(2.324)),
            Published::Latency(Metric::Itl, Statistic::P99, Seconds::new(0.05)),
            Published::Good(349),
            Published::TokensPerSecond(3000.0),
        ];
        let answer = StreamsAnswer::of(&Synthetic::default().streams(), &Terms::default(), published);
        assert_eq!(
            answer.judged(&targets()).published.map(|table| texts(&table)),
            Some(vec![
                "TTFT p95 | 2,324 ms | 2,324 ms | agrees".into(),
                "ITL p99 | 50.0 ms | 44.1 ms | differs: ours is 12% less".into(),
                "Good requests | 349 | 349 | agrees".into(),
                "Output tokens a second | 3,000 tok/s | — | not computed".into(),
            ])
        );
    }

    #[test]
    fn without_an_answer_there_are_no_figures() {
        for requests in [
            &[][..],
            &[(&[][..], Outcome::Failed)],
            &[(&[0.1, 0.2], Outcome::CutOff)],
            &[(&[], Outcome::Finished)],
        ] {
            let shown = shown(requests);
            assert!(shown.tiles[1..].iter().all(|tile| tile.text == "—"), "{:?}", shown.tiles);
            assert!(shown.quantiles.rows.is_empty() && shown.rare.is_none() && shown.freeze.is_none());
            assert!(shown.first_tokens.is_none() && shown.gaps.is_none() && shown.timelines.is_none());
            assert_eq!(
                shown.notes[0],
                "No request finished with a token, so there are no latencies to show."
            );
            assert_eq!(shown.headline, shown.verdict.lead);
        }
    }

    #[test]
    fn one_token_has_a_first_and_nothing_after_it() {
        let shown = shown(&[(&[0.2], Outcome::Finished), (&[0.4], Outcome::Finished)]);
        let tiles = shown.tiles.map(|tile| format!("{}: {}", tile.text, tile.note));
        assert_eq!(
            tiles,
            [
                "2 of 2: 100% meet every target",
                "390 ms: p50 300 ms, p99 398 ms",
                "—: no request finished with two tokens",
                "—: no request finished with two tokens"
            ]
        );
        assert_eq!(shown.quantiles.rows.len(), 2, "TTFT and E2E");
        assert!(shown.gaps.is_none() && shown.timelines.is_none());
        assert!(
            shown.notes.iter().any(|note| note.starts_with("Finished with one token: 2.")),
            "{:?}",
            shown.notes
        );
    }

    #[test]
    fn failed_requests_count_and_those_cut_off_do_not() {
        let shown = shown(&[
            (&[0.2, 0.23], Outcome::Finished),
            (&[0.2], Outcome::Failed),
            (&[3.0, 3.1], Outcome::CutOff),
        ]);
        assert_eq!(shown.tiles[0].text, "1 of 2");
        assert_eq!(shown.verdict.lead, "1 of 2 are not good.");
        assert_eq!(
            shown.verdict.text,
            "TTFT of 1,000 ms is missed by none, TPOT of 50 ms by none. 1 failed or gave no token, and so met no target."
        );
        assert_eq!(shown.notes.len(), 2, "{:?}", shown.notes);
    }

    #[test]
    fn rates_need_a_duration() {
        let terms = Terms { targets: targets(), duration: Some(Seconds::new(2.0)), ..Terms::default() };
        let streams = streams(&[(&[0.5, 0.54], Outcome::Finished), (&[1.5, 1.54], Outcome::Finished)]);
        let timed = StreamsAnswer::of(&streams, &terms, Vec::new()).shown();
        assert_eq!(
            timed.rates,
            "Over 2,000 ms: 1.0 req/s finished, 0.50 req/s good, 2 tok/s of output; on average 1.04 requests in flight."
        );
        assert_eq!(timed.tiles[0].note, "50% meet every target; 0.50 req/s");
        assert!(shown(&[(&[0.1], Outcome::Finished)]).rates.starts_with("No rates: "));
    }

    #[test]
    fn a_million_gaps_are_drawn_with_few_points() {
        let times: Vec<f64> = (0..=2000).map(|gap| 0.2 + 0.03 * f64::from(gap)).collect();
        let streams = streams(&[(&times[..], Outcome::Finished); 500]);
        let answer = StreamsAnswer::of(&streams, &Terms::default(), Vec::new());
        let shown = answer.judged(&targets());
        let charts = [shown.first_tokens, shown.gaps, shown.timelines].map(|chart| chart.expect("drawn"));
        for series in charts.iter().flat_map(|chart| &chart.series) {
            assert!(series.points.len() <= 200, "{} has {}", series.name, series.points.len());
        }
        assert!(charts[1].sentence.starts_with("No gap is longer than 500 ms"), "{}", charts[1].sentence);
    }

    #[test]
    fn a_first_token_that_was_kept_alone_has_a_ttft_and_is_not_judged() {
        let shown = shown(&[(&[0.2, 0.23], Outcome::Finished), (&[3.0], Outcome::FirstOnly)]);
        assert_eq!(
            (shown.tiles[0].text.as_str(), shown.tiles[1].note.as_str()),
            ("1 of 1", "p50 1,600 ms, p99 2,972 ms")
        );
        let sentence = shown.first_tokens.expect("first tokens").sentence;
        assert!(sentence.starts_with("1 of 2 first tokens came within 1,000 ms"), "{sentence}");
        assert!(shown.rates.starts_with("No rates: only the first token"), "{}", shown.rates);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn what_is_sent_arrives_whole() {
        let published = vec![Published::Good(349)];
        let answer = StreamsAnswer::of(&Synthetic::default().streams(), &Terms::default(), published);
        let shown = answer.judged(&targets());
        let sent = serde_json::to_string(&shown).expect("text");
        let arrived: StreamsShown = serde_json::from_str(&sent).expect("the same");
        assert_eq!(arrived, shown);
    }
}
