//! Where a figure comes from: its formula as a value, with the numbers that went in and the source of each.
//!
//! A trace is an expression tree, written once. From it follow the formula in words, the same formula with the reader's
//! numbers in it, and the result again: a test evaluates every trace and compares it with what [`crate::size`] said.
//! Nothing is made until [`Trace::of`] is called, and no text until a text is asked for.

use crate::figure::{Figure, Value};
use crate::fleet::{Fleet, Outcome, Sizing, variability};
use crate::plan::Plan;
use crate::queueing::erlang_c;
use crate::steady_state::LimitedBy;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Add, Div, Mul, Sub};
use quantity::{Key, Unit, float};

/// Where a number that goes into a formula comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A vendor's datasheet.
    Datasheet,
    /// The model's published configuration.
    Published,
    /// Assumed: the worked example's value.
    Assumed,
    /// Measured on the reader's engine.
    Measured,
    /// Put in by the reader.
    Yours,
    /// Follows from other figures, which have traces of their own.
    Derived,
}

impl Source {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Datasheet => "datasheet",
            Self::Published => "model configuration",
            Self::Assumed => "assumed",
            Self::Measured => "measured",
            Self::Yours => "yours",
            Self::Derived => "derived",
        }
    }
}

/// A named number in a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What the formula calls it.
    pub name: &'static str,
    /// Its value in base units.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
    /// Where it comes from.
    pub source: Source,
}

impl Term {
    /// Its value as text: exact where it was put in, rounded where it was derived.
    #[must_use]
    pub fn text(&self) -> String {
        if self.source == Source::Derived { self.unit.show(self.value) } else { self.unit.exact(self.value) }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A named number.
    Term(Term),
    /// A bare number of the formula itself.
    Number(f64),
    /// A sum.
    Sum(Box<Expr>, Box<Expr>),
    /// A difference.
    Difference(Box<Expr>, Box<Expr>),
    /// A product.
    Product(Box<Expr>, Box<Expr>),
    /// A quotient.
    Quotient(Box<Expr>, Box<Expr>),
    /// Rounded up.
    Ceil(Box<Expr>),
    /// Rounded down.
    Floor(Box<Expr>),
    /// The natural logarithm.
    Ln(Box<Expr>),
    /// The largest of several.
    Max(Vec<Expr>),
    /// The probability of waiting with so many servers and so many Erlangs.
    ErlangC(Box<Expr>, Box<Expr>),
}

/// The trace of one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The figure.
    pub figure: Figure,
    /// Its formula.
    pub formula: Expr,
}

impl Trace {
    /// The trace of `figure` in `sizing`, which must be that of `plan`. `None` where the figure has no number.
    #[must_use]
    pub fn of(figure: Figure, plan: &Plan, sizing: &Sizing) -> Option<Self> {
        let Value::Number(value) = figure.of(plan, sizing) else { return None };
        let ledger = Ledger { plan, sizing };
        let formula = match &sizing.outcome {
            Outcome::Planned(fleet) => ledger.of_replica(figure).or_else(|| ledger.of_fleet(figure, fleet)),
            _ => ledger.of_replica(figure),
        };
        // What is left is put in or comes out of a search: it stands for itself.
        let itself = || Term { name: figure.label(), value, unit: figure.unit(), source: Source::Derived };
        Some(Self { figure, formula: formula.unwrap_or_else(|| Expr::Term(itself())) })
    }

    /// The formula in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        self.formula.text(&|term| term.name.into(), 0)
    }

    /// The formula with its numbers in it.
    #[must_use]
    pub fn in_numbers(&self) -> String {
        self.formula.text(&Term::text, 0)
    }

    /// The numbers that went in, each once.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        let mut terms = Vec::new();
        self.formula.collect(&mut terms);
        terms
    }
}

impl Expr {
    /// Its value.
    #[must_use]
    pub fn evaluate(&self) -> f64 {
        match self {
            Self::Term(term) => term.value,
            Self::Number(number) => *number,
            Self::Sum(a, b) => a.evaluate() + b.evaluate(),
            Self::Difference(a, b) => a.evaluate() - b.evaluate(),
            Self::Product(a, b) => a.evaluate() * b.evaluate(),
            Self::Quotient(a, b) => a.evaluate() / b.evaluate(),
            Self::Ceil(a) => float::ceil(a.evaluate() * (1.0 - 1e-12)),
            Self::Floor(a) => float::floor(a.evaluate()),
            Self::Ln(a) => float::ln(a.evaluate()),
            Self::Max(all) => all.iter().map(Self::evaluate).fold(f64::NEG_INFINITY, f64::max),
            Self::ErlangC(servers, erlangs) => {
                erlang_c(float::count(servers.evaluate()), erlangs.evaluate()).unwrap_or(1.0)
            }
        }
    }

    /// Text, with `name` for each term, in brackets where `outer` binds more tightly. 0 binds least.
    fn text(&self, name: &dyn Fn(&Term) -> String, outer: u8) -> String {
        let pair = |a: &Self, sign: &str, b: &Self, own: u8, right: u8| {
            let body = format!("{} {sign} {}", a.text(name, own), b.text(name, right));
            if outer > own { format!("({body})") } else { body }
        };
        let call = |function: &str, all: &[&Self]| {
            let inner: Vec<String> = all.iter().map(|e| e.text(name, 0)).collect();
            format!("{function}({})", inner.join(", "))
        };
        match self {
            Self::Term(term) => name(term),
            Self::Number(number) => quantity::shortest(*number, 0, true),
            Self::Sum(a, b) => pair(a, "+", b, 1, 1),
            Self::Difference(a, b) => pair(a, "−", b, 1, 2),
            Self::Product(a, b) => pair(a, "×", b, 3, 3),
            Self::Quotient(a, b) => pair(a, "/", b, 3, 4),
            Self::Ceil(a) => call("round up ", &[a]),
            Self::Floor(a) => call("round down ", &[a]),
            Self::Ln(a) => call("ln", &[a]),
            Self::Max(all) => call("largest of ", &all.iter().collect::<Vec<_>>()),
            Self::ErlangC(servers, erlangs) => call("Erlang C", &[servers, erlangs]),
        }
    }

    fn collect<'a>(&'a self, into: &mut Vec<&'a Term>) {
        match self {
            Self::Term(term) => {
                if !into.iter().any(|known| known.name == term.name) {
                    into.push(term);
                }
            }
            Self::Number(_) => {}
            Self::Ceil(a) | Self::Floor(a) | Self::Ln(a) => a.collect(into),
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Quotient(a, b)
            | Self::ErlangC(a, b) => {
                a.collect(into);
                b.collect(into);
            }
            Self::Max(all) => all.iter().for_each(|e| e.collect(into)),
        }
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $variant:ident;)*) => {$(
        impl $trait for Expr {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self::$variant(Box::new(self), Box::new(other))
            }
        }
    )*};
}

operator! {
    Add add Sum;
    Sub sub Difference;
    Mul mul Product;
    Div div Quotient;
}

fn number(value: f64) -> Expr {
    Expr::Number(value)
}

/// The formulas, over one plan and its sizing.
struct Ledger<'a> {
    plan: &'a Plan,
    sizing: &'a Sizing,
}

impl Ledger<'_> {
    /// A quantity of the plan.
    fn given(&self, key: Key, name: &'static str, value: f64) -> Expr {
        Expr::Term(Term { name, value, unit: key.row().unit, source: self.plan.source(key) })
    }

    /// Another figure.
    fn figure(&self, figure: Figure) -> Expr {
        let value = figure.of(self.plan, self.sizing).number().unwrap_or(0.0);
        Expr::Term(Term { name: figure.label(), value, unit: figure.unit(), source: Source::Derived })
    }

    fn derived(name: &'static str, value: f64, unit: Unit) -> Expr {
        Expr::Term(Term { name, value, unit, source: Source::Derived })
    }

    fn gpus(&self) -> Expr {
        self.given(Key::Tp, "GPUs per replica", f64::from(self.plan.tp))
    }

    fn rate(&self) -> Expr {
        self.given(Key::Rate, "rate", self.plan.rate.get())
    }

    fn prompt(&self) -> Expr {
        self.given(Key::In, "prompt", self.plan.prompt.get())
    }

    fn answer(&self) -> Expr {
        self.given(Key::Out, "answer", self.plan.answer.get())
    }

    fn effective_bandwidth(&self) -> Expr {
        self.gpus()
            * self.given(Key::Bw, "bandwidth", self.plan.accelerator.bandwidth.get())
            * self.given(Key::Mbu, "MBU", self.plan.mbu.get())
    }

    fn step_at(&self, batch: Expr) -> Expr {
        (self.figure(Figure::Weights) + batch * self.figure(Figure::KvPerSequence))
            / self.effective_bandwidth()
    }

    fn peak(&self) -> Expr {
        let (peak, arithmetic) = self.plan.accelerator.peak(self.plan.weights);
        let name = match arithmetic {
            crate::Precision::Bf16 => "dense BF16 peak",
            crate::Precision::Fp8 => "dense FP8 peak",
            crate::Precision::Int8 => "dense INT8 peak",
            crate::Precision::Fp4 | crate::Precision::Int4 => "dense FP4 peak",
        };
        self.given(Key::Flops, name, peak.get())
    }

    /// Figures that a replica has, whether there is a fleet or not.
    fn of_replica(&self, figure: Figure) -> Option<Expr> {
        let plan = self.plan;
        let params = |name, value| self.given(Key::Params, name, value);
        let bytes = |key, name, precision: crate::Precision| {
            Expr::Term(Term { name, value: precision.bytes(), unit: Unit::Number, source: plan.source(key) })
        };
        Some(match figure {
            Figure::Weights => {
                params("parameters", plan.model.parameters)
                    * bytes(Key::Weights, "bytes per parameter", plan.weights)
            }
            Figure::KvPerToken => self.kv_per_token(),
            Figure::Context => self.prompt() + self.answer() / number(2.0),
            Figure::KvPerSequence => self.figure(Figure::Context) * self.figure(Figure::KvPerToken),
            Figure::KvPool => {
                self.gpus()
                    * (self.given(Key::Hbm, "memory", plan.accelerator.memory.get())
                        * self.given(Key::Mem, "usable part", plan.mem.get())
                        - self.given(Key::Reserve, "reserve", plan.reserve.get()))
                    - self.figure(Figure::Weights)
            }
            Figure::Resident => {
                Expr::Floor(Box::new(self.figure(Figure::KvPool) / self.figure(Figure::KvPerSequence)))
            }
            Figure::Prefill => {
                number(2.0)
                    * params("active parameters", plan.model.active)
                    * self.prompt()
                    * (number(1.0) - self.given(Key::Cached, "cached", plan.cached.get()))
                    / (self.gpus() * self.peak() * self.given(Key::Mfu, "MFU", plan.mfu.get()))
            }
            _ => return None,
        })
    }

    fn kv_per_token(&self) -> Expr {
        let plan = self.plan;
        let published = |key, name, value| self.given(key, name, value);
        let per_element = Expr::Term(Term {
            name: "bytes per element",
            value: plan.kv.bytes(),
            unit: Unit::Number,
            source: plan.source(Key::Kv),
        });
        let gpus = f64::from(plan.tp);
        plan.model
            .layers
            .iter()
            .map(|run| {
                let crate::Attention::Grouped(g) = run.attention;
                let heads = f64::from(g.kv_heads.div_ceil(plan.tp)) * gpus;
                let name =
                    if plan.tp > g.kv_heads { "KV heads, replicated over the GPUs" } else { "KV heads" };
                number(2.0)
                    * published(Key::Layers, "layers", f64::from(run.count))
                    * published(Key::KvHeads, name, heads)
                    * published(Key::HeadDim, "head dimension", f64::from(g.head_dim))
            })
            .reduce(|all, next| all + next)
            .unwrap_or(number(0.0))
            * per_element
    }

    /// Figures of a fleet.
    fn of_fleet(&self, figure: Figure, fleet: &Fleet) -> Option<Expr> {
        use Figure as F;
        let f = |other| self.figure(other);
        let replicas_plus = || f(F::Replicas) + f(F::Spare);
        Some(match figure {
            F::LargestRate => self.largest_rate(fleet),
            F::PoolFullRate => self.pool_full_rate(),
            F::Batch if self.plan.batch.is_none() && fleet.limit.by == LimitedBy::Tpot => {
                f(F::LargestRate) * self.answer() * self.tpot_target()
            }
            F::Batch if self.plan.batch.is_none() => f(F::Resident),
            F::Step => self.step_at(f(F::Batch)),
            F::Work => f(F::Prefill) + self.answer() * f(F::Step) / f(F::Batch),
            F::WorstCaseTpot => f(F::Step) * f(F::Work) / (self.answer() * f(F::Step) / f(F::Batch)),
            F::NeedWork => self.rate() * f(F::Work) / self.ceiling(),
            F::NeedSlo => self.rate() / f(F::LargestRate),
            F::NeedKv => self.rate() / f(F::PoolFullRate),
            F::Needed => Expr::Ceil(Box::new(Expr::Max(
                [F::NeedWork, F::NeedSlo, F::NeedTtft, F::NeedKv].map(f).into(),
            ))),
            F::Replicas if self.plan.replicas.is_none() => f(F::Needed),
            F::Gpus => f(F::Replicas) * self.gpus(),
            F::GpusWithSpare => replicas_plus() * self.gpus(),
            F::PerHour => f(F::Gpus) * self.price(),
            F::PerHourWithSpare => f(F::GpusWithSpare) * self.price(),
            F::PerOutput | F::PerInput | F::PerTotal => self.per_million(F::PerHour, figure),
            F::PerOutputWithSpare | F::PerInputWithSpare | F::PerTotalWithSpare => {
                self.per_million(F::PerHourWithSpare, figure)
            }
            F::PrefillPerInput => f(F::PerInputWithSpare) * f(F::Prefill) / f(F::Work),
            F::DecodePerOutput => f(F::PerOutputWithSpare) * (number(1.0) - f(F::Prefill) / f(F::Work)),
            F::ImpliedPrefillMbu => f(F::Weights) / (self.gpus() * self.bandwidth()) / f(F::Prefill),
            F::Margin => self.margin(fleet)?,
            _ => return self.of_running(figure, fleet),
        })
    }

    /// Figures of the state at the planned rate, and with one replica lost.
    fn of_running(&self, figure: Figure, fleet: &Fleet) -> Option<Expr> {
        use Figure as F;
        let f = |other| self.figure(other);
        let answer_rate = |rate: F| f(rate) * self.answer();
        let tpot = |rate: F, share: Expr| {
            f(F::Weights)
                / self.effective_bandwidth()
                / (number(1.0) - share - answer_rate(rate) * f(F::KvPerSequence) / self.effective_bandwidth())
        };
        Some(match figure {
            F::RateEach => self.rate() / f(F::Replicas),
            F::PrefillShare => f(F::RateEach) * f(F::Prefill),
            F::Tpot => tpot(F::RateEach, f(F::PrefillShare)),
            F::Sequences => answer_rate(F::RateEach) * f(F::Tpot),
            F::TpotOfTarget => f(F::Tpot) / self.tpot_target(),
            F::KvInUse => f(F::Sequences) / f(F::Resident),
            F::LanesBusy => self.rate() * f(F::Prefill) / f(F::Replicas),
            F::WaitProbability => {
                Expr::ErlangC(Box::new(f(F::Replicas)), Box::new(self.rate() * f(F::Prefill)))
            }
            F::MeanWait => f(F::WaitProbability) * self.conditional_wait(f(F::Replicas)),
            F::TtftP50 => self.ttft(fleet.replicas, f(F::Replicas), f(F::WaitProbability), 0.5),
            F::TtftP95 => self.ttft(fleet.replicas, f(F::Replicas), f(F::WaitProbability), 0.05),
            F::TtftP99 => self.ttft(fleet.replicas, f(F::Replicas), f(F::WaitProbability), 0.01),
            F::TtftOfTarget => f(F::TtftP95) / self.given(Key::Ttft, "TTFT target", self.plan.ttft.get()),
            F::LostRateEach => self.rate() / (f(F::Replicas) - number(1.0)),
            F::LostTpot => tpot(F::LostRateEach, f(F::LostRateEach) * f(F::Prefill)),
            F::LostTtftP95 => {
                let left = fleet.lost?.replicas;
                let lanes = || Self::derived("replicas left", f64::from(left), Unit::Count);
                let waits = Expr::ErlangC(Box::new(lanes()), Box::new(self.rate() * f(F::Prefill)));
                self.ttft(left, lanes(), waits, 0.05)
            }
            F::ImpliedDecodeMfu => self.implied_decode_mfu(fleet),
            _ => return None,
        })
    }

    fn tpot_target(&self) -> Expr {
        self.given(Key::Tpot, "TPOT target", self.plan.tpot.get())
    }

    fn ceiling(&self) -> Expr {
        self.given(Key::Util, "ceiling", self.plan.util.get())
    }

    fn price(&self) -> Expr {
        self.given(Key::Price, "price", self.plan.price.get())
    }

    fn bandwidth(&self) -> Expr {
        self.given(Key::Bw, "bandwidth", self.plan.accelerator.bandwidth.get())
    }

    fn largest_rate(&self, fleet: &Fleet) -> Expr {
        if fleet.limit.by == LimitedBy::KvPool {
            return self.figure(Figure::PoolFullRate);
        }
        let fixed = self.figure(Figure::Weights) / self.effective_bandwidth();
        let per_sequence = self.figure(Figure::KvPerSequence) / self.effective_bandwidth();
        (number(1.0) - fixed / self.tpot_target())
            / (self.figure(Figure::Prefill) + self.answer() * per_sequence)
    }

    fn pool_full_rate(&self) -> Expr {
        let held = || self.figure(Figure::Resident);
        held() / (held() * self.figure(Figure::Prefill) + self.answer() * self.step_at(held()))
    }

    fn per_million(&self, bill: Figure, figure: Figure) -> Expr {
        let tokens = match figure {
            Figure::PerInput | Figure::PerInputWithSpare => self.prompt(),
            Figure::PerTotal | Figure::PerTotalWithSpare => self.prompt() + self.answer(),
            _ => self.answer(),
        };
        self.figure(bill) / (number(3600.0) * self.rate() * tokens) * number(1e6)
    }

    fn margin(&self, fleet: &Fleet) -> Option<Expr> {
        let replicas = self.figure(Figure::Replicas);
        let carried = match fleet.binding {
            crate::Need::Work => replicas * self.ceiling() / self.figure(Figure::Work),
            crate::Need::Slo => replicas * self.figure(Figure::LargestRate),
            crate::Need::Kv => replicas * self.figure(Figure::PoolFullRate),
            // The largest rate within the TTFT target comes out of a search.
            crate::Need::Ttft => return None,
        };
        Some(carried / self.rate() - number(1.0))
    }

    fn conditional_wait(&self, lanes: Expr) -> Expr {
        let spread = Self::derived("spread of gaps and prefills", variability(self.plan), Unit::Number);
        spread / (lanes / self.figure(Figure::Prefill) - self.rate())
    }

    fn ttft(&self, lanes: u32, count: Expr, waits: Expr, above: f64) -> Expr {
        let erlangs = self.plan.rate * self.sizing.replica.prefill;
        let prefill = self.figure(Figure::Prefill);
        if erlang_c(lanes, erlangs).is_none_or(|probability| probability <= above) {
            return prefill;
        }
        prefill + Expr::Ln(Box::new(waits / number(above))) * self.conditional_wait(count)
    }

    fn implied_decode_mfu(&self, fleet: &Fleet) -> Expr {
        let settled = fleet.state.steady.sequences().is_some();
        let batch = || self.figure(if settled { Figure::Sequences } else { Figure::Batch });
        let flops =
            number(2.0) * self.given(Key::Params, "active parameters", self.plan.model.active) * batch();
        flops / (self.gpus() * self.peak()) / self.step_at(batch())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{example, size};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_trace_evaluates_to_its_figure(plan in example::plans()) {
            let sizing = size(&plan);
            for figure in Figure::ALL {
                let Value::Number(value) = figure.of(&plan, &sizing) else { continue };
                let trace = Trace::of(figure, &plan, &sizing).expect("a number has a trace");
                let again = trace.formula.evaluate();
                prop_assert!((again - value).abs() <= 1e-6 * value.abs() + 1e-9, "{}: {} {} = {}", figure.name(), again, value, trace.in_numbers());
            }
        }
    }

    #[test]
    fn a_trace_reads_as_a_formula() {
        let plan = example::a();
        let trace = Trace::of(Figure::Prefill, &plan, &size(&plan)).expect("a number");
        assert_eq!(
            trace.in_words(),
            "2 × active parameters × prompt × (1 − cached) / (GPUs per replica × dense FP8 peak × MFU)"
        );
        assert_eq!(trace.in_numbers(), "2 × 70B × 2,000 tokens × (1 − 0%) / (4 × 1,979 TFLOP/s × 40%)");
        assert_eq!(trace.terms().len(), 6);
    }
}
