//! Sections as HTML, with all that the program needs in data attributes.
//!
//! Tags are literals of this crate, all else is escaped. The content policy of the site is strict: no style and no script
//! stands in a page, and no handler.

use crate::check_form;
use crate::document::{Block, Definition, Inline, Item, Row};
use crate::exhibit;
use crate::expression::Expression;
use crate::fault::Complaint;
use crate::link::Target;
use crate::mark::{Directive, Mark};
use crate::plans::Plans;
use crate::section::{Entry, Kind, Part, Section};
use crate::streams;
use present::chart::Markup;
use present::standing_number;

/// HTML under construction.
pub(crate) struct Html<'a> {
    pub(crate) section: &'a Section,
    pub(crate) plans: &'a Plans,
    root: &'a str,
    pub(crate) out: String,
    pub(crate) complaints: Vec<Complaint>,
}

impl<'a> Html<'a> {
    pub(crate) fn new(section: &'a Section, plans: &'a Plans, root: &'a str) -> Self {
        let mut html = Self { section, plans, root, out: String::new(), complaints: Vec::new() };
        html.plans_are_sound();
        html
    }

    /// Adds tags as they stand.
    pub(crate) fn tags(&mut self, tags: &'static str) -> &mut Self {
        self.out.push_str(tags);
        self
    }

    /// Adds a text, or the value of an attribute between double quotes.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.out.push_str(&Markup::new().text(text).finish());
        self
    }

    /// Adds markup that was made elsewhere.
    fn made(&mut self, markup: &str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    /// Adds the address of a place of the site.
    pub(crate) fn address(&mut self, place: &'static str) -> &mut Self {
        let root = self.root;
        self.text(root).tags(place)
    }

    /// Adds an opening tag, its name up to the last attribute, with an id where there is one.
    fn open(&mut self, tag: &'static str, id: Option<&str>) -> &mut Self {
        self.tags(tag);
        if let Some(id) = id {
            self.tags(" id=\"").text(id).tags("\"");
        }
        self.tags(">")
    }

    pub(crate) fn complain(&mut self, line: usize, mark: &str, wrong: impl Into<String>) {
        self.complaints.push(Complaint::new(line, mark, wrong));
    }

    fn plans_are_sound(&mut self) {
        let names = self.section.front.further.iter().map(|(name, _)| Some(name.as_str()));
        for name in std::iter::once(None).chain(names) {
            let Some(input) = self.plans.input(name) else { continue };
            let said = name.map_or_else(|| String::from("plan"), |name| ["plan ", name].concat());
            for issue in input.check().issues {
                let about = [issue.key.row().name, ": ", &issue.message].concat();
                self.complaints.push(Complaint::new(1, said.clone(), about));
            }
        }
    }

    /// The whole section.
    pub(crate) fn section(&mut self) {
        let Section { id, title, kind, front, intro, parts, .. } = self.section;
        self.tags("<section id=\"").text(id).tags("\" data-plan=\"").text(&front.plan).tags("\"");
        for (name, changes) in &front.further {
            self.tags(" data-plan-").text(name).tags("=\"").text(changes).tags("\"");
        }
        self.tags("><h2 tabindex=\"-1\">").text(title).tags("</h2>");
        self.blocks(intro);
        self.tags(if *kind == Kind::Ladder { "<ol class=\"rungs\">" } else { "" });
        for part in parts {
            self.question(part);
        }
        self.tags(if *kind == Kind::Ladder { "</ol>" } else { "" });
        self.tags("</section>");
    }

    fn question(&mut self, part: &Part) {
        if self.section.kind == Kind::Article {
            let words = Inline::plain(&part.words);
            self.complain(part.line, &words, "headings of an article begin with ###");
        }
        if part.id.is_none() {
            self.complain(part.line, &Inline::plain(&part.words), "a question begins with its {#id}");
        }
        let (before, after) = if self.section.kind == Kind::Ladder { ("<li>", "</li>") } else { ("", "") };
        self.tags(before).open("<details class=\"question\"", part.id.as_deref()).tags("<summary><h3>");
        self.inlines(&part.words);
        self.tags("</h3></summary>");
        self.blocks(&part.blocks);
        self.tags("</details>").tags(after);
    }

    /// What stands below a heading, apart.
    pub(crate) fn entry(&mut self, part: &Part) -> Entry {
        if part.id.is_none() {
            self.complain(part.line, &Inline::plain(&part.words), "an entry begins with its {#id}");
        }
        let outer = std::mem::take(&mut self.out);
        self.blocks(&part.blocks);
        let html = std::mem::replace(&mut self.out, outer);
        Entry { id: part.id.clone().unwrap_or_default(), title: Inline::plain(&part.words), html }
    }

    pub(crate) fn blocks(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(words) => match &words[..] {
                [Inline::Mark { mark: Mark::Directive(directive), raw, line }] => {
                    self.directive(directive, raw, *line);
                }
                _ => {
                    self.tags("<p>");
                    self.inlines(words);
                    self.tags("</p>");
                }
            },
            Block::Plain(words) => self.inlines(words),
            Block::Heading { level, id, words, line } => self.heading(*level, id.as_deref(), words, *line),
            Block::List { first, items } => self.list(*first, items),
            Block::Table { head, rows } => self.table(head, rows),
            Block::Definitions(definitions) => {
                self.tags("<dl>");
                definitions.iter().for_each(|definition| self.definition(definition));
                self.tags("</dl>");
            }
            Block::Note { blocks, line } => self.note(blocks, *line),
            Block::Code(text) => {
                self.tags("<pre><code>").text(text).tags("</code></pre>");
            }
            Block::Guess(guess) => self.guess(guess),
            Block::Answer { id, ask } => self.own_words(id, ask),
            Block::Worked { id, blocks } => {
                self.tags("<details class=\"worked\" id=\"").text(id);
                self.tags("-worked\"><summary>A worked answer</summary>");
                self.blocks(blocks);
                self.tags("</details>");
            }
        }
    }

    fn heading(&mut self, level: u8, id: Option<&str>, words: &[Inline], line: usize) {
        // Below a question, whose heading is of the third level.
        let below = u8::from(self.section.kind != Kind::Article);
        let (open, close) = match level + below {
            3 => ("<h3", "</h3>"),
            4 => ("<h4", "</h4>"),
            5 => ("<h5", "</h5>"),
            _ => {
                self.complain(line, &Inline::plain(words), "headings begin with ### or ####");
                ("<h5", "</h5>")
            }
        };
        self.open(open, id);
        self.inlines(words);
        self.tags(close);
    }

    fn list(&mut self, first: Option<u64>, items: &[Item]) {
        self.tags(if first.is_some() { "<ol>" } else { "<ul>" });
        for item in items {
            self.open("<li", item.id.as_deref());
            self.blocks(&item.blocks);
            self.tags("</li>");
        }
        self.tags(if first.is_some() { "</ol>" } else { "</ul>" });
    }

    fn table(&mut self, head: &[Vec<Inline>], rows: &[Row]) {
        self.tags("<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"");
        self.text(&self.section.title).tags("\"><table><thead><tr>");
        for words in head {
            self.tags("<th scope=\"col\">");
            self.inlines(words);
            self.tags("</th>");
        }
        self.tags("</tr></thead><tbody>");
        rows.iter().for_each(|row| self.row(row));
        self.tags("</tbody></table></div>");
    }

    fn row(&mut self, row: &Row) {
        self.open("<tr", row.id.as_deref());
        for (place, words) in row.cells.iter().enumerate() {
            let (open, close) = if place == 0 { ("<th scope=\"row\">", "</th>") } else { ("<td>", "</td>") };
            self.tags(open);
            self.inlines(words);
            self.tags(close);
        }
        self.tags("</tr>");
    }

    fn definition(&mut self, definition: &Definition) {
        self.open("<dt", definition.id.as_deref());
        self.inlines(&definition.term);
        self.tags("</dt>");
        for meaning in &definition.meanings {
            self.tags("<dd>");
            self.blocks(meaning);
            self.tags("</dd>");
        }
    }

    fn note(&mut self, blocks: &[Block], line: usize) {
        let begins = match blocks.first() {
            Some(Block::Paragraph(words)) => matches!(words.first(), Some(Inline::Strong(_))),
            _ => false,
        };
        if !begins {
            self.complain(line, ">", "a margin note begins with a bold heading");
        }
        self.tags("<aside class=\"margin\">");
        self.blocks(blocks);
        self.tags("</aside>");
    }

    /// The reader's own words: the program keeps them in the browser.
    fn own_words(&mut self, id: &str, ask: &[Inline]) {
        self.tags("<div class=\"own\" id=\"").text(id).tags("\"><label for=\"keep-").text(id).tags("\">");
        self.inlines(ask);
        self.tags("</label><textarea id=\"keep-").text(id).tags("\" data-keep=\"").text(id);
        self.tags("\" rows=\"4\" disabled></textarea></div>");
    }

    fn directive(&mut self, directive: &Directive, raw: &str, line: usize) {
        match directive {
            Directive::Check => check_form::write(self),
            Directive::Table(name, plan) => {
                let Some(answer) = self.plans.answer(plan.as_deref()) else { return self.no_plan(line, raw) };
                let Some(table) = exhibit::table(name, answer) else {
                    return self.nothing_to_show(line, raw);
                };
                self.tags("<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"");
                self.text(&table.caption).tags("\" data-table=\"").text(name).tags("\"");
                self.of(plan.as_deref()).tags(">").made(&exhibit::table_markup(&table)).tags("</div>");
            }
            Directive::Chart(name, plan) => {
                let Some(answer) = self.plans.answer(plan.as_deref()) else { return self.no_plan(line, raw) };
                let Some(chart) = exhibit::chart(name, answer) else {
                    return self.nothing_to_show(line, raw);
                };
                self.tags("<figure class=\"card chart small\" data-chart=\"").text(name).tags("\"");
                self.of(plan.as_deref()).tags(">").made(&exhibit::figure_markup(&chart)).tags("</figure>");
            }
        }
    }

    fn of(&mut self, plan: Option<&str>) -> &mut Self {
        if let Some(plan) = plan {
            self.tags(" data-of=\"").text(plan).tags("\"");
        }
        self
    }

    fn no_plan(&mut self, line: usize, raw: &str) {
        self.complain(line, raw, "the front matter names no such plan");
    }

    fn nothing_to_show(&mut self, line: usize, raw: &str) {
        self.complain(line, raw, "the core has nothing to show for this plan");
    }

    pub(crate) fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => {
                    self.text(text);
                }
                Inline::Strong(words) => {
                    self.tags("<strong>");
                    self.inlines(words);
                    self.tags("</strong>");
                }
                Inline::Emphasis(words) => {
                    self.tags("<em>");
                    self.inlines(words);
                    self.tags("</em>");
                }
                Inline::Code(code) => {
                    self.tags("<code>").text(code).tags("</code>");
                }
                Inline::Break => {
                    self.tags("<br>");
                }
                Inline::Link { to, words, line } => self.link(to, words, *line),
                Inline::Mark { mark, raw, line } => self.mark(mark, raw, *line),
            }
        }
    }

    fn mark(&mut self, mark: &Mark, raw: &str, line: usize) {
        match mark {
            Mark::Set(key) => {
                let standing = self.plans.answer(None).and_then(|answer| standing_number(answer, *key));
                let Some(value) = standing else {
                    return self.complain(line, raw, "the plan has no such number");
                };
                let row = key.row();
                self.tags("<span class=\"input\" data-set=\"").text(row.name).tags("\">");
                self.text(&row.unit.field_text(value)).tags("</span>");
            }
            Mark::Live(expression, shown) => {
                let text = self.checked(expression, shown, raw, line);
                self.tags("<data class=\"live\" data-get=\"").text(&expression.written()).tags("\">");
                self.text(&text).tags("</data>");
            }
            Mark::Fixed(expression, shown) => {
                let text = self.checked(expression, shown, raw, line);
                self.tags("<span class=\"figure\">").text(&text).tags("</span>");
            }
            Mark::Streams(name, writing, shown) => {
                let figure = streams::figure(name);
                let text = figure.map_or_else(String::new, |(value, unit)| writing.text(unit, value));
                self.agree(&text, shown, raw, line);
                self.tags("<span class=\"figure\">").text(&text).tags("</span>");
            }
            Mark::Id(_) => {
                let places = "an id stands at the very start of a list item, a row, a heading or a term";
                self.complain(line, raw, places);
            }
            Mark::Directive(_) => self.complain(line, raw, "this takes a paragraph of its own"),
        }
    }

    /// What the core says, which must be what the text does.
    fn checked(&mut self, expression: &Expression, shown: &str, raw: &str, line: usize) -> String {
        if expression.plans().any(|plan| self.plans.input(Some(plan)).is_none()) {
            self.no_plan(line, raw);
        }
        let text = expression.text(self.plans);
        self.agree(&text, shown, raw, line);
        text
    }

    fn agree(&mut self, text: &str, shown: &str, raw: &str, line: usize) {
        if text != shown {
            self.complain(line, raw, ["the core says ", text].concat());
        }
    }

    fn link(&mut self, to: &str, words: &[Inline], line: usize) {
        match Target::parse(to) {
            Ok(Target::Item(page, id)) => {
                self.tags("<a href=\"");
                if let Some(page) = page {
                    self.text(self.root).text(page).tags("/");
                }
                self.tags("#").text(&id).tags("\">");
            }
            Ok(Target::Streams) => {
                self.tags("<a data-open=\"streams\" href=\"").address("sandbox/streams/").tags("\">");
            }
            Ok(Target::Calculator(name, plan)) => {
                let Some(input) = self.plans.input(plan.as_deref()) else { return self.no_plan(line, to) };
                let fragment = input.link();
                self.tags("<a data-open=\"").text(name).tags("\"").of(plan.as_deref()).tags(" href=\"");
                self.address("sandbox/").text(name).tags("/#").text(&fragment).tags("\">");
            }
            Err(wrong) => {
                self.complain(line, to, wrong);
                self.tags("<a>");
            }
        }
        self.inlines(words);
        self.tags("</a>");
    }
}
