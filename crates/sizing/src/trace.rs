//! Where a figure comes from: its formula as a value, with the numbers that went in and the source of each.
//!
//! A trace is an expression tree, written once. From it follow the formula in words, the same formula with the reader's
//! numbers in it, and the result again: a test evaluates every trace and compares it with what [`crate::size`] said.
//! Nothing is made until [`Trace::of`] is called, and no text until a text is asked for.

use crate::attention::Attention;
use crate::figure::{Figure, Value};
use crate::fleet::{Fleet, Outcome, Sizing, variability};
use crate::formula::{Expr, Source, Term, number};
use crate::memory::MemoryRule;
use crate::plan::Plan;
use crate::queueing::erlang_c;
use crate::shape::{KvLayout, WeightSize};
use crate::steady_state::LimitedBy;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use quantity::{Key, Unit};

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
        self.with_constant((self.weights_read(&batch) + batch * self.moved()) / self.effective_bandwidth())
    }

    /// A step with the constant of the plan, where it has one.
    fn with_constant(&self, reading: Expr) -> Expr {
        let constant = self.plan.per_step.get();
        if constant > 0.0 {
            reading + self.given(Key::PerStep, "constant of a step", constant)
        } else {
            reading
        }
    }

    /// Bytes of weights that a step over `batch` sequences reads.
    fn weights_read(&self, batch: &Expr) -> Expr {
        let weights = self.figure(Figure::Weights);
        let Some(experts) = self.sizing.replica.step.experts else { return weights };
        let routed = || Self::derived("routed experts", self.sizing.replica.routed.get(), Unit::Bytes);
        let of = [
            self.given(Key::Experts, "experts", experts.count),
            self.given(Key::TopK, "experts per token", experts.top_k),
            batch.clone(),
        ];
        weights - routed() + routed() * Expr::Touched(Box::new(of))
    }

    /// Bytes of KV cache that a step moves for one sequence.
    fn moved(&self) -> Expr {
        let replica = &self.sizing.replica;
        let all_is_read = replica.kv_read == replica.kv_per_sequence;
        self.figure(if all_is_read { Figure::KvPerSequence } else { Figure::KvRead })
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
        Some(match figure {
            Figure::Weights => self.weights(),
            Figure::KvPerToken => self.kv_per_token(),
            Figure::Context => self.prompt() + self.answer() / number(2.0),
            Figure::KvPerSequence => self.kv_per_sequence(),
            Figure::KvRead => self.kv_read(),
            Figure::KvPool => self.kv_pool(),
            Figure::Resident => {
                Expr::Floor(Box::new(self.figure(Figure::KvPool) / self.figure(Figure::KvPerSequence)))
            }
            Figure::Prefill => self.prefill(),
            Figure::PrefillPerToken => self.figure(Figure::Prefill) / (self.prompt() * self.not_cached()),
            _ => return None,
        })
    }

    fn bytes_of(&self, key: Key, name: &'static str, precision: crate::Precision) -> Expr {
        let source = self.plan.source(key);
        Expr::Term(Term { name, value: precision.bytes(), unit: Unit::Number, source })
    }

    fn weights(&self) -> Expr {
        let model = &self.plan.model;
        if self.plan.counting.weight_size == WeightSize::Flat {
            return self.given(Key::Params, "parameters", model.parameters)
                * self.bytes_of(Key::Weights, "bytes per parameter", self.plan.weights);
        }
        let bytes = |n| model.checkpoint.bytes(n, 0.0, self.plan.weights) / n;
        let quantised = model.parameters - model.wide;
        Self::derived("parameters quantised", quantised, Unit::Parameters)
            * Self::derived("bytes each with scales", bytes(1.0), Unit::Number)
            + Self::derived("parameters in 16 bits", model.wide, Unit::Parameters) * number(2.0)
    }

    fn prefill(&self) -> Expr {
        let plan = self.plan;
        let speed = || self.gpus() * self.peak() * self.given(Key::Mfu, "MFU", plan.mfu.get());
        let linear = number(2.0)
            * self.given(Key::Params, "active parameters", plan.model.active)
            * self.prompt()
            * self.not_cached();
        if !plan.counting.attention {
            return linear / speed();
        }
        let prompt = plan.prompt.get();
        let attention = plan.model.attention_flops(prompt * plan.cached.get(), prompt);
        (linear + Self::derived("attention’s own", attention.get(), Unit::Flops)) / speed()
    }

    /// The part of a prompt that has to be computed.
    fn not_cached(&self) -> Expr {
        number(1.0) - self.given(Key::Cached, "cached", self.plan.cached.get())
    }

    fn kv_pool(&self) -> Expr {
        let plan = self.plan;
        let memory = self.given(Key::Hbm, "memory", plan.accelerator.memory.get());
        let part = self.given(Key::Mem, "usable part", plan.mem.get());
        let reserve = self.given(Key::Reserve, "reserve", plan.reserve.get());
        let activations = self.given(Key::Activations, "activations", plan.overheads.activations.get());
        let graphs = self.given(Key::Graphs, "graphs", plan.overheads.graphs.get());
        let non_torch = self.given(Key::NonTorch, "outside of torch", plan.overheads.non_torch.get());
        let weights = self.figure(Figure::Weights);
        match plan.memory_rule {
            MemoryRule::Plan => self.gpus() * (memory * part - reserve) - weights,
            MemoryRule::Vllm => self.gpus() * (memory * part - reserve - activations - non_torch) - weights,
            MemoryRule::Sglang => self.gpus() * (memory * part - reserve - non_torch) - weights,
            MemoryRule::TensorRtLlm => {
                (self.gpus() * (memory - reserve - activations - graphs - non_torch) - weights) * part
            }
        }
    }

    fn element(&self) -> Expr {
        self.bytes_of(Key::Kv, "bytes per element", self.plan.kv)
    }

    /// Elements that one token takes in layers of one kind, over the replica's GPUs; `None` where they keep no tokens.
    fn elements(&self, count: u32, attention: Attention) -> Option<Expr> {
        let gpus = f64::from(self.plan.tp);
        let layers = |name| self.given(Key::Layers, name, f64::from(count));
        match attention {
            Attention::Grouped(g) => {
                let heads = f64::from(g.kv_heads.div_ceil(self.plan.tp)) * gpus;
                let copied = self.plan.tp > g.kv_heads;
                let name = if copied { "KV heads, replicated over the GPUs" } else { "KV heads" };
                Some(
                    number(2.0)
                        * layers("layers")
                        * self.given(Key::KvHeads, name, heads)
                        * self.given(Key::HeadDim, "head dimension", f64::from(g.head_dim)),
                )
            }
            Attention::Sliding(g, _) => {
                let heads = f64::from(g.kv_heads.div_ceil(self.plan.tp)) * gpus;
                Some(
                    number(2.0)
                        * layers("windowed layers")
                        * self.given(Key::KvHeads, "KV heads of a windowed layer", heads)
                        * self.given(Key::HeadDim, "their dimension", f64::from(g.head_dim)),
                )
            }
            Attention::Latent(l) => Some(
                layers("layers")
                    * (self.given(Key::KvRank, "latent rank", f64::from(l.kv_rank))
                        + self.given(Key::KvRope, "rotary part", f64::from(l.rope_dim)))
                    * self.given(Key::Tp, "GPUs, each with a copy", gpus),
            ),
            Attention::Recurrent(_) | Attention::Shared(_) | Attention::None => None,
        }
    }

    fn kv_per_token(&self) -> Expr {
        let kinds = self.plan.model.attentions();
        let all = kinds.into_iter().filter_map(|(count, attention)| self.elements(count, attention));
        all.reduce(|all, next| all + next).unwrap_or(number(0.0)) * self.element()
    }

    /// Tokens of the mean context that layers with this attention see.
    fn seen(&self, attention: Attention) -> Expr {
        match attention.window() {
            Some(window) if window < self.plan.context().get() => self.given(Key::Window, "window", window),
            _ => self.figure(Figure::Context),
        }
    }

    fn kv_per_sequence(&self) -> Expr {
        if self.plan.counting.kv_layout == KvLayout::Reserved {
            return self.reserved();
        }
        let mut kinds = self.plan.model.attentions().into_iter().map(|(_, attention)| attention);
        if kinds.all(|a| matches!(a, Attention::Grouped(_) | Attention::Latent(_))) {
            return self.figure(Figure::Context) * self.figure(Figure::KvPerToken);
        }
        self.kept(1.0, false)
    }

    fn kv_read(&self) -> Expr {
        let replica = &self.sizing.replica;
        if replica.kv_read == replica.kv_per_sequence && self.plan.counting.kv_layout == KvLayout::Ideal {
            return self.figure(Figure::KvPerSequence);
        }
        self.kept(2.0, true)
    }

    /// What the layers keep of a sequence, its state so many times, and what is borrowed where `borrowed` says so.
    fn kept(&self, states: f64, borrowed: bool) -> Expr {
        let gpus = f64::from(self.plan.tp);
        let mut sum: Option<Expr> = None;
        let mut add = |next: Expr| sum = Some(sum.take().map_or(next.clone(), |sum| sum + next.clone()));
        let mut state = 0.0;
        for (count, attention) in self.plan.model.attentions() {
            let kept = attention.kept(self.plan.tp);
            state += f64::from(count) * kept.state_bytes * gpus;
            if let Some(elements) = self.elements(count, attention) {
                add(elements * self.element() * self.seen(attention));
            }
            if borrowed && kept.borrowed > 0.0 {
                let elements = f64::from(count) * kept.borrowed * gpus;
                let borrowed = Self::derived("elements read from other layers", elements, Unit::Count);
                add(borrowed * self.element() * self.figure(Figure::Context));
            }
        }
        if state > 0.0 {
            let state = self.given(Key::State, "state per sequence", state);
            add(if states > 1.0 { number(states) * state } else { state });
        }
        sum.unwrap_or(number(0.0))
    }

    fn reserved(&self) -> Expr {
        let kinds = self.plan.model.attentions();
        let kept = || kinds.iter().map(|(count, a)| (f64::from(*count), a.kept(self.plan.tp)));
        let page = kept().map(|(_, kept)| kept.per_token).fold(0.0, f64::max) * f64::from(self.plan.tp);
        let layers: f64 = kept().filter(|(_, kept)| kept.per_token > 0.0).map(|(count, _)| count).sum();
        let state: f64 = kept().map(|(count, kept)| count * kept.state_bytes).sum();
        let pages = self.given(Key::Layers, "layers with pages", layers)
            * Self::derived("elements of the largest layer", page, Unit::Count)
            * self.element()
            * self.figure(Figure::Context);
        if state > 0.0 {
            pages + self.given(Key::State, "state per sequence", state * f64::from(self.plan.tp))
        } else {
            pages
        }
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
            F::ReplicaTokens => f(F::Batch) / f(F::Step),
            F::Work => f(F::Prefill) + self.answer() * f(F::Step) / f(F::Batch),
            F::PrefillWork => self.rate() * f(F::Prefill),
            F::DecodeWork => self.rate() * self.answer() * f(F::Step) / f(F::Batch),
            F::LoadWork => f(F::PrefillWork) + f(F::DecodeWork),
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
        let tpot = |rate: F, share: Expr, sequences: Option<f64>| {
            if self.sizing.replica.step.experts.is_some() {
                // No closed form: the batch comes out of a search, and the step at it is checked against it.
                let batch = Self::derived("sequences decoding", sequences.unwrap_or(0.0), Unit::Sequences);
                return self.step_at(batch) / (number(1.0) - share);
            }
            self.with_constant(f(F::Weights) / self.effective_bandwidth())
                / (number(1.0) - share - answer_rate(rate) * self.moved() / self.effective_bandwidth())
        };
        Some(match figure {
            F::RateEach => self.rate() / f(F::Replicas),
            F::PrefillShare => f(F::RateEach) * f(F::Prefill),
            F::Tpot => tpot(F::RateEach, f(F::PrefillShare), fleet.state.steady.sequences()),
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
            F::LostTpot => tpot(
                F::LostRateEach,
                f(F::LostRateEach) * f(F::Prefill),
                fleet.lost.and_then(|lost| lost.state.steady.sequences()),
            ),
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
        if self.sizing.replica.step.experts.is_some() {
            let batch = Self::derived("batch at that rate", fleet.limit.batch, Unit::Sequences);
            return batch / (self.answer() * self.tpot_target());
        }
        let fixed = self.with_constant(self.figure(Figure::Weights) / self.effective_bandwidth());
        let per_sequence = self.moved() / self.effective_bandwidth();
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
        let mut prefill = self.figure(Figure::Prefill);
        let outside = self.plan.per_request.get();
        if outside > 0.0 {
            prefill = prefill + self.given(Key::PerRequest, "constant of a request", outside);
        }
        if erlang_c(lanes, erlangs).is_none_or(|probability| probability <= above) {
            return prefill;
        }
        prefill + Expr::Ln(Box::new(waits / number(above))) * self.conditional_wait(count)
    }

    fn implied_decode_mfu(&self, fleet: &Fleet) -> Expr {
        let settled = fleet.state.steady.sequences().is_some();
        let batch = || self.figure(if settled { Figure::Sequences } else { Figure::Batch });
        let linear = number(2.0) * self.given(Key::Params, "active parameters", self.plan.model.active);
        let flops = if self.plan.counting.attention {
            let attention = self.plan.model.attention_flops_in_step(self.plan.context().get());
            (linear + Self::derived("attention’s own", attention.get(), Unit::Flops)) * batch()
        } else {
            linear * batch()
        };
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
