//! Readers of what load tests write: token times, pushed in slices as a file arrives.
//!
//! A [`Reader`] takes the bytes of a file in slices of any size and gives a [`Reading`]: the [`Streams`] that it holds,
//! and in sentences what was wrong with it. It tells by the content what a file is, never by its name, and it never
//! fails: figures come from what was sound, and each thing that was skipped is counted, the first with its line.
//!
//! # Example
//! ```
//! use evidence::{Kind, Reader};
//! let mut reader = Reader::new();
//! for slice in ["0.2,0.25,0.3\n0.4,0", ".3\n"] {
//!     reader.push(slice.as_bytes()).unwrap();
//! }
//! let reading = reader.finish();
//! assert_eq!((reading.kind, reading.streams.len()), (Some(Kind::RequestLines), 1));
//! assert_eq!(reading.notes[0].text, "1 line was skipped: line 2 has a time before the one that precedes it.");
//! ```
//!
//! One noun lives in each file:
//!
//! | file | question |
//! |---|---|
//! | `file` | the way in for any file: which family it is of |
//! | `reader`, `content` | the way in for token times: packed or not, and on to the reader of its form |
//! | `packed` | gzip, unpacked as it arrives |
//! | `form` | what a text is, by its beginning |
//! | `cells` | tables field by field |
//! | `csv`, `request_lines`, `token_lines` | tables with a line for each request, or for each token |
//! | `json` | JSON, token by token |
//! | `records`, `found` | JSON line by line: where it breaks, and what it holds |
//! | `run`, `gaps`, `answers` | the result of `vllm bench serve` |
//! | `requests`, `log`, `names` | the request that is being read, those that were, and what they are called |
//! | `name`, `time_unit`, `ending` | what a column or key means, in which unit, and how a request ended |
//! | `text` | short texts, which the ends of slices may cut |
//! | `load_test` | load tests of every tool: levels of load, figures by whose definition, what is wrong with them |
//! | `published` | figures that the file states itself |
//! | `metrics` | what `/metrics` of an engine says |
//! | `trace` | when requests arrived, and how long they were |
//! | `config` | the shape of a model out of its `config.json` |
//! | `engine_log` | what an engine logs when it starts |
//! | `wrong`, `reading` | what can be wrong, and what comes of it all |
//!
//! # What is held
//! A value of 8 bytes for each token, and at the end the streams made of them. Everything else passes by: generated
//! texts, comments, keys that nobody asked for.
//!
//! What this crate does not do: it opens no file, it has no clock, and it judges no figure.
//!
//! [`Streams`]: latency::Streams

mod answers;
mod cells;
pub mod config;
mod content;
mod csv;
mod ending;
pub mod engine_log;
pub mod file;
mod form;
mod found;
mod gaps;
mod gzip;
mod json;
pub mod load_test;
mod log;
pub mod metrics;
mod name;
mod names;
mod packed;
pub mod published;
mod reader;
pub mod reading;
mod records;
mod request_lines;
mod requests;
mod run;
mod text;
mod time_unit;
mod token_lines;
pub mod trace;
mod wrong;

pub use config::{Config, ModelReading, Quantisation};
pub use engine_log::{Engine, EngineLog, EngineLogReading};
pub use file::{Columns, File, FileProgress, Found};
pub use load_test::{Level, Load, LoadTest, LoadTestReader, LoadTestReading, Tool};
pub use published::{Figure, Published, Rate, Statistic};
pub use reader::{Progress, Reader};
pub use reading::{Fault, Kind, Note, Reading};
