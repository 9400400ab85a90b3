//! The desktop, where there is one.

use crate::call::Call;
use std::env;

/// Whether somebody sits in front of a screen that a browser could open on.
pub(crate) fn is_here() -> bool {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = cfg!(any(target_os = "macos", windows)) || set("DISPLAY") || set("WAYLAND_DISPLAY");
    screen && !set("CI")
}

/// Opens the address in the person's own browser.
pub(crate) fn open(address: &str) -> bool {
    let call = if cfg!(target_os = "macos") {
        Call::new("open")
    } else if cfg!(windows) {
        Call::new("explorer")
    } else {
        Call::new("xdg-open")
    };
    call.with([address]).let_go()
}
