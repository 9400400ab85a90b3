//! Two requests that count as one each and cost a replica very different amounts.

use crate::chart::{Cell, Table};
use crate::tokens::{Passage, planned};
use crate::{Answer, text_of};
use quantity::{Tokens, Unit};
use sizing::{Figure, Plan, PlanParts, Replica, Work};

/// A request that reads much and writes little, and one that does the opposite: what it is, prompt and answer.
const REQUESTS: [(&str, f64, f64); 2] = [("RAG", 30_000.0, 50.0), ("Chat", 200.0, 1_000.0)];

/// What a RAG request and a chat turn cost a replica of the plan; `None` where there is no fleet.
#[must_use]
pub fn single_requests(answer: &Answer) -> Option<Passage> {
    let batch = planned(answer)?.work.batch;
    let [rag, chat] = REQUESTS.map(|(_, prompt, tokens)| work(answer, prompt, tokens, batch));
    let works = [rag?, chat?];
    Some(Passage {
        title: "A rate is not a load",
        text: sentence(answer, works, batch),
        table: Table {
            caption: "Two single requests on one replica of this plan.".into(),
            head: ["Request", "Prefill", "Decode", "Replica-seconds"].map(String::from).into(),
            rows: REQUESTS
                .into_iter()
                .zip(works)
                .map(|(request, work)| row(request, work, scale(works)))
                .collect(),
        },
    })
}

/// The work of one request on a replica of the plan, whose other sequences are the plan's.
fn work(answer: &Answer, prompt: f64, tokens: f64, batch: f64) -> Option<Work> {
    let (prompt, tokens) = (Tokens::new(prompt), Tokens::new(tokens));
    let alone = Plan::new(PlanParts { prompt, answer: tokens, ..answer.plan.parts().clone() }).ok()?;
    Some(Work::of(Replica::of(&alone).prefill, answer.sizing.replica.step, tokens, batch))
}

/// Seconds as a bare number, unless they are so few that it would lose its digits.
fn scale([rag, chat]: [Work; 2]) -> Unit {
    if rag.total().get().min(chat.total().get()) < 0.1 { Unit::Seconds } else { Unit::Number }
}

fn row((name, prompt, tokens): (&str, f64, f64), work: Work, scale: Unit) -> Vec<Cell> {
    let tokens = [prompt, tokens].map(|tokens| Unit::Count.show(tokens));
    [
        format!("{name}: {} in, {} out", tokens[0], tokens[1]),
        Unit::Seconds.show(work.prefill.get()),
        Unit::Seconds.show(work.decode.get()),
        scale.show(work.total().get()),
    ]
    .map(Cell::from)
    .into()
}

fn sentence(answer: &Answer, works: [Work; 2], batch: f64) -> String {
    let [rag, chat] = works.map(|work| work.total().get());
    let (dear, cheap, times) = if rag < chat {
        ("chat turn", "RAG request", chat / rag)
    } else {
        ("RAG request", "chat turn", rag / chat)
    };
    let times =
        if times < 2.5 { Unit::Number.show(times) } else { format!("about {}", Unit::Count.show(times)) };
    let cached = match answer.plan.cached.get() {
        cached if cached > 0.0 => {
            format!(" The plan’s {} of cached tokens hold for both.", Unit::Fraction.exact(cached))
        }
        _ => String::new(),
    };
    format!(
        "At the same “one request” the {dear} costs {times} times what the {cheap} does. A decoded token is priced at a \
         batch of {} and the mean context of {}.{cached}",
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
            "At the same “one request” the RAG request costs about 7 times what the chat turn does. A decoded token is \
             priced at a batch of 64 and the mean context of 3,200 tokens."
        );
    }

    #[test]
    fn where_decode_is_dear_the_chat_turn_costs_more() {
        let passage = of("v=1&batch=1&cached=0.9");
        assert!(passage.text.contains("the chat turn costs about"), "{}", passage.text);
        assert!(passage.text.ends_with("The plan’s 90% of cached tokens hold for both."), "{}", passage.text);
    }

    #[test]
    fn a_small_model_keeps_its_digits() {
        let passage = of("v=1&model=llama-3.1-8b&tp=8");
        assert!(row(&passage, 1)[3].ends_with(" ms"), "{:?}", row(&passage, 1));
    }
}
