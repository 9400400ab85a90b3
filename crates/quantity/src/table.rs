//! The table of plan quantities: one row for each thing that a plan may state.

use crate::float::{ceil, floor, round, trunc, within};
use crate::unit::Unit;
use alloc::format;
use alloc::string::String;

/// The name of a row: one for each thing that a plan may state, in the order in which a link writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the rows below say what each key means")]
pub enum Key {
    Model,
    Gpu,
    Weights,
    Kv,
    Tp,
    Mem,
    Reserve,
    Mfu,
    Mbu,
    Rate,
    In,
    Out,
    Cached,
    Batch,
    Util,
    Spare,
    Ttft,
    Tpot,
    Itl,
    Price,
    Replicas,
    Ca2,
    Cs2,
    Params,
    Layers,
    Heads,
    KvHeads,
    HeadDim,
    Hbm,
    Bw,
    Flops,
    Active,
    Experts,
    TopK,
    KvRank,
    KvRope,
    Window,
    Windowed,
    State,
    Attn,
    Moe,
    KvLayout,
    WeightSize,
    Engine,
    Activations,
    Graphs,
    NonTorch,
    PerStep,
    PerRequest,
    Measured,
}

impl Key {
    /// How many rows the table has.
    pub const COUNT: usize = TABLE.len();

    /// The row of this key.
    #[must_use]
    pub fn row(self) -> &'static Quantity {
        &TABLE[self as usize]
    }

    /// The key that a link writes as `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.key)
    }

    /// All keys, in link order.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.key)
    }
}

/// What values a row takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A real number in base units, both ends allowed.
    Real {
        /// The smallest value allowed.
        min: f64,
        /// The largest value allowed.
        max: f64,
    },
    /// A whole number, both ends allowed.
    Whole {
        /// The smallest value allowed.
        min: f64,
        /// The largest value allowed.
        max: f64,
    },
    /// A name out of a list that another crate holds: the catalogue, the precisions.
    Word,
}

/// What version 1 of the link format means where a key is left out. Published links depend on it: never change a value,
/// add a version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standard {
    /// This number, in base units.
    Number(f64),
    /// This name.
    Word(&'static str),
    /// Nothing: the quantity is off, or follows from the others.
    Absent,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The key of the row.
    pub key: Key,
    /// The key as a link and the command write it.
    pub name: &'static str,
    /// The label of its form field.
    pub label: &'static str,
    /// What its number counts.
    pub unit: Unit,
    /// What values it takes.
    pub kind: Kind,
    /// What version 1 means where it is left out.
    pub default: Standard,
    /// What an arrow key adds, in base units; Shift makes it ten times as much.
    pub step: f64,
    /// What it means, in a sentence, with why the default is what it is where that needs saying.
    pub meaning: &'static str,
}

/// Why a number cannot stand in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutOfRange {
    /// Below the smallest value allowed.
    TooSmall,
    /// Above the largest value allowed.
    TooLarge,
    /// Has a fraction where only whole numbers make sense.
    NotWhole,
}

impl Quantity {
    /// The smallest and largest number allowed; `None` for words.
    #[must_use]
    pub const fn range(&self) -> Option<(f64, f64)> {
        match self.kind {
            Kind::Real { min, max } | Kind::Whole { min, max } => Some((min, max)),
            Kind::Word => None,
        }
    }

    /// Whether `value` may stand in this row. NaN may stand nowhere.
    ///
    /// # Errors
    /// Says which end it passes, or that it has a fraction where only whole numbers make sense.
    pub fn check(&self, value: f64) -> Result<(), OutOfRange> {
        let (min, max) = self.range().unwrap_or((0.0, 0.0));
        if value.is_nan() || value < min {
            Err(OutOfRange::TooSmall)
        } else if value > max {
            Err(OutOfRange::TooLarge)
        } else if matches!(self.kind, Kind::Whole { .. }) && trunc(value).to_bits() != value.to_bits() {
            Err(OutOfRange::NotWhole)
        } else {
            Ok(())
        }
    }

    /// `value` moved by so many steps, on whole steps and inside the range: from 8.3 one step up is 9.
    ///
    /// ```
    /// use quantity::Key;
    /// assert_eq!(Key::Mfu.row().stepped(0.56, 1), 0.57);
    /// assert_eq!(Key::Rate.row().stepped(8.3, 1), 9.0);
    /// assert_eq!(Key::Spare.row().stepped(1.0, -10), 0.0);
    /// ```
    #[must_use]
    pub fn stepped(&self, value: f64, steps: i32) -> f64 {
        /// Share of a step below which a value counts as standing on it.
        const SLACK: f64 = 1e-6;
        let place = value / self.step;
        let whole = if steps > 0 { floor(place + SLACK) } else { ceil(place - SLACK) } + f64::from(steps);
        // A quotient of whole numbers is the decimal's nearest number; 3 × 0.05 is not 0.15 to the last bit.
        let next = if self.step < 1.0 { whole / round(1.0 / self.step) } else { whole * self.step };
        let (min, max) = self.range().unwrap_or((next, next));
        within(next, min, max)
    }

    /// The range in words: "from 0.001 to 1,000,000 req/s".
    #[must_use]
    pub fn allowed(&self) -> String {
        let Some((min, max)) = self.range() else { return String::new() };
        let (low, high) = (self.unit.scale(min), self.unit.scale(max));
        let whole = if matches!(self.kind, Kind::Whole { .. }) { "a whole number " } else { "" };
        if low == high && low.sign.len() > 1 {
            format!("{whole}from {} to {}", low.exact(min), self.unit.exact(max))
        } else {
            format!("{whole}from {} to {}", self.unit.exact(min), self.unit.exact(max))
        }
    }

    /// What to tell a person about a value that [`Quantity::check`] refused: what is wrong and what is allowed.
    ///
    /// ```
    /// use quantity::Key;
    /// let rate = Key::Rate.row();
    /// let fault = rate.check(0.0).unwrap_err();
    /// assert_eq!(rate.refusal(fault, 0.0), "Enter a value above 0: from 0.001 to 1,000,000 req/s.");
    /// ```
    #[must_use]
    pub fn refusal(&self, fault: OutOfRange, value: f64) -> String {
        let allowed = self.allowed();
        match fault {
            OutOfRange::TooSmall if value <= 0.0 && self.range().is_some_and(|(min, _)| min > 0.0) => {
                format!("Enter a value above 0: {allowed}.")
            }
            OutOfRange::TooSmall => format!("{} is too small: enter {allowed}.", self.unit.exact(value)),
            OutOfRange::TooLarge => format!("{} is too large: enter {allowed}.", self.unit.exact(value)),
            OutOfRange::NotWhole => {
                format!("{} is not a whole number: enter {allowed}.", self.unit.exact(value))
            }
        }
    }
}

const fn real(min: f64, max: f64) -> Kind {
    Kind::Real { min, max }
}

const fn whole(min: f64, max: f64) -> Kind {
    Kind::Whole { min, max }
}

macro_rules! table {
    ($($key:ident $name:literal $label:literal, $unit:ident, $kind:expr, $default:expr, step $step:literal, $meaning:literal;)*) => {
        /// Every row, in link order; a row stands at the place of its key.
        pub static TABLE: [Quantity; [$(Key::$key),*].len()] = [$(Quantity {
            key: Key::$key,
            name: $name,
            label: $label,
            unit: Unit::$unit,
            kind: $kind,
            default: $default,
            step: $step,
            meaning: $meaning,
        }),*];
    };
}

use Standard::{Absent, Number, Word};

table! {
    Model "model" "Model", Count, Kind::Word, Word("llama-70b-class"), step 1.0,
        "The model that is served. The default is a round 70-billion-parameter model of the Llama 3 shape.";
    Gpu "gpu" "GPU", Count, Kind::Word, Word("h100"), step 1.0,
        "The accelerator; its dense peaks, memory and bandwidth are the datasheet’s.";
    Weights "weights" "Weights", Count, Kind::Word, Word("fp8"), step 1.0,
        "The precision of the weights: a flat number of bytes for every parameter.";
    Kv "kv" "KV cache", Count, Kind::Word, Word("fp8"), step 1.0,
        "The precision of the KV cache.";
    Tp "tp" "GPUs per replica", Count, whole(1.0, 1024.0), Number(4.0), step 1.0,
        "Tensor parallelism: over how many GPUs one copy of the model is spread. It must divide the query heads.";
    Mem "mem" "Usable memory", Fraction, real(0.05, 1.0), Number(0.9), step 0.01,
        "The part of each GPU’s nominal memory that weights and KV cache may fill; the rest is for activations and the engine.";
    Reserve "reserve" "Reserve per GPU", Bytes, real(0.0, 1e12), Number(0.0), step 1e9,
        "Memory on each GPU kept free on top of that.";
    Mfu "mfu" "MFU in prefill", Fraction, real(0.01, 1.0), Number(0.4), step 0.01,
        "The share of peak FLOP/s that prefill reaches. An assumption until you measure it on your engine.";
    Mbu "mbu" "Bandwidth efficiency", Fraction, real(0.01, 1.0), Number(0.7), step 0.01,
        "The share of memory bandwidth that decode reaches (MBU). An assumption until you measure it.";
    Rate "rate" "Arrival rate", RequestsPerSecond, real(0.001, 1e6), Number(20.0), step 1.0,
        "Requests that arrive in a second at the peak, over the whole fleet.";
    In "in" "Prompt", Tokens, real(1.0, 1e7), Number(2000.0), step 100.0,
        "Mean prompt length.";
    Out "out" "Answer", Tokens, real(1.0, 1e6), Number(400.0), step 50.0,
        "Mean answer length.";
    Cached "cached" "Prefix-cache hit", Fraction, real(0.0, 0.99), Number(0.0), step 0.05,
        "The share of prompt tokens found in the prefix cache. They cost no prefill, but their KV stays resident.";
    Batch "batch" "Decode batch", Sequences, whole(1.0, 100_000.0), Absent, step 1.0,
        "How many sequences decode together when work is counted. Left empty, it is the batch at the largest rate that keeps the targets.";
    Util "util" "Plan to", Fraction, real(0.05, 1.0), Number(0.8), step 0.01,
        "The ceiling: how much of what a replica can carry the plan uses. The rest is headroom for bursts.";
    Spare "spare" "Spare replicas", Count, whole(0.0, 1000.0), Number(1.0), step 1.0,
        "Replicas beyond those that carry the load: one to lose, or to roll out with.";
    Ttft "ttft" "TTFT target, p95", Wait, real(0.001, 3600.0), Number(0.5), step 0.05,
        "Time to first token that 95% of requests must meet.";
    Tpot "tpot" "TPOT target", Seconds, real(0.0001, 60.0), Number(0.05), step 0.005,
        "Time per output token after the first, a mean over a request.";
    Itl "itl" "Longest gap", Seconds, real(0.0001, 3600.0), Absent, step 0.05,
        "The longest pause between two tokens that still counts as good. Judged on token streams only.";
    Price "price" "Price", DollarsPerGpuHour, real(0.0, 100_000.0), Number(3.0), step 0.25,
        "Dollars for one GPU for one hour. The default is the example’s: put in your own.";
    Replicas "replicas" "Replicas", Count, whole(1.0, 1e6), Absent, step 1.0,
        "Replicas that carry load. Left empty, as many as the plan needs.";
    Ca2 "ca2" "Burstiness of arrivals", Number, real(0.0, 1000.0), Absent, step 0.5,
        "Squared coefficient of variation of the gaps between arrivals; 1 is Poisson.";
    Cs2 "cs2" "Spread of prefill times", Number, real(0.0, 1000.0), Absent, step 0.5,
        "Squared coefficient of variation of prefill times; 1 is exponential, 0 is all alike.";
    Params "params" "Parameters", Parameters, real(1e6, 1e14), Absent, step 1e9,
        "Parameters of a model of your own, in place of the catalogue’s.";
    Layers "layers" "Layers", Count, whole(1.0, 10_000.0), Absent, step 1.0,
        "Transformer layers, in place of the catalogue’s.";
    Heads "heads" "Query heads", Count, whole(1.0, 10_000.0), Absent, step 1.0,
        "Query heads of each layer, in place of the catalogue’s.";
    KvHeads "kvheads" "KV heads", Count, whole(1.0, 10_000.0), Absent, step 1.0,
        "Key and value heads of each layer, in place of the catalogue’s.";
    HeadDim "headdim" "Head dimension", Count, whole(1.0, 65_536.0), Absent, step 1.0,
        "Elements of one head, in place of the catalogue’s.";
    Hbm "hbm" "Memory per GPU", Bytes, real(1e9, 1e14), Absent, step 1e9,
        "Nominal memory of one GPU, in place of the catalogue’s.";
    Bw "bw" "Bandwidth per GPU", BytesPerSecond, real(1e9, 1e16), Absent, step 1e11,
        "Memory bandwidth of one GPU, in place of the catalogue’s.";
    Flops "flops" "Peak per GPU", FlopsPerSecond, real(1e12, 1e19), Absent, step 1e13,
        "Dense peak of one GPU for the weights' precision, in place of the catalogue’s.";
    Active "active" "Active parameters", Parameters, real(1e6, 1e14), Absent, step 1e9,
        "Parameters that one token passes through. For a dense model all of them.";
    Experts "experts" "Routed experts", Count, whole(1.0, 100_000.0), Absent, step 1.0,
        "Experts of a layer among which tokens are routed.";
    TopK "topk" "Experts per token", Count, whole(1.0, 100_000.0), Absent, step 1.0,
        "Routed experts that a token passes through.";
    KvRank "kvrank" "Latent KV rank", Count, whole(1.0, 65_536.0), Absent, step 64.0,
        "Elements of the one compressed vector that latent attention (MLA) keeps of a token in place of heads.";
    KvRope "kvrope" "Latent rotary part", Count, whole(0.0, 65_536.0), Absent, step 64.0,
        "Elements of the rotary key that latent attention keeps beside it; 64 in published models.";
    Window "window" "Sliding window", Tokens, whole(1.0, 1e7), Absent, step 128.0,
        "How many tokens back a windowed layer sees and keeps.";
    Windowed "windowed" "Windowed layers", Count, whole(0.0, 10_000.0), Absent, step 1.0,
        "How many of the layers see only the window.";
    State "state" "State per sequence", Bytes, real(0.0, 1e12), Absent, step 1e6,
        "Fixed memory of one sequence in recurrent layers, over all of them, however long it is.";
    Attn "attn" "Attention FLOPs", Count, Kind::Word, Word("off"), step 1.0,
        "Whether prefill counts attention’s own arithmetic, which grows with the square of the prompt.";
    Moe "moe" "Experts read", Count, Kind::Word, Word("all"), step 1.0,
        "Which experts a decode step reads: all of them, or those that its batch touches on average.";
    KvLayout "kvlayout" "KV layout", Count, Kind::Word, Word("ideal"), step 1.0,
        "What a sequence takes of the pool: what its layers need, or what an engine reserves that gives all layers pages of one size.";
    WeightSize "weightsize" "Weight bytes", Count, Kind::Word, Word("flat"), step 1.0,
        "Bytes of weights: the same for every parameter, or by the checkpoint’s parts with scales and what stays in 16 bits.";
    Engine "engine" "Memory rule", Count, Kind::Word, Word("plan"), step 1.0,
        "Whose rule the usable part follows. vLLM, SGLang and TensorRT-LLM mean three different things by one word.";
    Activations "activations" "Activations", Bytes, real(0.0, 1e12), Absent, step 1e9,
        "Peak memory of activations on each GPU, as the engine’s log states it.";
    Graphs "graphs" "Graphs", Bytes, real(0.0, 1e12), Absent, step 1e9,
        "Memory of captured graphs on each GPU.";
    NonTorch "nontorch" "Outside of torch", Bytes, real(0.0, 1e12), Absent, step 1e9,
        "Memory on each GPU for the driver’s context and communication.";
    PerStep "perstep" "Added to each step", Seconds, real(0.0, 1.0), Number(0.0), step 0.001,
        "Time of a decode step that does not depend on what it reads: scheduling, launches, communication. 0 until it is measured.";
    PerRequest "perrequest" "Added to each request", Wait, real(0.0, 60.0), Number(0.0), step 0.005,
        "Time before the first token that keeps no lane busy: the network, the gateway, the tokenizer. 0 until it is measured.";
    Measured "measured" "Measured", Count, Kind::Word, Word("none"), step 1.0,
        "Which of the efficiencies and constants a load test of yours gave. It marks them and changes no figure.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_stands_at_the_place_of_its_key() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.key as usize, place, "{}", row.name);
            assert_eq!(Key::named(row.name), Some(row.key), "{} twice", row.name);
        }
    }

    #[test]
    fn each_default_and_each_end_of_a_range_is_allowed() {
        for row in &TABLE {
            if let Number(value) = row.default {
                assert_eq!(row.check(value), Ok(()), "{}", row.name);
            }
            if let Some((min, max)) = row.range() {
                assert!(min < max && row.check(min).is_ok() && row.check(max).is_ok(), "{}", row.name);
                assert_eq!(row.check(max * 1.1 + 1.0), Err(OutOfRange::TooLarge), "{}", row.name);
                assert_eq!(row.check(f64::NAN), Err(OutOfRange::TooSmall), "{}", row.name);
            }
        }
    }

    #[test]
    fn steps_lead_to_round_values_and_stop_at_the_ends() {
        for (key, value, steps, text) in [
            (Key::Cached, 0.1, 1, "15"),
            (Key::Cached, 0.12, 1, "15"),
            (Key::Cached, 0.12, -1, "10"),
            (Key::Ttft, 0.5, 10, "1,000"),
            (Key::Price, 2.1, 1, "2.25"),
            (Key::Flops, 1979e12, 1, "1,980"),
            (Key::Spare, 0.0, -1, "0"),
            (Key::Rate, 0.5, -10, "0.001"),
            (Key::Rate, 8.3, 1, "9"),
        ] {
            let row = key.row();
            assert_eq!(row.unit.field_text(row.stepped(value, steps)), text, "{} {value}", row.name);
        }
    }

    #[test]
    fn ranges_read_as_sentences() {
        assert_eq!(Key::Util.row().allowed(), "from 5% to 100%");
        assert_eq!(Key::Tpot.row().allowed(), "from 100 µs to 60 s");
        assert_eq!(Key::Spare.row().allowed(), "a whole number from 0 to 1,000");
        let tp = Key::Tp.row();
        assert_eq!(
            tp.refusal(OutOfRange::NotWhole, 2.5),
            "2.5 is not a whole number: enter a whole number from 1 to 1,024."
        );
    }
}
