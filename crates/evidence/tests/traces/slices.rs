//! Where slices end changes nothing, and no bytes are trouble.

use crate::{read, sliced};
use evidence::reading::MOST_NOTES;
use proptest::prelude::*;
use proptest::sample::select;

const WORDS: [&str; 30] = [
    "arrival,prompt,output\n",
    "timestamp_ms,input_tokens,output_tokens,id\n",
    "2023-11-16 18:15:46.68,",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "\"timestamp\"",
    "\"input_length\"",
    "\"output_length\"",
    "\"hash_ids\"",
    "\"chat_id\"",
    "0",
    "1",
    "512",
    "513",
    "3000",
    "1e3",
    "-1",
    "NaN",
    "null",
    "1772000000000",
    "99999999999999999999",
    "\"",
    "#",
    ";",
    "0.5",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_of_traces(words in proptest::collection::vec(select(WORDS.to_vec()), 0..60), slice in 1_usize..9) {
        let text = words.concat();
        let whole = read(&text);
        prop_assert_eq!(&whole, &sliced(text.as_bytes(), slice));
        prop_assert!(!whole.notes.is_empty() && whole.notes.len() <= MOST_NOTES);
        prop_assert_eq!(whole.kind.is_none(), whole.requests == 0);
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), slice in 1_usize..9) {
        prop_assert_eq!(sliced(&bytes, bytes.len()), sliced(&bytes, slice));
    }

    /// Each request that is written is counted, with its tokens and its gap.
    #[test]
    fn what_is_written_is_read(requests in proptest::collection::vec((0_u32..100_000, 1_u32..5000, 1_u32..5000), 2..60), json in any::<bool>()) {
        let line = |(at, prompt, output): &(u32, u32, u32)| if json {
            format!("{{\"arrival_ms\": {at}, \"prompt\": {prompt}, \"output\": {output}}}\n")
        } else {
            format!("{at},{prompt},{output}\n")
        };
        let head = if json { "" } else { "arrival_ms,prompt,output\n" };
        let reading = read(&[head.to_owned(), requests.iter().map(line).collect()].concat());
        prop_assert_eq!(reading.requests, requests.len() as u64);
        let sum = |of: fn(&(u32, u32, u32)) -> u32| requests.iter().map(|request| f64::from(of(request))).sum::<f64>();
        prop_assert_eq!((reading.prompts.total(), reading.answers.total()), (sum(|r| r.1), sum(|r| r.2)));
        let times = || requests.iter().map(|request| request.0);
        let duration = f64::from(times().max().unwrap_or(0) - times().min().unwrap_or(0)) / 1e3;
        prop_assert!((reading.duration.expect("arrivals").get() - duration).abs() < 1e-9);
        prop_assert_eq!(reading.rates.counts().iter().sum::<u64>(), reading.requests);
    }
}
