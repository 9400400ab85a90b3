//! From what was said to a valid plan, with every issue in words.

use crate::input::{Entry, PlanInput};
use crate::measured;
use crate::own_model::{self, OwnModel};
use quantity::{
    Bytes, BytesPerSecond, Decimal, DollarsPerHour, FlopsPerSecond, Fraction, Key, Kind, OutOfRange, Place,
    Quantity, Reading, RequestsPerSecond, Seconds, Standard, Tokens, Unit, clip, float, read,
};
use sizing::{
    Accelerator, Counting, ExpertReads, KvLayout, MemoryRule, Model, Overheads, Plan, PlanParts, Precision,
    Source, WeightSize,
};

/// A plan, and what stood in its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Always valid: where an issue stands, the example's value was used.
    pub plan: Plan,
    /// All issues, in the order of the table.
    pub issues: Vec<Issue>,
    /// How texts were read, where that is not plain from them.
    pub readings: Vec<Echo>,
}

/// How a text was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Echo {
    /// The field it stands in.
    pub key: Key,
    /// The reading, in words.
    pub text: String,
    /// Whether something was assumed that the text does not say.
    pub assumed: bool,
}

/// Something that could not be used as it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The field it belongs to.
    pub key: Key,
    /// What is wrong and what is allowed.
    pub message: String,
    /// The value used instead, in words.
    pub used: String,
    /// The same as a link writes it, where it is not the default.
    pub instead: Option<String>,
}

/// A name that a field of words may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name in a link.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
}

/// The names that the field of `key` may hold; empty for numbers.
#[must_use]
pub fn choices(key: Key) -> Vec<Choice> {
    match key {
        Key::Model => catalog::MODELS.iter().map(|m| Choice { name: m.name, label: m.label }).collect(),
        Key::Gpu => catalog::ACCELERATORS.iter().map(|a| Choice { name: a.name, label: a.label }).collect(),
        Key::Weights | Key::Kv => Precision::ALL.map(|p| Choice { name: p.name(), label: p.label() }).into(),
        Key::Engine => MemoryRule::ALL.map(|rule| Choice { name: rule.name(), label: rule.label() }).into(),
        Key::Attn => two(["off", "left out"], ["on", "counted"]),
        Key::Moe => two(["all", "all of them"], ["touched", "those its batch touches"]),
        Key::KvLayout => two(["ideal", "what layers need"], ["reserved", "one page size for all"]),
        Key::Measured => measured::CHOICES.into(),
        Key::WeightSize => two(["flat", "the same for each"], ["checkpoint", "the checkpoint’s parts"]),
        _ => Vec::new(),
    }
}

fn two(first: [&'static str; 2], second: [&'static str; 2]) -> Vec<Choice> {
    [first, second].map(|[name, label]| Choice { name, label }).into()
}

impl Checked {
    /// The issue of `key`, if it has one.
    #[must_use]
    pub fn issue(&self, key: Key) -> Option<&Issue> {
        self.issues.iter().find(|issue| issue.key == key)
    }
}

impl PlanInput {
    /// Makes a plan of what was said. All issues are found at once; each field that has one holds its default in the
    /// plan, so there is a valid plan in every case.
    #[must_use]
    pub fn check(&self) -> Checked {
        let mut reader = Reader { input: self, issues: Vec::new(), readings: Vec::new() };
        let mut parts = reader.parts();
        while let Some(contradiction) = parts.model.contradiction() {
            reader.note(own_model::settle(&mut parts.model, contradiction));
        }
        if !parts.model.splits_over(parts.tp) {
            let (issue, tp) = indivisible(&parts);
            reader.note(issue);
            parts.tp = tp;
        }
        let Reader { issues, readings, .. } = reader;
        let plan = Plan::new(parts).unwrap_or_else(|_| example());
        Checked { plan, issues, readings }
    }

    /// The number said for `key`, where it can be used.
    #[must_use]
    pub fn number(&self, key: Key) -> Option<f64> {
        number(key.row(), self.entry(key)?).ok().map(|reading| reading.value)
    }

    /// The name said for `key`, as the catalogue spells it, where it can be used.
    #[must_use]
    pub fn word(&self, key: Key) -> Option<&'static str> {
        let said = self.entry(key)?.text.trim();
        let is_said = |name: &&'static str| name.eq_ignore_ascii_case(said);
        match key {
            // The long lists, without a copy of them: every link that is written or read asks.
            Key::Model => catalog::MODELS.iter().map(|model| model.name).find(is_said),
            Key::Gpu => catalog::ACCELERATORS.iter().map(|accelerator| accelerator.name).find(is_said),
            Key::Measured => measured::word(said),
            _ => choices(key).into_iter().map(|choice| choice.name).find(is_said),
        }
    }
}

/// Worked example A, which is valid: a test proves it.
fn example() -> Plan {
    PlanInput::default().check().plan
}

/// A text as a number of `row`, within its range; else what is wrong with it.
fn number(row: &Quantity, entry: &Entry) -> Result<Reading, String> {
    let reading = read(&entry.text, row.unit, entry.place).map_err(|misread| misread.message(row.unit))?;
    match row.check(reading.value) {
        Ok(()) => Ok(reading),
        Err(OutOfRange::TooLarge) if row.unit == Unit::Fraction && entry.place == Place::Link => {
            Err(format!("A link writes a share as 0.6 or 60%; this one may be {}.", row.allowed()))
        }
        Err(fault) => Err(row.refusal(fault, reading.value)),
    }
}

/// The default of `row` in words.
fn standard_text(row: &Quantity) -> String {
    match row.default {
        Standard::Number(value) => format!("{}, the example’s value", row.unit.exact(value)),
        Standard::Word(name) => format!("{}, the example’s choice", label(row.key, name)),
        Standard::Absent => "nothing, as if it were left out".into(),
    }
}

/// What people call the choice `name` of `key`.
fn label(key: Key, name: &'static str) -> &'static str {
    choices(key).into_iter().find(|choice| choice.name == name).map_or(name, |choice| choice.label)
}

/// What stands for `key` where nothing is said.
fn standard(key: Key) -> Stands {
    match key.row().default {
        Standard::Number(value) => Stands::Number(value),
        Standard::Word(name) => Stands::Word(name),
        Standard::Absent => Stands::Absent,
    }
}

/// What stands for a quantity: what was said and can be used, else its default.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stands {
    Number(f64),
    Word(&'static str),
    Absent,
}

impl Stands {
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.to_bits() == b.to_bits(),
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::Absent, Self::Absent) => true,
            _ => false,
        }
    }
}

struct Reader<'a> {
    input: &'a PlanInput,
    issues: Vec<Issue>,
    readings: Vec<Echo>,
}

impl Reader<'_> {
    fn refuse(&mut self, key: Key, message: String) {
        self.note(Issue { key, message, used: standard_text(key.row()), instead: None });
    }

    /// Adds an issue at its place in the order of the table.
    fn note(&mut self, issue: Issue) {
        let place = self.issues.partition_point(|known| known.key <= issue.key);
        self.issues.insert(place, issue);
    }

    /// The number said for `key`, or its default; `None` where there is neither.
    fn optional(&mut self, key: Key) -> Option<f64> {
        let row = key.row();
        let standard = match row.default {
            Standard::Number(value) => Some(value),
            _ => None,
        };
        let Some(entry) = self.input.entry(key) else { return standard };
        match number(row, entry) {
            Ok(Reading { value, note, assumed }) => {
                self.readings.extend(note.map(|text| Echo { key, text, assumed }));
                Some(value)
            }
            Err(message) => {
                self.refuse(key, message);
                standard
            }
        }
    }

    /// The number said for `key`, or its default, for rows that have one.
    fn number(&mut self, key: Key) -> f64 {
        debug_assert!(matches!(key.row().default, Standard::Number(_)), "{} has no default", key.row().name);
        self.optional(key).unwrap_or_default()
    }

    fn count(&mut self, key: Key) -> u32 {
        float::count(self.number(key))
    }

    fn fraction(&mut self, key: Key) -> Fraction {
        Fraction::new(self.number(key))
    }

    /// The name said for `key`, or its default.
    fn word(&mut self, key: Key) -> &'static str {
        let standard = match key.row().default {
            Standard::Word(name) => name,
            _ => "",
        };
        let Some(entry) = self.input.entry(key) else { return standard };
        self.input.word(key).unwrap_or_else(|| {
            self.refuse(key, unknown_word(key, entry.text.trim()));
            standard
        })
    }

    fn precision(&mut self, key: Key) -> Precision {
        Precision::named(self.word(key)).unwrap_or(Precision::Fp8)
    }

    fn parts(&mut self) -> PlanParts {
        let (model, model_source) = self.model();
        let weights_at = self.word(Key::Gpu);
        let weights = self.precision(Key::Weights);
        PlanParts {
            model,
            accelerator: self.accelerator(weights_at, weights),
            weights,
            kv: self.precision(Key::Kv),
            tp: self.count(Key::Tp),
            mem: self.fraction(Key::Mem),
            reserve: Bytes::new(self.number(Key::Reserve)),
            mfu: self.fraction(Key::Mfu),
            mbu: self.fraction(Key::Mbu),
            rate: RequestsPerSecond::new(self.number(Key::Rate)),
            prompt: Tokens::new(self.number(Key::In)),
            answer: Tokens::new(self.number(Key::Out)),
            cached: self.fraction(Key::Cached),
            batch: self.optional(Key::Batch).map(float::count),
            util: self.fraction(Key::Util),
            spare: self.count(Key::Spare),
            ttft: Seconds::new(self.number(Key::Ttft)),
            tpot: Seconds::new(self.number(Key::Tpot)),
            itl: self.optional(Key::Itl).map(Seconds::new),
            price: DollarsPerHour::new(self.number(Key::Price)),
            replicas: self.optional(Key::Replicas).map(float::count),
            ca2: self.optional(Key::Ca2).unwrap_or(1.0),
            cs2: self.optional(Key::Cs2).unwrap_or(1.0),
            counting: self.counting(),
            memory_rule: MemoryRule::named(self.word(Key::Engine)).unwrap_or(MemoryRule::Plan),
            overheads: Overheads {
                activations: Bytes::new(self.optional(Key::Activations).unwrap_or_default()),
                graphs: Bytes::new(self.optional(Key::Graphs).unwrap_or_default()),
                non_torch: Bytes::new(self.optional(Key::NonTorch).unwrap_or_default()),
            },
            per_step: Seconds::new(self.number(Key::PerStep)),
            per_request: Seconds::new(self.number(Key::PerRequest)),
            sources: self.sources(model_source),
        }
    }

    /// The model of the catalogue, with the reader's own figures in place of its.
    fn model(&mut self) -> (Model, Source) {
        let entry = catalog::model(self.word(Key::Model)).unwrap_or(&catalog::MODELS[0]);
        let own = OwnModel::said(|key| self.optional(key));
        let source = if entry.is_class { Source::Assumed } else { Source::Published };
        (own.over(entry.model()), source)
    }

    fn counting(&mut self) -> Counting {
        Counting {
            attention: self.word(Key::Attn) == "on",
            experts: match self.word(Key::Moe) {
                "touched" => ExpertReads::Touched,
                _ => ExpertReads::All,
            },
            kv_layout: match self.word(Key::KvLayout) {
                "reserved" => KvLayout::Reserved,
                _ => KvLayout::Ideal,
            },
            weight_size: match self.word(Key::WeightSize) {
                "checkpoint" => WeightSize::Checkpoint,
                _ => WeightSize::Flat,
            },
        }
    }

    /// A figure of the reader's own GPU. One that is a thousand times off is used, and asked about.
    fn own_gpu(&mut self, key: Key) -> Option<f64> {
        let value = self.optional(key)?;
        if let (Some(likely), true) = (likely(key, value), self.input.number(key).is_some()) {
            let unit = key.row().unit;
            let [given, likely] = [unit.exact(value), unit.exact(likely)];
            let text =
                format!("Used as {given}, a thousand times off what GPUs have: did you mean {likely}?");
            self.readings.push(Echo { key, text, assumed: true });
        }
        Some(value)
    }

    /// The accelerator of the catalogue, with the reader's own figures in place of its.
    fn accelerator(&mut self, name: &str, weights: Precision) -> Accelerator {
        let entry = catalog::accelerator(name).unwrap_or(&catalog::ACCELERATORS[0]);
        let mut accelerator = entry.accelerator();
        if let Some(memory) = self.own_gpu(Key::Hbm) {
            accelerator.memory = Bytes::new(memory);
            accelerator.driver_memory = None;
        }
        if let Some(bandwidth) = self.own_gpu(Key::Bw) {
            accelerator.bandwidth = BytesPerSecond::new(bandwidth);
        }
        if let Some(peak) = self.own_gpu(Key::Flops).map(FlopsPerSecond::new) {
            // "flops" is the peak for the weights' precision, whatever arithmetic that is.
            match accelerator.peak(weights).1 {
                Precision::Bf16 | Precision::Int4 => accelerator.peaks.bf16 = peak,
                Precision::Fp8 => accelerator.peaks.fp8 = Some(peak),
                Precision::Int8 => accelerator.peaks.int8 = Some(peak),
                Precision::Fp4 => accelerator.peaks.fp4 = Some(peak),
            }
        }
        accelerator
    }

    fn sources(&mut self, model: Source) -> [Source; Key::COUNT] {
        let mut sources = [Source::Assumed; Key::COUNT];
        let marks = measured::named(self.word(Key::Measured));
        for key in Key::all() {
            sources[key as usize] = if marks.contains(&key) {
                Source::Measured
            } else if self.input.changes(key) {
                Source::Yours
            } else {
                match key {
                    Key::Params => model,
                    Key::Active => model,
                    Key::Layers
                    | Key::Heads
                    | Key::KvHeads
                    | Key::HeadDim
                    | Key::Experts
                    | Key::TopK
                    | Key::KvRank
                    | Key::KvRope
                    | Key::Window
                    | Key::Windowed
                    | Key::State => Source::Published,
                    Key::Hbm | Key::Bw | Key::Flops => Source::Datasheet,
                    _ => Source::Assumed,
                }
            };
        }
        sources
    }
}

impl PlanInput {
    /// Whether what was said for `key` can be used and is not the default anyway.
    #[must_use]
    pub fn changes(&self, key: Key) -> bool {
        self.entry(key).is_some() && !self.stands(key).is(standard(key))
    }

    /// Whether another value stands for `key` than in `other`.
    #[must_use]
    pub fn differs(&self, key: Key, other: &Self) -> bool {
        self.difference(key, other).is_some()
    }

    /// What stands for `key`, where it is another value than in `other`.
    pub(crate) fn difference(&self, key: Key, other: &Self) -> Option<Stands> {
        if self.entry(key) == other.entry(key) {
            return None;
        }
        Some(self.stands(key)).filter(|stands| !stands.is(other.stands(key)))
    }

    /// What stands for `key`.
    pub(crate) fn stands(&self, key: Key) -> Stands {
        let said = match key.row().kind {
            Kind::Word => self.word(key).map(Stands::Word),
            _ => self.number(key).map(Stands::Number),
        };
        said.unwrap_or_else(|| standard(key))
    }

    /// What stands for `key`, in words.
    #[must_use]
    pub fn standing(&self, key: Key) -> String {
        match self.stands(key) {
            Stands::Number(value) => key.row().unit.exact(value),
            Stands::Word(name) => label(key, name).into(),
            Stands::Absent => "nothing".into(),
        }
    }

    /// The text that the form field of `key` opens with: what was typed, else the value in the field's own unit.
    #[must_use]
    pub fn field_text(&self, key: Key, decimal: Decimal) -> String {
        match self.entry(key) {
            Some(Entry { text, place: Place::Field(_) }) => text.clone(),
            _ => self.standing_text(key, decimal),
        }
    }

    fn standing_text(&self, key: Key, decimal: Decimal) -> String {
        let row = key.row();
        let value = match (row.kind, row.default) {
            (Kind::Word, Standard::Word(standard)) => return self.word(key).unwrap_or(standard).into(),
            (_, Standard::Number(standard)) => Some(self.number(key).unwrap_or(standard)),
            _ => self.number(key),
        };
        let text = value.map_or_else(String::new, |value| row.unit.field_text(value));
        match decimal {
            Decimal::Point => text,
            Decimal::Comma => text.replace(',', "").replace('.', ","),
        }
    }
}

/// The figure of a GPU that was likely meant, where `value` is a thousand times off any: bandwidth in GB/s for TB/s.
fn likely(key: Key, value: f64) -> Option<f64> {
    let (least, most) = match key {
        Key::Hbm => (1e10, 1e12),
        Key::Bw => (1e11, 4e13),
        _ => (2e13, 1e17),
    };
    let usual = |value: &f64| (least..=most).contains(value);
    [value * 1e3, value / 1e3].into_iter().find(|other| !usual(&value) && usual(other))
}

fn unknown_word(key: Key, said: &str) -> String {
    let all = choices(key);
    let lower = said.to_ascii_lowercase();
    let near: Vec<&str> =
        all.iter().map(|c| c.name).filter(|name| !lower.is_empty() && name.starts_with(&lower)).collect();
    let names: Vec<&str> = all.iter().map(|c| c.name).collect();
    let shown = clip(said);
    match near.as_slice() {
        [] => format!("“{shown}” is not known here. It may be {}.", names.join(", ")),
        [one] => format!("“{shown}” is not known here. Did you mean {one}?"),
        [first @ .., last] => {
            format!("“{shown}” is not known here. Did you mean {} or {last}?", first.join(", "))
        }
    }
}

/// The issue of a TP that cannot deal out the heads, and the largest smaller one that can.
fn indivisible(parts: &PlanParts) -> (Issue, u32) {
    let heads = parts.model.query_heads();
    let allowed: Vec<u32> = (1..=heads.min(1024)).filter(|tp| parts.model.splits_over(*tp)).collect();
    let used = allowed.iter().rev().find(|tp| **tp <= parts.tp).copied().unwrap_or(1);
    let list: Vec<String> = allowed.iter().map(u32::to_string).collect();
    let message =
        format!("{} GPUs cannot share {heads} query heads evenly. It may be {}.", parts.tp, list.join(", "));
    (Issue { key: Key::Tp, message, used: used.to_string(), instead: Some(used.to_string()) }, used)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Place = Place::Field(Decimal::Point);

    fn said(pairs: &[(Key, &str)]) -> PlanInput {
        let mut input = PlanInput::default();
        for (key, text) in pairs {
            input.say(*key, text, FIELD);
        }
        input
    }

    #[test]
    fn nothing_said_is_worked_example_a() {
        let checked = PlanInput::default().check();
        assert!(checked.issues.is_empty());
        assert_eq!((checked.plan.tp, checked.plan.rate.get()), (4, 20.0));
        assert_eq!(checked.plan.source(Key::Rate), Source::Assumed);
        assert_eq!(checked.plan.source(Key::Bw), Source::Datasheet);
    }

    #[test]
    fn all_issues_are_found_at_once_and_each_keeps_its_default() {
        let input =
            said(&[(Key::Rate, "0"), (Key::In, "abc"), (Key::Tp, "3"), (Key::Mfu, "0.4"), (Key::Gpu, "h2")]);
        let checked = input.check();
        let keys: Vec<Key> = checked.issues.iter().map(|i| i.key).collect();
        assert_eq!(keys, [Key::Gpu, Key::Tp, Key::Mfu, Key::Rate, Key::In]);
        assert_eq!((checked.plan.rate.get(), checked.plan.tp), (20.0, 2));
        assert_eq!(checked.issues[0].message, "“h2” is not known here. Did you mean h200?");
        assert_eq!(
            checked.issues[1].message,
            "3 GPUs cannot share 64 query heads evenly. It may be 1, 2, 4, 8, 16, 32, 64."
        );
        assert_eq!(checked.issues[3].message, "Enter a value above 0: from 0.001 to 1,000,000 req/s.");
        assert_eq!(checked.issues[3].used, "20 req/s, the example’s value");
    }

    #[test]
    fn the_readers_own_figures_replace_the_catalogues() {
        let input = said(&[
            (Key::Params, "8B"),
            (Key::Layers, "32"),
            (Key::Flops, "500 TFLOP/s"),
            (Key::Gpu, "a100"),
        ]);
        let plan = input.check().plan;
        assert_eq!((plan.model.parameters, plan.model.layers[0].count), (8e9, 32));
        // FP8 weights on an A100 are computed in BF16: that is the peak replaced.
        assert_eq!(plan.accelerator.peak(plan.weights), (FlopsPerSecond::new(500e12), Precision::Bf16));
        assert_eq!(plan.source(Key::Params), Source::Yours);
        assert_eq!(plan.source(Key::KvHeads), Source::Published);
    }

    #[test]
    fn names_that_begin_alike_are_offered() {
        let checked = said(&[(Key::Gpu, "h100-")]).check();
        assert_eq!(
            checked.issues[0].message,
            "“h100-” is not known here. Did you mean h100-pcie or h100-nvl?"
        );
    }

    #[test]
    fn a_figure_a_thousand_times_off_is_asked_about() {
        let checked = said(&[(Key::Bw, "3.35 GB/s"), (Key::Hbm, "80 GB")]).check();
        let assumed = checked.readings.iter().filter(|r| r.assumed);
        let texts: Vec<&str> = assumed.map(|r| r.text.as_str()).collect();
        assert_eq!(
            texts,
            ["Used as 3.35 GB/s, a thousand times off what GPUs have: did you mean 3.35 TB/s?"]
        );
        assert_eq!(
            (checked.issues.len(), checked.plan.accelerator.bandwidth),
            (0, BytesPerSecond::new(3.35e9))
        );
    }
}
