//! What is sent of a chart that is not this crate's own.

use quantity::Unit;
use serde::{Deserialize, Serialize};

/// [`Unit`], by its names. A unit that is missing here does not compile.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Unit")]
pub(super) enum SentUnit {
    Count,
    Number,
    Tokens,
    Sequences,
    RequestsPerSecond,
    TokensPerSecond,
    ReplicaSecondsPerSecond,
    Fraction,
    Seconds,
    Wait,
    Bytes,
    BytesPerSecond,
    Flops,
    FlopsPerSecond,
    Parameters,
    DollarsPerGpuHour,
    DollarsPerHour,
    DollarsPerMillion,
}
