//! Load tests as every tool writes them, and as people break them, through public functions only.

mod flags;
mod kinds;
mod read;
mod samples;
mod slices;
mod tables;
