//! A reference into the core, as the lesson's text writes it: which figure of which plan, and how it is written.

use crate::plans::Plans;
use present::{Answer, standing_number, value_text};
use quantity::{Key, Kind, Measure, Place, Unit, Writing, read};
use sizing::{Figure, Value};

/// One operand, or several that are combined from left to right, and how the result is written.
///
/// ```
/// use lesson::{Expression, Plans};
/// use plan::PlanInput;
/// let plans = Plans::new(PlanInput::default(), &[("warm", "cached=0.5")]);
/// let text = |written: &str| Expression::parse(written).unwrap().text(&plans);
/// assert_eq!(text("prefill_s"), "88.4 ms");
/// assert_eq!(text("kv_bytes_per_token in KiB"), "160 KiB");
/// assert_eq!(text("warm:largest_rate / largest_rate to 2"), "1.74");
/// assert_eq!(text("key.tpot bare"), "50");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    first: Operand,
    rest: Vec<(Operator, Operand)>,
    writing: Writing,
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    /// A number as it was written.
    Literal(String),
    /// A figure of a plan.
    Figure(Option<String>, Figure),
    /// A quantity of a plan.
    Key(Option<String>, Key),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Nothing stands where an operand should.
    Empty,
    /// No figure, key or number.
    Unknown(String),
    /// A key of the table that holds a word.
    NotANumber(String),
    /// Neither an operator nor a word of the format, or one out of its order.
    Unexpected(String),
    /// No measure of this name.
    UnknownMeasure(String),
    /// A measure in which this unit cannot be written.
    UnfitMeasure(String),
    /// Figures of different units, added or subtracted.
    Unlike,
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// [`Wrong`] says what is no part of one.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        let mut words = text.split_whitespace().peekable();
        let first = Operand::parse(words.next().ok_or(Wrong::Empty)?)?;
        let mut rest = Vec::new();
        while let Some(operator) = words.peek().and_then(|word| Operator::named(word)) {
            words.next();
            rest.push((operator, Operand::parse(words.next().ok_or(Wrong::Empty)?)?));
        }
        let writing = writing(&mut words)?;
        let expression = Self { first, rest, writing };
        let unit = expression.unit().ok_or(Wrong::Unlike)?;
        match writing.measure.filter(|measure| !measure.fits(unit)) {
            Some(measure) => Err(Wrong::UnfitMeasure(measure.name().into())),
            None => Ok(expression),
        }
    }

    /// The expression in its one spelling, which reads back as itself.
    #[must_use]
    pub fn written(&self) -> String {
        let mut written = self.first.written();
        for (operator, operand) in &self.rest {
            written = [&written, " ", operator.sign(), " ", &operand.written()].concat();
        }
        written + &format_words(self.writing)
    }

    /// The result as text: as the core's formatter writes it, "unbounded", or "none" where the plans have no such figure.
    #[must_use]
    pub fn text(&self, plans: &Plans) -> String {
        let unit = self.unit().unwrap_or(Unit::Number);
        match (&self.first, self.value(plans)) {
            // What a person put in keeps its digits.
            (Operand::Key(_, key), Value::Number(value))
                if self.rest.is_empty()
                    && self.writing.measure.is_none()
                    && self.writing.decimals.is_none() =>
            {
                let unit = key.row().unit;
                if self.writing.bare { unit.scale(value).exact(value) } else { unit.exact(value) }
            }
            (_, Value::Number(value)) => self.writing.text(unit, value),
            (_, value) => value_text(Figure::Prefill, value),
        }
    }

    /// The number that stands in the text, not rounded; `None` where there is none.
    #[must_use]
    pub fn number(&self, plans: &Plans) -> Option<f64> {
        let number = self.value(plans).number()?;
        Some(self.writing.number(self.unit()?, number))
    }

    /// The result in base units.
    pub(crate) fn value(&self, plans: &Plans) -> Value {
        let first = self.first.value(plans);
        self.rest.iter().fold(first, |left, (operator, right)| operator.applied(left, right.value(plans)))
    }

    /// A value of this expression that was come by in another way, as text and as the number that stands in it.
    pub(crate) fn shown(&self, value: f64) -> (String, f64) {
        let unit = self.unit().unwrap_or(Unit::Number);
        (self.writing.text(unit, value), self.writing.number(unit, value))
    }

    /// The names of further plans in it.
    pub fn plans(&self) -> impl Iterator<Item = &str> {
        let rest = self.rest.iter().map(|(_, operand)| operand);
        std::iter::once(&self.first).chain(rest).filter_map(Operand::plan)
    }

    /// What stands behind the number: "ms", "KiB", or nothing.
    #[must_use]
    pub fn sign(&self, plans: &Plans) -> String {
        let text = self.text(plans);
        let digits = text.trim_start_matches(|c: char| c.is_ascii_digit() || ".,-$".contains(c));
        digits.trim_start().into()
    }

    /// What the result counts; `None` where unlike things are added.
    fn unit(&self) -> Option<Unit> {
        self.rest.iter().try_fold(self.first.unit(), |unit, (operator, operand)| {
            // A literal takes the unit of what it is added to.
            match (operator, operand) {
                (Operator::Plus | Operator::Minus, Operand::Literal(_)) => Some(unit),
                _ => operator.unit(unit, operand.unit()),
            }
        })
    }
}

impl Operand {
    fn parse(word: &str) -> Result<Self, Wrong> {
        let unknown = || Wrong::Unknown(word.into());
        let (plan, name) = match word.split_once(':') {
            Some((plan, name)) => (Some(plan), name),
            None => (None, word),
        };
        if plan.is_some_and(|plan| !is_name(plan)) {
            return Err(unknown());
        }
        let of = plan.map(String::from);
        if let Some(figure) = Figure::named(name) {
            return Ok(Self::Figure(of, figure));
        }
        if let Some(key) = name.strip_prefix("key.") {
            let key = Key::named(key).ok_or_else(unknown)?;
            let is_word = matches!(key.row().kind, Kind::Word);
            return if is_word { Err(Wrong::NotANumber(name.into())) } else { Ok(Self::Key(of, key)) };
        }
        match literal(name) {
            Some(_) if plan.is_none() => Ok(Self::Literal(name.into())),
            _ => Err(unknown()),
        }
    }

    fn written(&self) -> String {
        let of = self.plan().map(|plan| [plan, ":"].concat()).unwrap_or_default();
        match self {
            Self::Literal(text) => text.clone(),
            Self::Figure(_, figure) => of + figure.name(),
            Self::Key(_, key) => of + "key." + key.row().name,
        }
    }

    fn plan(&self) -> Option<&str> {
        match self {
            Self::Literal(_) => None,
            Self::Figure(plan, _) | Self::Key(plan, _) => plan.as_deref(),
        }
    }

    fn unit(&self) -> Unit {
        match self {
            Self::Literal(_) => Unit::Number,
            Self::Figure(_, figure) => figure.unit(),
            Self::Key(_, key) => key.row().unit,
        }
    }

    fn value(&self, plans: &Plans) -> Value {
        let value = |answer: &Answer| match self {
            Self::Literal(text) => literal(text).map_or(Value::Absent, Value::Number),
            Self::Figure(_, figure) => figure.of(&answer.plan, &answer.sizing),
            Self::Key(_, key) => standing_number(answer, *key).map_or(Value::Absent, Value::Number),
        };
        plans.answer(self.plan()).map_or(Value::Absent, value)
    }
}

/// A number as a link writes it.
fn literal(text: &str) -> Option<f64> {
    read(text, Unit::Number, Place::Link).ok().map(|reading| reading.value)
}

/// Whether `name` can name a plan.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

impl Operator {
    fn named(sign: &str) -> Option<Self> {
        [Self::Plus, Self::Minus, Self::Times, Self::Over]
            .into_iter()
            .find(|operator| operator.sign() == sign)
    }

    const fn sign(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Over => "/",
        }
    }

    fn applied(self, left: Value, right: Value) -> Value {
        let (left, right) = match (left, right) {
            (Value::Number(left), Value::Number(right)) => (left, right),
            (Value::Absent, _) | (_, Value::Absent) => return Value::Absent,
            _ => return Value::Unbounded,
        };
        let result = match self {
            Self::Plus => left + right,
            Self::Minus => left - right,
            Self::Times => left * right,
            Self::Over => left / right,
        };
        if result.is_finite() { Value::Number(result) } else { Value::Absent }
    }

    /// What the result counts; a bare number where that has no name here, `None` where there is no result.
    fn unit(self, left: Unit, right: Unit) -> Option<Unit> {
        use Unit::{
            Bytes, BytesPerSecond, Count, DollarsPerGpuHour, DollarsPerHour, Fraction, Number,
            RequestsPerSecond, Seconds, Tokens, TokensPerSecond, Wait,
        };
        let same = left == right || matches!((left, right), (Seconds, Wait) | (Wait, Seconds));
        Some(match (self, left, right) {
            (Self::Plus | Self::Minus, Number, other) if other != Number => other,
            (Self::Plus | Self::Minus, ..) if same => left,
            (Self::Plus | Self::Minus, ..) if is_bare(left) && is_bare(right) => Number,
            (Self::Plus | Self::Minus, ..) => return None,
            (Self::Times, Count, DollarsPerGpuHour) | (Self::Times, DollarsPerGpuHour, Count) => {
                DollarsPerHour
            }
            (Self::Times, Tokens, RequestsPerSecond) | (Self::Times, RequestsPerSecond, Tokens) => {
                TokensPerSecond
            }
            (Self::Over, Tokens, Seconds | Wait) => TokensPerSecond,
            (Self::Over, Bytes, BytesPerSecond) => Seconds,
            (Self::Over, Bytes, Seconds) => BytesPerSecond,
            (Self::Over, ..) if same => Number,
            (Self::Times | Self::Over, left, right) if is_bare(right) || right == Fraction => {
                if self == Self::Over && is_bare(left) && is_bare(right) { Number } else { left }
            }
            (Self::Times, left, right) if is_bare(left) || left == Fraction => right,
            _ => Number,
        })
    }
}

/// Whether a unit counts things, so that a multiple of another unit stays that unit.
const fn is_bare(unit: Unit) -> bool {
    matches!(unit, Unit::Number | Unit::Count | Unit::Tokens | Unit::Sequences)
}

/// The words behind the operands: `in KiB`, `to 2`, `bare`, in this order.
pub(crate) fn writing<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Writing, Wrong> {
    let mut writing = Writing::default();
    let mut word = words.next();
    if word == Some("in") {
        let name = words.next().ok_or(Wrong::Empty)?;
        writing.measure = Some(Measure::named(name).ok_or_else(|| Wrong::UnknownMeasure(name.into()))?);
        word = words.next();
    }
    if word == Some("to") {
        let decimals = words.next().ok_or(Wrong::Empty)?;
        let few = decimals.parse().ok().filter(|decimals| *decimals <= 9);
        writing.decimals = Some(few.ok_or_else(|| Wrong::Unexpected(decimals.into()))?);
        word = words.next();
    }
    if word == Some("bare") {
        writing.bare = true;
        word = words.next();
    }
    word.map_or(Ok(writing), |word| Err(Wrong::Unexpected(word.into())))
}

fn format_words(writing: Writing) -> String {
    let measure = writing.measure.map(|measure| [" in ", measure.name()].concat()).unwrap_or_default();
    let digit = |decimals: u8| String::from(char::from(b'0' + decimals.min(9)));
    let decimals = writing.decimals.map(|decimals| [" to ", &digit(decimals)].concat()).unwrap_or_default();
    measure + &decimals + if writing.bare { " bare" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plans::base;
    use plan::PlanInput;
    use proptest::prelude::*;

    fn of(word: &str, further: &[(&str, &str)]) -> Plans {
        Plans::new(base(word, &PlanInput::default()), further)
    }

    fn text(plans: &Plans, written: &str) -> String {
        Expression::parse(written).expect(written).text(plans)
    }

    /// The lesson's published figures, from both worked examples.
    #[test]
    fn the_published_figures() {
        let a = of("a", &[("eight", "rate=8&replicas=1"), ("warm", "rate=40&replicas=4&cached=0.6")]);
        for (written, published) in [
            ("kv_bytes_per_token in KiB", "160 KiB"),
            ("context_tokens", "2,200 tokens"),
            ("resident_sequences bare", "604"),
            ("prefill_s", "88.4 ms"),
            ("prefill_s bare", "88.4"),
            ("largest_rate to 3", "8.196 req/s"),
            ("pool_full_rate to 3 bare", "9.196"),
            ("eight:tpot_s", "44.0 ms"),
            ("eight:prefill_share", "71%"),
            ("work_s in s to 4", "0.1220 s"),
            ("1 / largest_rate to 4", "0.1220"),
            ("key.rate / largest_rate to 2", "2.44"),
            ("warm:ttft_p95_s", "38 ms"),
            ("gpus * key.price", "$48/h"),
            ("dollars_per_m_output_with_spare", "$2.08"),
            ("ttft_utilisation", "86%"),
            ("key.rate", "20 req/s"),
            ("key.ttft", "500 ms"),
            ("key.ttft - prefill_s", "412 ms"),
            ("1 - prefill_share", "56%"),
            ("1 / tpot_s in tok/s", "64 tok/s"),
        ] {
            assert_eq!(text(&a, written), published, "{written}");
        }
        let b = of("b", &[("rag", "in=30k&out=50"), ("chat", "in=200&out=1k"), ("hit", "cached=0.5")]);
        for (written, published) in [
            ("key.rate * key.in", "150,000 tok/s"),
            ("key.rate * key.out bare", "20,000"),
            ("prefill_s_per_token in us", "71.3 µs"),
            ("prefill_replica_s_per_s", "10.7 replica-s/s"),
            ("weights_bytes / key.tp", "35.3 GB"),
            ("kv_bytes_per_token / key.tp in kB", "164 kB"),
            ("kv_bytes_per_sequence / key.tp in GB", "0.52 GB"),
            ("replica_tok_per_s", "3,347 tok/s"),
            ("prefill_replica_s_per_s / total_replica_s_per_s in %", "64%"),
            ("dollars_per_m_output / dollars_per_m_total to 1", "8.5"),
            ("hit:gpus", "36"),
            ("hit:dollars_per_m_output", "$1.75"),
        ] {
            assert_eq!(text(&b, written), published, "{written}");
        }
    }

    #[test]
    fn what_is_no_expression_says_why() {
        for (written, wrong) in [
            ("", Wrong::Empty),
            ("largest_rate /", Wrong::Empty),
            ("largest", Wrong::Unknown("largest".into())),
            ("key.gpu", Wrong::NotANumber("key.gpu".into())),
            ("key.speed", Wrong::Unknown("key.speed".into())),
            ("rag:30", Wrong::Unknown("rag:30".into())),
            ("work_s in KiB", Wrong::UnfitMeasure("KiB".into())),
            ("work_s in hours", Wrong::UnknownMeasure("hours".into())),
            ("work_s bare to 2", Wrong::Unexpected("to".into())),
            ("work_s to many", Wrong::Unexpected("many".into())),
            ("work_s + weights_bytes", Wrong::Unlike),
        ] {
            assert_eq!(Expression::parse(written), Err(wrong), "{written}");
        }
    }

    #[test]
    fn what_has_no_number_is_a_word() {
        let plans = of("rate=46&replicas=4", &[("big", "weights=bf16&tp=1")]);
        assert_eq!(text(&plans, "ttft_p95_s"), "unbounded");
        assert_eq!(text(&plans, "ttft_p95_s / key.ttft"), "unbounded");
        assert_eq!(text(&plans, "big:replicas"), "none");
        assert_eq!(text(&plans, "elsewhere:replicas"), "none");
        assert_eq!(text(&plans, "replicas / key.cached"), "none", "nothing is divided by nought");
    }

    fn operand() -> impl Strategy<Value = String> {
        let plan = prop::sample::select(vec!["", "rag:", "b-2:"]);
        let figure = prop::sample::select(Figure::ALL.map(Figure::name).to_vec());
        let key = prop::sample::select(vec!["key.rate", "key.in", "key.mfu", "key.batch"]);
        prop_oneof![
            (plan.clone(), figure).prop_map(|(plan, figure)| [plan, figure].concat()),
            (plan, key).prop_map(|(plan, key)| [plan, key].concat()),
            (0_u32..5000).prop_map(|number| number.to_string()),
            Just(String::from("0.41")),
        ]
    }

    fn written() -> impl Strategy<Value = String> {
        let measure = prop::sample::select(vec!["", " in KiB", " in %", " in ms", " in tok/s"]);
        let decimals = prop::sample::select(vec!["", " to 0", " to 3"]);
        let bare = prop::sample::select(vec!["", " bare"]);
        let rest =
            proptest::collection::vec((prop::sample::select(vec!["+", "-", "*", "/"]), operand()), 0..3);
        (operand(), rest, measure, decimals, bare).prop_map(|(first, rest, measure, decimals, bare)| {
            let rest: String =
                rest.into_iter().map(|(sign, operand)| format!(" {sign}  {operand}")).collect();
            [&first, &rest, measure, decimals, bare].concat()
        })
    }

    proptest! {
        #[test]
        fn the_one_spelling_reads_back_as_itself(written in written()) {
            let Ok(expression) = Expression::parse(&written) else { return Ok(()) };
            let spelling = expression.written();
            prop_assert_eq!(Expression::parse(&spelling), Ok(expression), "{}", spelling);
            prop_assert_eq!(spelling, written.split_whitespace().collect::<Vec<_>>().join(" "));
        }

        #[test]
        fn any_text_is_read_or_refused_and_always_written(text in "[a-z_:. +*/%0-9-]{0,40}|.{0,40}") {
            if let Ok(expression) = Expression::parse(&text) {
                let _ = expression.text(&of("a", &[]));
            }
        }

        /// What stands in the text is the number, rounded: the text of a guess's answer and what a guess is measured by agree.
        #[test]
        fn the_number_is_that_of_the_text(written in written()) {
            let plans = of("b", &[("rag", "in=30k&out=50"), ("b-2", "rate=10")]);
            let Ok(expression) = Expression::parse(&written) else { return Ok(()) };
            let Some(number) = expression.number(&plans) else { return Ok(()) };
            let text: String = expression.text(&plans).chars().filter(|c| c.is_ascii_digit() || ".-".contains(*c)).collect();
            // What is left of “replica-s/s” and “per GPU-hour”.
            let digits = text.trim_end_matches('-');
            let shown: f64 = digits.parse().unwrap_or(f64::NAN);
            let decimals = digits.split('.').nth(1).map_or(0, str::len);
            let half = 0.5 * 10_f64.powi(-i32::try_from(decimals).unwrap_or(0));
            prop_assert!((shown - number).abs() <= half * 1.000_001 + number.abs() * 1e-9, "{}: {} for {}", written, text, number);
        }
    }
}
