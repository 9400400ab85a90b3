//! What `/metrics` of a serving engine says, in Prometheus's text format.
//!
//! A [`MetricsReader`] takes expositions of vLLM, SGLang, TGI, Triton with TensorRT-LLM and Dynamo, with their present
//! names and older ones. What it gives, a [`MetricsReading`], has histograms with their buckets, queue depth, KV use,
//! preemptions, prefix hits, tokens, and why requests ended; of two snapshots, what came between them.
//!
//! | file | question |
//! |---|---|
//! | `reader`, `sample` | the way in, line by line |
//! | `scrape`, `family` | one snapshot, and all samples of a name |
//! | `meaning` | what engines call what |
//! | `window` | what came between two snapshots |
//! | `reading`, `notes` | what comes of it all |

mod family;
mod meaning;
mod notes;
mod reader;
mod reading;
mod sample;
mod scrape;
mod window;

pub use meaning::{Engine, Meaning};
pub use reader::{MetricsReader, is};
pub use reading::{MetricsReading, Observed};
