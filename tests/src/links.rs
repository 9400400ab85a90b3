//! Links drawn at random: plain ones, ones with everything in them, and damaged ones.

use plan::{PlanInput, choices, preset};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use quantity::{Key, Kind, Place, float};
use std::fmt;

/// Plans over the whole range of every row, most rows left at their default.
pub fn inputs() -> impl Strategy<Value = PlanInput> {
    let said = (0..Key::COUNT, 0.0_f64..=1.0, any::<Index>());
    proptest::collection::vec(said, 0..10).prop_map(|all| {
        let mut input = PlanInput::default();
        for (place, part, index) in all {
            if let Some(key) = Key::all().nth(place) {
                input.say(key, &text(key, part, index), Place::Link);
            }
        }
        input
    })
}

/// Plans of the kind that people make: what varies, varies within what is met with, so that most can be carried out.
pub fn realistic() -> impl Strategy<Value = PlanInput> {
    let hardware =
        (select(choices(Key::Gpu)), select(choices(Key::Model)), 0_u32..4, 0.1_f64..0.9, 0.2_f64..1.0);
    let load = (0.01_f64..3000.0, 20.0_f64..8000.0, 1.0_f64..3000.0, 0.0_f64..0.95);
    let policy = (0.3_f64..1.0, 0.2_f64..5.0, 0.02_f64..0.3, 0.0_f64..6.0, proptest::option::of(1_u32..300));
    (hardware, load, policy).prop_map(
        |((gpu, model, tp, mfu, mbu), (rate, prompt, answer, cached), (util, ttft, tpot, ca2, batch))| {
            let mut input = PlanInput::default();
            input.say(Key::Gpu, gpu.name, Place::Link);
            input.say(Key::Model, model.name, Place::Link);
            for (key, value) in [
                (Key::Tp, f64::from(1 << tp)),
                (Key::Mfu, mfu),
                (Key::Mbu, mbu),
                (Key::Rate, rate),
                (Key::In, prompt),
                (Key::Out, answer),
                (Key::Cached, cached),
                (Key::Util, util),
                (Key::Ttft, ttft),
                (Key::Tpot, tpot),
                (Key::Ca2, ca2),
            ] {
                input.say(key, &key.row().unit.link(value), Place::Link);
            }
            if let Some(batch) = batch {
                input.say(Key::Batch, &batch.to_string(), Place::Link);
            }
            // Not every model's heads can be dealt to so many GPUs: the form would say which number is used.
            let tp = input.check().plan.tp;
            input.say(Key::Tp, &tp.to_string(), Place::Link);
            input
        },
    )
}

/// A value of the row of `key`. Ranges span many decades, so the part is one of their logarithms.
fn text(key: Key, part: f64, index: Index) -> String {
    let row = key.row();
    let within = |min: f64, max: f64| {
        let low = if min > 0.0 { min } else { max * 1e-9 };
        let value = float::exp(float::ln(low) + part * float::ln(max / low)).clamp(low, max);
        if value <= low { min } else { value }
    };
    match row.kind {
        Kind::Real { min, max } => row.unit.link(within(min, max)),
        Kind::Whole { min, max } => row.unit.link(float::floor(within(min, max))),
        Kind::Word => index.get(&choices(key)).name.into(),
    }
}

/// The fragment of an address as bytes, shown as text where they are text.
#[derive(Clone)]
pub struct Fragment(pub Vec<u8>);

impl fmt::Debug for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// Links that somebody cut, mistyped or put together by hand.
pub fn damaged() -> impl Strategy<Value = Fragment> {
    let whole = prop_oneof![
        inputs().prop_map(|input| input.link()),
        select(preset::ALL.to_vec()).prop_map(|preset| preset.link.to_owned()),
        proptest::collection::vec(pair(), 0..8).prop_map(|pairs| format!("#{}", pairs.join("&"))),
    ];
    (whole, proptest::collection::vec(damage(), 0..4)).prop_map(|(link, damages)| {
        let mut bytes = link.into_bytes();
        damages.into_iter().for_each(|damage| damage.to(&mut bytes));
        Fragment(bytes)
    })
}

/// A key of the table or nearly one, with a value that may be anything.
fn pair() -> impl Strategy<Value = String> {
    let keys: Vec<&str> =
        Key::all().map(|key| key.row().name).chain(["v", "at", "Rate", "rat", ""]).collect();
    let value = prop_oneof![
        select(HOSTILE.to_vec()).prop_map(str::to_owned),
        "[0-9]{1,4}(\\.[0-9]{1,3})?(e[+-]?[0-9]{1,3})?(k|M|B|GB|GiB|TB/s|ms|s|%|%25)?",
        "[^&]{0,12}",
    ];
    (select(keys), value).prop_map(|(key, value)| format!("{key}={value}"))
}

/// What has broken readers of numbers before.
const HOSTILE: [&str; 24] = [
    "",
    "0",
    "-0",
    "-1",
    "NaN",
    "inf",
    "-inf",
    "∞",
    "1e308",
    "1e999",
    "1e-320",
    "0.1.2",
    "1,5",
    "1.234,5",
    "1e",
    "0x10",
    "٣",
    "%00",
    "%",
    "%2",
    "%F0%9F",
    "+5",
    "1e-9",
    "999999999999999999999",
];

/// Something that happens to a link on its way.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    Put(Index, u8),
    Drop(Index),
    Double(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    prop_oneof![
        place().prop_map(Damage::Cut),
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::Put(at, byte)),
        place().prop_map(Damage::Drop),
        (place(), place()).prop_map(|(from, to)| Damage::Double(from, to)),
    ]
}

impl Damage {
    fn to(self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        match self {
            Self::Cut(at) => bytes.truncate(at.index(length + 1)),
            Self::Put(at, byte) => bytes.insert(at.index(length + 1), byte),
            Self::Drop(_) if length == 0 => {}
            Self::Drop(at) => {
                bytes.remove(at.index(length));
            }
            Self::Double(a, b) => {
                let (a, b) = (a.index(length + 1), b.index(length + 1));
                bytes.extend_from_within(a.min(b)..a.max(b));
            }
        }
    }
}
