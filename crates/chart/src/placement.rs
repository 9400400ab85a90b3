//! Where the words of a chart stand: never on each other, never cut by the frame, off the curves where they can.

use super::sheet::{Point, Rect};

/// A word that wants a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Width of the text.
    pub width: f64,
    /// Height of the text.
    pub height: f64,
    /// Upper left corners, the preferred one first.
    pub wishes: Vec<Point>,
}

/// A place for each label, in order: earlier labels choose first. `None` only where the frame has no room left.
///
/// Each label takes the wish that crosses the fewest of `lines`, the earlier of two equal ones; a wish that reaches
/// over the frame's edge is moved inside. Where all wishes are taken, the free place nearest to the first one is used.
#[must_use]
pub fn place(frame: &Rect, labels: &[Label], lines: &[(Point, Point)]) -> Vec<Option<Rect>> {
    let mut places: Vec<Option<Rect>> = Vec::with_capacity(labels.len());
    for label in labels {
        let taken = |rect: &Rect| places.iter().flatten().any(|other| other.overlaps(rect));
        let wish = best_wish(frame, label, lines, &taken);
        places.push(wish.or_else(|| nearest_free(frame, label, &taken)));
    }
    places
}

fn best_wish(
    frame: &Rect,
    label: &Label,
    lines: &[(Point, Point)],
    taken: &dyn Fn(&Rect) -> bool,
) -> Option<Rect> {
    let mut best: Option<(f64, Rect)> = None;
    for &(left, top) in &label.wishes {
        let wanted = Rect::at(left, top, label.width, label.height);
        let Some(rect) = wanted.moved_into(frame).filter(|rect| !taken(rect)) else { continue };
        let crossed = lines.iter().filter(|(from, to)| crosses(*from, *to, &rect)).count();
        // A label that was pushed far from its wish no longer names what it stands at.
        let pushed = (rect.left - left).abs() + (rect.top - top).abs();
        let cost = crossed.min(50) as f64 + pushed / label.height;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, rect));
        }
    }
    best.map(|(_, rect)| rect)
}

/// The free place nearest to the first wish, on a grid fine enough that no larger gap is overlooked.
fn nearest_free(frame: &Rect, label: &Label, taken: &dyn Fn(&Rect) -> bool) -> Option<Rect> {
    let &(left, top) = label.wishes.first()?;
    let (across, down) = (label.width / 4.0, label.height / 2.0);
    if across <= 0.0 || down <= 0.0 {
        return None;
    }
    let mut best: Option<(f64, Rect)> = None;
    let mut y = frame.top;
    while y + label.height <= frame.bottom {
        let mut x = frame.left;
        while x + label.width <= frame.right {
            let rect = Rect::at(x, y, label.width, label.height);
            let distance = (x - left).hypot(y - top);
            if best.as_ref().is_none_or(|(least, _)| distance < *least) && !taken(&rect) {
                best = Some((distance, rect));
            }
            x += across;
        }
        y += down;
    }
    best.map(|(_, rect)| rect)
}

/// Whether a segment touches a rectangle's inside.
fn crosses(from: Point, to: Point, rect: &Rect) -> bool {
    if from.0.max(to.0) <= rect.left
        || from.0.min(to.0) >= rect.right
        || from.1.max(to.1) <= rect.top
        || from.1.min(to.1) >= rect.bottom
    {
        return false;
    }
    // The bounding boxes meet; the segment misses the rectangle only if all four corners lie on one side of its line.
    let side = |x: f64, y: f64| (to.0 - from.0) * (y - from.1) - (to.1 - from.1) * (x - from.0);
    let corners = [
        side(rect.left, rect.top),
        side(rect.right, rect.top),
        side(rect.left, rect.bottom),
        side(rect.right, rect.bottom),
    ];
    !(corners.iter().all(|&s| s > 0.0) || corners.iter().all(|&s| s < 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRAME: Rect = Rect { left: 0.0, top: 0.0, right: 300.0, bottom: 120.0 };

    fn label(wishes: &[Point]) -> Label {
        Label { width: 60.0, height: 14.0, wishes: wishes.to_vec() }
    }

    #[test]
    fn the_first_wish_is_granted_where_it_is_free() {
        let places = place(&FRAME, &[label(&[(10.0, 10.0), (50.0, 50.0)])], &[]);
        assert_eq!(places, [Some(Rect::at(10.0, 10.0, 60.0, 14.0))]);
    }

    #[test]
    fn a_curve_through_the_first_wish_moves_the_label_to_the_second() {
        let curve = [((0.0, 0.0), (80.0, 30.0))];
        let places = place(&FRAME, &[label(&[(10.0, 5.0), (100.0, 50.0)])], &curve);
        assert_eq!(places, [Some(Rect::at(100.0, 50.0, 60.0, 14.0))]);
    }

    #[test]
    fn the_edge_pushes_a_label_inside() {
        let places = place(&FRAME, &[label(&[(290.0, -5.0)])], &[]);
        assert_eq!(places, [Some(Rect::at(240.0, 0.0, 60.0, 14.0))]);
    }

    #[test]
    fn a_label_larger_than_the_frame_has_no_place() {
        let huge = Label { width: 400.0, height: 14.0, wishes: vec![(0.0, 0.0)] };
        assert_eq!(place(&FRAME, &[huge], &[]), [None]);
    }

    fn labels() -> impl Strategy<Value = Vec<Label>> {
        let wish = (-50.0..350.0f64, -50.0..170.0f64);
        let label = (8.0..90.0f64, 10.0..16.0f64, proptest::collection::vec(wish, 1..6));
        let label = label.prop_map(|(width, height, wishes)| Label { width, height, wishes });
        proptest::collection::vec(label, 0..8)
    }

    fn lines() -> impl Strategy<Value = Vec<(Point, Point)>> {
        let end = || (0.0..300.0f64, 0.0..120.0f64);
        proptest::collection::vec((end(), end()), 0..40)
    }

    proptest! {
        #[test]
        fn labels_stay_inside_and_apart(labels in labels(), lines in lines()) {
            let places = place(&FRAME, &labels, &lines);
            prop_assert_eq!(places.len(), labels.len());
            for (at, rect) in places.iter().enumerate() {
                // Eight labels of this size fill less than half of the frame, so each finds a place.
                let Some(rect) = rect else { return Err(TestCaseError::fail("a label found no place")) };
                prop_assert!(FRAME.contains(rect), "{:?}", rect);
                prop_assert!(places[..at].iter().flatten().all(|other| !other.overlaps(rect)));
            }
        }
    }
}
