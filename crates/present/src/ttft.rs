//! The TTFT page's answer: quantiles for a number of lanes, and the same with another cache hit beside it.

use crate::{Answer, Reason, Tile, reason, value_text};
use chart::{Cell, Table, Tone};
use quantity::{Fraction, Unit};
use sizing::fleet::{Running, lanes};
use sizing::{Figure, Fit, Lanes, Outcome};

/// How long the first token takes, for the plan and for a variant with another cache hit.
#[derive(Clone, Debug, PartialEq)]
pub struct TtftAnswer {
    /// The prefill lanes.
    pub lanes: Lanes,
    /// How they run at the planned rate.
    pub running: Running,
    /// The cache hit of the variant.
    pub variant_cached: f64,
    /// The lanes of the variant.
    pub variant_lanes: Lanes,
    /// How the variant runs.
    pub variant: Running,
}

/// The hit that the variant shows: 60% beside a plan that has none, none beside a plan that has one.
const VARIANT_HIT: f64 = 0.6;

const TTFT: &[Figure] = &[Figure::TtftP95, Figure::Prefill, Figure::WaitProbability];
const P50: &[Figure] = &[Figure::TtftP50];
const P99: &[Figure] = &[Figure::TtftP99];
const BUSY: &[Figure] = &[Figure::LanesBusy, Figure::WaitProbability, Figure::MeanWait];

/// The answer; `None` where the model does not fit, or where neither the plan nor the load says how many replicas.
#[must_use]
pub fn ttft(answer: &Answer) -> Option<TtftAnswer> {
    let replicas = match &answer.sizing.outcome {
        Outcome::Planned(fleet) => fleet.replicas,
        Outcome::DoesNotFit(_) => return None,
        _ => answer.plan.replicas?,
    };
    let hit = if answer.plan.cached.get() > 0.0 { 0.0 } else { VARIANT_HIT };
    let variant = answer.changed(&|parts| parts.cached = Fraction::new(hit))?;
    Some(TtftAnswer {
        lanes: lanes(&answer.plan, &answer.sizing.replica, replicas),
        running: Running::of(&answer.plan, &answer.sizing.replica, replicas),
        variant_cached: hit,
        variant_lanes: lanes(&variant.plan, &variant.sizing.replica, replicas),
        variant: Running::of(&variant.plan, &variant.sizing.replica, replicas),
    })
}

impl TtftAnswer {
    /// The four tiles.
    #[must_use]
    pub fn tiles(&self, answer: &Answer) -> [Tile; 4] {
        let text = |figure: Figure| self.text(answer, figure);
        let target = Unit::Wait.exact(answer.plan.ttft.get());
        let verdict = match self.running.ttft {
            Some(ttft) if ttft.p95 <= answer.plan.ttft => format!("within the target of {target}"),
            Some(_) => format!("over the target of {target}"),
            None => "the queue grows without end".into(),
        };
        let prefill = Unit::Seconds.show(answer.sizing.replica.prefill.get());
        let lanes = Unit::Count.show(f64::from(self.lanes.count));
        let waiting = match self.running.ttft {
            Some(_) => format!("{lanes} lanes; {} of prompts wait", text(Figure::WaitProbability)),
            None => format!("{lanes} lanes; more work arrives than they can do"),
        };
        [
            Tile { label: "TTFT p95", text: text(Figure::TtftP95), note: verdict, figures: TTFT },
            Tile {
                label: "TTFT p50",
                text: text(Figure::TtftP50),
                note: format!("of which prefill {prefill}"),
                figures: P50,
            },
            Tile {
                label: "TTFT p99",
                text: text(Figure::TtftP99),
                note: "one prompt in a hundred waits longer".into(),
                figures: P99,
            },
            Tile { label: "Prefill lanes busy", text: text(Figure::LanesBusy), note: waiting, figures: BUSY },
        ]
    }

    fn text(&self, answer: &Answer, figure: Figure) -> String {
        value_text(figure, figure.of_running(&answer.plan, &self.running, answer.sizing.replica.fit))
    }

    /// What decides, in a sentence.
    #[must_use]
    pub fn reason(&self, answer: &Answer) -> Reason {
        let busy = self.text(answer, Figure::LanesBusy);
        let rate = Unit::RequestsPerSecond.exact(answer.plan.rate.get());
        let Some(ttft) = self.running.ttft else {
            return Reason {
                tone: Tone::Failure,
                lead: "Unbounded.".into(),
                text: format!(
                    "At {rate} the lanes would have to be busy {busy} of the time: the queue grows until requests are \
                     refused. Fewer prompt tokens or more replicas bring it back."
                ),
            };
        };
        let prefill = answer.sizing.replica.prefill;
        let wait = ttft.p95 - prefill;
        let share = |part: quantity::Seconds| Unit::Wait.show(part.get());
        if ttft.p95 <= answer.plan.ttft {
            Reason {
                tone: Tone::Queue,
                lead: "The target holds.".into(),
                text: format!(
                    "At {rate} the lanes are busy {busy} of the time. Of the p95, {} is prefill and {} is waiting.",
                    share(prefill),
                    share(wait)
                ),
            }
        } else if prefill > answer.plan.ttft {
            reason(answer)
        } else {
            Reason {
                tone: Tone::Failure,
                lead: "Waiting breaks the target.".into(),
                text: format!(
                    "At {rate} the lanes are busy {busy} of the time. Of the p95, {} is prefill and {} is waiting.",
                    share(prefill),
                    share(wait)
                ),
            }
        }
    }

    /// The plan and its variant side by side.
    #[must_use]
    pub fn comparison(&self, answer: &Answer) -> Table {
        let column = |cached: f64, running: &Running| {
            let text = |figure: Figure| {
                value_text(
                    figure,
                    figure.of_running(
                        &answer.plan,
                        running,
                        Fit::Fits { pool: quantity::Bytes::new(0.0), resident: 1 },
                    ),
                )
            };
            let over = running.ttft.is_none_or(|ttft| ttft.p95 > answer.plan.ttft);
            let p95 = if over {
                Cell::failing(format!("{}, over target", text(Figure::TtftP95)))
            } else {
                text(Figure::TtftP95).into()
            };
            vec![
                Cell::from(Unit::Fraction.exact(cached)),
                text(Figure::LanesBusy).into(),
                text(Figure::TtftP50).into(),
                p95,
                text(Figure::TtftP99).into(),
            ]
        };
        Table {
            caption: "The plan, and the same load with another cache hit.".into(),
            head: ["Prompt tokens cached", "Lanes busy", "p50", "p95", "p99"].map(String::from).into(),
            rows: vec![
                column(answer.plan.cached.get(), &self.running),
                column(self.variant_cached, &self.variant),
            ],
        }
    }

    /// The headline for whoever does not see the tiles change.
    #[must_use]
    pub fn headline(&self, answer: &Answer) -> String {
        format!(
            "TTFT p95 {}, p50 {}. {}",
            self.text(answer, Figure::TtftP95),
            self.text(answer, Figure::TtftP50),
            self.reason(answer).lead
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(link: &str) -> (Answer, TtftAnswer) {
        let answer = Answer::to_link(link);
        let ttft = ttft(&answer).expect("lanes");
        (answer, ttft)
    }

    #[test]
    fn the_published_rows() {
        let (answer, page) = at("v=1&rate=40&replicas=4");
        let texts = page.tiles(&answer).map(|tile| tile.text);
        assert_eq!(texts, ["607 ms", "167 ms", "915 ms", "88%"]);
        let rows: Vec<Vec<String>> = page
            .comparison(&answer)
            .rows
            .into_iter()
            .map(|row| row.into_iter().map(|c| c.text).collect())
            .collect();
        assert_eq!(rows[0], ["0%", "88%", "167 ms", "607 ms, over target", "915 ms"]);
        assert_eq!(rows[1], ["60%", "35%", "35 ms", "38 ms", "60 ms"]);
    }

    #[test]
    fn unbounded_is_said_and_not_a_number() {
        let (answer, page) = at("v=1&rate=46&replicas=4");
        assert_eq!(page.tiles(&answer)[0].text, "unbounded");
        assert!(page.reason(&answer).text.contains("busy 102% of the time"), "{:?}", page.reason(&answer));
    }

    #[test]
    fn a_plan_without_replicas_uses_the_fleets_own_count() {
        assert_eq!(at("v=1").1.lanes.count, 4);
    }
}
