//! Another program, called.

use crate::fault::{Fault, Outcome};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program with its arguments, ready to be called from the project's root.
pub(crate) struct Call {
    command: Command,
    shown: String,
}

impl Call {
    /// A call of `program`, found on the PATH unless it is a path itself.
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let shown =
            Path::new(program.as_ref()).file_name().unwrap_or(program.as_ref()).to_string_lossy().into();
        Self { command: Command::new(program), shown }
    }

    /// A call of the cargo that runs this program.
    pub(crate) fn cargo() -> Self {
        let mut call = Self::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        call.shown = "cargo".into();
        call
    }

    /// Further arguments.
    #[must_use]
    pub(crate) fn with<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        for argument in arguments {
            self.shown.push(' ');
            self.shown.push_str(&argument.as_ref().to_string_lossy());
            self.command.arg(argument);
        }
        self
    }

    /// Sets a variable of the environment.
    #[must_use]
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Takes a variable out of the environment.
    #[must_use]
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Runs in this folder.
    #[must_use]
    pub(crate) fn within(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs it with our terminal as its own, and asks that it succeeds.
    pub(crate) fn run(mut self) -> Outcome {
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Fault::new(format!("`{}` failed ({status}).", self.shown))),
            Err(error) => Err(Fault::new(format!("`{}` could not be started: {error}.", self.shown))),
        }
    }

    /// What it writes to standard output; its complaints go to ours, and it has to succeed.
    pub(crate) fn hear(mut self) -> Outcome<String> {
        let child = self.command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
        let output = child.and_then(std::process::Child::wait_with_output);
        match output {
            Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            Ok(output) => Err(Fault::new(format!("`{}` failed ({}).", self.shown, output.status))),
            Err(error) => Err(Fault::new(format!("`{}` could not be started: {error}.", self.shown))),
        }
    }

    /// What it writes to standard output, if it can be started and succeeds; what it complains about is dropped.
    pub(crate) fn read(mut self) -> Option<String> {
        let output = self.command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then_some(text)
    }

    /// Starts it and lets it go its own way, without a word.
    pub(crate) fn let_go(mut self) -> bool {
        self.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    }
}

/// The first of these programs that is on the PATH.
pub(crate) fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names.iter().find_map(|name| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
            .find(|file| file.is_file())
    })
}

/// The PATH with these folders in front.
pub(crate) fn path_with(folders: &[PathBuf]) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(std::env::split_paths(&path));
    // A folder with the separator in its name cannot stand in a PATH at all; it is then left as it was.
    std::env::join_paths(all).unwrap_or(path)
}
