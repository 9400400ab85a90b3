//! The machine, as one says it beside a measurement.

use crate::call::Call;
use std::{env, fs, thread};

/// Processor, cores, system and compiler, in one line.
pub(crate) fn describe() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let compiler = Call::new("rustc").with(["--version"]).read().unwrap_or_default();
    let compiler = compiler.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let cores = if cores == 1 { "1 core".into() } else { format!("{cores} cores") };
    format!("{}, {cores}, {} {}, {compiler}", processor(), env::consts::OS, env::consts::ARCH)
}

fn processor() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").ok();
    let line = told.as_deref().and_then(|text| text.lines().find(|line| line.starts_with("model name")));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim().to_owned());
    let apple = || Call::new("sysctl").with(["-n", "machdep.cpu.brand_string"]).read();
    name.or_else(apple).map_or_else(|| "unknown processor".into(), |name| name.trim().to_owned())
}
