//! Where the bases of a unit lie: the grid of its files and ranks (E2.29, E2.30, E2.33, E2.34, EI-6), its rectangles,
//! its zone of control.
//!
//! The grid is straight and rigid: along a curve or a winding road too (E2.40), and in disorder, which is a marker and
//! moves no base (E2.38, E8.6).

use super::Unit;
use crate::en_avant::table::geometry::{
    Edge, Length, Point, Rectangle, SCALE_BITS, depth_of_overlap, gap_below, gap_between,
};
use arrayvec::ArrayVec;

/// The rectangles that a unit covers: its full ranks and its short last rank, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    rectangles: [Rectangle; 2],
    count: u8,
}

impl From<Rectangle> for Footprint {
    /// The footprint of a single rectangle.
    #[inline]
    fn from(whole: Rectangle) -> Footprint {
        Footprint { rectangles: [whole; 2], count: 1 }
    }
}

impl Footprint {
    /// The footprint of a unit whose bases have this width and depth.
    #[inline]
    pub fn of(unit: &Unit, width: Length, depth: Length) -> Footprint {
        let (files, ranks, last) =
            (Length::from(unit.files), Length::from(unit.ranks()), Length::from(unit.in_last_rank()));
        if last == files {
            let whole = Rectangle::behind(unit.front, unit.heading, files * width, ranks * depth);
            return Footprint::from(whole);
        }
        let full = Rectangle::behind(unit.front, unit.heading, files * width, (ranks - 1) * depth);
        // The short last rank starts from the left file (EI-6).
        let short = Rectangle {
            centre: unit.front.moved(unit.heading, depth / 2 - ranks * depth, (last - files) * width / 2),
            heading: unit.heading,
            half_depth: depth / 2,
            half_width: last * width / 2,
        };
        Footprint { rectangles: [full, short], count: 2 }
    }

    /// The rectangles, which do not overlap.
    #[inline]
    pub fn rectangles(&self) -> &[Rectangle] {
        &self.rectangles[..usize::from(self.count)]
    }

    /// The depth of the overlap of two footprints; 0 or less if they do not overlap.
    #[inline]
    pub fn overlap(&self, other: &Footprint) -> Length {
        let pairs =
            self.rectangles().iter().flat_map(|a| other.rectangles().iter().map(move |b| depth_of_overlap(a, b)));
        pairs.max().expect("a footprint has a rectangle")
    }

    /// The square of the distance between two footprints; 0 if they overlap or touch.
    pub fn square_to(&self, other: &Footprint) -> i64 {
        let pairs = self.rectangles().iter().flat_map(|a| other.rectangles().iter().map(move |b| gap_between(a, b)));
        pairs.min().expect("a footprint has a rectangle")
    }

    /// Whether the square of the distance between two footprints is less than that of a distance.
    #[inline]
    pub fn comes_within(&self, other: &Footprint, distance: i64) -> bool {
        let mut pairs = self.rectangles().iter().flat_map(|a| other.rectangles().iter().map(move |b| (a, b)));
        pairs.any(|(a, b)| gap_below(a, b, distance).is_some())
    }

    /// The minimum and maximum coordinates of each of its rectangles, rounded outwards.
    #[inline]
    pub fn bounds(&self) -> ArrayVec<(Point, Point), 2> {
        self.rectangles().iter().map(Rectangle::bounds).collect()
    }

    /// The corners of all its rectangles.
    pub fn corners(&self) -> impl Iterator<Item = Point> + '_ {
        self.rectangles().iter().flat_map(Rectangle::corners)
    }
}

/// The bounding rectangle of a unit: its flank and rear edges are those of this one (EI-6).
#[inline]
pub fn bounding(unit: &Unit, width: Length, depth: Length) -> Rectangle {
    Rectangle::behind(unit.front, unit.heading, Length::from(unit.files) * width, Length::from(unit.ranks()) * depth)
}

/// A base of a unit, counted rank by rank from the front and from the left.
#[inline]
pub fn base(unit: &Unit, index: u8, width: Length, depth: Length) -> Rectangle {
    let (rank, file) = (Length::from(index / unit.files), Length::from(index % unit.files));
    let right = (2 * file + 1 - Length::from(unit.files)) * width / 2;
    Rectangle {
        centre: unit.front.moved(unit.heading, -(2 * rank + 1) * depth / 2, right),
        heading: unit.heading,
        half_depth: depth / 2,
        half_width: width / 2,
    }
}

/// The rectangle ahead of a unit, as wide as its front and of the given depth: its zone of control with the depth of
/// the rules (E7.16, EI-43).
#[inline]
pub fn ahead(unit: &Unit, width: Length, depth: Length) -> Rectangle {
    let front = unit.front.moved(unit.heading, depth, 0);
    Rectangle::behind(front, unit.heading, Length::from(unit.files) * width, depth)
}

/// The distance of a point beyond the line of each edge of a rectangle, clockwise from the front, multiplied by
/// [`crate::en_avant::table::geometry::SCALE`].
fn beyond(rectangle: &Rectangle, point: Point) -> [i64; 4] {
    let (forward, right) = rectangle.centre.seen_scaled(rectangle.heading, point);
    let scaled = |half: Length| i64::from(half) << SCALE_BITS;
    [
        forward - scaled(rectangle.half_depth),
        right - scaled(rectangle.half_width),
        -forward - scaled(rectangle.half_depth),
        -right - scaled(rectangle.half_width),
    ]
}

/// The edges of a rectangle that face a point outside: one, or two that meet in a corner.
pub fn edges_at(rectangle: &Rectangle, point: Point) -> impl Iterator<Item = Edge> {
    let beyond = beyond(rectangle, point);
    Edge::ALL.into_iter().filter(move |edge| beyond[*edge as usize] > 0)
}

/// The edge of a unit that faces a point outside: its front, if that faces the point; else of its flanks and its rear
/// the one beyond whose line the point is farthest (E9.17, EI-51).
pub fn edge_shown(rectangle: &Rectangle, point: Point) -> Edge {
    let beyond = beyond(rectangle, point);
    if beyond[Edge::Front as usize] > 0 {
        return Edge::Front;
    }
    // Among edges equally far beyond the first, clockwise from the front.
    Edge::ALL.into_iter().rev().max_by_key(|edge| beyond[*edge as usize]).expect("four edges")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::en_avant::table::geometry::{CIRCLE, Heading, gap_between};
    use proptest::prelude::*;

    fn unit(x: i32, y: i32, steps: u16, files: u8, bases: u8) -> Unit {
        Unit { front: Point::new(x, y), heading: Heading::new(steps), files, bases, ..Unit::NONE }
    }

    proptest! {
        /// E2.29, E2.30, E2.33: the bases of a unit touch, are aligned and face the same way; its footprint covers them
        /// all.
        #[test]
        fn bases_lie_in_a_grid_within_the_footprint(
            x in -50_000..50_000,
            y in -50_000..50_000,
            steps in 0..CIRCLE,
            files in 1u8..7,
            bases in 1u8..20,
        ) {
            prop_assume!(files <= bases);
            let unit = unit(x, y, steps, files, bases);
            let footprint = Footprint::of(&unit, 6_000, 3_000);
            let all: Vec<Rectangle> = (0..bases).map(|index| base(&unit, index, 6_000, 3_000)).collect();
            for (index, one) in all.iter().enumerate() {
                prop_assert!(
                    footprint.rectangles().iter()
                        .any(|whole| one.shrunk(3).corners().iter().all(|corner| whole.contains(*corner)))
                );
                prop_assert!(
                    bases == 1
                        || all.iter().enumerate().any(|(other, it)| other != index && gap_between(one, it) <= 8)
                );
                let overlap = |it| crate::en_avant::table::geometry::depth_of_overlap(one, it);
                prop_assert!(all[..index].iter().all(|it| overlap(it) <= 2));
            }
            let area: i64 =
                footprint.rectangles().iter().map(|it| i64::from(it.half_depth) * i64::from(it.half_width) * 4).sum();
            prop_assert_eq!(area, i64::from(bases) * 6_000 * 3_000);
        }
    }

    /// E7.16: the zone of control of a unit is as wide as its front and lies ahead of it.
    #[test]
    fn the_zone_lies_ahead_of_the_front() {
        let zone = ahead(&unit(0, 0, 0, 3, 5), 6_000, 3_000);
        assert_eq!(
            zone.corners(),
            [Point::new(-9_000, 3_000), Point::new(9_000, 3_000), Point::new(9_000, 0), Point::new(-9_000, 0)]
        );
    }

    #[test]
    fn a_unit_shows_its_front_to_whoever_is_ahead_of_it() {
        let it = bounding(&unit(0, 0, 360, 2, 4), 6_000, 3_000);
        let shown =
            |x: i32, y: i32| (edge_shown(&it, Point::new(x, y)), edges_at(&it, Point::new(x, y)).collect::<Vec<_>>());
        assert_eq!(shown(900, 0), (Edge::Front, vec![Edge::Front]));
        assert_eq!(shown(900, -19_000), (Edge::Front, vec![Edge::Front, Edge::Right]));
        assert_eq!(shown(-9_000, 0), (Edge::Rear, vec![Edge::Rear]));
        assert_eq!(shown(-3_000, -9_000), (Edge::Right, vec![Edge::Right]));
        assert_eq!(shown(-3_000, 9_000), (Edge::Left, vec![Edge::Left]));
        assert_eq!(shown(-8_000, 9_000), (Edge::Left, vec![Edge::Rear, Edge::Left]));
    }
}
