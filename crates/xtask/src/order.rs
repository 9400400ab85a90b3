//! What the person at the terminal asks for.

use crate::fault::{Fault, Outcome, While};
use std::iter::Peekable;
use std::path::PathBuf;

/// What `cargo xtask help` prints.
pub(crate) const USAGE: &str = "\
cargo xtask serve [--port N] [--prefix /a/b] [--no-open]
    Sets everything up, builds the site where it is stale, serves it to this machine and opens it.
cargo xtask build [--dist DIR]
    The same without serving: the site is in dist/, and copied to DIR where one is named.
cargo xtask test [--only STEP,STEP] [--hosts] [--all-browsers]
    Everything that has to hold: format, lints, tests, fuzz, build, browser, budgets. --only list names the steps.
    --hosts adds sites made by documentation tools with an embed in them, --all-browsers Firefox and WebKit.
cargo xtask bench
    Times the equations and the pages.
cargo xtask budget [--record]
    Weighs what a first visit downloads; --record keeps the figures in tests/budget.txt.
cargo xtask catalogue [--check]
    Writes docs/catalogue.md from crates/catalog; --check only says whether it is as it should be.
";

/// What asks for a check that takes more than most people want to install.
const FLAGS: [&str; 2] = ["--hosts", "--all-browsers"];
const PORT: u16 = 8080;

/// One command with its settings.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Print the usage.
    Help,
    /// Build, serve, open.
    Serve { port: u16, prefix: String, open: bool },
    /// Build, and copy where a folder is named.
    Build { dist: Option<PathBuf> },
    /// Run the checks, all of them or the named ones, with those that a flag asks for.
    Test { only: Vec<String>, asked: Vec<&'static str> },
    /// Time things.
    Bench,
    /// Weigh things.
    Budget { record: bool },
    /// Write the page that lists the catalogue, or check it.
    Catalogue { check: bool },
}

impl Order {
    /// Reads the command line, without the program's name.
    pub(crate) fn read(arguments: impl Iterator<Item = String>) -> Outcome<Self> {
        let mut words = Words(arguments.peekable());
        let command = words.0.next().unwrap_or_else(|| "help".into());
        let order = match command.as_str() {
            "help" | "--help" | "-h" => Self::Help,
            "serve" => serve(&mut words)?,
            "build" => Self::Build { dist: words.value("--dist")?.map(from_here).transpose()? },
            "test" => test(&mut words)?,
            "bench" => Self::Bench,
            "budget" => Self::Budget { record: words.flag("--record") },
            "catalogue" => Self::Catalogue { check: words.flag("--check") },
            _ => return Err(Fault::new(format!("There is no command `{command}`.\n\n{USAGE}"))),
        };
        match words.0.next() {
            None => Ok(order),
            Some(word) => Err(Fault::new(format!("`{command}` does not take `{word}` here.\n\n{USAGE}"))),
        }
    }
}

fn serve(words: &mut Words<impl Iterator<Item = String>>) -> Outcome<Order> {
    let (mut port, mut prefix, mut open) = (PORT, String::new(), true);
    loop {
        if let Some(value) = words.value("--port")? {
            port =
                value.parse().map_err(|_| Fault::new(format!("`{value}` is no port: name 0 to 65535.")))?;
        } else if let Some(value) = words.value("--prefix")? {
            prefix = read_prefix(&value)?;
        } else if words.flag("--no-open") {
            open = false;
        } else {
            return Ok(Order::Serve { port, prefix, open });
        }
    }
}

fn test(words: &mut Words<impl Iterator<Item = String>>) -> Outcome<Order> {
    let (mut only, mut asked) = (Vec::new(), Vec::new());
    loop {
        let named = words.list("--only")?;
        let flags: Vec<&str> = FLAGS.into_iter().filter(|flag| words.flag(flag)).collect();
        if named.is_empty() && flags.is_empty() {
            return Ok(Order::Test { only, asked });
        }
        only.extend(named);
        asked.extend(flags);
    }
}

/// The prefix with a slash in front and none behind; "/" is none at all.
fn read_prefix(text: &str) -> Outcome<String> {
    let inner = text.trim_matches('/');
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    if inner.split('/').any(|part| part.starts_with('.')) || !inner.bytes().all(plain) {
        return Err(Fault::new(format!(
            "`{text}` is no prefix: write it like /a/b, in letters, digits and -._~"
        )));
    }
    Ok(if inner.is_empty() { String::new() } else { format!("/{inner}") })
}

/// A folder as the person meant it: seen from where they stand, which the commands are about to leave.
fn from_here(folder: String) -> Outcome<PathBuf> {
    std::path::absolute(&folder).or_cannot(|| format!("make sense of the folder `{folder}`"))
}

struct Words<I: Iterator<Item = String>>(Peekable<I>);

impl<I: Iterator<Item = String>> Words<I> {
    /// Whether this flag comes next.
    fn flag(&mut self, name: &str) -> bool {
        self.0.next_if(|word| word == name).is_some()
    }

    /// The value of this setting if it comes next, as `--name value` or `--name=value`.
    fn value(&mut self, name: &str) -> Outcome<Option<String>> {
        let joined = format!("{name}=");
        if let Some(word) = self.0.next_if(|word| word.starts_with(&joined)) {
            return Ok(word.strip_prefix(&joined).map(str::to_owned));
        }
        if !self.flag(name) {
            return Ok(None);
        }
        self.0.next().map(Some).ok_or_else(|| Fault::new(format!("`{name}` wants a value after it.")))
    }

    /// Every value of this setting, parted by commas or by repeating it.
    fn list(&mut self, name: &str) -> Outcome<Vec<String>> {
        let mut all = Vec::new();
        while let Some(value) = self.value(name)? {
            all.extend(value.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    fn read(line: &str) -> Result<Order, String> {
        Order::read(line.split_whitespace().map(str::to_owned)).map_err(|fault| fault.to_string())
    }

    #[test]
    fn settings_come_in_any_order_and_both_spellings() {
        let wanted = Order::Serve { port: 9000, prefix: "/a/b".into(), open: false };
        assert_eq!(read("serve --no-open --prefix a/b/ --port=9000"), Ok(wanted));
        assert_eq!(
            read("serve --prefix /"),
            Ok(Order::Serve { port: 8080, prefix: String::new(), open: true })
        );
        let only = vec!["format".into(), "lints".into(), "browser".into()];
        assert_eq!(
            read("test --only format,lints --only browser"),
            Ok(Order::Test { only: only.clone(), asked: Vec::new() })
        );
        let asked = vec!["--all-browsers", "--hosts"];
        assert_eq!(
            read("test --all-browsers --only=format,lints,browser --hosts"),
            Ok(Order::Test { only, asked })
        );
        assert_eq!(read("catalogue --check"), Ok(Order::Catalogue { check: true }));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (line, named) in [
            ("sevre", "`sevre`"),
            ("serve --port many", "`many`"),
            ("serve --port", "`--port`"),
            ("serve --prefix /a/../b", "`/a/../b`"),
            ("bench quickly", "`quickly`"),
        ] {
            let fault = read(line).unwrap_err();
            assert!(fault.contains(named), "{line}: {fault}");
        }
    }
}
