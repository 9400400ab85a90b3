//! Two requests that count as one each and cost a replica very different amounts.

use crate::passage::{Passage, row, table};
use crate::{Answer, text_of};
use quantity::{Tokens, Unit};
use sizing::{Figure, Work};

/// What a request that reads much and one that writes much cost a replica of the plan; `None` where there is no fleet.
#[must_use]
pub fn single_requests(answer: &Answer) -> Option<Passage> {
    let batch = answer.fleet()?.work.batch;
    let rag = work(answer, Tokens::new(30_000.0), Tokens::new(50.0), batch)?;
    let chat = work(answer, Tokens::new(200.0), Tokens::new(1_000.0), batch)?;
    let (of_rag, of_chat) = (rag.total().get(), chat.total().get());
    // Seconds as a bare number, unless they are so few that it would lose their digits.
    let unit = if of_rag.min(of_chat) < 0.1 { Unit::Seconds } else { Unit::Number };
    let told = |name: &str, work: Work| {
        let [prefill, decode] = [work.prefill, work.decode].map(|part| Unit::Seconds.show(part.get()));
        row(vec![name.into(), prefill, decode, unit.show(work.total().get())])
    };
    let rows = vec![told("RAG: 30,000 in, 50 out", rag), told("Chat: 200 in, 1,000 out", chat)];
    Some(Passage {
        title: "A rate is not a load",
        text: sentence(answer, of_rag / of_chat, batch),
        table: table(
            "Two single requests on one replica of this plan.",
            &["Request", "Prefill", "Decode", "Replica-seconds"],
            rows,
        ),
    })
}

/// The work of one request on a replica of the plan, whose other sequences are the plan's.
fn work(answer: &Answer, prompt: Tokens, tokens: Tokens, batch: f64) -> Option<Work> {
    let alone = answer.changed(&|parts| {
        parts.prompt = prompt;
        parts.answer = tokens;
    })?;
    Some(Work::of(alone.sizing.replica.prefill, answer.sizing.replica.step, tokens, batch))
}

/// `ratio` is the first request's work over the second's.
fn sentence(answer: &Answer, ratio: f64, batch: f64) -> String {
    let unit = if ratio < 2.5 { Unit::Number } else { Unit::Count };
    format!(
        "At the same “one request”, and the plan’s cache hit of {}, the first costs about {} times what the second does. \
         A decoded token is priced at a batch of {} and the mean context of {}.",
        Unit::Fraction.exact(answer.plan.cached.get()),
        unit.show(ratio),
        Unit::Count.show(batch),
        text_of(answer, Figure::Context),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(link: &str) -> Passage {
        single_requests(&Answer::to_link(link)).expect("a fleet")
    }

    fn row(passage: &Passage, at: usize) -> Vec<&str> {
        passage.table.rows[at].iter().map(|cell| cell.text.as_str()).collect()
    }

    #[test]
    fn the_published_requests_on_example_b() {
        let passage = of(crate::B);
        assert_eq!(row(&passage, 0), ["RAG: 30,000 in, 50 out", "2,139 ms", "14.9 ms", "2.15"]);
        assert_eq!(row(&passage, 1), ["Chat: 200 in, 1,000 out", "14.3 ms", "298.7 ms", "0.31"]);
        assert_eq!(
            passage.text,
            "At the same “one request”, and the plan’s cache hit of 0%, the first costs about 7 times what the second does. \
             A decoded token is priced at a batch of 64 and the mean context of 3,200 tokens."
        );
    }

    #[test]
    fn where_decode_is_dear_the_chat_turn_costs_more() {
        let passage = of("v=1&batch=1&cached=0.9");
        assert!(passage.text.contains("costs about 0."), "{}", passage.text);
        assert!(passage.text.contains("cache hit of 90%"), "{}", passage.text);
    }

    #[test]
    fn a_small_model_keeps_its_digits() {
        let passage = of("v=1&model=llama-3.1-8b&tp=8");
        assert!(row(&passage, 1)[3].ends_with(" ms"), "{:?}", row(&passage, 1));
    }
}
