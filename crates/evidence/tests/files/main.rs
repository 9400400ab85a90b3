//! Files as load tests write them, and as people break them, through public functions only.

mod any_file;
mod columns;
mod configs;
mod engine_logs;
mod golden;
mod kinds;
mod read;
mod sentences;
mod slices;
