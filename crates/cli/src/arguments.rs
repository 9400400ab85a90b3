//! What the command was told to do.

use evidence::Columns;
use evidence::load_test::{Holds, TimeUnit};
use export::Format;
use lexopt::{Arg, Parser};
use present::evidence::ModelTerms;
use quantity::{Key, Place, Unit, float};
use std::ffi::OsString;

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Plans the GPUs that serve a large language model, from the links that the pages write.

  headroom size LINK           the sizing, for reading
  headroom size LINK --json    every figure with its value, unit and trace, for scripts
  headroom export LINK --as F  the plan as F: json, csv, markdown, text or report, which is one HTML file
  headroom import FILE         the link of the plans in a JSON file; - reads what is piped in
  headroom streams FILE        what the token times in a file say; - reads what is piped in
  headroom read FILE...        what each file of another tool is, and what it says; --json for scripts, --column for tables
  headroom model CONFIG        weights and KV cache of the model in a config.json: --context 8k --tp 4 for which sequence
                               and on how many GPUs
  headroom compare LINK FILE…  a plan beside load tests: whether they agree, and what explains it if not
  headroom calibrate LINK FILE…  the link with the efficiencies that load tests measured
  headroom --help              this text
  headroom --version           the version

LINK is a whole address, its fragment, or the bare pairs. Put it in quotes, since a shell takes an & for its own:

  headroom size 'v=1&rate=40&cached=0.6'

A file of token times is CSV or JSON lines, or what `vllm bench serve --save-result --save-detailed` wrote, packed by
gzip or not. Targets that its requests are judged by: --ttft 1s --tpot 50ms --gap 500ms --e2e 20s.

What is read besides: configs of models (config.json, hf_quant_config.json) and start-up logs of vLLM, SGLang and
TensorRT-LLM. A log that is read with its model's config is compared with it. What a file is, its content tells.
Where the names of a table's columns do not, --column NAME=HOLDS or --column NAME=HOLDS:UNIT says it, once for each column:
ttft, tpot, itl, e2e, prompt, output, sent, request, error, status, success; s, ms, us, ns.
A file of a load test is what vLLM, SGLang, AIPerf, guidellm, llmperf, inference-perf or MLPerf wrote. --within 0.1 asks for
a comparison within 10%; without it 20% are allowed. `compare` exits with 1 where they differ by more, and with 2 where
nothing could be judged.

What is wrong with a link or a file is said on standard error. The exit code is then 2, and what could be read of it is
used all the same.
";

/// Something to do.
#[derive(Debug, PartialEq)]
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
    /// Print the plans of a link in another form.
    Export {
        /// The link as given.
        link: String,
        /// In which form.
        format: Format,
    },
    /// Print the link of the plans in a file.
    Import {
        /// The file, or - for what is piped in.
        file: OsString,
    },
    /// Say what the token times in a file say.
    Streams {
        /// The file, or - for what is piped in.
        file: OsString,
        /// Targets in seconds: TTFT, TPOT, longest gap, E2E.
        targets: [Option<f64>; 4],
    },
    /// Say what files of other tools are and say.
    Read {
        /// The files, or - for what is piped in.
        files: Vec<OsString>,
        /// What is said of the columns of tables.
        columns: Columns,
        /// Whether as JSON.
        json: bool,
    },
    /// Say what the model in a config takes.
    Model {
        /// The file, or - for what is piped in.
        file: OsString,
        /// For which sequence, on how many GPUs.
        terms: ModelTerms,
        /// Whether as JSON.
        json: bool,
    },
    /// Compare a plan with load tests.
    Compare {
        /// The link as given.
        link: String,
        /// The files, - for what is piped in.
        files: Vec<OsString>,
        /// By how much a figure may differ, as a share.
        within: f64,
    },
    /// Print the link with what load tests measured.
    Calibrate {
        /// The link as given.
        link: String,
        /// The files, - for what is piped in.
        files: Vec<OsString>,
    },
}

/// By how much model and test may differ where nothing is said.
const WITHIN: f64 = 0.2;

/// The options of the targets.
const TARGETS: [&str; 4] = ["ttft", "tpot", "gap", "e2e"];

/// Reads the arguments, the command's own name first. The error is a sentence.
pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Order, String> {
    parse(Parser::from_iter(arguments))
        .map_err(|fault| format!("{fault} `headroom --help` says how it is used."))
}

fn parse(mut parser: Parser) -> Result<Order, String> {
    let mut said = Said::default();
    while let Some(argument) = parser.next().map_err(|fault| format!("{fault}."))? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Order::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Order::Version),
            Arg::Long("json") => said.json = true,
            Arg::Long("as") => {
                let name = parser.value().map_err(|fault| format!("{fault}."))?;
                said.format = Some(format(&name.to_string_lossy())?);
            }
            Arg::Long("within") => {
                let text = parser.value().map_err(|fault| format!("{fault}."))?;
                said.within = Some(share(&text.to_string_lossy())?);
            }
            Arg::Long(name) if TARGETS.contains(&name) => {
                let place = TARGETS.iter().position(|known| *known == name).unwrap_or(0);
                let text = parser.value().map_err(|fault| format!("{fault}."))?;
                said.targets[place] = Some(seconds(&text.to_string_lossy())?);
            }
            Arg::Long("column") => {
                let text = parser.value().map_err(|fault| format!("{fault}."))?;
                said.columns = column(said.columns, &text.to_string_lossy())?;
            }
            Arg::Long("context") => said.terms.context = number(&mut parser, Key::In)?,
            Arg::Long("tp") => said.terms.tp = float::count(number(&mut parser, Key::Tp)?),
            Arg::Value(word) => said.words.push(word),
            Arg::Short(_) | Arg::Long(_) => return Err(format!("{}.", argument.unexpected())),
        }
    }
    said.order()
}

/// The arguments, taken apart.
#[derive(Default)]
struct Said {
    words: Vec<OsString>,
    json: bool,
    format: Option<Format>,
    targets: [Option<f64>; 4],
    terms: ModelTerms,
    within: Option<f64>,
    columns: Columns,
}

impl Said {
    fn order(self) -> Result<Order, String> {
        let mut words = self.words.iter().cloned();
        let Some(what) = words.next().map(|word| word.to_string_lossy().into_owned()) else {
            return Err("There is nothing to do.".into());
        };
        let (wanted, hint) = match what.as_str() {
            "size" => ("link to size", " Is the link in quotes?"),
            "export" => ("link to export", " Is the link in quotes?"),
            "import" => ("file of plans", ""),
            "streams" => ("file of token times", ""),
            "read" => ("file to read", ""),
            "model" => ("config of a model", ""),
            "compare" | "calibrate" => return self.with_files(&what),
            _ => return Err(format!("“{what}” is not something to do.")),
        };
        let of = words.next().ok_or_else(|| format!("There is no {wanted}."))?;
        if what == "read" {
            let files = core::iter::once(of).chain(words).collect();
            return Ok(Order::Read { files, columns: self.columns, json: self.json });
        }
        if let Some(word) = words.next() {
            return Err(format!("“{}” is one argument too many.{hint}", word.to_string_lossy()));
        }
        let link = of.to_string_lossy().into_owned();
        match what.as_str() {
            "size" => Ok(Order::Size { link, json: self.json }),
            "export" => match self.format {
                Some(format) => Ok(Order::Export { link, format }),
                None => Err(format!("--as says in which form: {}.", formats())),
            },
            "import" => Ok(Order::Import { file: of }),
            "model" => Ok(Order::Model { file: of, terms: self.terms, json: self.json }),
            _ => Ok(Order::Streams { file: of, targets: self.targets }),
        }
    }
}

impl Said {
    /// An order of a link and one file or more.
    fn with_files(self, what: &str) -> Result<Order, String> {
        let mut words = self.words.into_iter().skip(1);
        let link = words.next().ok_or_else(|| format!("There is no link to {what}."))?;
        let link = link.to_string_lossy().into_owned();
        let files: Vec<OsString> = words.collect();
        match what {
            _ if files.is_empty() => Err("There is no file of a load test. Is the link in quotes?".into()),
            "compare" => Ok(Order::Compare { link, files, within: self.within.unwrap_or(WITHIN) }),
            _ => Ok(Order::Calibrate { link, files }),
        }
    }
}

/// A share above 0, as a link writes it: 0.2 or 20%.
fn share(text: &str) -> Result<f64, String> {
    match quantity::read(text, Unit::Fraction, Place::Link) {
        Ok(reading) if reading.value > 0.0 && reading.value <= 1.0 => Ok(reading.value),
        Ok(_) => Err(format!("“{text}” is no share to be within: enter one above 0 up to 1, such as 0.2.")),
        Err(fault) => Err(format!("“{text}”: {}", fault.message(Unit::Fraction))),
    }
}

fn format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| format!("“{name}” is not a form. It may be {}.", formats()))
}

/// The names of all forms, in a sentence.
fn formats() -> String {
    Format::ALL.map(Format::name).join(", ")
}

/// What is said of one column: its name, what it holds, and the unit of a time. A name may have an = in it.
fn column(columns: Columns, text: &str) -> Result<Columns, String> {
    let words = |words: &[&str]| words.join(", ");
    let Some((name, said)) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()) else {
        return Err(format!(
            "“{text}” says of no column what it holds: write NAME=HOLDS, such as wait=ttft:ms."
        ));
    };
    let (holds, unit) = match said.split_once(':') {
        Some((holds, unit)) => (holds, Some(unit)),
        None => (said, None),
    };
    let known = Holds::of_word(holds).ok_or_else(|| {
        format!("A column cannot hold “{holds}”. It may hold {}.", words(&Holds::ALL.map(Holds::word)))
    })?;
    let unit = match unit {
        Some(_) if !known.is_time() => return Err(format!("A column that holds {holds} has no unit.")),
        Some(word) => Some(TimeUnit::of_word(word).ok_or_else(|| {
            format!("“{word}” is no unit of time. It may be {}.", words(&TimeUnit::ALL.map(TimeUnit::word)))
        })?),
        None => None,
    };
    Ok(columns.with_named(name, known, unit))
}

/// The value of an option, in the range of the row of `key`.
fn number(parser: &mut Parser, key: Key) -> Result<f64, String> {
    let text = parser.value().map_err(|fault| format!("{fault}."))?;
    let (text, row) = (text.to_string_lossy(), key.row());
    match quantity::read(&text, row.unit, Place::Link) {
        Ok(reading) => row
            .check(reading.value)
            .map(|()| reading.value)
            .map_err(|fault| row.refusal(fault, reading.value)),
        Err(fault) => Err(format!("“{text}”: {}", fault.message(row.unit))),
    }
}

/// A target as a link writes a duration.
fn seconds(text: &str) -> Result<f64, String> {
    match quantity::read(text, Unit::Seconds, Place::Link) {
        Ok(reading) if reading.value > 0.0 => Ok(reading.value),
        Ok(_) => Err(format!("“{text}” is no target: enter a duration above 0, such as 50ms.")),
        Err(fault) => Err(format!("“{text}”: {}", fault.message(Unit::Seconds))),
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
    fn targets_are_durations() {
        let targets = [Some(1.0), Some(0.05), None, None];
        let expected = Ok(Order::Streams { file: "a.csv".into(), targets });
        assert_eq!(order("headroom streams a.csv --ttft 1s --tpot=50ms"), expected);
    }

    #[test]
    fn a_plan_goes_out_in_a_form_and_comes_in_from_a_file() {
        let expected = Ok(Order::Export { link: "v=1".into(), format: Format::Markdown });
        assert_eq!(order("headroom export v=1 --as markdown"), expected);
        assert_eq!(order("headroom import a.json"), Ok(Order::Import { file: "a.json".into() }));
    }

    #[test]
    fn files_are_read_one_or_many_and_a_model_for_a_sequence() {
        let files = ["a.log", "b.json"].map(OsString::from).to_vec();
        let columns = Columns::default();
        assert_eq!(
            order("headroom read a.log b.json --json"),
            Ok(Order::Read { files, columns, json: true })
        );
        let terms = ModelTerms { context: 32_000.0, tp: 4 };
        let expected = Ok(Order::Model { file: "config.json".into(), terms, json: false });
        assert_eq!(order("headroom model config.json --context 32k --tp=4"), expected);
    }

    #[test]
    fn columns_are_said_one_by_one() {
        let columns = Columns::default()
            .with_named("a=b", Holds::Ttft, Some(TimeUnit::Milliseconds))
            .with_named("words", Holds::Output, None);
        let expected = Ok(Order::Read { files: vec!["a.csv".into()], columns, json: false });
        assert_eq!(order("headroom read a.csv --column a=b=ttft:ms --column words=output"), expected);
    }

    #[test]
    fn a_plan_is_compared_with_any_number_of_files() {
        let files = vec!["a.json".into(), "b.json".into()];
        let compare = |within| Ok(Order::Compare { link: "v=1".into(), files: files.clone(), within });
        assert_eq!(order("headroom compare v=1 a.json b.json"), compare(0.2));
        assert_eq!(order("headroom compare --within 10% v=1 a.json b.json"), compare(0.1));
        let calibrate = Ok(Order::Calibrate { link: "v=1".into(), files: vec!["-".into()] });
        assert_eq!(order("headroom calibrate v=1 -"), calibrate);
    }

    #[test]
    fn what_cannot_be_done_is_said_in_a_sentence() {
        for (line, start) in [
            ("headroom", "There is nothing to do."),
            ("headroom size", "There is no link to size."),
            ("headroom export v=1", "--as says in which form: json, csv, markdown, text, report."),
            (
                "headroom export v=1 --as pdf",
                "“pdf” is not a form. It may be json, csv, markdown, text, report.",
            ),
            ("headroom import", "There is no file of plans."),
            ("headroom streams", "There is no file of token times."),
            ("headroom streams a.csv b.csv", "“b.csv” is one argument too many."),
            ("headroom streams a.csv --ttft 0", "“0” is no target: enter a duration above 0, such as 50ms."),
            ("headroom read", "There is no file to read."),
            ("headroom read a.csv --column wait", "“wait” says of no column what it holds"),
            ("headroom read a.csv --column =ttft", "“=ttft” says of no column what it holds"),
            (
                "headroom read a.csv --column wait=words",
                "A column cannot hold “words”. It may hold ttft, tpot",
            ),
            ("headroom read a.csv --column wait=ttft:h", "“h” is no unit of time. It may be s, ms, us, ns."),
            ("headroom read a.csv --column wait=output:s", "A column that holds output has no unit."),
            ("headroom model a.json b.json", "“b.json” is one argument too many."),
            ("headroom model a.json --tp 2.5", "2.5 is not a whole number"),
            ("headroom model a.json --context many", "“many”: “many” is not a number."),
            ("headroom compare", "There is no link to compare."),
            ("headroom calibrate v=1", "There is no file of a load test. Is the link in quotes?"),
            ("headroom compare v=1 a.json --within 0", "“0” is no share to be within"),
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
