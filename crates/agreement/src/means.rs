//! What a plan by a trace's means alone would have missed: both plans, sized.

use crate::Subject;
use chart::{Cell, Table};
use evidence::trace::TraceReading;
use plan::PlanInput;
use present::{Answer, EvidenceShown, headline, text_of};
use quantity::{Key, Place, RequestsPerSecond, Unit};
use sizing::{Figure, Outcome};

/// What a trace asks of a plan.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TraceLoad {
    /// The mean rate over the whole trace.
    pub rate: RequestsPerSecond,
    /// The workload that it offers, in the pairs of a link: the rate of its fullest minute, lengths, `ca2` and `cs2`.
    pub pairs: Vec<(String, String)>,
}

impl TraceLoad {
    /// What is asked by a trace, by what is `shown` of it; `None` where it is without arrivals or answers.
    #[must_use]
    pub fn of(trace: &TraceReading, shown: &EvidenceShown) -> Option<Self> {
        Some(Self { rate: trace.rate?, pairs: shown.takes.first()?.pairs.clone() })
    }
}

/// The plan with a trace's means beside the plan with its fullest minute, tails and bursts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Means {
    /// A row for each: what it plans for, replicas needed, TTFT p95, and how its replicas stand the fullest minute.
    pub table: Table,
    /// What the means would have missed, in a sentence.
    pub sentence: String,
}

impl Means {
    /// The plan of `input` with the workload of a trace: `None` where that is one that no plan allows.
    ///
    /// Both are sized as any plan is, with as many replicas as they need. The one has the mean rate over the whole trace
    /// and says nothing of spread; the other is the one that the trace offers to a plan, with the rate of the fullest
    /// minute, `ca2` and `cs2`.
    #[must_use]
    pub fn of(input: &PlanInput, TraceLoad { rate, pairs }: &TraceLoad) -> Option<Self> {
        let mean = rate.get();
        Key::Rate.row().check(mean).ok()?;
        let says = |key: Key| pairs.iter().any(|(name, _)| name == key.row().name);
        // What a plan does not allow is not offered to it; the plan's own would stand there as if it were the trace's.
        if ![Key::Rate, Key::In, Key::Out].into_iter().all(says) {
            return None;
        }
        let mut full = input.clone();
        full.unsay(Key::Replicas);
        full.take(pairs);
        let mut alone = full.clone();
        alone.say(Key::Rate, &Key::Rate.row().unit.link(mean), Place::Link);
        [Key::Ca2, Key::Cs2].into_iter().for_each(|key| alone.unsay(key));
        let (alone, full) = (Sized::of(alone, &full), Sized::of(full.clone(), &full));
        let rows = vec![alone.row("Mean only"), full.row("Peak minute, tails and bursts")];
        let head = [
            "Planned by",
            "Arrivals",
            "Replicas needed",
            "TTFT p95",
            "TTFT p95 of so many in the fullest minute",
        ];
        let table = Table {
            caption: [&who(input), " for this trace, by its means alone and in full"].concat(),
            head: head.map(String::from).into(),
            rows,
        };
        Some(Self { sentence: sentence(&who(input), &alone, &full), table })
    }

    /// Adds that to what is `shown` of the trace: the table first, the sentence after what the trace itself leaves to say.
    pub fn tell(self, shown: &mut EvidenceShown) {
        shown.tables.insert(0, self.table);
        shown.notes.push(self.sentence);
    }
}

/// Whose replicas are counted: "Llama 3.1 70B on H100 SXM".
fn who(input: &PlanInput) -> String {
    let Subject { model, gpu, .. } = Subject::of(input);
    let model = model.and_then(catalog::model).map_or("A model of your own", |entry| entry.label);
    let gpu = gpu.and_then(catalog::accelerator).map_or("a GPU of your own", |entry| entry.label);
    [model, " on ", gpu].concat()
}

/// A plan, and its replicas under the fullest minute.
struct Sized {
    answer: Answer,
    needed: Option<u32>,
    tested: Option<Answer>,
}

impl Sized {
    fn of(input: PlanInput, full: &PlanInput) -> Self {
        let answer = Answer::to(input.check().plan);
        let needed = match &answer.sizing.outcome {
            Outcome::Planned(fleet) => Some(fleet.needed),
            _ => None,
        };
        let tested = needed.map(|needed| {
            let mut full = full.clone();
            full.say(Key::Replicas, &Unit::Count.link(f64::from(needed)), Place::Link);
            Answer::to(full.check().plan)
        });
        Self { answer, needed, tested }
    }

    fn row(&self, name: &str) -> Vec<Cell> {
        let rate = Unit::RequestsPerSecond.show(self.answer.plan.rate.get());
        let needed = self.needed.map_or_else(|| "none will do".into(), count);
        let tested = self.tested.as_ref().map_or_else(|| "—".into(), ttft);
        let late = self.tested.as_ref().is_some_and(is_late);
        let tested = if late { Cell::failing(tested) } else { tested.into() };
        [name.into(), rate, needed, ttft(&self.answer)].into_iter().map(Cell::from).chain([tested]).collect()
    }
}

fn count(replicas: u32) -> String {
    Unit::Count.show(f64::from(replicas))
}

fn ttft(answer: &Answer) -> String {
    text_of(answer, Figure::TtftP95)
}

/// Whether TTFT p95 misses its target, or has no bound.
fn is_late(answer: &Answer) -> bool {
    match Figure::TtftP95.of(&answer.plan, &answer.sizing) {
        sizing::Value::Number(seconds) => seconds > answer.plan.ttft.get(),
        sizing::Value::Unbounded => true,
        sizing::Value::Absent => false,
    }
}

/// What the one says of arrivals that the other would have missed.
fn sentence(who: &str, alone: &Sized, full: &Sized) -> String {
    let replicas = |needed: u32| count(needed) + if needed == 1 { " replica" } else { " replicas" };
    let (Some(bought), Some(needed)) = (alone.needed, full.needed) else {
        let (name, stuck) = if alone.needed.is_none() {
            ("its means alone", alone)
        } else {
            ("its fullest minute, tails and bursts", full)
        };
        return [who, " for ", name, ": ", &headline(&stuck.answer)].concat();
    };
    let mut text = [who, " by means alone needs ", &replicas(bought), " for this trace"].concat();
    if needed == bought {
        text += ", and for its fullest minute with tails and bursts no more";
    } else {
        text.extend(["; for its fullest minute with tails and bursts it needs ", &count(needed)]);
    }
    let Some(tested) = &alone.tested else { return text + "." };
    let (planned, real) = (ttft(&alone.answer), ttft(tested));
    let late = if is_late(tested) { ", and misses its target" } else { "" };
    if planned == real {
        return text + ".";
    }
    text.extend([". With ", &replicas(bought), " TTFT p95 is planned as ", &planned, " and is ", &real]);
    text + " in that minute" + late + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::trace::TraceReader;
    use present::evidence::trace_shown;

    /// Three minutes at 2 req/s, one minute at `peak`; prompts of 1,000 tokens, one in ten of them `long`.
    fn trace(peak: u32, long: u32) -> TraceReading {
        let steady = (0..360).map(|half| f64::from(half) / 2.0);
        let full = (0..60 * peak).map(|part| 180.0 + f64::from(part) / f64::from(peak));
        let mut lines = String::from("arrival_s,prompt,output\n");
        for (place, at) in steady.chain(full).enumerate() {
            let prompt = if place % 10 == 0 { long } else { 1000 };
            lines += &format!("{at},{prompt},200\n");
        }
        let mut reader = TraceReader::new();
        reader.push(lines.as_bytes()).expect("a trace");
        reader.finish()
    }

    fn load(reading: &TraceReading) -> Option<TraceLoad> {
        TraceLoad::of(reading, &trace_shown(reading))
    }

    fn of(link: &str, reading: &TraceReading) -> Means {
        let load = load(reading).expect("a workload");
        Means::of(&PlanInput::from_link(link).0, &load).expect("one that a plan allows")
    }

    fn texts(means: &Means, row: usize) -> Vec<&str> {
        means.table.rows[row].iter().map(|cell| cell.text.as_str()).collect()
    }

    #[test]
    fn the_fullest_minute_needs_more_and_the_fewer_are_late_in_it() {
        let means = of("v=1", &trace(60, 6000));
        let (alone, full) = (texts(&means, 0), texts(&means, 1));
        assert_eq!((alone[0], full[0]), ("Mean only", "Peak minute, tails and bursts"));
        assert_eq!(full[1], "60.0 req/s");
        let number = |text: &str| text.parse::<u32>().expect("a number of replicas");
        assert!(number(full[2]) > number(alone[2]), "{alone:?} {full:?}");
        assert!(means.table.rows[0][4].failing && !means.table.rows[1][4].failing, "{alone:?} {full:?}");
        // In full, the replicas stand in the minute that they are planned for.
        assert_eq!(full[3], full[4]);
        assert!(
            means.sentence.contains(&["needs ", full[2], ". With ", alone[2]].concat()),
            "{}",
            means.sentence
        );
        let end = [" is ", alone[4], " in that minute, and misses its target."].concat();
        assert!(means.sentence.ends_with(&end), "{}", means.sentence);
    }

    /// The plan that is sized is the one that the trace offers: the same link, the same replicas.
    #[test]
    fn in_full_it_is_the_plan_that_the_trace_offers() {
        let reading = trace(30, 4000);
        let pairs = trace_shown(&reading).takes[0].pairs.clone();
        let link = pairs
            .iter()
            .fold(String::from("v=1&gpu=h200"), |link, (key, text)| format!("{link}&{key}={text}"));
        let Outcome::Planned(fleet) = sizing::size(&PlanInput::from_link(&link).0.check().plan).outcome
        else {
            panic!("no fleet for {link}");
        };
        assert_eq!(texts(&of("v=1&gpu=h200&replicas=9", &reading), 1)[2], count(fleet.needed));
    }

    #[test]
    fn without_a_spread_nothing_is_missed_and_without_a_workload_there_is_nothing() {
        let even = of("v=1&gpu=h200", &trace(2, 1000));
        assert!(even.table.caption.contains("H200"), "{}", even.table.caption);
        assert!(even.sentence.contains("with tails and bursts no more"), "{}", even.sentence);
        assert_eq!(load(&TraceReader::new().finish()), None);
    }

    /// Ten requests in two days are fewer a second than a plan may state.
    #[test]
    fn a_rate_that_no_plan_allows_is_not_taken_for_the_plans_own() {
        let lines: String = (0..10).map(|day| format!("{},1000,200\n", day * 20_000)).collect();
        let mut reader = TraceReader::new();
        reader.push(["arrival_s,prompt,output\n", &lines].concat().as_bytes()).expect("a trace");
        let reading = reader.finish();
        assert!(reading.rate.is_some() && reading.workload.is_some());
        let load = load(&reading).expect("a workload");
        assert_eq!(Means::of(&PlanInput::default(), &load), None);
    }

    #[test]
    fn where_no_number_helps_it_says_so() {
        let means = of("v=1&ttft=1ms", &trace(2, 1000));
        assert_eq!(texts(&means, 0)[2..], ["none will do", "none", "—"]);
        let (who, why) = means.sentence.split_once(" for its means alone: ").expect("a reason");
        assert!(who.ends_with("H100 SXM 80 GB") && why.ends_with('.'), "{}", means.sentence);
    }
}
