//! A section of the lesson: a file of text, read.

use crate::document::{self, Block, Inline, Met, walk};
use crate::fault::{Complaint, Fault};
use crate::front::Front;
use crate::html::Html;
use crate::plans::Plans;

/// How a section is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// As running text.
    #[default]
    Article,
    /// As questions of which each stands on the one below.
    Ladder,
    /// As questions to open, in any order.
    Questions,
}

impl Kind {
    /// The kind of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "article" => Some(Self::Article),
            "ladder" => Some(Self::Ladder),
            "questions" => Some(Self::Questions),
            _ => None,
        }
    }
}

/// A section.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The id of its element.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its name in the list of contents.
    pub short: String,
    /// How it is shown.
    pub kind: Kind,
    /// The file that it was read from, in the folder of texts.
    pub file: String,
    pub(crate) front: Front,
    pub(crate) intro: Vec<Block>,
    pub(crate) parts: Vec<Part>,
    complaints: Vec<Complaint>,
}

/// What stands below a heading of the second level: a question with its answer, or the text of a node or an edge.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) id: Option<String>,
    pub(crate) words: Vec<Inline>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) line: usize,
}

/// The text of one question, node or edge, as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Its heading, as plain text.
    pub title: String,
    /// What stands below, as HTML.
    pub html: String,
}

impl Section {
    /// Reads a file of text. What is wrong in it is kept, and told by [`Section::html`] and [`Section::entries`].
    #[must_use]
    pub fn of(file: &str, source: &str) -> Self {
        let (front, markdown, line, mut complaints) = Front::of(source);
        let (blocks, wrong) = document::read(markdown, line);
        complaints.extend(wrong);
        let (intro, parts) = split(blocks);
        Self {
            id: front.id.clone(),
            title: front.title.clone(),
            short: front.short.clone(),
            kind: front.kind,
            file: file.into(),
            front,
            intro,
            parts,
            complaints,
        }
    }

    /// The plans that it speaks of, with worked example A as the reader's own.
    #[must_use]
    pub fn plans(&self) -> Plans {
        self.front.plans()
    }

    /// The section as HTML; `root` leads from its page up to the site's: "../".
    ///
    /// # Errors
    /// All faults of the file at once.
    pub fn html(&self, root: &str) -> Result<String, Vec<Fault>> {
        let plans = self.plans();
        let mut html = Html::new(self, &plans, root);
        html.section();
        self.told(html.complaints, html.out)
    }

    /// What stands below each heading of the second level, apart, as HTML: the texts of a map's nodes and edges.
    ///
    /// # Errors
    /// All faults of the file at once.
    pub fn entries(&self, root: &str) -> Result<Vec<Entry>, Vec<Fault>> {
        let plans = self.plans();
        let mut html = Html::new(self, &plans, root);
        let entries = self.parts.iter().map(|part| html.entry(part)).collect();
        self.told(html.complaints, entries)
    }

    /// Where its links lead, each with its line.
    pub(crate) fn links(&self) -> Vec<(&str, usize)> {
        let mut links = Vec::new();
        self.walk(&mut |met| {
            if let Met::Link(to, line) = met {
                links.push((to, line));
            }
        });
        links
    }

    /// Its own id and those of all that has one in it.
    pub(crate) fn ids(&self) -> Vec<&str> {
        let mut ids = vec![self.id.as_str()];
        ids.extend(self.parts.iter().filter_map(|part| part.id.as_deref()));
        self.walk(&mut |met| {
            if let Met::Id(id) = met {
                ids.push(id);
            }
        });
        ids
    }

    fn walk<'a>(&'a self, see: &mut impl FnMut(Met<'a>)) {
        walk(&self.intro, see);
        self.parts.iter().for_each(|part| walk(&part.blocks, see));
    }

    fn told<T>(&self, wrong: Vec<Complaint>, made: T) -> Result<T, Vec<Fault>> {
        let all = self.complaints.iter().cloned().chain(wrong);
        let mut faults: Vec<Fault> = all.map(|complaint| complaint.in_file(&self.file)).collect();
        faults.sort();
        faults.dedup();
        if faults.is_empty() { Ok(made) } else { Err(faults) }
    }
}

/// The blocks before the first heading of the second level, and what stands below each.
fn split(blocks: Vec<Block>) -> (Vec<Block>, Vec<Part>) {
    let mut intro = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for block in blocks {
        match block {
            Block::Heading { level: 2, id, words, line } => {
                parts.push(Part { id, words, blocks: Vec::new(), line });
            }
            block => parts.last_mut().map_or(&mut intro, |part| &mut part.blocks).push(block),
        }
    }
    (intro, parts)
}
