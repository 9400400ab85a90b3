//! Curves in pixels: where they leave the frame.

use super::sheet::{Point, Rect};
use quantity::float::within;

/// The parts of a polyline that lie in the frame, each cut at the frame's exact edge.
pub(super) fn clipped(points: &[Point], frame: &Rect) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut open: Option<Vec<Point>> = None;
    for pair in points.windows(2) {
        let Some((from, to)) = clipped_segment(pair[0], pair[1], frame) else {
            parts.extend(open.take());
            continue;
        };
        let part = open.get_or_insert_with(|| vec![from]);
        part.push(to);
        // The segment was cut at its end, so the curve is outside now.
        if to != pair[1] {
            parts.extend(open.take());
        }
    }
    parts.extend(open);
    parts
}

/// The part of a segment inside the frame, by cutting away what lies beyond each edge in turn.
fn clipped_segment(from: Point, to: Point, frame: &Rect) -> Option<(Point, Point)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    let edges = [
        (-dx, from.0 - frame.left),
        (dx, frame.right - from.0),
        (-dy, from.1 - frame.top),
        (dy, frame.bottom - from.1),
    ];
    for (outward, distance) in edges {
        if outward == 0.0 {
            if distance < 0.0 {
                return None;
            }
        } else if outward < 0.0 {
            enter = enter.max(distance / outward);
        } else {
            leave = leave.min(distance / outward);
        }
    }
    if enter > leave {
        return None;
    }
    let at = |share: f64| {
        let x = within(from.0 + share * dx, frame.left, frame.right);
        (x, within(from.1 + share * dy, frame.top, frame.bottom))
    };
    Some((if enter > 0.0 { at(enter) } else { from }, if leave < 1.0 { at(leave) } else { to }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRAME: Rect = Rect { left: 0.0, top: 0.0, right: 100.0, bottom: 50.0 };

    #[test]
    fn a_curve_leaves_at_the_exact_edge() {
        let parts = clipped(&[(0.0, 50.0), (10.0, 30.0), (20.0, -30.0)], &FRAME);
        assert_eq!(parts, [vec![(0.0, 50.0), (10.0, 30.0), (15.0, 0.0)]]);
    }

    #[test]
    fn a_curve_that_comes_back_has_two_parts() {
        let parts = clipped(&[(0.0, 10.0), (10.0, -10.0), (20.0, 10.0)], &FRAME);
        assert_eq!(parts, [vec![(0.0, 10.0), (5.0, 0.0)], vec![(15.0, 0.0), (20.0, 10.0)]]);
    }

    #[test]
    fn a_curve_outside_has_no_part() {
        assert!(clipped(&[(0.0, -1.0), (100.0, -5.0)], &FRAME).is_empty());
        assert!(clipped(&[], &FRAME).is_empty());
    }

    fn polyline() -> impl Strategy<Value = Vec<Point>> {
        proptest::collection::vec((-300.0..300.0f64, -300.0..300.0f64), 0..20)
    }

    proptest! {
        #[test]
        fn nothing_is_drawn_outside_the_frame(points in polyline()) {
            for part in clipped(&points, &FRAME) {
                prop_assert!(part.len() > 1);
                for (x, y) in part {
                    prop_assert!(FRAME.contains(&Rect::at(x, y, 0.0, 0.0)), "{x} {y}");
                }
            }
        }

        #[test]
        fn a_curve_inside_stays_as_it_is(points in proptest::collection::vec((0.0..=100.0f64, 0.0..=50.0f64), 2..20)) {
            prop_assert_eq!(clipped(&points, &FRAME), [points]);
        }
    }
}
