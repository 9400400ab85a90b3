//! What a GPU was seen to cost for an hour. Illustrations with a date, not offers.

/// A price for one accelerator for one hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The accelerator's name in a link.
    pub accelerator: &'static str,
    /// Who asks it, or whose estimate it is.
    pub provider: &'static str,
    /// Dollars for one accelerator for one hour.
    pub dollars: f64,
    /// What sort of price it is.
    pub kind: PriceKind,
    /// When it was valid, as precisely as its source says: a day, a month or a year.
    pub date: &'static str,
    /// Where it was read.
    pub source: &'static str,
}

/// What sort of price it is. Only those of one kind can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceKind {
    /// By the hour, without a commitment; of a larger instance, its share.
    OnDemand,
    /// By the hour, on machines of members of a community.
    Community,
    /// By the hour, from whoever offers it on a market.
    Marketplace,
    /// By the hour, for an endpoint of one's own.
    Dedicated,
    /// What a planning tool assumes where its user says nothing.
    PlannerDefault,
    /// An estimate of what it costs a very large owner, not a price.
    HyperscalerCost,
    /// An estimate of what it costs a specialised cloud, not a price.
    NeocloudCost,
    /// An estimate of what it costs whoever rents for three years, not a list price.
    ThreeYearCost,
}

impl PriceKind {
    /// The name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::OnDemand => "on demand",
            Self::Community => "on demand, community host",
            Self::Marketplace => "marketplace",
            Self::Dedicated => "dedicated endpoint",
            Self::PlannerDefault => "a planner's default",
            Self::HyperscalerCost => "owner's cost, hyperscaler",
            Self::NeocloudCost => "owner's cost, neocloud",
            Self::ThreeYearCost => "cost of a three-year rental",
        }
    }

    /// Whether somebody asks this price of anybody who comes; the others are estimates.
    #[must_use]
    pub const fn is_asked(self) -> bool {
        matches!(self, Self::OnDemand | Self::Community | Self::Marketplace | Self::Dedicated)
    }
}

const fn listed(
    accelerator: &'static str,
    provider: &'static str,
    dollars: f64,
    kind: PriceKind,
    date: &'static str,
) -> Price {
    Price { accelerator, provider, dollars, kind, date, source: "copies of public price pages" }
}

const fn runpod(accelerator: &'static str, dollars: f64, kind: PriceKind) -> Price {
    Price {
        accelerator,
        provider: "RunPod",
        dollars,
        kind,
        date: "2026-11-09",
        source: "datareceipts, a price page",
    }
}

const fn assumed(accelerator: &'static str, dollars: f64) -> Price {
    let (provider, date) = ("llm-d-planner", "2026-04");
    let source = "its gpu_catalog.json (e50305af)";
    Price { accelerator, provider, dollars, kind: PriceKind::PlannerDefault, date, source }
}

const fn owned(accelerator: &'static str, dollars: f64, kind: PriceKind) -> Price {
    let (provider, date) = ("InferenceX", "2026-08");
    Price { accelerator, provider, dollars, kind, date, source: "constants of its page (77ca49a)" }
}

use PriceKind::{Community, Dedicated, HyperscalerCost, Marketplace, NeocloudCost, OnDemand, ThreeYearCost};

/// The prices seen, by accelerator; what is asked first.
pub static PRICES: [Price; 62] = [
    listed("a100-40", "AWS (p4d)", 2.7447, OnDemand, "2026"),
    listed("a100-40", "Lambda", 1.99, OnDemand, "2026-09-20"),
    assumed("a100-40", 3.0),
    listed("a100-pcie", "Azure (NC24ads)", 3.673, OnDemand, "2026"),
    listed("a100", "AWS (p4de)", 3.4309, OnDemand, "2026"),
    listed("a100", "Lambda", 2.79, OnDemand, "2026-09-20"),
    runpod("a100", 1.79, OnDemand),
    runpod("a100", 1.39, Community),
    assumed("a100", 3.5),
    runpod("h100-pcie", 2.89, OnDemand),
    runpod("h100-pcie", 1.99, Community),
    listed("h100-nvl", "Azure (NC40ads)", 6.98, OnDemand, "2026"),
    runpod("h100-nvl", 3.19, OnDemand),
    runpod("h100-nvl", 2.59, Community),
    listed("h100", "AWS (p5)", 6.88, OnDemand, "2026"),
    listed("h100", "Azure (ND96isr)", 12.29, OnDemand, "2026"),
    listed("h100", "CoreWeave", 6.155, OnDemand, "2026"),
    listed("h100", "GCP (a3-highgpu)", 10.98, OnDemand, "2026-09-26"),
    listed("h100", "Lambda", 3.99, OnDemand, "2026-09-20"),
    listed("h100", "Nebius", 3.85, OnDemand, "2026-09-25"),
    listed("h100", "Nebius", 4.5, OnDemand, "2026-10-24"),
    runpod("h100", 3.99, OnDemand),
    runpod("h100", 2.69, Community),
    listed("h100", "Vast", 2.4, Marketplace, "2026"),
    listed("h100", "Together, lowest", 3.99, Dedicated, "2026"),
    listed("h100", "Together, highest", 5.99, Dedicated, "2026"),
    assumed("h100", 4.5),
    owned("h100", 1.3, HyperscalerCost),
    owned("h100", 1.69, NeocloudCost),
    owned("h100", 1.3, ThreeYearCost),
    listed("h200", "CoreWeave", 6.305, OnDemand, "2026"),
    listed("h200", "Nebius", 5.4, OnDemand, "2026-10-24"),
    assumed("h200", 5.75),
    owned("h200", 1.41, HyperscalerCost),
    owned("h200", 1.74, NeocloudCost),
    owned("h200", 1.6, ThreeYearCost),
    listed("b200", "Lambda", 6.69, OnDemand, "2026-09-20"),
    assumed("b200", 7.25),
    owned("b200", 1.95, HyperscalerCost),
    owned("b200", 2.34, NeocloudCost),
    owned("b200", 2.9, ThreeYearCost),
    owned("gb200", 2.21, HyperscalerCost),
    owned("gb200", 2.75, NeocloudCost),
    owned("gb200", 3.3, ThreeYearCost),
    owned("b300", 2.34, HyperscalerCost),
    owned("b300", 2.808, NeocloudCost),
    owned("b300", 3.48, ThreeYearCost),
    owned("gb300", 2.652, HyperscalerCost),
    owned("gb300", 3.3, NeocloudCost),
    owned("gb300", 3.96, ThreeYearCost),
    assumed("a10g", 1.3),
    assumed("l4", 0.8),
    assumed("mi300x", 3.75),
    owned("mi300x", 1.12, HyperscalerCost),
    owned("mi300x", 1.4, NeocloudCost),
    owned("mi300x", 1.55, ThreeYearCost),
    owned("mi325x", 1.28, HyperscalerCost),
    owned("mi325x", 1.59, NeocloudCost),
    owned("mi325x", 1.8, ThreeYearCost),
    owned("mi355x", 1.48, HyperscalerCost),
    owned("mi355x", 1.9, NeocloudCost),
    owned("mi355x", 2.1, ThreeYearCost),
];
