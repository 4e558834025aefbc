//! Convex polygons: pieces of terrain, corridors of sight, areas swept by a straight move.

use super::{Heading, Length, Point, Rectangle, SCALE_BITS, square_to_stretch};
use arrayvec::ArrayVec;

/// Maximum number of corners of a convex polygon.
pub const MOST_CORNERS: usize = 16;

/// A convex polygon; its corners are in clockwise order, no three of them collinear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convex {
    corners: [Point; MOST_CORNERS],
    count: u8,
}

impl From<Rectangle> for Convex {
    #[inline]
    fn from(rectangle: Rectangle) -> Convex {
        let mut corners = [Point::ORIGIN; MOST_CORNERS];
        corners[..4].copy_from_slice(&rectangle.corners());
        Convex { corners, count: 4 }
    }
}

impl Convex {
    /// The convex hull of some points; none if they are collinear or the hull has more than [`MOST_CORNERS`] corners.
    pub fn hull(points: &[Point]) -> Option<Convex> {
        const MOST_POINTS: usize = 64;
        assert!(points.len() <= MOST_POINTS, "hulls have at most {MOST_POINTS} points");
        if points.len() <= 8 {
            Convex::hull_of::<8, 17>(points)
        } else {
            Convex::hull_of::<MOST_POINTS, { 2 * MOST_POINTS + 1 }>(points)
        }
    }

    /// The hull of at most `MOST` points, on a chain with room for each of them twice.
    fn hull_of<const MOST: usize, const CHAIN: usize>(points: &[Point]) -> Option<Convex> {
        let mut sorted = [Point::ORIGIN; MOST];
        let sorted = &mut sorted[..points.len()];
        sorted.copy_from_slice(points);
        // Few points are sorted faster by insertion.
        for index in 1..sorted.len() {
            let point = sorted[index];
            let mut place = index;
            while place > 0 && sorted[place - 1] > point {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = point;
        }
        // Andrew's monotone chain: the upper chain from left to right, then the lower one back.
        let mut chain = [Point::ORIGIN; CHAIN];
        let mut count = 0;
        let mut least = 2;
        for step in 0..2 * sorted.len() {
            let point = if step < sorted.len() { sorted[step] } else { sorted[2 * sorted.len() - 1 - step] };
            if step == sorted.len() {
                least = count + 1;
                continue;
            }
            while count >= least && (chain[count - 1] - chain[count - 2]).cross(point - chain[count - 1]) >= 0 {
                count -= 1;
            }
            if count > 0 && chain[count - 1] == point {
                continue;
            }
            chain[count] = point;
            count += 1;
        }
        if count > 1 && chain[count - 1] == chain[0] {
            count -= 1;
        }
        if !(3..=MOST_CORNERS).contains(&count) {
            return None;
        }
        let mut corners = [Point::ORIGIN; MOST_CORNERS];
        corners[..count].copy_from_slice(&chain[..count]);
        Some(Convex { corners, count: count as u8 })
    }

    /// The area that a rectangle sweeps over when shifted without turning: the hull of its old and new place.
    pub fn swept(from: &Rectangle, to: &Rectangle) -> Convex {
        Convex::hull(&Convex::swept_points(from, to)).expect("rectangles have an area")
    }

    /// The points of that hull: the corners of both rectangles.
    #[inline]
    pub fn swept_points(from: &Rectangle, to: &Rectangle) -> [Point; 8] {
        let mut points = [Point::ORIGIN; 8];
        points[..4].copy_from_slice(&from.corners());
        points[4..].copy_from_slice(&to.corners());
        points
    }

    /// Its corners, clockwise.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.corners[..usize::from(self.count)]
    }

    /// Its edges, clockwise.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let corners = self.corners();
        corners.iter().enumerate().map(|(index, corner)| (*corner, corners[(index + 1) % corners.len()]))
    }

    /// The centroid of its area, rounded, halves away from the centre of the table: independent of the order of
    /// corners.
    pub fn centre(&self) -> Point {
        let (mut twice_area, mut x, mut y) = (0, 0, 0);
        for (from, to) in self.edges() {
            let part = from.cross(to);
            twice_area += part;
            x += i128::from(from.x + to.x) * i128::from(part);
            y += i128::from(from.y + to.y) * i128::from(part);
        }
        // Corners are in clockwise order, so that areas are negative.
        let whole = -3 * i128::from(twice_area);
        let rounded = |sum: i128| {
            let half = (2 * sum.abs() + whole) / (2 * whole);
            (if sum >= 0 { -half } else { half }) as Length
        };
        Point::new(rounded(x), rounded(y))
    }

    /// Whether a point lies inside or on the edge.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.edges().all(|(from, to)| (to - from).cross(point - from) <= 0)
    }

    /// The square of the distance of a point from the outline, inside or outside.
    pub fn square_to_outline(&self, point: Point) -> i64 {
        self.edges().map(|(from, to)| square_to_stretch(point, from, to)).min().expect("at least three edges")
    }

    /// Whether the inside of a rectangle and the inside of the polygon have a point in common; touching is not enough.
    pub fn meets(&self, rectangle: &Rectangle) -> bool {
        if rectangle.half_depth <= 0 || rectangle.half_width <= 0 {
            return false;
        }
        // On the axes of the rectangle.
        if rectangle.parts(self.corners()) {
            return false;
        }
        // On the normals of the polygon: the rectangle lies outside an edge if all of it lies to the left.
        let (x, y) = rectangle.heading.direction();
        let (half_depth, half_width) = (i64::from(rectangle.half_depth), i64::from(rectangle.half_width));
        self.edges().all(|(from, to)| {
            let way = to - from;
            let (way_x, way_y) = (i64::from(way.x), i64::from(way.y));
            let radius = half_depth * (way_x * y - way_y * x).abs() + half_width * (way_x * x + way_y * y).abs();
            (i128::from(way.cross(rectangle.centre - from)) << SCALE_BITS) < i128::from(radius)
        })
    }

    /// Whether the insides of two polygons have a point in common; touching is not enough.
    pub fn meets_convex(&self, other: &Convex) -> bool {
        let parted = |one: &Convex, other: &Convex| {
            one.edges().any(|(from, to)| other.corners().iter().all(|corner| (to - from).cross(*corner - from) >= 0))
        };
        !parted(self, other) && !parted(other, self)
    }

    /// The part of the polygon on the right of the line from one point to another, the line included; none if it has no
    /// area.
    pub fn clipped(&self, from: Point, to: Point) -> Option<Convex> {
        let mut kept = [Point::ORIGIN; 2 * MOST_CORNERS];
        let mut count = 0;
        for (start, end) in self.edges() {
            let (a, b) = ((to - from).cross(start - from), (to - from).cross(end - from));
            if a <= 0 {
                kept[count] = start;
                count += 1;
            }
            if (a < 0 && b > 0) || (a > 0 && b < 0) {
                let part = |from: Length, to: Length| {
                    let shift = i128::from(to - from) * i128::from(a);
                    let whole = i128::from(a) - i128::from(b);
                    // Rounded, halves away from zero.
                    let (shift, whole) = if whole < 0 { (-shift, -whole) } else { (shift, whole) };
                    let rounded = if shift >= 0 {
                        (2 * shift + whole) / (2 * whole)
                    } else {
                        -((-2 * shift + whole) / (2 * whole))
                    };
                    from + rounded as Length
                };
                kept[count] = Point::new(part(start.x, end.x), part(start.y, end.y));
                count += 1;
            }
        }
        Convex::hull(&kept[..count])
    }

    /// The polygon rotated about the centre of the table by half a circle.
    #[must_use]
    pub fn turned(&self) -> Convex {
        let mut corners = self.corners;
        corners.iter_mut().for_each(|corner| *corner = -*corner);
        Convex { corners, ..*self }
    }

    /// Twice the area of the convex hull of any number of points, which are in ascending order.
    ///
    /// # Panics
    /// If one of its two chains is longer than that of all corners of an army could be.
    pub fn twice_area_of_hull(sorted: &[Point]) -> i64 {
        let chain = |points: &mut dyn Iterator<Item = Point>| {
            let mut chain: ArrayVec<Point, 768> = ArrayVec::new();
            for point in points {
                while let [.., before, last] = chain[..]
                    && (last - before).cross(point - last) >= 0
                {
                    chain.pop();
                }
                chain.push(point);
            }
            chain
        };
        let (upper, lower) = (chain(&mut sorted.iter().copied()), chain(&mut sorted.iter().rev().copied()));
        let twice = |chain: &[Point]| chain.windows(2).map(|pair| pair[1].cross(pair[0])).sum::<i64>();
        twice(&upper) + twice(&lower)
    }

    /// A regular polygon around a centre.
    pub fn round(centre: Point, radius: Length, corners: u16) -> Option<Convex> {
        let turn = super::CIRCLE / corners;
        let points: Vec<Point> =
            (0..corners).map(|index| centre.moved(Heading::new(index * turn), radius, 0)).collect();
        Convex::hull(&points)
    }
}

#[cfg(test)]
mod tests {
    use super::super::CIRCLE;
    use super::*;
    use proptest::prelude::*;

    fn polygon() -> impl Strategy<Value = Convex> {
        proptest::collection::vec((-20_000..20_000, -20_000..20_000), 3..9)
            .prop_filter_map("points in one line", |points| {
                Convex::hull(&points.into_iter().map(|(x, y)| Point::new(x, y)).collect::<Vec<_>>())
            })
    }

    fn rectangle() -> impl Strategy<Value = Rectangle> {
        (-20_000..20_000, -20_000..20_000, 0..CIRCLE, 500..9_000, 500..9_000).prop_map(
            |(x, y, steps, half_depth, half_width)| Rectangle {
                centre: Point::new(x, y),
                heading: Heading::new(steps),
                half_depth,
                half_width,
            },
        )
    }

    /// Points on a grid over the table.
    fn raster() -> impl Iterator<Item = Point> {
        (-100..=100).flat_map(|x| (-100..=100).map(move |y| Point::new(x * 300, y * 300)))
    }

    #[test]
    fn the_area_of_a_hull_is_that_of_its_outline() {
        let mut points = vec![
            Point::new(0, 0),
            Point::new(40, 0),
            Point::new(40, 30),
            Point::new(0, 30),
            Point::new(20, 10),
            Point::new(20, 0),
        ];
        points.sort_unstable();
        assert_eq!(Convex::twice_area_of_hull(&points), 2 * 40 * 30);
        assert_eq!(Convex::twice_area_of_hull(&points[..1]), 0);
    }

    /// EI-23.
    #[test]
    fn the_centre_of_an_outline_is_that_of_its_area() {
        let of = |corners: &[(i32, i32)]| {
            let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
            Convex::hull(&corners).expect("an area").centre()
        };
        assert_eq!(of(&[(0, 0), (300, 0), (0, 600)]), Point::new(100, 200));
        // More corners at one end pull the mean of the corners there, but not the centre of the area.
        assert_eq!(of(&[(-100, -50), (100, -50), (101, -40), (101, 40), (100, 50), (-100, 50)]), Point::new(0, 0));
        assert_eq!(of(&[(10, 10), (12, 10), (12, 11), (10, 11)]), Point::new(11, 11), "halves go outwards");
        assert_eq!(of(&[(-10, -10), (-12, -10), (-12, -11), (-10, -11)]), Point::new(-11, -11));
    }

    proptest! {
        #[test]
        fn the_centre_turns_with_the_polygon_and_lies_in_it(a in polygon()) {
            prop_assert_eq!(a.turned().centre(), -a.centre());
            let mut corners = a.corners().to_vec();
            corners.rotate_left(1);
            let again = Convex::hull(&corners).unwrap();
            prop_assert_eq!(again.centre(), a.centre());
            prop_assert!(a.contains(a.centre()) || a.square_to_outline(a.centre()) <= 2);
        }

        #[test]
        fn a_hull_holds_its_points_and_is_convex(
            points in proptest::collection::vec((-20_000..20_000, -20_000..20_000), 3..15),
        ) {
            let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            if let Some(hull) = Convex::hull(&points) {
                prop_assert!(points.iter().all(|point| hull.contains(*point)));
                prop_assert!(hull.corners().iter().all(|corner| points.contains(corner)));
                for (index, (from, to)) in hull.edges().enumerate() {
                    let next = hull.edges().nth((index + 1) % hull.corners().len()).unwrap().1;
                    prop_assert!((to - from).cross(next - to) < 0);
                }
            }
        }

        #[test]
        fn polygons_meet_where_their_rasters_do(a in polygon(), b in polygon(), c in rectangle()) {
            let common = raster().any(|point| a.contains(point) && b.contains(point)
                && a.square_to_outline(point) > 4 && b.square_to_outline(point) > 4);
            if common {
                prop_assert!(a.meets_convex(&b));
            }
            prop_assert_eq!(a.meets_convex(&b), a.turned().meets_convex(&b.turned()));
            let is_common =
                |point| a.contains(point) && a.square_to_outline(point) > 4 && c.shrunk(3).contains(point);
            let common = raster().any(is_common);
            if common {
                prop_assert!(a.meets(&c));
            }
            // A rectangle as a polygon has rounded corners; apart from their rounding both ways agree.
            if a.meets_convex(&Convex::from(c.shrunk(3))) {
                prop_assert!(a.meets(&c));
            }
            if a.meets(&c.shrunk(3)) {
                prop_assert!(a.meets_convex(&Convex::from(c)));
            }
        }

        #[test]
        fn clipping_keeps_the_right_of_the_line(
            a in polygon(),
            x in -20_000..20_000,
            y in -20_000..20_000,
            u in -20_000..20_000,
            v in -20_000..20_000,
        ) {
            let (from, to) = (Point::new(x, y), Point::new(u, v));
            prop_assume!((to - from).square() > 1_000_000);
            let clipped = a.clipped(from, to);
            let length = i64::from((to - from).length());
            for point in raster().filter(|point| a.contains(*point) && a.square_to_outline(*point) > 16) {
                let aside = (to - from).cross(point - from) / length;
                let kept = clipped.is_some_and(|it| it.contains(point));
                if aside < -4 {
                    prop_assert!(kept);
                }
                if aside > 4 {
                    prop_assert!(!kept);
                }
            }
        }
    }
}
