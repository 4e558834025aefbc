//! The areas that the bases of a unit sweep over between two poses (EI-16). The hulls are those of the bases shrunk by
//! the contact tolerance (EI-6), so that any overlap with them exceeds the tolerance.

use super::footprint::Footprint;
use crate::en_avant::table::geometry::{Convex, Length, Point, Rectangle, shifted_meets};
use crate::en_avant::table::ground::Piece;
use std::cell::OnceCell;

/// The area that the bases of a unit sweep over in one leg. Most sweeps are excluded by their bounds, so that the hulls
/// are computed on demand.
pub(in crate::en_avant) struct Swept {
    ends: [(Rectangle, Rectangle); 2],
    count: usize,
    points: [OnceCell<[Point; 8]>; 2],
    hulls: [OnceCell<Convex>; 2],
    low: Point,
    high: Point,
}

impl Swept {
    /// The hulls of the bases in two poses of the same shape, shrunk by a tolerance.
    pub fn between(from: &Footprint, to: &Footprint, touch: Length) -> Swept {
        let (from, to) = (from.rectangles(), to.rectangles());
        let ends = |index: usize| (from[index].shrunk(touch), to[index].shrunk(touch));
        let count = from.len().min(to.len());
        Swept::around([ends(0), ends(count - 1)], count)
    }

    /// The area that one rectangle sweeps over between two poses.
    pub fn of(from: &Rectangle, to: &Rectangle, touch: Length) -> Swept {
        Swept::around([(from.shrunk(touch), to.shrunk(touch)); 2], 1)
    }

    fn around(ends: [(Rectangle, Rectangle); 2], count: usize) -> Swept {
        let (mut low, mut high) = (Point::new(Length::MAX, Length::MAX), Point::new(Length::MIN, Length::MIN));
        for (from, to) in &ends[..count] {
            let reach = from.reach();
            for (it, (x, y)) in [(from, reach), (to, if to.heading == from.heading { reach } else { to.reach() })] {
                low = Point::new(low.x.min(it.centre.x - x), low.y.min(it.centre.y - y));
                high = Point::new(high.x.max(it.centre.x + x), high.y.max(it.centre.y + y));
            }
        }
        let points = [const { OnceCell::new() }; 2];
        Swept { ends, count, points, hulls: [const { OnceCell::new() }; 2], low, high }
    }

    /// The hulls.
    #[inline]
    fn hulls(&self) -> impl Iterator<Item = &Convex> {
        (0..self.count).map(|index| self.hull(index))
    }

    /// One of them.
    #[inline]
    fn hull(&self, index: usize) -> &Convex {
        self.hulls[index].get_or_init(|| Convex::hull(self.points(index)).expect("rectangles have an area"))
    }

    /// Whether the sweep may meet something within these bounds.
    #[inline]
    pub fn may_meet(&self, (low, high): (Point, Point)) -> bool {
        high.x >= self.low.x && low.x <= self.high.x && high.y >= self.low.y && low.y <= self.high.y
    }

    /// Whether the sweep meets the inside of a rectangle.
    #[inline]
    pub fn meets(&self, rectangle: &Rectangle) -> bool {
        let (x, y) = rectangle.reach();
        let centre = rectangle.centre;
        let near = centre.x + x >= self.low.x
            && centre.x - x <= self.high.x
            && centre.y + y >= self.low.y
            && centre.y - y <= self.high.y;
        near && self.meets_near(rectangle)
    }

    /// Whether the sweep meets the inside of a rectangle whose bounds it meets.
    pub fn meets_near(&self, rectangle: &Rectangle) -> bool {
        (0..self.count).any(|index| {
            let (from, to) = &self.ends[index];
            if from.heading == to.heading {
                shifted_meets(from, to.centre - from.centre, rectangle)
            } else {
                // Most hulls are separated from the rectangle by one of its edges; their points suffice to show this.
                !self.is_beside(index, rectangle) && self.hull(index).meets(rectangle)
            }
        })
    }

    /// The corners of one of the rectangles at both ends of the leg.
    #[inline]
    fn points(&self, index: usize) -> &[Point; 8] {
        self.points[index].get_or_init(|| Convex::swept_points(&self.ends[index].0, &self.ends[index].1))
    }

    /// Whether one of the edges of a rectangle parts it from a hull: the first half of [`Convex::meets`].
    fn is_beside(&self, index: usize, rectangle: &Rectangle) -> bool {
        rectangle.half_depth <= 0 || rectangle.half_width <= 0 || rectangle.parts(self.points(index))
    }

    /// Whether it meets a footprint whose bounds it meets.
    #[inline]
    pub fn meets_footprint(&self, footprint: &Footprint) -> bool {
        match footprint.rectangles() {
            // The bounds of the only rectangle have been compared before.
            [whole] => self.meets_near(whole),
            several => several.iter().any(|rectangle| self.meets(rectangle)),
        }
    }

    /// Whether it meets a piece of terrain.
    #[inline]
    pub fn meets_piece(&self, piece: &Piece) -> bool {
        self.may_meet(piece.bounds) && self.hulls().any(|hull| piece.meets_convex(hull))
    }
}
