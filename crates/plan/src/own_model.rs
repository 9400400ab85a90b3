//! A model of the reader's own: figures that replace the catalogue's.

use crate::check::Issue;
use quantity::{Key, Unit, float};
use sizing::{
    Attention, Contradiction, FeedForward, Grouped, Latent, Layers, Model, Recurrent, Routed, Window,
};

/// The keys with which a plan states a model of one's own, in the order in which a form has them.
pub const OWN_MODEL: [Key; 13] = [
    Key::Params,
    Key::Active,
    Key::Layers,
    Key::Heads,
    Key::KvHeads,
    Key::HeadDim,
    Key::KvRank,
    Key::KvRope,
    Key::Window,
    Key::Windowed,
    Key::State,
    Key::Experts,
    Key::TopK,
];

/// What a reader said of a model; what was not said stays the catalogue's.
pub(crate) struct OwnModel {
    parameters: Option<f64>,
    active: Option<f64>,
    experts: Option<f64>,
    top_k: Option<f64>,
    layers: OwnLayers,
}

struct OwnLayers {
    all: Option<u32>,
    heads: Option<u32>,
    kv_heads: Option<u32>,
    head_dim: Option<u32>,
    kv_rank: Option<u32>,
    kv_rope: Option<u32>,
    window: Option<u32>,
    windowed: Option<u32>,
    state: Option<f64>,
}

/// Elements of the rotary key in every published model with latent attention.
const ROTARY: u32 = 64;

impl OwnModel {
    pub(crate) fn said(mut number: impl FnMut(Key) -> Option<f64>) -> Self {
        let mut count = |key| number(key).map(float::count);
        let layers = OwnLayers {
            all: count(Key::Layers),
            heads: count(Key::Heads),
            kv_heads: count(Key::KvHeads),
            head_dim: count(Key::HeadDim),
            kv_rank: count(Key::KvRank),
            kv_rope: count(Key::KvRope),
            window: count(Key::Window),
            windowed: count(Key::Windowed),
            state: None,
        };
        Self {
            parameters: number(Key::Params),
            active: number(Key::Active),
            experts: number(Key::Experts),
            top_k: number(Key::TopK),
            layers: OwnLayers { state: number(Key::State), ..layers },
        }
    }

    /// `model` with these figures in place of its own.
    pub(crate) fn over(&self, model: Model) -> Model {
        let model = self.parameters_over(model);
        if self.layers.are_said() { Model { layers: self.layers.over(&model), ..model } } else { model }
    }

    /// A model of experts keeps its share of active parameters where only their total is said. The routed ones follow:
    /// total − active = routed × (1 − K/E).
    fn parameters_over(&self, model: Model) -> Model {
        let parameters = self.parameters.unwrap_or(model.parameters);
        // For a dense model the share is 1: every parameter is active, whatever their number.
        let share = model.active / model.parameters;
        let inherited = if self.parameters.is_some() { parameters * share } else { model.active };
        let active = self.active.unwrap_or(inherited);
        let experts = self.experts.or(model.routed.map(|routed| routed.count));
        let top_k = self.top_k.or(model.routed.map(|routed| routed.top_k));
        let said = [self.parameters, self.active, self.experts, self.top_k].iter().any(Option::is_some);
        let routed = match (experts, top_k) {
            (Some(count), Some(top_k)) if said => {
                let rest = 1.0 - top_k / count;
                let parameters =
                    if rest > 0.0 { ((parameters - active) / rest).min(parameters) } else { 0.0 };
                Some(Routed { count, top_k, parameters })
            }
            _ => model.routed,
        };
        let wide = if said { model.wide.min(parameters) } else { model.wide };
        Model { parameters, active, routed, wide, ..model }
    }
}

impl OwnLayers {
    fn are_said(&self) -> bool {
        let counts = [
            self.all,
            self.heads,
            self.kv_heads,
            self.head_dim,
            self.kv_rank,
            self.kv_rope,
            self.window,
            self.windowed,
        ];
        self.state.is_some() || counts.iter().any(Option::is_some)
    }

    /// Full layers, windowed layers, and one that holds all of the recurrent state.
    fn over(&self, model: &Model) -> Vec<Layers> {
        let known = Known::of(model);
        let window = self.window.or(known.window);
        let all = self.all.unwrap_or(known.full + known.windowed);
        let windowed = if window.is_some() { self.windowed.unwrap_or(known.windowed).min(all) } else { 0 };
        let mut layers = Vec::new();
        if all > windowed {
            layers.push(run(all - windowed, self.full(known.attention)));
        }
        if let (Some(window), true) = (window, windowed > 0) {
            layers.push(run(windowed, Attention::Sliding(self.heads(known.sliding), Window(window))));
        }
        let state_bytes = self.state.unwrap_or(known.state);
        if state_bytes > 0.0 {
            layers.push(run(1, Attention::Recurrent(Recurrent { state_bytes, parameters: 0.0 })));
        }
        layers
    }

    fn heads(&self, known: Grouped) -> Grouped {
        Grouped {
            query_heads: self.heads.unwrap_or(known.query_heads),
            kv_heads: self.kv_heads.unwrap_or(known.kv_heads),
            head_dim: self.head_dim.unwrap_or(known.head_dim),
        }
    }

    /// Latent where a rank is said or the catalogue's is latent and no KV heads are said.
    fn full(&self, known: Attention) -> Attention {
        let latent = |rank, rope| {
            let heads = self.heads(as_grouped(known));
            Attention::Latent(Latent {
                query_heads: heads.query_heads,
                kv_rank: self.kv_rank.unwrap_or(rank),
                rope_dim: self.kv_rope.unwrap_or(rope),
                nope_dim: heads.head_dim,
                value_dim: heads.head_dim,
                query_rank: None,
            })
        };
        match known {
            Attention::Latent(l) if self.kv_rank.is_some() || self.kv_heads.is_none() => {
                latent(l.kv_rank, l.rope_dim)
            }
            _ if self.kv_rank.is_some() => latent(0, ROTARY),
            other => Attention::Grouped(self.heads(as_grouped(other))),
        }
    }
}

/// What the catalogue's model has of each kind of layer.
struct Known {
    full: u32,
    windowed: u32,
    window: Option<u32>,
    attention: Attention,
    sliding: Grouped,
    state: f64,
}

impl Known {
    fn of(model: &Model) -> Self {
        let one = Attention::Grouped(Grouped { query_heads: 1, kv_heads: 1, head_dim: 1 });
        let first = |full: bool| {
            let kind = |attention: &Attention| {
                attention.query_heads().is_some() && matches!(attention, Attention::Sliding(..)) != full
            };
            model.layers.iter().map(|run| run.attention).find(kind)
        };
        let attention = first(true).or(first(false)).unwrap_or(one);
        let mut known = Self {
            full: 0,
            windowed: 0,
            window: None,
            attention,
            sliding: as_grouped(first(false).unwrap_or(attention)),
            state: 0.0,
        };
        for run in &model.layers {
            match run.attention {
                Attention::Sliding(_, Window(window)) => {
                    known.windowed += run.count;
                    known.window = Some(window);
                }
                Attention::Recurrent(r) => known.state += f64::from(run.count) * r.state_bytes,
                Attention::Grouped(_) | Attention::Latent(_) => known.full += run.count,
                Attention::Shared(_) | Attention::None => {}
            }
        }
        known
    }
}

fn run(count: u32, attention: Attention) -> Layers {
    Layers::new(count, attention, FeedForward::None)
}

fn as_grouped(attention: Attention) -> Grouped {
    match attention {
        Attention::Grouped(g) | Attention::Sliding(g, _) | Attention::Shared(g) => g,
        Attention::Latent(l) => {
            Grouped { query_heads: l.query_heads, kv_heads: l.query_heads, head_dim: l.value_dim }
        }
        Attention::Recurrent(_) | Attention::None => Grouped { query_heads: 1, kv_heads: 1, head_dim: 1 },
    }
}

/// Takes a contradiction out of `model`, and says what was used.
pub(crate) fn settle(model: &mut Model, contradiction: Contradiction) -> Issue {
    match contradiction {
        Contradiction::HeadsDoNotDivide { query_heads, kv_heads } => uneven(model, query_heads, kv_heads),
        Contradiction::TopKAboveExperts { top_k, experts } => {
            if let Some(routed) = &mut model.routed {
                routed.top_k = experts;
                routed.parameters = 0.0;
            }
            let count = |number| Unit::Count.exact(number);
            Issue {
                key: Key::TopK,
                message: format!(
                    "A token cannot pass through {} of {} experts: enter at most as many as there are.",
                    count(top_k),
                    count(experts)
                ),
                used: count(experts),
                instead: Some(Unit::Count.link(experts)),
            }
        }
        Contradiction::ActiveAboveTotal => {
            let exact = Unit::Parameters.exact(model.parameters);
            let message = format!(
                "{} active parameters are more than the {exact} that there are.",
                Unit::Parameters.exact(model.active)
            );
            model.active = model.parameters;
            let instead = Some(Unit::Parameters.link(model.parameters));
            Issue { key: Key::Active, message, used: format!("{exact}, all of them"), instead }
        }
    }
}

/// The largest number of KV heads up to the one given that the query heads can share evenly.
fn uneven(model: &mut Model, query_heads: u32, kv_heads: u32) -> Issue {
    let used = (1..=kv_heads.min(query_heads)).rev().find(|kv| query_heads.is_multiple_of(*kv)).unwrap_or(1);
    for run in &mut model.layers {
        if let Attention::Grouped(g) | Attention::Sliding(g, _) | Attention::Shared(g) = &mut run.attention
            && (g.query_heads, g.kv_heads) == (query_heads, kv_heads)
        {
            g.kv_heads = used;
        }
    }
    let count = |number: u32| Unit::Count.exact(f64::from(number));
    Issue {
        key: Key::KvHeads,
        message: format!(
            "{} query heads cannot share {} KV heads evenly: the second must divide the first.",
            count(query_heads),
            count(kv_heads)
        ),
        used: count(used),
        instead: Some(used.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::PlanInput;
    use quantity::Key;
    use sizing::{KvLayout, Model, Precision};

    fn model(link: &str) -> (Model, Vec<Key>) {
        let checked = PlanInput::from_link(link).0.check();
        let keys = checked.issues.iter().map(|issue| issue.key).collect();
        (checked.plan.model.clone(), keys)
    }

    fn faults(link: &str) -> Vec<String> {
        PlanInput::from_link(link).1.into_iter().map(|note| note.text).collect()
    }

    #[test]
    fn a_latent_model_by_its_figures_is_the_catalogues() {
        let own = model("v=1&params=671B&active=37B&layers=61&heads=128&kvrank=512").0;
        // 61 × (512 + 64) × 2 bytes: the rotary part of 64 is assumed where it is not said.
        assert!((own.kv_per_token_per_gpu(Precision::Bf16, 8).get() - 70_272.0).abs() < 1e-9);
        assert!((own.active - 37e9).abs() < 1.0);
    }

    #[test]
    fn windowed_layers_and_a_state_are_taken_in() {
        let own = model("v=1&layers=24&heads=64&kvheads=8&headdim=64&window=128&windowed=12&state=1MB").0;
        // 12 × 2 × 8 × 64 elements for 8,192 tokens, as many for 128, at 2 bytes, and the state.
        let kv = own.kv_per_sequence_per_gpu(Precision::Bf16, 1, 8192.0, KvLayout::Ideal).get();
        assert!((kv - (12.0 * 1024.0 * 2.0 * (8192.0 + 128.0) + 1e6)).abs() < 1e-6, "{kv}");
    }

    #[test]
    fn experts_of_ones_own_follow_from_total_and_active() {
        let routed = model("v=1&params=100B&active=20B&experts=16&topk=2").0.routed.expect("experts");
        // total − active = routed × (1 − 2/16)
        assert!((routed.parameters - 80e9 / 0.875).abs() < 1.0, "{routed:?}");
    }

    #[test]
    fn a_shape_that_contradicts_itself_is_said_and_settled() {
        for (link, said) in [
            (
                "v=1&heads=64&kvheads=6",
                "kvheads=6: 64 query heads cannot share 6 KV heads evenly: the second must divide the first. Used: 4.",
            ),
            (
                "v=1&params=10B&active=20B",
                "active=20B: 20B active parameters are more than the 10B that there are. Used: 10B, all of them.",
            ),
            (
                "v=1&params=10B&active=2B&experts=8&topk=16",
                "topk=16: A token cannot pass through 16 of 8 experts: enter at most as many as there are. Used: 8.",
            ),
        ] {
            assert_eq!(faults(link), [said], "{link}");
            assert_eq!(model(link).1, [], "{link} is settled once");
        }
    }
}
