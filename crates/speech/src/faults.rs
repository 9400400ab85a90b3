//! The machine against every fault that browsers are known for, one after another and all mixed.

use crate::synthesiser::{Act, Aftermath, Stage, kate};
use crate::{Command, Event, Machine, Millis, Rate, Reason, State, Voice, label, notice};
use alloc::string::String;
use alloc::vec::Vec;
use proptest::prelude::*;

const FOUR: [&str; 2] = ["One waits. Two waits.", "Three waits. Four waits."];
const SAID: [&str; 4] = ["One waits.", "Two waits.", "Three waits.", "Four waits."];

const fn speaking(block: usize, sentence: usize) -> State {
    State::Speaking { block, sentence }
}

/// State, label and notice at once.
fn shown(stage: &Stage) -> (State, &'static str, Option<&'static str>) {
    (stage.state(), label(&stage.state()), notice(&stage.state()))
}

#[test]
fn a_sound_voice_reads_each_sentence_once() {
    let mut stage = Stage::new(&[]);
    assert_eq!(shown(&stage), (State::Idle, "Listen", None));
    stage.play(&FOUR);
    assert_eq!(shown(&stage), (speaking(0, 0), "Pause", None));
    stage.pass(1_500);
    assert_eq!(shown(&stage), (speaking(1, 0), "Pause", None));
    stage.finish();
    assert_eq!(shown(&stage), (State::Idle, "Listen", None));
    assert_eq!((stage.asked(), &stage.synthesiser.said[..]), (SAID.into(), &SAID.map(String::from)[..]));
    assert_eq!(stage.synthesiser.cancels, []);
}

#[test]
fn without_a_synthesiser_it_says_so_and_nothing_else() {
    let mut machine = Machine::new(false, "en-GB");
    for event in
        [Event::Play(["One.".into()].into()), Event::Voices([kate()].into()), Event::Stop, Event::Tick]
    {
        assert_eq!(machine.hear(event, 5_000), []);
        assert_eq!(machine.state(), State::Unavailable(Reason::NoSynthesiser));
        assert_eq!(
            notice(&machine.state()),
            Some("This browser cannot read aloud. Everything stands in the text.")
        );
        assert_eq!((label(&machine.state()), machine.deadline()), ("Listen", None));
    }
}

#[test]
fn without_voices_the_browsers_own_is_tried_after_three_seconds() {
    let mut stage = Stage::without_voices(&[]);
    stage.send(Event::Voices(Vec::new()));
    stage.play(&FOUR);
    stage.pass(2_999);
    assert_eq!((shown(&stage), stage.asked()), ((State::Waiting, "Pause", None), Vec::new()));
    stage.pass(1);
    assert_eq!(stage.synthesiser.asked, [(3_000, "One waits.".into(), None)]);
    stage.finish();
    assert_eq!(stage.synthesiser.said, SAID);
    // It does not wait a second time.
    stage.play(&FOUR);
    assert_eq!(stage.state(), speaking(0, 0));
}

#[test]
fn without_voices_and_sound_it_says_so_until_voices_come() {
    let mut stage = Stage::without_voices(&[Act::Keeps; 4]);
    stage.play(&FOUR);
    assert_eq!(stage.finish(), 3_000 + 2 * (500 + 50 + 2_000) + 50);
    assert_eq!(
        shown(&stage),
        (
            State::Unavailable(Reason::NoVoices),
            "Listen",
            Some("This browser has no voice to read with. Everything stands in the text.")
        )
    );
    stage.send(Event::Voices([kate()].into()));
    assert_eq!(shown(&stage), (State::Idle, "Listen", None));
    stage.play(&FOUR);
    stage.finish();
    assert_eq!(stage.synthesiser.said, SAID);
}

#[test]
fn late_voices_are_taken_as_they_come() {
    for (arrival, first) in [(2_900, Some("kate")), (3_100, None)] {
        let mut stage = Stage::without_voices(&[]);
        stage.play(&FOUR);
        stage.pass(arrival);
        stage.send(Event::Voices([kate()].into()));
        assert_eq!(stage.state(), speaking(0, 0));
        stage.finish();
        let voices: Vec<_> = stage.synthesiser.asked.iter().map(|(_, _, voice)| voice.as_deref()).collect();
        assert_eq!(voices, [first, Some("kate"), Some("kate"), Some("kate")]);
        assert_eq!(stage.synthesiser.said, SAID);
    }
}

#[test]
fn a_voice_that_stops_after_fifteen_seconds_loses_one_sentence() {
    let long = ["a prompt waits behind the prompts that came before it"; 4].join(" and ") + ".";
    let mut stage = Stage::new(&[Act::Speaks, Act::Stops]);
    stage.send(Event::Paced(Rate::percent(50)));
    stage.play(&["One waits.", &long[..180], "Four waits."]);
    stage.pass(30_000);
    assert_eq!(shown(&stage), (speaking(1, 0), "Pause", None));
    let silent = stage.finish();
    assert!(silent < 12_000, "{silent} ms of silence");
    assert_eq!((stage.asked().len(), stage.state()), (3, State::Idle));
    assert_eq!(stage.synthesiser.said, ["One waits.", "Four waits."]);
}

#[test]
fn an_end_that_never_comes_is_not_waited_for() {
    let mut stage = Stage::new(&[Act::Forgets; 4]);
    stage.play(&FOUR);
    let time = stage.finish();
    assert!(time < 4 * 4_000, "{time}");
    assert_eq!((stage.asked(), stage.state()), (SAID.into(), State::Idle));
    assert_eq!(stage.synthesiser.said, SAID);
}

#[test]
fn the_longest_sentence_of_a_slow_voice_is_not_cut_off() {
    for percent in [50, 100, 200] {
        let mut stage = Stage::new(&[]);
        stage.send(Event::Paced(Rate::percent(percent)));
        stage.play(&["wait ".repeat(40).as_str()]);
        stage.finish();
        assert_eq!((stage.synthesiser.said.len(), stage.synthesiser.cancels.len()), (1, 0));
    }
}

#[test]
fn a_start_that_never_comes_is_asked_for_once_more() {
    let mut stage = Stage::new(&[Act::Keeps]);
    stage.play(&FOUR);
    stage.finish();
    let times: Vec<_> = stage.synthesiser.asked.iter().take(2).map(|(time, _, _)| *time).collect();
    assert_eq!((times, &stage.synthesiser.cancels[..]), ([0, 550].into(), &[500][..]));
    assert_eq!((&stage.synthesiser.said[..], stage.state()), (&SAID.map(String::from)[..], State::Idle));

    // Twice in vain: on to the next sentence.
    let mut stage = Stage::new(&[Act::Keeps, Act::Keeps]);
    stage.play(&FOUR);
    stage.finish();
    assert_eq!((&stage.synthesiser.said[..], stage.state()), (&SAID.map(String::from)[1..], State::Idle));

    // What was in vain before does not count when somebody asks again.
    let mut stage = Stage::new(&[Act::Keeps, Act::Keeps, Act::Keeps, Act::Keeps, Act::Keeps]);
    stage.play(&FOUR);
    stage.pass(3_000);
    stage.play(&FOUR);
    stage.finish();
    assert_eq!((&stage.synthesiser.said[..], stage.state()), (&SAID.map(String::from)[1..], State::Idle));

    // Two sentences in vain: that is no accident.
    let mut stage = Stage::new(&[Act::Keeps; 4]);
    stage.play(&FOUR);
    stage.finish();
    assert_eq!(stage.asked(), ["One waits.", "One waits.", "Two waits.", "Two waits."]);
    let told = "The voice gives no answer. Choose another one, or try again.";
    assert_eq!(shown(&stage), (State::Unavailable(Reason::NoAnswer), "Listen", Some(told)));
    stage.send(Event::Chosen(Some("kate".into())));
    assert_eq!(shown(&stage), (State::Idle, "Listen", None));
}

#[test]
fn a_voice_on_a_server_has_longer_to_begin() {
    let mut stage = Stage::without_voices(&[Act::Keeps]);
    stage.send(Event::Voices([Voice { local: false, ..kate() }].into()));
    stage.play(&FOUR);
    stage.pass(1_999);
    assert_eq!(stage.synthesiser.cancels, []);
    stage.pass(1);
    assert_eq!(stage.synthesiser.cancels, [2_000]);
}

#[test]
fn an_error_in_the_middle_repeats_the_sentence_once() {
    let mut stage = Stage::new(&[Act::Speaks, Act::Breaks]);
    stage.play(&FOUR);
    stage.finish();
    assert_eq!(stage.asked(), ["One waits.", "Two waits.", "Two waits.", "Three waits.", "Four waits."]);
    assert_eq!((&stage.synthesiser.said[..], stage.state()), (&SAID.map(String::from)[..], State::Idle));

    let mut stage = Stage::new(&[Act::Breaks; 20]);
    stage.play(&FOUR);
    stage.finish();
    assert_eq!((stage.asked().len(), stage.state()), (4, State::Unavailable(Reason::NoAnswer)));
    // What failed is over; there was nothing to cancel.
    assert_eq!(stage.synthesiser.cancels, []);
}

#[test]
fn one_sentence_that_is_never_heard_is_not_passed_over_in_silence() {
    let mut stage = Stage::new(&[Act::Keeps, Act::Keeps]);
    stage.play(&["One waits."]);
    stage.finish();
    assert_eq!(stage.state(), State::Unavailable(Reason::NoAnswer));
}

#[test]
fn a_hidden_page_is_silent_and_stays_so() {
    for aftermath in [Aftermath::Nothing, Aftermath::Ended, Aftermath::Errored] {
        let mut stage = Stage::new(&[]);
        stage.synthesiser.aftermath = aftermath;
        stage.play(&FOUR);
        stage.pass(200);
        stage.send(Event::Hidden);
        assert_eq!(
            (shown(&stage), &stage.synthesiser.cancels[..]),
            ((State::Idle, "Listen", None), &[200][..])
        );
        stage.pass(60_000);
        assert_eq!((stage.state(), stage.asked().len()), (State::Idle, 1));
        // Others may be speaking now.
        stage.send(Event::Hidden);
        stage.send(Event::Stop);
        assert_eq!(stage.synthesiser.cancels, [200]);
    }
}

#[test]
fn a_pause_falls_silent_and_says_the_sentence_again() {
    for aftermath in [Aftermath::Nothing, Aftermath::Ended, Aftermath::Errored] {
        let mut stage = Stage::new(&[]);
        stage.synthesiser.aftermath = aftermath;
        stage.play(&FOUR);
        stage.pass(800);
        stage.send(Event::Pause);
        let paused = State::Paused { block: 0, sentence: 1 };
        assert_eq!((shown(&stage), &stage.synthesiser.cancels[..]), ((paused, "Continue", None), &[800][..]));
        stage.pass(60_000);
        assert_eq!(stage.state(), paused);
        stage.send(Event::Resume);
        assert_eq!(shown(&stage), (speaking(0, 1), "Pause", None));
        stage.finish();
        assert_eq!((&stage.synthesiser.said[..], stage.state()), (&SAID.map(String::from)[..], State::Idle));
    }
}

#[test]
fn a_pause_while_voices_are_awaited_is_a_pause() {
    let mut stage = Stage::without_voices(&[]);
    stage.play(&FOUR);
    stage.send(Event::Pause);
    stage.send(Event::Voices([kate()].into()));
    stage.pass(5_000);
    assert_eq!((shown(&stage).1, stage.asked().len()), ("Continue", 0));
    stage.send(Event::Resume);
    stage.finish();
    assert_eq!(stage.synthesiser.said, SAID);
}

#[test]
fn double_clicks_do_what_one_does() {
    let mut stage = Stage::new(&[]);
    stage.synthesiser.aftermath = Aftermath::Ended;
    stage.play(&FOUR);
    stage.pass(10);
    stage.play(&FOUR);
    assert_eq!(stage.state(), speaking(0, 0));
    stage.pass(200);
    stage.send(Event::Pause);
    stage.send(Event::Pause);
    assert_eq!(stage.state(), State::Paused { block: 0, sentence: 0 });
    stage.send(Event::Resume);
    stage.send(Event::Resume);
    stage.pass(200);
    stage.send(Event::Next);
    stage.send(Event::Next);
    assert_eq!(stage.state(), speaking(1, 0));
    stage.pass(200);
    stage.send(Event::Stop);
    stage.send(Event::Stop);
    stage.pass(60_000);
    assert_eq!(stage.state(), State::Idle);
    // The first click of a pair was cancelled, its sentence said 50 ms later; nothing came twice.
    assert_eq!(stage.asked(), ["One waits.", "One waits.", "One waits.", "Three waits."]);
    assert_eq!(stage.synthesiser.cancels, [10, 210, 410, 610]);
}

#[test]
fn next_and_previous_stay_inside_the_text() {
    let mut stage = Stage::new(&[]);
    stage.send(Event::Next);
    stage.send(Event::Previous);
    assert_eq!((stage.state(), stage.asked().len()), (State::Idle, 0));

    stage.play(&FOUR);
    stage.pass(200);
    stage.send(Event::Previous);
    assert_eq!(stage.state(), speaking(0, 0));
    for state in [speaking(0, 1), speaking(1, 0), speaking(1, 1), State::Idle, State::Idle] {
        stage.pass(100);
        stage.send(Event::Next);
        assert_eq!(stage.state(), state);
    }
    assert_eq!(stage.synthesiser.cancels.len(), 5);

    stage.play(&FOUR);
    stage.send(Event::Pause);
    for (event, block, sentence) in [
        (Event::Previous, 0, 0),
        (Event::Next, 0, 1),
        (Event::Next, 1, 0),
        (Event::Next, 1, 1),
        (Event::Next, 1, 1),
        (Event::Previous, 1, 0),
    ] {
        stage.send(event);
        assert_eq!(stage.state(), State::Paused { block, sentence });
    }
    stage.send(Event::Resume);
    stage.finish();
    assert_eq!(stage.synthesiser.said, ["Three waits.", "Four waits."]);
}

#[test]
fn events_of_old_utterances_change_nothing() {
    let mut stage = Stage::new(&[]);
    stage.play(&FOUR);
    stage.pass(100);
    stage.send(Event::Next);
    stage.pass(100);
    for event in [Event::Ended(1), Event::Errored(1), Event::Started(1), Event::Ended(77)] {
        stage.send(event);
        assert_eq!(stage.state(), speaking(0, 1));
    }
    stage.finish();
    assert_eq!(stage.synthesiser.said, SAID[1..]);
}

#[test]
fn what_cannot_be_said_is_passed_over_but_counted() {
    let mut stage = Stage::new(&[]);
    stage.play(&["…", "", "One waits. … Two waits."]);
    assert_eq!(stage.state(), speaking(2, 0));
    stage.pass(1_000);
    assert_eq!(stage.state(), speaking(2, 2));
    stage.play(&[" ", "—"]);
    assert_eq!((stage.state(), stage.machine.deadline()), (State::Idle, None));
}

/// What an observer knows who sees only events and commands.
#[derive(Clone, Default)]
struct Observer {
    last: u32,
    under_way: bool,
    cancelled: Option<Millis>,
    /// What was asked for since a person last did something.
    asked: Vec<State>,
}

impl Observer {
    fn sees(&mut self, machine: &mut Machine, event: Event, now: Millis) {
        match event {
            Event::Ended(id) | Event::Errored(id) if id == self.last => self.under_way = false,
            Event::Play(_) | Event::Resume | Event::Next | Event::Previous => self.asked.clear(),
            _ => {}
        }
        for command in machine.hear(event, now) {
            match command {
                Command::Speak { id, .. } => {
                    assert!(!self.under_way, "two at once");
                    assert!(self.cancelled.is_none_or(|cancelled| now >= cancelled + 50), "too early");
                    self.asked.push(machine.state());
                    let times = self.asked.iter().filter(|state| **state == machine.state()).count();
                    assert!(times <= 2, "{:?} for the third time", machine.state());
                    (self.last, self.under_way) = (id, true);
                }
                Command::Cancel => {
                    assert!(self.under_way, "nothing of ours to cancel");
                    (self.cancelled, self.under_way) = (Some(now), false);
                }
            }
        }
        let awaited = matches!(machine.state(), State::Waiting | State::Speaking { .. });
        assert_eq!(awaited, machine.deadline().is_some(), "{:?}", machine.state());
        assert!(awaited || !self.under_way, "it goes on in {:?}", machine.state());
    }
}

fn event(kind: u8, last: u32) -> Event {
    match kind {
        0 => Event::Play(FOUR.map(String::from).into()),
        1 => Event::Play(Vec::new()),
        2 => Event::Pause,
        3 => Event::Resume,
        4 => Event::Stop,
        5 => Event::Next,
        6 => Event::Previous,
        7 => Event::Voices(Vec::new()),
        8 => Event::Voices([kate(), Voice { id: "far".into(), local: false, ..kate() }].into()),
        9 => Event::Chosen(Some("far".into())),
        10 => Event::Paced(Rate::percent(50)),
        11 => Event::Hidden,
        12 => Event::Started(last.wrapping_sub(1)),
        13 => Event::Ended(last.wrapping_sub(1)),
        14 | 15 => Event::Started(last),
        16 | 17 => Event::Ended(last),
        18 | 19 => Event::Errored(last),
        _ => Event::Tick,
    }
}

proptest! {
    #[test]
    fn any_order_of_events_leaves_it_in_order(
        synthesiser in prop::bool::weighted(0.95),
        events in prop::collection::vec((0_u8..26, prop_oneof![0_u64..60, 0_u64..6_000]), 0..80),
    ) {
        let (mut machine, mut observer, mut now) = (Machine::new(synthesiser, "en-GB"), Observer::default(), 0);
        for (kind, wait) in events {
            now += wait;
            let event = event(kind, observer.last);
            observer.sees(&mut machine, event, now);
        }

        // Left alone it comes to rest.
        let mut left = machine.clone();
        let mut after = observer.clone();
        let mut turns = 0;
        while let Some(deadline) = left.deadline() {
            after.sees(&mut left, Event::Tick, deadline.max(now));
            turns += 1;
            prop_assert!(turns < 30, "no rest in {:?}", left.state());
        }

        // It can always be stopped.
        observer.sees(&mut machine, Event::Stop, now);
        let state = machine.state();
        prop_assert!(matches!(state, State::Idle | State::Unavailable(_)), "{state:?}");
        prop_assert_eq!(machine.deadline(), None);
        prop_assert_eq!(notice(&state).is_some(), state != State::Idle);
    }
}
