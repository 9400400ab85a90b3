//! Which part of the lesson a figure leads back to.

use sizing::Figure;

/// The id of the section that holds the rule by which a figure is made.
///
/// ```
/// use sizing::Figure;
/// assert_eq!(present::rule(Figure::TtftP95), "g-queue");
/// ```
#[must_use]
pub const fn rule(figure: Figure) -> &'static str {
    use Figure::{
        Batch, DecodeWork, LanesBusy, LoadWork, LostTtftP95, MeanWait, NeedTtft, NeedWork, PrefillPerToken,
        PrefillWork, ReplicaTokens, Step, TtftOfTarget, TtftP50, TtftP95, TtftP99, TtftUtilisation,
        WaitProbability, Work, WorstCaseTpot,
    };
    match figure {
        LanesBusy | WaitProbability | MeanWait | TtftP50 | TtftP95 | TtftP99 | TtftOfTarget | LostTtftP95
        | NeedTtft | TtftUtilisation => "g-queue",
        PrefillPerToken | Batch | Step | ReplicaTokens | PrefillWork | DecodeWork | LoadWork
        | WorstCaseTpot => "g-tokens",
        Work | NeedWork => "g-two",
        _ => "g-fleet",
    }
}
