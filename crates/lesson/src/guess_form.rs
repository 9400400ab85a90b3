//! Guess first, as a form: it asks for a number, and below stand the answer and the usual mistakes, to be opened.

use crate::document::{Guess, Usual};
use crate::expression::Expression;
use crate::guess::{Mistake, Verdict, judge, number};
use crate::html::Html;
use crate::mark::words_of;
use quantity::{Decimal, Unit};

impl Html<'_> {
    pub(crate) fn guess(&mut self, guess: &Guess) {
        let Some((expression, within)) = self.measured(guess) else { return };
        let written = expression.written();
        self.tags("<form class=\"guess\" data-guess=\"")
            .text(&guess.id)
            .tags("\" data-get=\"")
            .text(&written);
        self.tags("\" data-within=\"").text(&Unit::Fraction.link(within)).tags("\"><label for=\"guess-");
        self.text(&guess.id).tags("\">");
        self.inlines(&guess.ask);
        self.tags("</label><span hidden data-needs-program><input id=\"guess-").text(&guess.id);
        self.tags("\" inputmode=\"decimal\" autocomplete=\"off\">");
        self.sign(&expression);
        self.tags("<button>Check the guess</button><output></output></span>");
        self.answer(guess, &expression, within);
        self.tags("</form>");
    }

    /// What the answer is measured by.
    fn measured(&mut self, guess: &Guess) -> Option<(Expression, f64)> {
        let expression = match Expression::parse(&guess.answer) {
            Ok(expression) => expression,
            Err(wrong) => {
                self.complain(guess.line, &["answer: ", &guess.answer].concat(), words_of(&wrong));
                return None;
            }
        };
        if expression.number(self.plans).is_none() {
            self.complain(guess.line, &guess.answer, "the core has no such number for these plans");
        }
        let within = guess.within.strip_suffix('%').and_then(|text| number(text, Decimal::Point));
        let Some(within) = within.filter(|within| (0.0..50.0).contains(within)) else {
            self.complain(
                guess.line,
                &["within: ", &guess.within].concat(),
                "a share such as 5% is expected",
            );
            return None;
        };
        Some((expression, within / 100.0))
    }

    /// The unit of the number that is asked for.
    pub(crate) fn sign(&mut self, expression: &Expression) {
        let sign = expression.sign(self.plans);
        if !sign.is_empty() {
            self.tags("<span class=\"unit\">").text(&sign).tags("</span>");
        }
    }

    fn answer(&mut self, guess: &Guess, expression: &Expression, within: f64) {
        let text = expression.text(self.plans);
        self.tags("<details><summary>Show the answer</summary><p><strong><data class=\"live\" data-get=\"");
        self.text(&expression.written()).tags("\">").text(&text).tags("</data>.</strong> ");
        self.inlines(&guess.right);
        self.tags("</p>");
        if !guess.wrong.is_empty() {
            self.tags("<p>Numbers that come of the usual mistakes:</p><ul>");
            guess.wrong.iter().for_each(|usual| self.usual(usual, expression, within));
            self.tags("</ul>");
        }
        self.tags("</details>");
    }

    fn usual(&mut self, usual: &Usual, expression: &Expression, within: f64) {
        let Some(mistake) = Mistake::parse(&usual.mistake) else {
            let expected = "a mistake is a change of plan, such as kvheads=64, or a factor, such as x 0.5";
            return self.complain(usual.line, &usual.mistake, expected);
        };
        if let Mistake::Plan(changes) = &mistake {
            let changed = self.plans.changed(changes);
            for issue in changed.input(None).map(|input| input.check().issues).unwrap_or_default() {
                self.complain(usual.line, &usual.mistake, issue.message);
            }
        }
        let Some((text, gives)) = mistake.shown(expression, self.plans) else {
            return self.complain(usual.line, &usual.mistake, "this mistake gives no number");
        };
        let answer = expression.number(self.plans).unwrap_or_default();
        if judge(gives, answer, within, &[]) == Verdict::Right {
            self.complain(
                usual.line,
                &usual.mistake,
                ["it gives ", &text, ", which passes for right"].concat(),
            );
        }
        self.tags("<li data-wrong=\"").text(&usual.mistake).tags("\"><span class=\"figure\">").text(&text);
        self.tags("</span>: ");
        self.inlines(&usual.words);
        self.tags("</li>");
    }
}
