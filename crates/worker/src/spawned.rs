//! A worker, started from a page.

use gloo_worker::{Spawnable, Worker, WorkerBridge};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Starts the worker whose loader lies at this address. What it tells, `hear` hears.
pub fn spawned<W>(loader: &str, hear: impl Fn(W::Output) + 'static) -> WorkerBridge<W>
where
    W: Worker + 'static,
    W::Input: Serialize + DeserializeOwned,
    W::Output: Serialize + DeserializeOwned,
{
    W::spawner().callback(hear).with_loader(true).as_module(true).spawn(loader)
}
