//! Requests and tokens a second.

use super::judgement::Judgement;
use latency::Report;
use quantity::Unit;

/// The rates over the run, or why there are none.
pub(super) fn sentence(report: &Report, judgement: &Judgement) -> String {
    let rates = report.duration.zip(report.finished_per_second()).zip(judgement.rate(report));
    let Some(((duration, finished), good)) = rates else { return none(report).into() };
    let rate = |rate: f64| Unit::RequestsPerSecond.show(rate);
    let mut text = [
        "Over ",
        &Unit::Wait.show(duration.get()),
        ": ",
        &rate(finished.get()),
        " finished, ",
        &rate(good.get()),
        " good",
    ]
    .concat();
    if let Some(tokens) = report.tokens_per_second() {
        text.extend([", ", &Unit::TokensPerSecond.show(tokens), " of output"]);
    }
    if let Some(in_flight) = report.in_flight() {
        text.extend(["; on average ", &Unit::Number.show(in_flight), " requests in flight"]);
    }
    text + "."
}

/// Why there are no rates.
const fn none(report: &Report) -> &'static str {
    if report.counts.first_only > 0 {
        "No rates: only the first token of some requests was kept, so the run is not whole. Goodput is then a count and a \
         share."
    } else {
        "No rates: not every request says when it was sent, and no duration is given. Goodput is then a count and a share."
    }
}
