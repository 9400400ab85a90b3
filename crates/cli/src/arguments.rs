//! What the command was told to do.

use lexopt::{Arg, Parser};
use std::ffi::OsString;

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Plans the GPUs that serve a large language model, from the links that the pages write.

  headroom size LINK           the sizing, for reading
  headroom size LINK --json    every figure with its value, unit and trace, for scripts
  headroom --help              this text
  headroom --version           the version

LINK is a whole address, its fragment, or the bare pairs. Put it in quotes, since a shell takes an & for its own:

  headroom size 'v=1&rate=40&cached=0.6'

What is wrong with a link is said on standard error. The exit code is then 2, and the sizing is printed all the same.
";

/// Something to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Size a link.
    Size {
        /// The link as given.
        link: String,
        /// Whether as JSON.
        json: bool,
    },
}

/// Reads the arguments, the command's own name first. The error is a sentence.
pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Order, String> {
    parse(Parser::from_iter(arguments))
        .map_err(|fault| format!("{fault} `headroom --help` says how it is used."))
}

fn parse(mut parser: Parser) -> Result<Order, String> {
    let (mut words, mut json) = (Vec::new(), false);
    while let Some(argument) = parser.next().map_err(|fault| format!("{fault}."))? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Order::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Order::Version),
            Arg::Long("json") => json = true,
            Arg::Value(word) => words.push(word.to_string_lossy().into_owned()),
            Arg::Short(_) | Arg::Long(_) => return Err(format!("{}.", argument.unexpected())),
        }
    }
    let mut words = words.into_iter();
    match (words.next().as_deref(), words.next(), words.next()) {
        (Some("size"), Some(link), None) => Ok(Order::Size { link, json }),
        (Some("size"), None, _) => Err("There is no link to size.".into()),
        (Some("size"), _, Some(word)) => {
            Err(format!("“{word}” is one argument too many. Is the link in quotes?"))
        }
        (Some(word), _, _) => Err(format!("“{word}” is not something to do.")),
        (None, _, _) => Err("There is nothing to do.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        read(line.split(' ').map(OsString::from))
    }

    #[test]
    fn options_stand_where_they_like() {
        let expected = Ok(Order::Size { link: "v=1".into(), json: true });
        for line in ["headroom size v=1 --json", "headroom --json size v=1", "headroom size --json v=1"] {
            assert_eq!(order(line), expected, "{line}");
        }
        assert_eq!(order("headroom size v=1 --help"), Ok(Order::Help));
    }

    #[test]
    fn what_cannot_be_done_is_said_in_a_sentence() {
        for (line, start) in [
            ("headroom", "There is nothing to do."),
            ("headroom size", "There is no link to size."),
            ("headroom plan v=1", "“plan” is not something to do."),
            ("headroom size v=1 rate=40", "“rate=40” is one argument too many."),
            ("headroom size v=1 --yaml", "invalid option '--yaml'."),
            ("headroom size v=1 --json=yes", "unexpected argument for option '--json': \"yes\"."),
        ] {
            let fault = order(line).expect_err(line);
            assert!(fault.starts_with(start) && fault.contains("--help"), "{line}: {fault}");
        }
    }
}
