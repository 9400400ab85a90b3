//! The charts of several scenarios on top of each other, a curve for each.

use super::Compared;
use crate::rates::{nice_step, samples, state_at, tpot_cell};
use crate::{Answer, text_of, tpot_chart, ttft_chart};
use chart::{
    Axis, AxisScale, Cell, Chart, Dash, Mark, PlanMark, Series, Style, Table, Target, Tone, Unbounded,
};
use plan::Scenarios;
use quantity::{RequestsPerSecond, Unit, float};
use sizing::fleet::lanes;
use sizing::{Figure, Fleet, Lanes};

/// TPOT against the load on one replica, TTFT p95 against the fleet's, and what a million output tokens cost against it; each
/// none where no scenario has a fleet, or where there are more than can stand side by side.
#[must_use]
pub fn overlaid(all: &[Compared]) -> [Option<Chart>; 3] {
    [&TPOT, &TTFT, &PRICE].map(|subject| Overlay::of(subject, all).map(Overlay::chart))
}

/// How many letters of a name stand at a curve.
const LONGEST: usize = 18;

/// How many stand behind a target, whose line has little room.
const LONGEST_AT_TARGET: usize = 12;

/// What to call each scenario at its curve: its name, without the middle where it is long. Where two would be called the same,
/// each has its number in front.
#[must_use]
pub fn labels(all: &[Compared]) -> Vec<String> {
    let mut short: Vec<String> = all.iter().map(|one| shortened(one.name, LONGEST)).collect();
    if (1..short.len()).any(|place| short[..place].contains(&short[place])) {
        short.iter_mut().enumerate().for_each(|(place, name)| *name = format!("{} {name}", place + 1));
    }
    short
}

/// The start and the end of what is longer than `longest` letters: names of variants differ at their ends.
fn shortened(name: &str, longest: usize) -> String {
    let count = name.chars().count();
    if count <= longest {
        return name.into();
    }
    let half = longest / 2;
    let start: String = name.chars().take(half).collect();
    let end: String = name.chars().skip(count - half + 1).collect();
    [start.trim_end(), "…", end.trim_start()].concat()
}

/// How each curve looks: four that are told apart by their dashes alone. The first has the tone of what is measured, as
/// where it stands alone.
const LOOKS: [(Option<Tone>, Dash); Scenarios::MOST] = [
    (None, Dash::Whole),
    (Some(Tone::Action), Dash::Long),
    (Some(Tone::Muted), Dash::Short),
    (None, Dash::Dots),
];

/// What is drawn of each scenario.
struct Subject {
    id: &'static str,
    title: &'static str,
    /// What stands before the takeaways of the scenarios in the sentence, and behind them.
    lead: [&'static str; 2],
    /// What the load is on, and how the head of the table calls it.
    load: [&'static str; 2],
    measured: &'static str,
    unit: Unit,
    tone: Tone,
    /// The figure that the plan's own point shows.
    figure: Figure,
    takeaway: fn(&Answer, &Fleet) -> String,
    extent: fn(&Answer, &Fleet) -> Extent,
    value: fn(&Answer, f64) -> Option<f64>,
    /// The value at a load in the table.
    cell: fn(&Answer, f64) -> Cell,
    /// The loads up to the largest in view at which a curve is sampled, beside the rows of the table.
    grid: fn(f64) -> Vec<f64>,
}

/// What a scenario needs to see of the axes, and where its plan and its curve's end are.
struct Extent {
    far: f64,
    top: f64,
    planned: f64,
    /// The target in base units.
    target: Option<f64>,
    /// Where its values end, and the word for that; none where they go on.
    end: Option<Unbounded>,
}

const TPOT: Subject = Subject {
    id: "chart-compare-tpot",
    title: "TPOT against load on one replica",
    lead: ["Within its target and its memory a replica carries ", "."],
    load: ["Load on one replica", "req/s per replica"],
    measured: "TPOT",
    unit: Unit::Seconds,
    tone: Tone::Decode,
    figure: Figure::Tpot,
    takeaway: |answer, _| text_of(answer, Figure::LargestRate),
    extent: |answer, fleet| {
        let zone = tpot_chart::zone(answer, fleet);
        let planned = fleet.state.rate_each.get();
        Extent {
            far: tpot_chart::far(&zone, planned),
            top: tpot_chart::top(answer, fleet),
            planned,
            target: Some(answer.plan.tpot.get()),
            end: Some(zone),
        }
    },
    value: tpot_chart::tpot_at,
    cell: |answer, rate| tpot_cell(answer, state_at(answer, rate)),
    grid: |far| samples(nice_step(far / ROWS), far),
};

const TTFT: Subject = Subject {
    id: "chart-compare-ttft",
    title: "TTFT p95 against fleet load",
    lead: ["TTFT p95 is within its target up to ", "."],
    load: ["Fleet load", "req/s"],
    measured: "TTFT p95",
    unit: Unit::Wait,
    tone: Tone::Queue,
    figure: Figure::TtftP95,
    takeaway: |answer, fleet| {
        let largest = lanes_of(answer, fleet).largest_rate(answer.plan.ttft);
        largest.map_or_else(|| "no load".into(), |rate| Unit::RequestsPerSecond.show(rate.get()))
    },
    extent: |answer, fleet| {
        let lanes = lanes_of(answer, fleet);
        let planned = answer.plan.rate.get();
        Extent {
            far: ttft_chart::far(lanes, planned),
            top: ttft_chart::top(answer, lanes),
            planned,
            target: Some(answer.plan.ttft.get()),
            end: Some(Unbounded { from: ttft_chart::wall(lanes), name: "unbounded".into() }),
        }
    },
    value: |answer, rate| Some(ttft_at(answer, rate)?.get()),
    cell: |answer, rate| ttft_chart::wait_cell(answer, ttft_at(answer, rate)),
    grid: |far| samples(nice_step(far / ROWS), far),
};

const PRICE: Subject = Subject {
    id: "chart-compare-price",
    title: "Price against fleet load",
    lead: ["At its planned load a million output tokens costs ", "."],
    load: ["Fleet load", "req/s"],
    measured: "1M output tokens",
    unit: Unit::DollarsPerMillion,
    tone: Tone::Decode,
    figure: Figure::PerOutputWithSpare,
    takeaway: |answer, _| text_of(answer, Figure::PerOutputWithSpare),
    extent: |answer, _| {
        let planned = answer.plan.rate.get();
        let price = price_at(answer, planned).unwrap_or_default();
        Extent {
            far: 2.0 * planned,
            top: if price > 0.0 { 2.5 * price } else { 1.0 },
            planned,
            target: None,
            end: None,
        }
    },
    value: price_at,
    cell: |answer, rate| match sized_at(answer, rate) {
        Some(sized) => text_of(&sized, Figure::PerOutputWithSpare).into(),
        None => String::from("none").into(),
    },
    // Each costs a sizing, and between two steps of the fleet the curve is smooth.
    grid: |far| (1..=60).map(|part| far * f64::from(part) / 60.0).collect(),
};

fn lanes_of(answer: &Answer, fleet: &Fleet) -> Lanes {
    lanes(&answer.plan, &answer.sizing.replica, fleet.replicas)
}

fn ttft_at(answer: &Answer, rate: f64) -> Option<quantity::Seconds> {
    let lanes = lanes_of(answer, answer.fleet()?);
    Some(lanes.ttft(RequestsPerSecond::new(rate))?.p95)
}

/// The plan at another load, with as many replicas as that needs unless the plan fixes them.
fn sized_at(answer: &Answer, rate: f64) -> Option<Answer> {
    answer.changed(&|parts| parts.rate = RequestsPerSecond::new(rate))
}

fn price_at(answer: &Answer, rate: f64) -> Option<f64> {
    let sized = sized_at(answer, rate)?;
    Figure::PerOutputWithSpare.of(&sized.plan, &sized.sizing).number()
}

/// A scenario that has a curve.
struct Line<'a> {
    name: &'a str,
    label: String,
    answer: &'a Answer,
    extent: Extent,
    takeaway: String,
    look: (Option<Tone>, Dash),
}

/// The curves of a subject.
struct Overlay<'a> {
    subject: &'static Subject,
    all: &'a [Compared<'a>],
    lines: Vec<Line<'a>>,
    far: f64,
}

impl<'a> Overlay<'a> {
    fn of(subject: &'static Subject, all: &'a [Compared<'a>]) -> Option<Self> {
        if all.len() > Scenarios::MOST {
            return None;
        }
        let line = |((one, label), look): ((&Compared<'a>, String), &(Option<Tone>, Dash))| {
            let fleet = one.answer.fleet()?;
            let extent = (subject.extent)(one.answer, fleet);
            let takeaway = (subject.takeaway)(one.answer, fleet);
            Some(Line { name: one.name, label, answer: one.answer, extent, takeaway, look: *look })
        };
        let lines: Vec<Line> = all.iter().zip(labels(all)).zip(&LOOKS).filter_map(line).collect();
        let far = lines.iter().map(|line| line.extent.far).reduce(f64::max)?;
        Some(Self { subject, all, lines, far })
    }

    fn chart(self) -> Chart {
        let Subject { id, title, load: [load, _], measured, unit, .. } = *self.subject;
        let top = self.lines.iter().map(|line| line.extent.top).fold(0.0, f64::max);
        let axis = |label: &str, unit, max| Axis {
            label: label.into(),
            unit,
            min: 0.0,
            max,
            scale: AxisScale::Linear,
        };
        let (plan, marks) = self.plans();
        Chart {
            id,
            title: title.into(),
            sentence: self.sentence(),
            x: axis(load, Unit::RequestsPerSecond, self.far),
            y: axis(measured, unit, top),
            series: self.series(),
            targets: self.targets(),
            plan,
            marks,
            unbounded: self.zone(),
            table: self.table(),
        }
    }

    /// The takeaway of each scenario: "8.2 req/s (Today), 12.1 req/s (Half cached)".
    fn sentence(&self) -> String {
        let [lead, end] = self.subject.lead;
        let of = |line: &Line| [&line.takeaway, " (", line.name, ")"].concat();
        let mut sentence = [lead, &self.lines.iter().map(of).collect::<Vec<_>>().join(", "), end].concat();
        for one in self.all.iter().filter(|one| one.answer.fleet().is_none()) {
            sentence = [&sentence, " There is no fleet to draw for ", one.name, "."].concat();
        }
        sentence
    }

    fn series(&self) -> Vec<Series> {
        let rates = self.rates();
        let series = |line: &Line| Series {
            name: line.label.clone(),
            tone: line.look.0.unwrap_or(self.subject.tone),
            dash: line.look.1,
            style: Style::Line,
            points: rates.iter().map(|rate| (*rate, (self.subject.value)(line.answer, *rate))).collect(),
        };
        self.lines.iter().map(series).collect()
    }

    /// The loads at which every curve is sampled, so that a read-out has a value of each: close enough for the longest, more of
    /// them along those that end in the first half, and just before each end, where a stick turns up.
    fn rates(&self) -> Vec<f64> {
        let mut rates = (self.subject.grid)(self.far);
        let rows = self.rows();
        let planned = self.lines.iter().map(|line| line.extent.planned);
        let ends = self.lines.iter().filter_map(|line| line.extent.end.as_ref()).map(|zone| zone.from);
        let near = ends.clone().flat_map(|end| ttft_chart::before(end).into_iter().chain([end]));
        let along = ends.filter(|end| *end < self.far / 2.0);
        let along = along.flat_map(|end| (1..40).map(move |part| end * f64::from(part) / 40.0));
        for rate in rows.chain(planned).chain(near).chain(along).filter(|rate| *rate <= self.far) {
            let place = rates.partition_point(|known| *known < rate);
            if rates.get(place).is_none_or(|known| known.total_cmp(&rate).is_ne()) {
                rates.insert(place, rate);
            }
        }
        rates
    }

    /// The loads of the table.
    fn rows(&self) -> impl Iterator<Item = f64> + use<> {
        let step = nice_step(self.far / ROWS);
        (1..=12).map(move |row| float::tidy(step * f64::from(row)))
    }

    /// One line for each target. Where there are several each says whose it is: "Target 50 ms, Today +1".
    fn targets(&self) -> Vec<Target> {
        let mut found: Vec<(f64, &str, u8)> = Vec::new();
        for line in &self.lines {
            let Some(value) = line.extent.target else { continue };
            match found.iter_mut().find(|known| known.0.total_cmp(&value).is_eq()) {
                Some((.., others)) => *others += 1,
                None => found.push((value, &line.label, 0)),
            }
        }
        let is_one = found.len() == 1;
        let target = |(value, label, others): (f64, &str, u8)| {
            let limit = ["Target ", &self.subject.unit.exact(value)].concat();
            let name = [&limit, ", ", &shortened(label, LONGEST_AT_TARGET)].concat();
            let name = match others {
                _ if is_one => limit,
                0 => name,
                others => format!("{name} +{others}"),
            };
            Target { name, value }
        };
        found.into_iter().map(target).collect()
    }

    /// The line of the first, and a dot for each of the others: the curve that it stands on has a name already.
    fn plans(&self) -> (Option<PlanMark>, Vec<Mark>) {
        let height = |line: &Line| (self.subject.figure).of(&line.answer.plan, &line.answer.sizing).number();
        let Some((first, others)) = self.lines.split_first() else { return (None, Vec::new()) };
        let x = first.extent.planned;
        let planned = ["planned ", &Unit::RequestsPerSecond.number(x)].concat();
        let is_shared = others.iter().all(|line| line.extent.planned.total_cmp(&x).is_eq());
        let label = if is_shared { planned } else { [&planned, ", ", &first.label].concat() };
        let mark = |line: &Line| {
            let (x, y) = (line.extent.planned, height(line)?);
            Some(Mark { label: String::new(), x, y, tone: Tone::Action })
        };
        (Some(PlanMark { label, x, y: height(first) }), others.iter().filter_map(mark).collect())
    }

    /// The zone where all have ended. Where one goes on it begins at the right edge, and only lends the read-out its word.
    fn zone(&self) -> Option<Unbounded> {
        let ends: Vec<&Unbounded> = self.lines.iter().filter_map(|line| line.extent.end.as_ref()).collect();
        let (first, others) = match ends.split_first() {
            Some((first, others)) if ends.len() == self.lines.len() => (first, others),
            _ => return Some(Unbounded { from: self.far, name: "no price".into() }),
        };
        let is_shared = others.iter().all(|zone| zone.name == first.name);
        let name = if is_shared { &first.name } else { "more than it carries" };
        let from = others.iter().map(|zone| zone.from).fold(first.from, f64::max);
        Some(Unbounded { from, name: name.into() })
    }

    /// The value of each scenario at some loads, and before them as it is planned.
    fn table(&self) -> Table {
        let [load, head] = self.subject.load;
        let names = self.all.iter().map(|one| String::from(one.name));
        let row = |name: String, cell: &dyn Fn(&Answer, &Fleet) -> Cell| {
            let of = |one: &Compared| match one.answer.fleet() {
                Some(fleet) => cell(one.answer, fleet),
                None => String::from("no fleet").into(),
            };
            [Cell::from(name)].into_iter().chain(self.all.iter().map(of)).collect()
        };
        let planned = |answer: &Answer, fleet: &Fleet| {
            let rate = Unit::RequestsPerSecond.show((self.subject.extent)(answer, fleet).planned);
            Cell::from([&text_of(answer, self.subject.figure), " at ", &rate].concat())
        };
        let at = |rate: f64| {
            let name = Unit::RequestsPerSecond.scale(rate).exact(rate);
            row(name, &|answer, _| (self.subject.cell)(answer, rate))
        };
        Table {
            caption: [self.subject.measured, " by ", &lowered(load)].concat(),
            head: [head.into()].into_iter().chain(names).collect(),
            rows: [row("as planned".into(), &planned)].into_iter().chain(self.rows().map(at)).collect(),
        }
    }
}

/// How many rows of loads a table has.
const ROWS: f64 = 12.0;

/// A label within a sentence.
fn lowered(label: &str) -> String {
    let mut letters = label.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}
