//! What the commands say while they work.

use std::time::Duration;

/// One line that says what is being done, set off from what other programs write.
pub(crate) fn tell(sentence: &str) {
    println!("==> {sentence}");
}

/// How long a step usually takes.
pub(crate) fn usually(time: &str) -> String {
    format!("usually {time}")
}

/// A span of time as a person says it: "0.4 s", "12 s", "3 min 05 s".
pub(crate) fn spell(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::spell;
    use std::time::Duration;

    #[test]
    fn times_read_as_people_say_them() {
        assert_eq!(spell(Duration::from_millis(420)), "0.4 s");
        assert_eq!(spell(Duration::from_secs(12)), "12 s");
        assert_eq!(spell(Duration::from_secs(185)), "3 min 05 s");
    }
}
