//! Check yourself: a service of the reader's own, three guesses about it, and what the core says.

use crate::expression::Expression;
use crate::html::Html;
use plan::{PlanInput, choices};
use present::{Answer, standing_number};
use quantity::{Key, Unit};

/// What describes the service, besides the model and the GPU.
const NUMBERS: [Key; 7] = [Key::Tp, Key::Rate, Key::In, Key::Out, Key::Cached, Key::Ttft, Key::Tpot];

/// What is to be guessed, and how it is asked.
const ASKED: [(&str, &str); 3] = [
    ("kv_bytes_per_token in KiB", "KV cache of one token"),
    ("prefill_share", "Prefill’s share of each second at this rate"),
    ("ttft_utilisation", "How busy the prefill lanes may be before p95 TTFT breaks its target"),
];

/// Writes the form; without the program it says what the three are for worked example A.
pub(crate) fn write(html: &mut Html<'_>) {
    html.tags("<form class=\"check\" data-check><fieldset><legend>Your service</legend>");
    let example = PlanInput::default();
    for key in [Key::Model, Key::Gpu] {
        choice(html, key, &example);
    }
    let answer = Answer::to(example.check().plan);
    for key in NUMBERS {
        field(html, key, &answer);
    }
    html.tags("</fieldset><fieldset><legend>Your guesses</legend>");
    let asked = ASKED.map(|(written, label)| (Expression::parse(written), written, label));
    for (expression, written, label) in &asked {
        html.tags("<label>")
            .text(label)
            .tags(" <input inputmode=\"decimal\" autocomplete=\"off\" data-guess-of=\"");
        html.text(written).tags("\" disabled>");
        if let Ok(expression) = expression {
            html.sign(expression);
        }
        html.tags("</label>");
    }
    html.tags("</fieldset><button disabled>Compare with the core</button><output></output> ");
    html.tags("<a data-open=\"fleet\" href=\"");
    html.address("sandbox/fleet/#v=1").tags("\">Open this service in the sandbox</a></form>");
    sentence(html, &answer);
}

fn choice(html: &mut Html<'_>, key: Key, example: &PlanInput) {
    let row = key.row();
    let standard = choices(key).into_iter().find(|choice| Some(choice.name) == standing_word(key, example));
    html.tags("<label>").text(row.label).tags(" <select data-key=\"").text(row.name).tags("\" disabled>");
    for choice in choices(key) {
        html.tags("<option value=\"").text(choice.name).tags("\"");
        html.tags(if Some(choice) == standard { " selected>" } else { ">" });
        html.text(choice.label).tags("</option>");
    }
    html.tags("</select></label>");
}

/// The name that the example has for `key`.
fn standing_word(key: Key, example: &PlanInput) -> Option<&'static str> {
    example.word(key).or(match key.row().default {
        quantity::Standard::Word(name) => Some(name),
        _ => None,
    })
}

fn field(html: &mut Html<'_>, key: Key, answer: &Answer) {
    let row = key.row();
    let value = standing_number(answer, key).map(|value| row.unit.field_text(value)).unwrap_or_default();
    html.tags("<label>")
        .text(row.label)
        .tags(" <input inputmode=\"decimal\" autocomplete=\"off\" data-key=\"");
    html.text(row.name).tags("\" value=\"").text(&value).tags("\" disabled>");
    let sign = row.unit.field().sign;
    if !sign.is_empty() {
        html.tags("<span class=\"unit\">").text(sign).tags("</span>");
    }
    html.tags("</label>");
}

/// The three figures of the worked example.
fn sentence(html: &mut Html<'_>, answer: &Answer) {
    let plans = crate::Plans::new(PlanInput::default(), &[]);
    let [kv, share, busy] = ASKED.map(|(written, _)| {
        Expression::parse(written).map(|expression| expression.text(&plans)).unwrap_or_default()
    });
    let rate = Unit::RequestsPerSecond.exact(answer.plan.rate.get());
    html.tags("<p>For worked example A the three are ").text(&kv).tags(" a token, ").text(&share);
    html.tags(" of each second at ").text(&rate).tags(", and ").text(&busy).tags(" busy.</p>");
}
