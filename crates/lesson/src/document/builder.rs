//! From the events of the Markdown parser to blocks.

use super::{Block, Definition, Guess, Inline, Item, Row, Usual};
use crate::expression::is_name;
use crate::fault::Complaint;
use crate::mark::Mark;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

/// Deeper than anybody writes, and far from the end of the stack.
const DEEPEST: usize = 24;

/// What is left to read, and what was wrong so far.
pub(super) struct Builder<'a> {
    source: &'a str,
    first_line: usize,
    events: Peekable<IntoIter<(Event<'a>, Range<usize>)>>,
    depth: usize,
    pub(super) complaints: Vec<Complaint>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: &'a str, first_line: usize) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_DEFINITION_LIST;
        let events: Vec<_> = Parser::new_ext(source, options).into_offset_iter().collect();
        Self { source, first_line, events: events.into_iter().peekable(), depth: 0, complaints: Vec::new() }
    }

    /// Every block; an end without a beginning is passed over.
    pub(super) fn all(&mut self) -> Vec<Block> {
        let mut all = self.blocks();
        while self.events.next().is_some() {
            all.extend(self.blocks());
        }
        all
    }

    fn line(&self, offset: usize) -> usize {
        let before = self.source.as_bytes().iter().take(offset);
        self.first_line + before.filter(|byte| **byte == b'\n').count()
    }

    fn complain(&mut self, line: usize, mark: impl Into<String>, wrong: impl Into<String>) {
        self.complaints.push(Complaint::new(line, mark, wrong));
    }

    /// The blocks up to the next end, which is left.
    fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        self.depth += 1;
        while let Some((event, at)) = self.events.peek().map(|(event, range)| (event.clone(), range.start)) {
            let line = self.line(at);
            match event {
                Event::End(_) => break,
                Event::Start(tag) if is_block(&tag) => {
                    self.events.next();
                    if self.depth > DEEPEST {
                        self.complain(line, "…", "nested too deeply");
                        self.skip();
                    } else {
                        blocks.extend(self.block(tag, line));
                    }
                }
                Event::Rule => {
                    self.events.next();
                    self.complain(line, "---", "a rule has no place in the lesson");
                }
                Event::Html(html) => {
                    self.events.next();
                    self.complain(line, html.trim(), "HTML has no place in the lesson");
                }
                _ => blocks.push(Block::Plain(self.inlines())),
            }
        }
        self.depth -= 1;
        blocks
    }

    /// What a tag begins, to its end.
    fn block(&mut self, tag: Tag<'a>, line: usize) -> Option<Block> {
        let block = match tag {
            Tag::Paragraph => Some(Block::Paragraph(self.inlines())),
            Tag::Heading { level, .. } => {
                let mut words = self.inlines();
                Some(Block::Heading { level: level as u8, id: id_of(&mut words), words, line })
            }
            Tag::BlockQuote(_) => Some(Block::Note { blocks: self.blocks(), line }),
            Tag::CodeBlock(kind) => return self.code(&kind, line),
            Tag::List(first) => Some(Block::List { first, items: self.items() }),
            Tag::DefinitionList => Some(Block::Definitions(self.definitions())),
            Tag::Table(_) => Some(self.table()),
            _ => {
                // Raw HTML complains by its own events.
                self.blocks();
                None
            }
        };
        self.end();
        block
    }

    /// Passes over an end, and over whatever stands before it that nobody took.
    fn end(&mut self) {
        let mut open = 0_usize;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) if open == 0 => return,
                Event::End(_) => open -= 1,
                _ => {}
            }
        }
    }

    fn skip(&mut self) {
        self.end();
    }

    fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some((Event::Start(Tag::Item), _)) = self.events.peek() {
            self.events.next();
            let mut blocks = self.blocks();
            self.end();
            let id = match blocks.first_mut() {
                Some(Block::Plain(words) | Block::Paragraph(words)) => id_of(words),
                _ => None,
            };
            items.push(Item { id, blocks });
        }
        items
    }

    fn definitions(&mut self) -> Vec<Definition> {
        let mut definitions: Vec<Definition> = Vec::new();
        loop {
            match self.events.peek() {
                Some((Event::Start(Tag::DefinitionListTitle), _)) => {
                    self.events.next();
                    let mut term = self.inlines();
                    self.end();
                    definitions.push(Definition { id: id_of(&mut term), term, meanings: Vec::new() });
                }
                Some((Event::Start(Tag::DefinitionListDefinition), _)) => {
                    self.events.next();
                    let meaning = self.blocks();
                    self.end();
                    if let Some(definition) = definitions.last_mut() {
                        definition.meanings.push(meaning);
                    }
                }
                _ => return definitions,
            }
        }
    }

    fn table(&mut self) -> Block {
        let mut head = Vec::new();
        let mut rows = Vec::new();
        loop {
            match self.events.peek() {
                Some((Event::Start(Tag::TableHead), _)) => {
                    self.events.next();
                    head = self.cells();
                    self.end();
                }
                Some((Event::Start(Tag::TableRow), _)) => {
                    self.events.next();
                    let mut cells = self.cells();
                    self.end();
                    rows.push(Row { id: cells.first_mut().and_then(id_of), cells });
                }
                _ => return Block::Table { head, rows },
            }
        }
    }

    fn cells(&mut self) -> Vec<Vec<Inline>> {
        let mut cells = Vec::new();
        while let Some((Event::Start(Tag::TableCell), _)) = self.events.peek() {
            self.events.next();
            cells.push(self.inlines());
            self.end();
        }
        cells
    }

    /// The words up to the next end or the next block, which is left.
    fn inlines(&mut self) -> Vec<Inline> {
        self.depth += 1;
        let mut inlines = Vec::new();
        let mut run = Run::default();
        while let Some((event, at)) = self.events.peek().map(|(event, range)| (event.clone(), range.start)) {
            let line = self.line(at);
            match event {
                Event::End(_) => break,
                Event::Start(ref tag) if is_block(tag) => break,
                Event::Rule | Event::Html(_) => break,
                _ => {}
            }
            self.events.next();
            match event {
                Event::Text(text) => run.push(&text, line),
                Event::SoftBreak => run.push(" ", line),
                other => {
                    self.flush(&mut run, &mut inlines);
                    inlines.extend(self.inline(other, line));
                }
            }
        }
        self.flush(&mut run, &mut inlines);
        self.depth -= 1;
        inlines
    }

    fn inline(&mut self, event: Event<'a>, line: usize) -> Option<Inline> {
        match event {
            Event::Code(code) => {
                self.no_mark_in(&code, line);
                Some(Inline::Code(code.into_string()))
            }
            Event::HardBreak => Some(Inline::Break),
            Event::Start(_) if self.depth > DEEPEST => {
                self.complain(line, "…", "nested too deeply");
                self.skip();
                None
            }
            Event::Start(tag) => {
                let words = self.inlines();
                self.end();
                match tag {
                    Tag::Emphasis => Some(Inline::Emphasis(words)),
                    Tag::Strong => Some(Inline::Strong(words)),
                    Tag::Link { dest_url, .. } => {
                        Some(Inline::Link { to: dest_url.into_string(), words, line })
                    }
                    _ => {
                        self.complain(line, Inline::plain(&words), "pictures have no place in the lesson");
                        None
                    }
                }
            }
            Event::InlineHtml(html) => {
                self.complain(line, &*html, "HTML has no place in the lesson");
                Some(Inline::Text(html.into_string()))
            }
            _ => None,
        }
    }

    /// Code stands as it is: a mark in it would never become a figure.
    fn no_mark_in(&mut self, code: &str, line: usize) {
        for (place, rest) in code.match_indices('{').map(|(place, _)| (place, &code[place + 1..])) {
            let mark = rest.split_once('}').map(|(mark, _)| mark);
            if let Some(mark) = mark.filter(|mark| Mark::parse(mark).is_ok()) {
                let below = code[..place].matches('\n').count();
                self.complain(line + below, ["{", mark, "}"].concat(), "a mark in code is not computed");
            }
        }
    }

    /// The run as text and marks.
    fn flush(&mut self, run: &mut Run, inlines: &mut Vec<Inline>) {
        let run = std::mem::take(run);
        let mut rest = &*run.text;
        while let Some((before, after)) = rest.split_once('{') {
            let line = run.line(run.text.len() - after.len());
            push_text(inlines, before);
            let Some((mark, after)) = after.split_once('}') else {
                self.complain(line, ["{", after].concat(), "the brace is not closed");
                return push_text(inlines, after);
            };
            let raw = ["{", mark, "}"].concat();
            match Mark::parse(mark) {
                Ok(mark) => inlines.push(Inline::Mark { mark, raw, line }),
                Err(wrong) => self.complain(line, raw, wrong),
            }
            rest = after;
        }
        push_text(inlines, rest);
    }

    /// A fenced block: code, or one of those with a meaning.
    fn code(&mut self, kind: &CodeBlockKind<'_>, line: usize) -> Option<Block> {
        let mut text = String::new();
        while let Some((Event::Text(part), _)) =
            self.events.next_if(|(event, _)| matches!(event, Event::Text(_)))
        {
            text.push_str(&part);
        }
        self.end();
        let CodeBlockKind::Fenced(info) = kind else { return Some(self.formula(text, line)) };
        let (word, id) = info.split_once(' ').unwrap_or((info, ""));
        let id = id.trim();
        if matches!(word, "guess" | "answer" | "worked") && !is_name(id) {
            self.complain(line, &**info, "it needs an id of small letters, digits and hyphens");
        }
        // What stands inside begins on the line below the fence.
        match word {
            "guess" => Some(Block::Guess(self.guess(id, &text, line))),
            "answer" => {
                let ask = self.fields(&text, line + 1, &["ask"]).pop();
                Some(Block::Answer {
                    id: id.into(),
                    ask: ask.map(|field| self.words(&field)).unwrap_or_default(),
                })
            }
            "worked" => Some(Block::Worked { id: id.into(), blocks: self.within(&text, line + 1) }),
            _ => Some(self.formula(text, line + 1)),
        }
    }

    fn formula(&mut self, text: String, line: usize) -> Block {
        self.no_mark_in(&text, line);
        Block::Code(text)
    }

    /// Markdown inside a fence.
    fn within(&mut self, text: &str, line: usize) -> Vec<Block> {
        let mut inner = Builder::new(text, line);
        inner.depth = self.depth + 1;
        if inner.depth > DEEPEST {
            self.complain(line, "worked", "nested too deeply");
            return Vec::new();
        }
        let blocks = inner.all();
        self.complaints.append(&mut inner.complaints);
        blocks
    }

    fn words(&mut self, field: &Field<'_>) -> Vec<Inline> {
        let mut blocks = self.within(field.value, field.line);
        match (blocks.pop(), blocks.is_empty()) {
            (Some(Block::Paragraph(words)), true) => words,
            _ => {
                self.complain(field.line, field.value, "one paragraph is expected here");
                Vec::new()
            }
        }
    }

    /// The lines of a fenced block, each “key: value” with one of these keys.
    fn fields<'t>(&mut self, text: &'t str, first_line: usize, keys: &[&str]) -> Vec<Field<'t>> {
        let mut fields = Vec::new();
        for (place, written) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let line = first_line + place;
            match written.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
                Some((key, value)) if keys.contains(&key) => fields.push(Field { line, key, value }),
                _ => self.complain(line, written, format!("a line begins with one of {}:", keys.join(":, "))),
            }
        }
        for missing in keys.iter().filter(|key| !fields.iter().any(|field| field.key == **key)) {
            self.complain(first_line, *missing, "is missing");
        }
        fields
    }

    fn guess(&mut self, id: &str, text: &str, line: usize) -> Guess {
        let fields = self.fields(text, line + 1, &["ask", "answer", "within", "wrong", "right"]);
        let mut guess = Guess { id: id.into(), line, ..Guess::default() };
        for field in fields {
            match field.key {
                "ask" => guess.ask = self.words(&field),
                "answer" => guess.answer = field.value.into(),
                "within" => guess.within = field.value.into(),
                "right" => guess.right = self.words(&field),
                _ => guess.wrong.extend(self.usual(&field)),
            }
        }
        guess
    }

    fn usual(&mut self, field: &Field<'_>) -> Option<Usual> {
        let Some((mistake, words)) = field.value.split_once('|') else {
            self.complain(field.line, field.value, "a mistake is “CHANGE | what to say to it”");
            return None;
        };
        let words = self.words(&Field { value: words.trim(), ..*field });
        Some(Usual { line: field.line, mistake: mistake.trim().into(), words })
    }
}

/// A line of a fenced block.
struct Field<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

/// Text that the parser gave in pieces, with the line of each.
#[derive(Default)]
struct Run {
    text: String,
    lines: Vec<(usize, usize)>,
}

impl Run {
    fn push(&mut self, text: &str, line: usize) {
        self.lines.push((self.text.len(), line));
        self.text.push_str(text);
    }

    fn line(&self, place: usize) -> usize {
        let before = self.lines.iter().take_while(|(start, _)| *start < place);
        before.last().map_or(0, |(_, line)| *line)
    }
}

fn push_text(inlines: &mut Vec<Inline>, text: &str) {
    if !text.is_empty() {
        inlines.push(Inline::Text(text.into()));
    }
}

/// Takes the id at the very start of `words`, and the space behind it.
fn id_of(words: &mut Vec<Inline>) -> Option<String> {
    let Some(Inline::Mark { mark: Mark::Id(id), .. }) = words.first() else { return None };
    let id = id.clone();
    words.remove(0);
    if let Some(Inline::Text(text)) = words.first_mut() {
        *text = text.trim_start().into();
    }
    Some(id)
}

const fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. } | Tag::Strikethrough)
}
