//! What was observed, through public functions only: golden values, the mistakes of others, and laws.

mod cases;
mod definitions;
mod given;
mod golden;
mod laws;
