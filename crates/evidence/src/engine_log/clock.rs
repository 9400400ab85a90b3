//! When a line of a log was written.

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// The time of day in a line, in seconds: the first "hh:mm:ss" in it, with its fraction.
pub(crate) fn time_of_day(line: &str) -> Option<f64> {
    // It stands at the beginning of a line, if it stands in it at all.
    let bytes = line.as_bytes().get(..line.len().min(120))?;
    (0..bytes.len()).find_map(|at| clock(bytes.get(at..)?, at.checked_sub(1).and_then(|at| bytes.get(at))))
}

/// Reads "hh:mm:ss" where it begins with a digit that no digit or colon precedes.
fn clock(bytes: &[u8], before: Option<&u8>) -> Option<f64> {
    if before.is_some_and(|byte| byte.is_ascii_digit() || *byte == b':') {
        return None;
    }
    let [h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = bytes else { return None };
    let two = |tens: &u8, ones: &u8| {
        (tens.is_ascii_digit() && ones.is_ascii_digit())
            .then(|| f64::from(tens - b'0') * 10.0 + f64::from(ones - b'0'))
    };
    let (hours, minutes, seconds) = (two(h1, h2)?, two(m1, m2)?, two(s1, s2)?);
    let sound = hours < 24.0 && minutes < 60.0 && seconds < 61.0;
    let fraction = rest.strip_prefix(b".").map_or(0.0, |digits| {
        let digits = digits.iter().take(9).take_while(|byte| byte.is_ascii_digit());
        digits.fold((0.0, 0.1), |(sum, place), digit| (sum + f64::from(digit - b'0') * place, place / 10.0)).0
    });
    sound.then_some(hours * 3600.0 + minutes * 60.0 + seconds + fraction)
}

/// Seconds from one time of day to a later one, which may be after midnight. Starts do not take a day.
pub(crate) fn between(start: f64, end: f64) -> f64 {
    if end < start { end - start + DAY } else { end - start }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engines_clock_is_read() {
        for (line, seconds) in [
            ("INFO 08-18 02:56:53 [core.py:114] x", Some(10_613.0)),
            ("[2025-04-01 10:00:00 TP0] Load weight begin.", Some(36_000.0)),
            ("[05/06/2025-09:12:33] [TRT-LLM] [I] x", Some(33_153.0)),
            ("[W818 02:57:06.5 utils.cpp:41] Warning", Some(10_626.5)),
            ("at 12:34", None),
            ("99:00:00", None),
        ] {
            assert_eq!(time_of_day(line), seconds, "{line}");
        }
    }

    #[test]
    fn a_start_may_pass_midnight() {
        assert!((between(86_390.0, 20.0) - 30.0).abs() < 1e-9);
        assert!((between(50_616.0, 50_851.0) - 235.0).abs() < 1e-9);
    }
}
