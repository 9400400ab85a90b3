//! Where boxes, lines and words of a diagram stand.
//!
//! In the wide form boxes stand where the graph says, and lines bend where it says. In the narrow form there is one
//! column: a line to the box below runs straight down, every other one runs beside the column, in a lane of its own.

use super::graph::{Edge, EdgeKind, Graph};
use super::letters::DETAIL;
use present::chart::{Point, Rect};

/// One of the two forms of a picture; a style sheet shows the one that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For screens that take the sheet as it is.
    Wide,
    /// One column, for phones.
    Narrow,
}

impl Form {
    /// The form as a word for style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }
}

/// Where everything of a graph stands, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Width and height of the picture.
    pub size: (f64, f64),
    /// The box of each node, in the graph's order.
    pub boxes: Vec<Rect>,
    /// The line of each edge, in the graph's order: upright and level pieces from border to border.
    pub lines: Vec<Vec<Point>>,
    /// Where the word on each edge stands, if it has one.
    pub words: Vec<Option<Rect>>,
    /// How far around a line a pointer still meets it.
    pub reach: f64,
}

const NARROW: f64 = 350.0;
const EDGE: f64 = 8.0;
const GAP: f64 = 36.0;
const FIRST_LANE: f64 = 26.0;
const LANE: f64 = 11.0;

impl Placement {
    /// Where the parts of `graph` stand in a form.
    #[must_use]
    pub fn of(graph: &Graph, form: Form) -> Self {
        match form {
            Form::Wide => Self::wide(graph),
            Form::Narrow => Self::narrow(graph),
        }
    }

    fn wide(graph: &Graph) -> Self {
        let (width, height) = graph.wide_box;
        let boxes: Vec<Rect> = graph.nodes.iter().map(|node| around(node.at, width, height)).collect();
        let line = |edge: &Edge| {
            let Some((from, to)) = ends(graph, edge) else { return Vec::new() };
            drawn(&boxes[from], edge.bends, &boxes[to])
        };
        let lines: Vec<Vec<Point>> = graph.edges.iter().map(line).collect();
        Self { size: graph.sheet, words: words(graph, &lines), boxes, lines, reach: 24.0 }
    }

    fn narrow(graph: &Graph) -> Self {
        let (width, height) = graph.narrow_box;
        let mut top = EDGE - GAP - height;
        let place = |_| {
            top += GAP + height;
            Rect::at((NARROW - width) / 2.0, top, width, height)
        };
        let boxes: Vec<Rect> = graph.nodes.iter().map(place).collect();
        let size = (NARROW, boxes.last().map_or(0.0, |last| last.bottom) + EDGE);
        let lanes = lanes(graph);
        let line = |(edge, lane): (&Edge, &Option<Lane>)| match (ends(graph, edge), lane) {
            (Some(ends), Some(lane)) => beside(&boxes, ends, *lane, &lanes),
            (Some((from, to)), None) => drawn(&boxes[from], &[], &boxes[to]),
            (None, _) => Vec::new(),
        };
        let lines: Vec<Vec<Point>> = graph.edges.iter().zip(&lanes).map(line).collect();
        Self { size, words: words(graph, &lines), boxes, lines, reach: LANE }
    }
}

fn around((x, y): Point, width: f64, height: f64) -> Rect {
    Rect::at(x - width / 2.0, y - height / 2.0, width, height)
}

/// The places of an edge's nodes.
fn ends(graph: &Graph, edge: &Edge) -> Option<(usize, usize)> {
    let place = |id| graph.nodes.iter().position(|node| node.id == id);
    Some((place(edge.from)?, place(edge.to)?))
}

/// The line from one box over some bends to another, from border to border.
fn drawn(from: &Rect, bends: &[Point], to: &Rect) -> Vec<Point> {
    let first = bends.first().copied().unwrap_or(middle(to));
    let last = bends.last().copied().unwrap_or(middle(from));
    let mut line = vec![border(from, first)];
    line.extend(bends);
    line.push(border(to, last));
    line
}

fn middle(rect: &Rect) -> Point {
    (f64::midpoint(rect.left, rect.right), f64::midpoint(rect.top, rect.bottom))
}

/// Where a line to `toward` leaves the box: above or below where it stands over or under it, else at a side.
fn border(rect: &Rect, toward: Point) -> Point {
    let (x, y) = toward;
    if rect.left < x && x < rect.right {
        (x, if y < rect.top { rect.top } else { rect.bottom })
    } else {
        (if x < rect.left { rect.left } else { rect.right }, y)
    }
}

/// A lane beside the column, and the boxes between which it is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lane {
    left: bool,
    /// 0 is the nearest to the column.
    number: usize,
    upper: usize,
    lower: usize,
}

impl Lane {
    fn meets(self, other: Self) -> bool {
        let same = self.left == other.left && self.number == other.number;
        same && self.upper < other.lower && other.upper < self.lower
    }
}

/// The lane of each edge that does not run straight down. Short ones come first, and so are nearest to the column; ways
/// back keep to the left.
fn lanes(graph: &Graph) -> Vec<Option<Lane>> {
    let mut taken: Vec<Option<Lane>> = vec![None; graph.edges.len()];
    let span = |edge: &Edge| ends(graph, edge).map_or(0, |(from, to)| from.abs_diff(to));
    let mut order: Vec<usize> = (0..graph.edges.len()).collect();
    order.sort_unstable_by_key(|place| (span(&graph.edges[*place]), *place));
    for place in order {
        let edge = &graph.edges[place];
        let Some((from, to)) = ends(graph, edge) else { continue };
        if to == from + 1 {
            continue;
        }
        let sides: &[bool] = if edge.kind == EdgeKind::Back { &[true] } else { &[false, true] };
        let choices = (0..graph.edges.len()).flat_map(|number| {
            sides.iter().map(move |left| Lane {
                left: *left,
                number,
                upper: from.min(to),
                lower: from.max(to),
            })
        });
        taken[place] =
            choices.into_iter().find(|choice| taken.iter().flatten().all(|other| !other.meets(*choice)));
    }
    taken
}

/// The line of an edge that runs beside the column.
fn beside(boxes: &[Rect], (from, to): (usize, usize), lane: Lane, lanes: &[Option<Lane>]) -> Vec<Point> {
    let start = &boxes[from];
    #[expect(clippy::cast_precision_loss, reason = "a handful of lanes")]
    let away = FIRST_LANE + LANE * lane.number as f64;
    let (side, x) =
        if lane.left { (start.left, start.left - away) } else { (start.right, start.right + away) };
    let (leaves, enters) = (port(boxes, from, lane, lanes), port(boxes, to, lane, lanes));
    vec![(side, leaves), (x, leaves), (x, enters), (side, enters)]
}

/// The height at which a lane meets a box. Lanes from above come first and the nearest one first, then those to below and
/// the nearest one last: so lines that turn beside one box do not cross there.
fn port(boxes: &[Rect], place: usize, lane: Lane, lanes: &[Option<Lane>]) -> f64 {
    let meeting =
        lanes.iter().flatten().filter(|l| l.left == lane.left && (l.upper == place || l.lower == place));
    let rank = |l: &Lane| if l.lower == place { (0, l.number) } else { (1, usize::MAX - l.number) };
    let (mut before, mut all) = (0.0, 0.0);
    for other in meeting {
        all += 1.0;
        before += f64::from(u8::from(rank(other) < rank(&lane)));
    }
    let rect = &boxes[place];
    rect.top + rect.height() * (before + 1.0) / (all + 1.0)
}

/// Where the words on the edges stand: over a line's first piece if that is level, else to the right of it.
fn words(graph: &Graph, lines: &[Vec<Point>]) -> Vec<Option<Rect>> {
    let word = |(edge, line): (&Edge, &Vec<Point>)| {
        let ((ax, ay), (bx, by)) = (*line.first()?, *line.get(1)?);
        let (width, height) = (DETAIL.width(edge.label()), DETAIL.size);
        let (x, y) = (f64::midpoint(ax, bx), f64::midpoint(ay, by));
        let level = (ay - by).abs() < 0.5;
        (!edge.label().is_empty()).then_some(if level {
            Rect::at(x - width / 2.0, y - height - 4.0, width, height)
        } else {
            Rect::at(x + 8.0, y - height / 2.0, width, height)
        })
    };
    graph.edges.iter().zip(lines).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::super::ALL;
    use super::*;

    fn each(check: fn(&Graph, &Placement, &str)) {
        for graph in ALL {
            for form in [Form::Wide, Form::Narrow] {
                check(graph, &Placement::of(graph, form), &format!("{} {}", graph.id, form.name()));
            }
        }
    }

    /// The area that a piece of a line takes with `air` around it.
    fn area(piece: &[Point], air: f64) -> Rect {
        let ((ax, ay), (bx, by)) = (piece[0], piece[1]);
        let (left, top) = (ax.min(bx) - air, ay.min(by) - air);
        Rect::at(left, top, (ax - bx).abs() + 2.0 * air, (ay - by).abs() + 2.0 * air)
    }

    #[test]
    fn everything_stands_on_the_sheet_and_boxes_apart() {
        each(|_, placement, name| {
            let sheet = Rect::at(0.0, 0.0, placement.size.0, placement.size.1);
            for (place, one) in placement.boxes.iter().enumerate() {
                assert!(sheet.contains(one), "{name} {one:?}");
                for other in &placement.boxes[..place] {
                    assert!(!one.overlaps(other), "{name} {one:?} {other:?}");
                }
            }
            let pieces = placement.lines.iter().flat_map(|line| line.windows(2));
            assert!(pieces.clone().all(|piece| sheet.contains(&area(piece, 3.0))), "{name}");
            assert!(placement.words.iter().flatten().all(|word| sheet.contains(word)), "{name}");
        });
    }

    #[test]
    fn lines_are_upright_or_level_and_run_from_border_to_border() {
        each(|graph, placement, name| {
            for (edge, line) in graph.edges.iter().zip(&placement.lines) {
                for piece in line.windows(2) {
                    let ((ax, ay), (bx, by)) = (piece[0], piece[1]);
                    assert!(
                        ((ax - bx).abs() < 1e-9) != ((ay - by).abs() < 1e-9),
                        "{name} {} {piece:?}",
                        edge.id
                    );
                }
                let (from, to) = ends(graph, edge).expect("two nodes");
                for (end, place) in [(line[0], from), (line[line.len() - 1], to)] {
                    let rect = &placement.boxes[place];
                    let within = rect.contains(&Rect::at(end.0, end.1, 0.0, 0.0));
                    let inside =
                        rect.left < end.0 && end.0 < rect.right && rect.top < end.1 && end.1 < rect.bottom;
                    assert!(within && !inside, "{name} {} {end:?} {rect:?}", edge.id);
                }
                let last = area(&line[line.len() - 2..], 0.0);
                assert!(last.width().max(last.height()) > 14.0, "{name} {}: no room for a head", edge.id);
            }
        });
    }

    #[test]
    fn no_line_crosses_a_box() {
        each(|graph, placement, name| {
            for (edge, line) in graph.edges.iter().zip(&placement.lines) {
                let (from, to) = ends(graph, edge).expect("two nodes");
                for piece in line.windows(2) {
                    for (place, rect) in placement.boxes.iter().enumerate() {
                        let air = if place == from || place == to { -0.001 } else { 4.0 };
                        let grown = Rect::at(
                            rect.left - air,
                            rect.top - air,
                            rect.width() + 2.0 * air,
                            rect.height() + 2.0 * air,
                        );
                        assert!(!grown.overlaps(&area(piece, 0.0005)), "{name} {} {rect:?}", edge.id);
                    }
                }
            }
        });
    }

    #[test]
    fn no_two_lines_run_along_each_other() {
        each(|graph, placement, name| {
            for (place, one) in placement.lines.iter().enumerate() {
                for (earlier, other) in placement.lines[..place].iter().enumerate() {
                    for (a, b) in one.windows(2).flat_map(|a| other.windows(2).map(move |b| (a, b))) {
                        let upright = |piece: &[Point]| (piece[0].0 - piece[1].0).abs() < 1e-9;
                        let along = upright(a) == upright(b) && area(a, 2.5).overlaps(&area(b, 2.5));
                        let (one, other) = (graph.edges[place].id, graph.edges[earlier].id);
                        assert!(!along, "{name} {one} {other} {a:?} {b:?}");
                    }
                }
            }
        });
    }

    #[test]
    fn words_on_lines_touch_nothing() {
        each(|graph, placement, name| {
            for (place, word) in placement.words.iter().enumerate() {
                let id = graph.edges[place].id;
                let Some(word) = word else {
                    assert_eq!(graph.edges[place].label(), "", "{name} {id}");
                    continue;
                };
                assert!(placement.boxes.iter().all(|rect| !rect.overlaps(word)), "{name} {id}");
                let pieces = placement.lines.iter().flat_map(|line| line.windows(2));
                assert!(pieces.clone().all(|piece| !area(piece, 0.75).overlaps(word)), "{name} {id}");
                let others = placement.words.iter().enumerate().filter(|(other, _)| *other != place);
                assert!(
                    others.flat_map(|(_, other)| other).all(|other| !other.overlaps(word)),
                    "{name} {id}"
                );
            }
        });
    }

    #[test]
    fn the_way_back_keeps_to_the_left_of_the_column() {
        let placement = Placement::of(&super::super::LOOP, Form::Narrow);
        let back = placement.lines.last().expect("the way back");
        assert!(back[1].0 < placement.boxes[0].left && back[1].1 > back[2].1, "{back:?}");
    }
}
