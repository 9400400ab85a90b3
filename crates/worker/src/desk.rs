//! The worker: it holds the streams and answers for them.

use crate::message::{Ask, Judge, Tell};
use evidence::Reader;
use gloo_worker::{HandlerId, Worker, WorkerScope};
use latency::{Streams, Terms};
use present::evidence::stated;
use present::{Published, StreamsAnswer};
use quantity::Seconds;

/// What is on the desk.
#[derive(Default)]
pub struct Desk {
    /// The file that is being read.
    reader: Option<Reader>,
    held: Option<Held>,
    judge: Judge,
    /// The answer for what is held, by its definitions; targets may differ.
    answer: Option<StreamsAnswer>,
}

/// The streams that answers are about.
#[derive(Default)]
struct Held {
    streams: Streams,
    duration: Option<Seconds>,
    published: Vec<Published>,
    /// What to know about the file.
    notes: Vec<String>,
}

impl Worker for Desk {
    type Message = ();
    type Input = Ask;
    type Output = Tell;

    fn create(_: &WorkerScope<Self>) -> Self {
        Self::default()
    }

    fn update(&mut self, _: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, ask: Ask, to: HandlerId) {
        if let Some(tell) = self.take(ask) {
            scope.respond(to, tell);
        }
    }
}

impl Desk {
    /// What there is to say to a question, if anything.
    pub fn take(&mut self, ask: Ask) -> Option<Tell> {
        match ask {
            Ask::Draw(draw) => {
                self.hold(Held { streams: draw.synthetic().streams(), ..Held::default() });
                self.shown()
            }
            Ask::Open => {
                self.reader = Some(Reader::new());
                None
            }
            Ask::Slice(bytes) => {
                let reader = self.reader.as_mut()?;
                // Why nothing further is read is told at the end, with what was sound.
                let _ = reader.push(&bytes);
                let progress = reader.progress();
                Some(Tell::Progress { bytes: progress.bytes, requests: progress.requests })
            }
            Ask::Close => self.close(),
            Ask::Cancel => {
                self.reader = None;
                None
            }
            Ask::Judge(judge) => {
                let targets_alone =
                    Judge { itl: judge.itl, nearest_rank: judge.nearest_rank, ..self.judge } == self.judge;
                self.judge = judge;
                if !targets_alone {
                    self.answer = None;
                }
                self.shown()
            }
        }
    }

    fn hold(&mut self, held: Held) {
        self.held = Some(held);
        self.answer = None;
    }

    /// Ends the file: its streams are held from now on, unless there are none.
    fn close(&mut self) -> Option<Tell> {
        let reading = self.reader.take().map(Reader::finish).unwrap_or_default();
        let notes: Vec<String> = reading.notes.into_iter().map(|note| note.text).collect();
        if reading.streams.is_empty() {
            return Some(Tell::Refused(notes));
        }
        let published = reading.published.map(|published| stated(&published)).unwrap_or_default();
        self.hold(Held { streams: reading.streams, duration: reading.duration, published, notes });
        self.shown()
    }

    /// The answer for what is held; nothing before the first streams.
    fn shown(&mut self) -> Option<Tell> {
        let held = self.held.as_ref()?;
        let terms = Terms { duration: held.duration, ..self.judge.terms() };
        let answer = self
            .answer
            .get_or_insert_with(|| StreamsAnswer::of(&held.streams, &terms, held.published.clone()));
        Some(Tell::Shown(Box::new(answer.judged(&terms.targets)), held.notes.clone()))
    }
}
