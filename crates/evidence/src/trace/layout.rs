//! Which columns or keys of a trace hold what.

use crate::name::stem;
use crate::time_unit::TimeUnit;

/// What stands under a name of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Arrival(Option<TimeUnit>),
    Prompt,
    Output,
    Name,
    /// The hashes of the blocks of a prompt.
    Blocks,
    Other,
}

/// What wrote a trace, as far as its names tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceKind {
    /// The CSV of Azure's LLM inference traces of 2023 and 2024.
    Azure,
    /// `BurstGPT`'s CSV, in seconds.
    BurstGpt,
    /// Mooncake's JSON lines, in milliseconds, with hashes of blocks of 512 tokens.
    Mooncake,
    /// Qwen-Bailian's JSON lines, in seconds, with hashes of blocks of 16 tokens.
    Bailian,
    /// Vidur's CSV, in seconds from 0, or lengths alone.
    Vidur,
    /// Another CSV with columns for arrival, prompt and answer.
    Table,
    /// Other JSON lines with such keys.
    Lines,
}

impl TraceKind {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Azure => "Azure LLM inference trace",
            Self::BurstGpt => "BurstGPT trace",
            Self::Mooncake => "Mooncake trace",
            Self::Bailian => "Bailian trace",
            Self::Vidur => "Vidur trace",
            Self::Table => "trace as a table",
            Self::Lines => "trace as JSON lines",
        }
    }
}

/// Names by their stem, the more telling first: of two columns of a role the earlier in this list is read.
const ARRIVALS: [&str; 15] = [
    "timestamp",
    "arrivaltime",
    "arrivedat",
    "arrivaltimestamp",
    "arrival",
    "arrivals",
    "requesttimestamp",
    "requesttime",
    "sentat",
    "starttime",
    "start",
    "datetime",
    "time",
    "date",
    "ts",
];
const PROMPTS: [&str; 20] = [
    "contexttokens",
    "prompttokens",
    "numprompttokens",
    "requesttokens",
    "inputtokens",
    "numinputtokens",
    "inputlength",
    "inputlen",
    "promptlength",
    "promptlen",
    "numprefilltokens",
    "prefilltokens",
    "inputsequencelength",
    "isl",
    "promptsize",
    "inputsize",
    "contextlength",
    "contextlen",
    "prompt",
    "input",
];
const OUTPUTS: [&str; 20] = [
    "generatedtokens",
    "completiontokens",
    "outputtokens",
    "numoutputtokens",
    "responsetokens",
    "outputlength",
    "outputlen",
    "responselength",
    "generationlength",
    "numdecodetokens",
    "decodetokens",
    "outputsequencelength",
    "osl",
    "generatetokens",
    "generationtokens",
    "answertokens",
    "answerlength",
    "completionlength",
    "output",
    "response",
];
const NAMES: [&str; 4] = ["requestid", "chatid", "id", "reqid"];

/// Words that no trace has and results of load tests do.
const MEASURED: [&str; 8] = ["ttft", "tpot", "itl", "latency", "e2e", "e2el", "ttfts", "itls"];

impl Role {
    /// What a column or key of this name holds, and how telling the name is: the lower, the more.
    pub(crate) fn of(name: &[u8]) -> (Self, usize) {
        let (stem, unit) = stem(name);
        let place = |names: &[&str]| names.iter().position(|name| name.as_bytes() == stem);
        if let Some(place) = place(&ARRIVALS) {
            return (Self::Arrival(unit), place);
        }
        let others = [(PROMPTS.as_slice(), Self::Prompt), (&OUTPUTS, Self::Output), (&NAMES, Self::Name)];
        let found = others.into_iter().find_map(|(names, role)| Some((role, place(names)?)));
        found.unwrap_or((if stem == b"hashids" { Self::Blocks } else { Self::Other }, 0))
    }

    /// The roles of columns of these names: of several of one role, the most telling. A field of a table
    /// holds no list of blocks.
    pub(crate) fn of_all(names: &[Vec<u8>]) -> Vec<Self> {
        let told: Vec<(Self, usize)> = names.iter().map(|name| Self::of(name)).collect();
        let best = |role: Self, place: usize, telling: usize| {
            let same = |other: &Self| core::mem::discriminant(other) == core::mem::discriminant(&role);
            let better = |(column, (other, rank)): (usize, &(Self, usize))| {
                same(other) && (*rank, column) < (telling, place)
            };
            !told.iter().enumerate().any(better)
        };
        let role = |(place, (role, telling)): (usize, &(Self, usize))| {
            if *role != Self::Blocks && best(*role, place, *telling) { *role } else { Self::Other }
        };
        told.iter().enumerate().map(role).collect()
    }
}

/// Whether names are those of a trace: prompts and answers, arrivals unless Vidur wrote it, and nothing measured.
pub(crate) fn is_trace(names: &[Vec<u8>]) -> bool {
    let has = |wanted: fn(&Role) -> bool| names.iter().any(|name| wanted(&Role::of(name).0));
    let measured = names.iter().any(|name| {
        let words = crate::name::words(name);
        words.iter().any(|word| MEASURED.iter().any(|measured| measured.as_bytes() == word.as_slice()))
    });
    let arrives = has(|role| matches!(role, Role::Arrival(_))) || kind(names, false) == TraceKind::Vidur;
    arrives && !measured && has(|role| *role == Role::Prompt) && has(|role| *role == Role::Output)
}

/// What wrote a trace of these names, which are keys of JSON or columns of a table.
pub(crate) fn kind(names: &[Vec<u8>], json: bool) -> TraceKind {
    let stems: Vec<Vec<u8>> = names.iter().map(|name| stem(name).0).collect();
    let has = |name: &str| stems.iter().any(|stem| stem == name.as_bytes());
    match json {
        true if has("hashids") && has("chatid") => TraceKind::Bailian,
        true if has("hashids") && has("timestamp") && has("inputlength") => TraceKind::Mooncake,
        true => TraceKind::Lines,
        false if has("contexttokens") && has("generatedtokens") => TraceKind::Azure,
        false if has("requesttokens") && has("responsetokens") => TraceKind::BurstGpt,
        false if has("numprefilltokens") && has("numdecodetokens") => TraceKind::Vidur,
        false => TraceKind::Table,
    }
}

/// Which columns of a table to read where their names do not say; what a dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The column of arrivals, from 0; `None` where there are none.
    pub arrival: Option<usize>,
    /// What arrivals count, where they are numbers.
    pub unit: ArrivalUnit,
    /// The column of the prompt's tokens.
    pub prompt: usize,
    /// The column of the answer's tokens.
    pub output: usize,
    /// Whether the first line names the columns.
    pub header: bool,
}

/// What a number that states an arrival counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrivalUnit {
    /// Seconds.
    #[default]
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// Microseconds.
    Microseconds,
    /// Nanoseconds.
    Nanoseconds,
    /// Nobody said: the size of the first number tells, and what it told is said.
    Unstated,
}

impl From<Option<TimeUnit>> for ArrivalUnit {
    fn from(unit: Option<TimeUnit>) -> Self {
        match unit {
            None => Self::Unstated,
            Some(TimeUnit::Seconds) => Self::Seconds,
            Some(TimeUnit::Milliseconds) => Self::Milliseconds,
            Some(TimeUnit::Microseconds) => Self::Microseconds,
            Some(TimeUnit::Nanoseconds) => Self::Nanoseconds,
        }
    }
}

impl ArrivalUnit {
    const fn time_unit(self) -> Option<TimeUnit> {
        match self {
            Self::Seconds => Some(TimeUnit::Seconds),
            Self::Milliseconds => Some(TimeUnit::Milliseconds),
            Self::Microseconds => Some(TimeUnit::Microseconds),
            Self::Nanoseconds => Some(TimeUnit::Nanoseconds),
            Self::Unstated => None,
        }
    }
}

impl Mapping {
    /// The roles of the columns up to the last that is read. Columns beyond a thousand are none.
    pub(crate) fn roles(self) -> Vec<Role> {
        let unit = self.unit.time_unit();
        let columns = [Some(self.prompt), Some(self.output), self.arrival];
        let last = columns.into_iter().flatten().max().unwrap_or(0).min(1000);
        let role = |column: usize| match column {
            _ if Some(column) == self.arrival => Role::Arrival(unit),
            _ if column == self.prompt => Role::Prompt,
            _ if column == self.output => Role::Output,
            _ => Role::Other,
        };
        (0..=last).map(role).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(header: &str) -> Vec<Vec<u8>> {
        header.split(',').map(|name| name.as_bytes().to_vec()).collect()
    }

    #[test]
    fn published_traces_are_told_by_their_names() {
        for (header, kind_of) in [
            ("TIMESTAMP,ContextTokens,GeneratedTokens", TraceKind::Azure),
            ("Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type", TraceKind::BurstGpt),
            ("arrived_at,num_prefill_tokens,num_decode_tokens", TraceKind::Vidur),
            ("num_prefill_tokens,num_decode_tokens,num_total_tokens", TraceKind::Vidur),
            ("arrival (ms),prompt,output", TraceKind::Table),
        ] {
            assert!(is_trace(&names(header)), "{header}");
            assert_eq!(kind(&names(header), false), kind_of, "{header}");
        }
        for header in
            ["request,time", "time,prompt", "prompt,output", "start_time,input_len,output_len,ttft_s", ""]
        {
            assert!(!is_trace(&names(header)), "{header}");
        }
        let mooncake = names("timestamp,input_length,output_length,hash_ids");
        assert_eq!(kind(&mooncake, true), TraceKind::Mooncake);
        let bailian = names("chat_id,parent_chat_id,timestamp,input_length,output_length,type,turn,hash_ids");
        assert_eq!(kind(&bailian, true), TraceKind::Bailian);
    }

    #[test]
    fn of_two_columns_of_a_role_the_more_telling_is_read() {
        let roles = Role::of_all(&names("id,date,prompt,timestamp_ms,prompt_tokens,output"));
        let ms = Role::Arrival(Some(TimeUnit::Milliseconds));
        assert_eq!(roles, [Role::Name, Role::Other, Role::Other, ms, Role::Prompt, Role::Output]);
    }
}
