//! A chart laid out on a sheet: every stroke, dot and word at its place, ready for whatever draws.

use super::curve::clipped;
use super::placement::{Label, place};
use super::sheet::{Point, Rect, Sheet, Span};
use super::{Axis, Chart, Series, Style, Tick, Tone};
use quantity::float::within;

/// Lays `chart` out. `measure` gives the width of a text in device pixels, as it will be drawn.
#[must_use]
pub fn layout(chart: &Chart, sheet: Sheet, measure: &dyn Fn(&str) -> f64) -> Layout {
    let mut page = Page::ruled(chart, sheet, measure);
    page.axes(chart);
    page.zone(chart);
    page.targets(chart);
    page.plan_line(chart);
    page.curves(chart);
    page.dots(chart);
    page.words(chart);
    page.layout
}

/// What to draw, in device pixels and in drawing order: zone, fills, strokes, dots, texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The surface.
    pub sheet: Sheet,
    /// The plotting area.
    pub frame: Rect,
    /// x values along the frame's width.
    pub x: Span,
    /// y values along the frame's height.
    pub y: Span,
    /// The ground of the zone without finite values.
    pub zone: Option<Rect>,
    /// Areas, to be drawn so thinly that what lies behind stays in sight.
    pub fills: Vec<Fill>,
    /// Lines.
    pub strokes: Vec<Stroke>,
    /// Points, each to be drawn on a ring of the card's colour.
    pub dots: Vec<Dot>,
    /// Words.
    pub texts: Vec<Text>,
    /// Whether every word found its place; where not, the names must be given outside the drawing.
    pub complete: bool,
}

/// An area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Its colour.
    pub ink: Ink,
    /// What it covers.
    pub rect: Rect,
}

/// A line in one or more pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f64,
    /// How long its dashes and the gaps between them are; none for a whole line.
    pub dashes: Option<(f64, f64)>,
    /// The pieces, each a polyline.
    pub pieces: Vec<Vec<Point>>,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its colour.
    pub ink: Ink,
    /// Its centre.
    pub at: Point,
    /// Its radius.
    pub radius: f64,
}

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// As written.
    pub text: String,
    /// Where its edge or centre stands, and the middle of its height.
    pub at: Point,
    /// What of the text stands at `at`.
    pub align: Align,
    /// Its colour.
    pub ink: Ink,
    /// Whether it is turned by a quarter to read upwards, about `at`.
    pub turned: bool,
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The left edge.
    Left,
    /// The centre.
    Centre,
    /// The right edge.
    Right,
}

/// What a colour is for; the drawing side has the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Lines of the grid.
    Grid,
    /// Axes and their ticks.
    Axis,
    /// Words about the chart itself.
    Muted,
    /// A mark in a meaning's colour.
    Mark(Tone),
    /// A word in a meaning's colour.
    Word(Tone),
    /// The hatch of the zone without finite values.
    Hatch,
}

/// Sizes in CSS pixels.
mod size {
    /// Height of a line of text.
    pub(super) const LINE: f64 = 16.0;
    /// Between a word and what it stands at.
    pub(super) const GAP: f64 = 6.0;
    /// Room for one tick along the y axis.
    pub(super) const TICK_ROOM: f64 = 30.0;
    /// Between the texts of two ticks along the x axis.
    pub(super) const TICK_GAP: f64 = 20.0;
    /// Width of a curve.
    pub(super) const CURVE: f64 = 2.25;
    /// Width of a bar's outline.
    pub(super) const OUTLINE: f64 = 1.25;
    /// Radius of a dot.
    pub(super) const DOT: f64 = 4.5;
    /// Radius of a dot that is one of many.
    pub(super) const SPECK: f64 = 2.5;
    /// Distance of the hatch's lines along the x axis.
    pub(super) const HATCH: f64 = 9.0;
}

/// The layout while it is being made.
struct Page<'a> {
    layout: Layout,
    measure: &'a dyn Fn(&str) -> f64,
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
    /// What words should not stand on.
    lines: Vec<(Point, Point)>,
    /// The end of each curve in the frame, for its name.
    ends: Vec<Vec<Point>>,
}

/// A word that wants a place in the frame.
struct Word {
    text: String,
    tone: Tone,
    label: Label,
    turned: bool,
}

impl<'a> Page<'a> {
    /// A sheet with its frame: the margins are as wide as the ticks' texts need.
    fn ruled(chart: &Chart, sheet: Sheet, measure: &'a dyn Fn(&str) -> f64) -> Self {
        let px = |css: f64| css * sheet.scale;
        let top = px(size::LINE + 9.0);
        let bottom = (sheet.height - px(2.0 * size::LINE + size::GAP)).max(top);
        let y_ticks = chart.y.ticks(rooms(bottom - top, px(size::TICK_ROOM)).max(2));
        let widest = y_ticks.iter().map(|tick| measure(&tick.text)).fold(0.0, f64::max);
        let left = (widest + px(size::GAP + 2.0)).min(sheet.width);
        let x_ticks = x_ticks(&chart.x, sheet.width - left, px(size::TICK_GAP), measure);
        let last = x_ticks.last().map_or(0.0, |tick| measure(&tick.text));
        let right = (sheet.width - (last / 2.0).max(px(2.0)) - 1.0).max(left);
        let frame = Rect { left: crisp(left), top: crisp(top), right: crisp(right), bottom: crisp(bottom) };
        let layout = Layout {
            sheet,
            frame,
            x: span(&chart.x, (frame.left, frame.right)),
            y: span(&chart.y, (frame.bottom, frame.top)),
            zone: None,
            fills: Vec::new(),
            strokes: Vec::new(),
            dots: Vec::new(),
            texts: Vec::new(),
            complete: true,
        };
        Self { layout, measure, x_ticks, y_ticks, lines: Vec::new(), ends: Vec::new() }
    }

    fn px(&self, css: f64) -> f64 {
        css * self.layout.sheet.scale
    }

    /// A width in whole device pixels.
    fn hairline(&self) -> f64 {
        self.layout.sheet.scale.round().max(1.0)
    }

    fn at(&self, x: f64, y: f64) -> Point {
        (self.layout.x.pixel(x), self.layout.y.pixel(y))
    }

    fn stroke(&mut self, ink: Ink, width: f64, pieces: Vec<Vec<Point>>) {
        self.dashed(ink, width, None, pieces);
    }

    fn dashed(&mut self, ink: Ink, width: f64, dashes: Option<(f64, f64)>, pieces: Vec<Vec<Point>>) {
        if !pieces.is_empty() {
            self.layout.strokes.push(Stroke { ink, width, dashes, pieces });
        }
    }

    fn write(&mut self, text: String, at: Point, align: Align, ink: Ink) {
        self.layout.texts.push(Text { text, at, align, ink, turned: false });
    }

    fn axes(&mut self, chart: &Chart) {
        let frame = self.layout.frame;
        let width = self.hairline();
        let mut grid = Vec::new();
        for tick in std::mem::take(&mut self.y_ticks) {
            let y = crisp(self.layout.y.pixel(tick.at));
            if y < frame.bottom {
                grid.push(vec![(frame.left, y), (frame.right, y)]);
            }
            self.write(tick.text, (frame.left - self.px(size::GAP + 1.0), y), Align::Right, Ink::Muted);
        }
        let mut axis =
            vec![vec![(frame.left, frame.top), (frame.left, frame.bottom), (frame.right, frame.bottom)]];
        let below = frame.bottom + self.px(size::GAP + size::LINE / 2.0);
        for tick in std::mem::take(&mut self.x_ticks) {
            let x = crisp(self.layout.x.pixel(tick.at));
            axis.push(vec![(x, frame.bottom), (x, frame.bottom + self.px(4.0))]);
            self.write(tick.text, (x, below), Align::Centre, Ink::Muted);
        }
        self.stroke(Ink::Grid, width, grid);
        self.stroke(Ink::Axis, width, axis);
        let half_line = self.px(size::LINE / 2.0);
        if let Some(title) = self.fitting_title(&chart.y) {
            self.write(title, (0.0, half_line), Align::Left, Ink::Muted);
        }
        if let Some(title) = self.fitting_title(&chart.x) {
            let right = frame.right.max((self.measure)(&title));
            self.write(title, (right, self.layout.sheet.height - half_line), Align::Right, Ink::Muted);
        }
    }

    /// The axis's title; on a narrow sheet its unit alone; nothing where even that would be cut.
    fn fitting_title(&self, axis: &Axis) -> Option<String> {
        let fits = |text: &String| (self.measure)(text) <= self.layout.sheet.width;
        Some(axis.title()).filter(fits).or_else(|| Some(String::from(axis.sign())).filter(fits))
    }

    /// The hatched zone without finite values.
    fn zone(&mut self, chart: &Chart) {
        let frame = self.layout.frame;
        let Some(from) = chart.unbounded.as_ref().map(|zone| self.layout.x.pixel(zone.from)) else { return };
        let left = from.max(frame.left);
        if left >= frame.right {
            return;
        }
        let zone = Rect { left, ..frame };
        let mut hatch = Vec::new();
        let mut foot = zone.left - zone.height();
        while foot < zone.right {
            hatch.extend(clipped(&[(foot, zone.bottom), (foot + zone.height(), zone.top)], &zone));
            foot += self.px(size::HATCH);
        }
        self.layout.zone = Some(zone);
        self.stroke(Ink::Hatch, self.hairline(), hatch);
    }

    fn targets(&mut self, chart: &Chart) {
        let frame = self.layout.frame;
        for target in &chart.targets {
            let y = crisp(self.layout.y.pixel(target.value));
            if y >= frame.top && y <= frame.bottom {
                let line = [(frame.left, y), (frame.right, y)];
                let dashes = Some((self.px(6.0), self.px(4.0)));
                self.dashed(Ink::Mark(Tone::Failure), self.px(1.25), dashes, vec![line.to_vec()]);
                self.lines.push((line[0], line[1]));
            }
        }
    }

    fn plan_line(&mut self, chart: &Chart) {
        let frame = self.layout.frame;
        let Some(plan) = &chart.plan else { return };
        let x = crisp(self.layout.x.pixel(plan.x));
        if x >= frame.left && x <= frame.right {
            let line = [(x, frame.bottom), (x, frame.top)];
            let dots = Some((self.px(1.5), self.px(3.5)));
            self.dashed(Ink::Mark(Tone::Action), self.px(1.5), dots, vec![line.to_vec()]);
            self.lines.push((line[0], line[1]));
        }
    }

    fn curves(&mut self, chart: &Chart) {
        for series in &chart.series {
            // A point without a value or a place ends the run: nothing is drawn across the gap.
            let place = |(x, y): &(f64, Option<f64>)| y.map(|y| self.at(*x, y)).filter(is_finite);
            let places: Vec<Option<Point>> = series.points.iter().map(place).collect();
            let end = match series.style {
                Style::Line => self.curve(series, &places),
                Style::Bars => self.bars(series, &places),
                Style::Dots => self.specks(series, &places),
            };
            self.ends.push(end);
        }
    }

    fn curve(&mut self, series: &Series, places: &[Option<Point>]) -> Vec<Point> {
        let mut parts = Vec::new();
        for run in places.split(Option::is_none) {
            let run: Vec<Point> = run.iter().copied().flatten().collect();
            parts.extend(clipped(&run, &self.layout.frame));
        }
        let segments = parts.iter().flat_map(|part| part.windows(2).map(|pair| (pair[0], pair[1])));
        self.lines.extend(segments);
        let end = parts.concat();
        let dashes = series.dash.lengths().map(|(on, off)| (self.px(on), self.px(off)));
        self.dashed(Ink::Mark(series.tone), self.px(size::CURVE), dashes, parts);
        end
    }

    /// A bar about each point that has a height, and its outline, which tells it from another bar behind it.
    fn bars(&mut self, series: &Series, places: &[Option<Point>]) -> Vec<Point> {
        let frame = self.layout.frame;
        let middles: Vec<f64> = series.points.iter().map(|point| self.layout.x.pixel(point.0)).collect();
        let (mut tops, mut outlines) = (Vec::new(), Vec::new());
        for (place, &(x, y)) in
            places.iter().enumerate().filter_map(|(at, place)| Some((at, place.as_ref()?)))
        {
            let (left, right) = reach(&middles, place);
            let (left, right, top) = (left.max(frame.left), right.min(frame.right), y.max(frame.top));
            if left >= right || top >= frame.bottom {
                continue;
            }
            let rect = Rect { left, top, right, bottom: frame.bottom };
            self.layout.fills.push(Fill { ink: Ink::Mark(series.tone), rect });
            let corners = [(left, frame.bottom), (left, y), (right, y), (right, frame.bottom)];
            outlines.extend(clipped(&corners, &frame));
            self.lines.push(((left, top), (right, top)));
            tops.push((within(x, left, right), top));
        }
        let dashes = series.dash.lengths().map(|(on, off)| (self.px(on), self.px(off)));
        self.dashed(Ink::Mark(series.tone), self.px(size::OUTLINE), dashes, outlines);
        tops
    }

    fn specks(&mut self, series: &Series, places: &[Option<Point>]) -> Vec<Point> {
        let (frame, radius) = (self.layout.frame, self.px(size::SPECK));
        let seen: Vec<Point> = places.iter().copied().flatten().filter(|at| holds(&frame, *at)).collect();
        self.layout.dots.extend(seen.iter().map(|at| Dot { ink: Ink::Mark(series.tone), at: *at, radius }));
        seen
    }

    fn dots(&mut self, chart: &Chart) {
        let marks = chart.marks.iter().map(|mark| (mark.x, mark.y, mark.tone));
        let plan = chart.plan.iter().filter_map(|plan| Some((plan.x, plan.y?, Tone::Action)));
        for (x, y, tone) in marks.chain(plan) {
            let at = self.at(x, y);
            if holds(&self.layout.frame, at) {
                self.layout.dots.push(Dot { ink: Ink::Mark(tone), at, radius: self.px(size::DOT) });
            }
        }
    }

    /// The words inside the frame, the one that matters most first.
    fn words(&mut self, chart: &Chart) {
        let mut words = Vec::new();
        for target in &chart.targets {
            words.push(self.word(&target.name, Tone::Failure, self.beside_target(target)));
        }
        for mark in &chart.marks {
            let at = self.at(mark.x, mark.y);
            if holds(&self.layout.frame, at) {
                words.push(self.word(&mark.label, mark.tone, self.around(at, &mark.label)));
            }
        }
        if let Some(plan) = &chart.plan {
            words.push(self.word(&plan.label, Tone::Action, self.beside_plan(plan)));
        }
        if let (Some(zone), Some(rect)) = (&chart.unbounded, self.layout.zone) {
            words.push(self.zone_word(&zone.name, &rect));
        }
        for (series, end) in chart.series.iter().zip(std::mem::take(&mut self.ends)) {
            words.push(self.word(&series.name, series.tone, self.along(&end, &series.name)));
        }
        words.retain(|word| !word.text.is_empty() && !word.label.wishes.is_empty());
        self.place(words);
    }

    fn place(&mut self, words: Vec<Word>) {
        let labels: Vec<_> = words.iter().map(|word| word.label.clone()).collect();
        let places = place(&self.layout.frame, &labels, &self.lines);
        for (word, place) in words.into_iter().zip(places) {
            let Some(rect) = place else {
                self.layout.complete = false;
                continue;
            };
            let ink = Ink::Word(word.tone);
            let middle = (rect.left + rect.width() / 2.0, rect.top + rect.height() / 2.0);
            let (at, align) =
                if word.turned { (middle, Align::Centre) } else { ((rect.left, middle.1), Align::Left) };
            self.layout.texts.push(Text { text: word.text, at, align, ink, turned: word.turned });
        }
    }

    fn word(&self, text: &str, tone: Tone, wishes: Vec<Point>) -> Word {
        let label = Label { width: (self.measure)(text), height: self.px(size::LINE), wishes };
        Word { text: String::from(text), tone, label, turned: false }
    }

    /// In the middle of the zone; upright in one that is narrower than the word.
    fn zone_word(&self, text: &str, zone: &Rect) -> Word {
        let (length, line) = ((self.measure)(text), self.px(size::LINE));
        let turned = length > zone.width() && length <= zone.height();
        let (width, height) = if turned { (line, length) } else { (length, line) };
        let left = (zone.left + zone.right - width) / 2.0;
        let shares = [0.5, 0.7, 0.3, 0.1];
        let wishes = shares.map(|share| (left, zone.top + share * (zone.height() - height))).to_vec();
        let label = Label { width, height, wishes };
        Word { text: String::from(text), tone: Tone::Failure, label, turned }
    }

    /// On the line at its right end, else below it, else further left.
    fn beside_target(&self, target: &super::Target) -> Vec<Point> {
        let frame = self.layout.frame;
        let y = self.layout.y.pixel(target.value);
        if y < frame.top || y > frame.bottom {
            return Vec::new();
        }
        let (gap, width) = (self.px(size::GAP), (self.measure)(&target.name));
        let (above, below) = (y - self.px(size::LINE + 1.0), y + self.px(2.0));
        let (left, right) = (frame.left + gap, frame.right - width - gap);
        vec![(right, above), (left, above), (right, below), (left, below), ((left + right) / 2.0, above)]
    }

    /// Beside the dotted line, from the top down.
    fn beside_plan(&self, plan: &super::PlanMark) -> Vec<Point> {
        let frame = self.layout.frame;
        let x = self.layout.x.pixel(plan.x);
        if x < frame.left || x > frame.right {
            return Vec::new();
        }
        let (gap, width) = (self.px(size::GAP), (self.measure)(&plan.label));
        let heights = [0.0, 0.25, 0.5, 0.75].map(|share| frame.top + self.px(2.0) + share * frame.height());
        heights.into_iter().flat_map(|top| [(x + gap, top), (x - width - gap, top)]).collect()
    }

    /// Along a curve from its end backwards.
    fn along(&self, curve: &[Point], text: &str) -> Vec<Point> {
        let shares = [1.0, 0.9, 0.8, 0.65, 0.5, 0.35];
        let last = curve.len().saturating_sub(1) as f64;
        shares
            .iter()
            .filter_map(|share| nth(curve, share * last))
            .flat_map(|at| self.around(at, text))
            .collect()
    }

    /// The eight places round a point; curves of this model rise to the right, so left above is the emptiest.
    fn around(&self, (x, y): Point, text: &str) -> Vec<Point> {
        let (gap, width, height) = (self.px(size::GAP), (self.measure)(text), self.px(size::LINE));
        let (left, right, centre) = (x - width - gap, x + gap, x - width / 2.0);
        let (above, below, middle) = (y - height - gap, y + gap, y - height / 2.0);
        vec![
            (left, above),
            (left, middle),
            (right, middle),
            (right, below),
            (centre, above),
            (centre, below),
            (left, below),
            (right, above),
        ]
    }
}

fn span(axis: &Axis, pixels: (f64, f64)) -> Span {
    Span { values: (axis.min, axis.max), pixels, scale: axis.scale }
}

fn is_finite((x, y): &Point) -> bool {
    x.is_finite() && y.is_finite()
}

fn holds(frame: &Rect, (x, y): Point) -> bool {
    frame.contains(&Rect::at(x, y, 0.0, 0.0))
}

/// How far the bar about a middle reaches: halfway to its neighbours; at an end as far as on its other side; alone,
/// over the whole axis.
fn reach(middles: &[f64], place: usize) -> (f64, f64) {
    let middle = |at: usize| middles.get(at).copied();
    let here = middle(place).unwrap_or_default();
    let before = place.checked_sub(1).and_then(middle).map(|before| (here - before) / 2.0);
    let after = middle(place + 1).map(|after| (after - here) / 2.0);
    let (left, right) = (before.or(after), after.or(before));
    (here - left.unwrap_or(f64::INFINITY), here + right.unwrap_or(f64::INFINITY))
}

/// As many ticks as their own texts leave room for.
fn x_ticks(axis: &Axis, width: f64, gap: f64, measure: &dyn Fn(&str) -> f64) -> Vec<Tick> {
    let mut room = rooms(width, gap * 2.5);
    while room > 0 {
        let ticks = axis.ticks(room);
        let widest = ticks.iter().map(|tick| measure(&tick.text)).fold(0.0, f64::max);
        let span = span(axis, (0.0, width - widest));
        let apart = |pair: &[Tick]| span.pixel(pair[1].at) - span.pixel(pair[0].at) >= widest + gap;
        if ticks.windows(2).all(apart) {
            return ticks;
        }
        room = room.min(ticks.len()) - 1;
    }
    Vec::new()
}

/// How many pieces of `each` fit into `whole`, up to twelve.
fn rooms(whole: f64, each: f64) -> usize {
    (1..=12u8).take_while(|&count| f64::from(count) * each <= whole).count()
}

/// The point nearest to a fractional place in a curve.
fn nth(curve: &[Point], place: f64) -> Option<Point> {
    let mut at = 0;
    while (at as f64) < place {
        at += 1;
    }
    curve.get(at).copied()
}

/// The middle of the device pixel, where a line one pixel wide is sharp.
fn crisp(pixel: f64) -> f64 {
    pixel.floor() + 0.5
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use proptest::prelude::*;

    /// A typical sans serif at 12 CSS pixels.
    fn ruler(scale: f64) -> impl Fn(&str) -> f64 {
        move |text| text.chars().count() as f64 * 6.6 * scale
    }

    fn laid_out(chart: &Chart, width: f64, height: f64, scale: f64) -> Layout {
        let sheet = Sheet { width: width * scale, height: height * scale, scale };
        layout(chart, sheet, &ruler(scale))
    }

    /// What a text covers: digits and capitals fill about twelve of the sixteen pixels of a line.
    fn covered(text: &Text, scale: f64) -> Rect {
        let width = ruler(scale)(&text.text);
        if text.turned {
            return Rect::at(text.at.0 - 6.0 * scale, text.at.1 - width / 2.0, 12.0 * scale, width);
        }
        let left = match text.align {
            Align::Left => text.at.0,
            Align::Centre => text.at.0 - width / 2.0,
            Align::Right => text.at.0 - width,
        };
        Rect::at(left, text.at.1 - 6.0 * scale, width, 12.0 * scale)
    }

    #[test]
    fn the_example_has_all_its_words() {
        let layout = laid_out(&example::tpot(), 460.0, 260.0, 1.0);
        let texts: Vec<_> = layout.texts.iter().map(|text| text.text.as_str()).collect();
        for word in
            ["TPOT, ms", "Load on one replica, req/s", "SLO 50 ms", "planned 5.0", "no steady state", "TPOT"]
        {
            assert!(texts.contains(&word), "{word} in {texts:?}");
        }
        assert!(layout.complete);
        assert_eq!(layout.dots.len(), 2);
    }

    #[test]
    fn the_curve_ends_at_the_top_edge() {
        let layout = laid_out(&example::tpot(), 460.0, 260.0, 1.0);
        let curve = layout.strokes.iter().find(|stroke| stroke.ink == Ink::Mark(Tone::Decode));
        let end = curve.and_then(|stroke| stroke.pieces.last()?.last().copied());
        assert_eq!(end.map(|point| point.1), Some(layout.frame.top));
    }

    #[test]
    fn an_empty_chart_is_a_frame() {
        let layout = laid_out(&example::empty(), 460.0, 260.0, 1.0);
        assert!(layout.dots.is_empty() && layout.zone.is_none());
    }

    #[test]
    fn bars_stand_side_by_side_on_the_floor() {
        let mut chart = example::tpot();
        chart.series[0].style = Style::Bars;
        chart.series[0].points = vec![(2.0, Some(0.02)), (4.0, Some(0.06)), (6.0, None), (8.0, Some(0.5))];
        let layout = laid_out(&chart, 460.0, 260.0, 1.0);
        let [first, second, last] = layout.fills[..] else { panic!("three bars in {:?}", layout.fills) };
        let edges = [first.rect.left, first.rect.right, second.rect.right, last.rect.left, last.rect.right];
        for (edge, load) in edges.into_iter().zip([1.0, 3.0, 5.0, 7.0, 9.0]) {
            assert!((edge - layout.x.pixel(load)).abs() < 1e-9, "{edge} is not at {load}");
        }
        assert!((second.rect.top - layout.y.pixel(0.06)).abs() < 1e-9);
        assert_eq!((first.rect.bottom, last.rect.top), (layout.frame.bottom, layout.frame.top));
    }

    #[test]
    fn on_a_log_scale_what_has_no_place_is_left_out() {
        let mut chart = example::tpot();
        (chart.y.min, chart.y.scale) = (1e-3, crate::AxisScale::Log10);
        chart.series[0].points =
            vec![(1.0, Some(0.01)), (2.0, Some(0.02)), (3.0, Some(0.0)), (4.0, Some(0.01))];
        let layout = laid_out(&chart, 460.0, 260.0, 1.0);
        let curve = layout.strokes.iter().find(|stroke| stroke.ink == Ink::Mark(Tone::Decode));
        assert_eq!(curve.map(|stroke| stroke.pieces.concat().len()), Some(2), "{curve:?}");
        assert!(
            chart.takeaway().ends_with("Values of 0 or less have no place on a log scale and are left out.")
        );
        let middle = (layout.frame.top + layout.frame.bottom) / 2.0;
        let halfway = (1e-3f64 * chart.y.max).sqrt();
        assert!((layout.y.pixel(halfway) - middle).abs() < 1e-6, "the geometric mean is in the middle");
    }

    #[test]
    fn hairlines_stand_on_device_pixels() {
        for scale in [1.0, 1.5, 2.0, 3.0] {
            let layout = laid_out(&example::tpot(), 333.0, 222.0, scale);
            let grid = layout.strokes.iter().find(|stroke| stroke.ink == Ink::Grid);
            for (_, y) in grid.iter().flat_map(|stroke| stroke.pieces.iter().flatten()) {
                assert!((y.fract() - 0.5).abs() < 1e-9, "{y} at {scale}");
            }
        }
    }

    fn charts() -> impl Strategy<Value = Chart> {
        let curve = proptest::collection::vec(proptest::option::weighted(0.9, 0.0..0.3f64), 2..60);
        let axes = (0.5..1e5f64, 1e-3..30.0f64);
        let style = proptest::sample::select(vec![Style::Line, Style::Line, Style::Bars, Style::Dots]);
        (
            axes,
            proptest::collection::vec(curve, 0..4),
            0.0..1.2f64,
            0.0..1.2f64,
            proptest::option::of(0.0..1.0f64),
            (style, any::<bool>(), any::<bool>()),
        )
            .prop_map(|((x_max, y_max), curves, plan, target, zone, (style, log_x, log_y))| {
                let mut chart = example::with(x_max, y_max, &curves, plan, target, zone);
                chart.series.iter_mut().for_each(|series| series.style = style);
                for (axis, log) in [(&mut chart.x, log_x), (&mut chart.y, log_y)] {
                    if log {
                        (axis.min, axis.scale) = (axis.max * 1e-4, crate::AxisScale::Log10);
                    }
                }
                chart
            })
    }

    proptest! {
        #[test]
        fn words_never_collide_and_are_never_cut(
            chart in charts(), width in 230.0..1600.0f64, height in 170.0..400.0f64, scale in 1.0..3.0f64
        ) {
            let layout = laid_out(&chart, width, height, scale);
            let sheet = Rect::at(0.0, 0.0, layout.sheet.width, layout.sheet.height);
            let covered: Vec<_> = layout.texts.iter().map(|text| covered(text, scale)).collect();
            for (at, rect) in covered.iter().enumerate() {
                prop_assert!(sheet.contains(rect), "{} at {rect:?}", layout.texts[at].text);
                for (before, other) in covered[..at].iter().enumerate() {
                    prop_assert!(
                        !rect.overlaps(other), "{} and {}", layout.texts[at].text, layout.texts[before].text
                    );
                }
            }
        }

        #[test]
        fn marks_stay_in_the_frame(chart in charts(), width in 230.0..1600.0f64, scale in 1.0..3.0f64) {
            let layout = laid_out(&chart, width, 260.0, scale);
            for stroke in layout.strokes.iter().filter(|stroke| matches!(stroke.ink, Ink::Mark(_) | Ink::Hatch)) {
                for (x, y) in stroke.pieces.iter().flatten() {
                    prop_assert!(holds(&layout.frame, (*x, *y)), "{x} {y}");
                }
            }
            for fill in &layout.fills {
                prop_assert!(layout.frame.contains(&fill.rect), "{:?}", fill.rect);
            }
            for dot in &layout.dots {
                prop_assert!(holds(&layout.frame, dot.at), "{:?}", dot.at);
            }
        }
    }
}
