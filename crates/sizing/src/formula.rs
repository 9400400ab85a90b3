//! A formula as a value: an expression tree over named numbers, that can be read, filled in and evaluated.

use crate::feed_forward::distinct_experts;
use crate::queueing::erlang_c;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Add, Div, Mul, Sub};
use quantity::{Unit, float};

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
    /// The share of experts that a batch touches, of so many, so many a token.
    Touched(Box<[Expr; 3]>),
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
            Self::Touched(of) => {
                let [count, top_k, batch] = of.each_ref().map(Self::evaluate);
                distinct_experts(count, top_k, batch) / count
            }
        }
    }

    /// Text, with `name` for each term, in brackets where `outer` binds more tightly. 0 binds least.
    pub(crate) fn text(&self, name: &dyn Fn(&Term) -> String, outer: u8) -> String {
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
            Self::Touched(of) => call("share of experts touched", &of.each_ref()),
        }
    }

    pub(crate) fn collect<'a>(&'a self, into: &mut Vec<&'a Term>) {
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
            Self::Touched(of) => of.iter().for_each(|e| e.collect(into)),
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

/// A bare number of a formula.
pub(crate) fn number(value: f64) -> Expr {
    Expr::Number(value)
}
