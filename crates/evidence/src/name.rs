//! What a column or a key means, and in which unit.

use crate::time_unit::TimeUnit;

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Which request it is.
    Request,
    /// When tokens came.
    Time,
    /// When the request was sent.
    Sent,
    /// How many tokens came at once.
    Tokens,
    /// How the request ended, in a word or as a number of HTTP.
    Status,
    /// What went wrong; nothing, if nothing did.
    Error,
    /// Whether it went well.
    Success,
    Other,
}

/// A name that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) role: Role,
    /// The unit, where the name states it.
    pub(crate) unit: Option<TimeUnit>,
}

impl Name {
    /// `token_time_ms`, `tokenTimes` and `t (ms)` all name times, two of them milliseconds.
    pub(crate) fn of(text: &[u8]) -> Self {
        let words = words(text);
        let unit = words.last().filter(|_| words.len() > 1).and_then(|word| TimeUnit::named(word));
        let stem = words.get(..words.len() - usize::from(unit.is_some())).unwrap_or_default().concat();
        let role = ROLES.iter().find(|(name, _)| *name == stem).map_or(Role::Other, |(_, role)| *role);
        Self { role, unit }
    }
}

/// Names without their unit, in small letters and without anything between their words.
const ROLES: [(&[u8], Role); 38] = [
    (b"request", Role::Request),
    (b"requestid", Role::Request),
    (b"req", Role::Request),
    (b"reqid", Role::Request),
    (b"id", Role::Request),
    (b"rid", Role::Request),
    (b"stream", Role::Request),
    (b"streamid", Role::Request),
    (b"time", Role::Time),
    (b"times", Role::Time),
    (b"t", Role::Time),
    (b"ts", Role::Time),
    (b"at", Role::Time),
    (b"timestamp", Role::Time),
    (b"timestamps", Role::Time),
    (b"tokentime", Role::Time),
    (b"tokentimes", Role::Time),
    (b"tokentimestamp", Role::Time),
    (b"tokentimestamps", Role::Time),
    (b"tokenat", Role::Time),
    (b"sent", Role::Sent),
    (b"sentat", Role::Sent),
    (b"sendtime", Role::Sent),
    (b"senttime", Role::Sent),
    (b"start", Role::Sent),
    (b"starttime", Role::Sent),
    (b"requeststart", Role::Sent),
    (b"requestsent", Role::Sent),
    (b"tokens", Role::Tokens),
    (b"tokencount", Role::Tokens),
    (b"tokencounts", Role::Tokens),
    (b"numtokens", Role::Tokens),
    (b"chunktokens", Role::Tokens),
    (b"status", Role::Status),
    (b"error", Role::Error),
    (b"success", Role::Success),
    (b"successful", Role::Success),
    (b"ok", Role::Success),
];

/// The words of a name in small letters. A word ends where something else than a letter or digit stands, or where a
/// capital follows a small letter.
pub(crate) fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut before = b' ';
    for byte in text {
        let joins = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        if joins(*byte) {
            let begins = !joins(before) || (before.is_ascii_lowercase() && byte.is_ascii_uppercase());
            if begins {
                words.push(Vec::new());
            }
            words.last_mut().into_iter().for_each(|word| word.push(byte.to_ascii_lowercase()));
        }
        before = *byte;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_however_they_are_written() {
        use Role::{Other, Request, Sent, Time, Tokens};
        use TimeUnit::{Microseconds, Milliseconds, Nanoseconds, Seconds};
        for (text, role, unit) in [
            ("request", Request, None),
            ("Request ID", Request, None),
            ("requestId", Request, None),
            ("time", Time, None),
            ("t", Time, None),
            ("token_time_ms", Time, Some(Milliseconds)),
            ("tokenTimesMs", Time, Some(Milliseconds)),
            ("t (ms)", Time, Some(Milliseconds)),
            ("time [s]", Time, Some(Seconds)),
            ("timestamp_ns", Time, Some(Nanoseconds)),
            ("time (µs)", Time, Some(Microseconds)),
            ("sent_at", Sent, None),
            ("tokens", Tokens, None),
            ("ms", Other, None),
            ("", Other, None),
            ("__", Other, None),
            ("token_7_ms", Other, Some(Milliseconds)),
        ] {
            assert_eq!(Name::of(text.as_bytes()), Name { role, unit }, "{text}");
        }
    }
}
