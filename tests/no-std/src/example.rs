//! The worked example, stated by hand: the crate that reads plans needs the standard library.

use alloc::vec::Vec;
use quantity::RequestsPerSecond;
use sizing::{Fault, Plan, PlanParts};

/// A dense 70B model on four H100 a replica, at a rate of the caller's; none where the catalogue lacks the two.
pub(crate) fn plan(rate: f64) -> Option<Result<Plan, Vec<Fault>>> {
    let standard = PlanParts::standard(
        catalog::model("llama-70b-class")?.model(),
        catalog::accelerator("h100")?.accelerator(),
    );
    Some(Plan::new(PlanParts { rate: RequestsPerSecond::new(rate), ..standard }))
}
