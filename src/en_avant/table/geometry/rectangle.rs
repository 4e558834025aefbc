//! Oriented rectangles: bases and units. Their overlap, their distance, and the edge at which a point lies.

use super::{Heading, Length, Point, SCALE, SCALE_BITS, unscaled};

/// An edge of a rectangle, as seen from within: the front, the flanks and the rear of a base or a unit (E2.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// In front.
    Front,
    /// On the right hand.
    Right,
    /// Behind.
    Rear,
    /// On the left hand.
    Left,
}

impl Edge {
    /// All edges, clockwise from the front.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

    /// The turn from the rectangle's heading to the outward direction of the edge.
    #[inline]
    pub const fn turn(self) -> i16 {
        match self {
            Edge::Front => 0,
            Edge::Right => super::QUARTER,
            Edge::Rear => super::HALF,
            Edge::Left => -super::QUARTER,
        }
    }
}

/// A rectangle with a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Its centre.
    pub centre: Point,
    /// The direction that its front edge faces.
    pub heading: Heading,
    /// Half of its extent along the heading.
    pub half_depth: Length,
    /// Half of its extent across the heading.
    pub half_width: Length,
}

impl Rectangle {
    /// The rectangle behind a front edge with this middle, heading and width.
    #[inline]
    pub fn behind(front: Point, heading: Heading, width: Length, depth: Length) -> Rectangle {
        Rectangle { centre: front.moved(heading, -depth / 2, 0), heading, half_depth: depth / 2, half_width: width / 2 }
    }

    /// The same rectangle, shrunk by a distance on each side.
    #[inline]
    #[must_use]
    pub fn shrunk(self, by: Length) -> Rectangle {
        Rectangle { half_depth: self.half_depth - by, half_width: self.half_width - by, ..self }
    }

    /// The middle of an edge.
    #[inline]
    pub fn middle_of(&self, edge: Edge) -> Point {
        match edge {
            Edge::Front => self.centre.moved(self.heading, self.half_depth, 0),
            Edge::Right => self.centre.moved(self.heading, 0, self.half_width),
            Edge::Rear => self.centre.moved(self.heading, -self.half_depth, 0),
            Edge::Left => self.centre.moved(self.heading, 0, -self.half_width),
        }
    }

    /// The corners: front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [Point; 4] {
        let (x, y) = self.heading.direction();
        let (deep, wide) = (i64::from(self.half_depth), i64::from(self.half_width));
        // Rounding is symmetric, so that opposite corners lie opposite each other.
        let left = Point::new(unscaled(deep * x - wide * y), unscaled(deep * y + wide * x));
        let right = Point::new(unscaled(deep * x + wide * y), unscaled(deep * y - wide * x));
        [self.centre + left, self.centre + right, self.centre - left, self.centre - right]
    }

    /// The two ends of an edge, clockwise.
    #[inline]
    pub fn ends_of(&self, edge: Edge) -> (Point, Point) {
        let corners = self.corners();
        let first = edge as usize;
        (corners[first], corners[(first + 1) % 4])
    }

    /// The length of an edge.
    #[inline]
    pub fn length_of(&self, edge: Edge) -> Length {
        match edge {
            Edge::Front | Edge::Rear => 2 * self.half_width,
            Edge::Left | Edge::Right => 2 * self.half_depth,
        }
    }

    /// The distance of an edge from the centre.
    #[inline]
    pub fn distance_of(&self, edge: Edge) -> Length {
        match edge {
            Edge::Front | Edge::Rear => self.half_depth,
            Edge::Left | Edge::Right => self.half_width,
        }
    }

    /// A distance from its centre that no point of the rectangle exceeds: half of the diagonal, or a little more.
    #[inline]
    pub fn radius(&self) -> Length {
        let (long, short) = (self.half_depth.max(self.half_width), self.half_depth.min(self.half_width));
        // No diagonal exceeds the long side by more than the square root of two less one of the short side.
        long + (short >> 2) + (short >> 3) + (short >> 4) + 4
    }

    /// Its extent from its centre to the right and up the table, rounded up.
    #[inline]
    pub fn reach(&self) -> (Length, Length) {
        let (x, y) = self.heading.direction();
        let (deep, wide) = (i64::from(self.half_depth), i64::from(self.half_width));
        let up = |number: i64| ((number + SCALE - 1) >> SCALE_BITS) as Length;
        (up(x.abs() * deep + y.abs() * wide), up(y.abs() * deep + x.abs() * wide))
    }

    /// The minimum and maximum coordinates of its points, rounded outwards.
    #[inline]
    pub fn bounds(&self) -> (Point, Point) {
        let (x, y) = self.reach();
        (Point::new(self.centre.x - x, self.centre.y - y), Point::new(self.centre.x + x, self.centre.y + y))
    }

    /// The square of the distance of a point; 0 inside.
    #[inline]
    pub fn square_to(&self, point: Point) -> i64 {
        let (forward, right) = self.centre.seen_scaled(self.heading, point);
        let beyond =
            |offset: i64, half: Length| i64::from(unscaled((offset.abs() - (i64::from(half) << SCALE_BITS)).max(0)));
        let (forward, right) = (beyond(forward, self.half_depth), beyond(right, self.half_width));
        forward * forward + right * right
    }

    /// Whether all of some points lie on or beyond the line of one of its edges.
    #[inline]
    pub fn parts(&self, points: &[Point]) -> bool {
        let (mut low_f, mut high_f, mut low_r, mut high_r) = (i64::MAX, i64::MIN, i64::MAX, i64::MIN);
        for point in points {
            let (forward, right) = self.centre.seen_scaled(self.heading, *point);
            (low_f, high_f) = (low_f.min(forward), high_f.max(forward));
            (low_r, high_r) = (low_r.min(right), high_r.max(right));
        }
        let (deep, wide) = (i64::from(self.half_depth) << SCALE_BITS, i64::from(self.half_width) << SCALE_BITS);
        low_f >= deep || high_f <= -deep || low_r >= wide || high_r <= -wide
    }

    /// Whether a point lies inside or on the edge.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        let (forward, right) = self.centre.seen_scaled(self.heading, point);
        forward.abs() <= i64::from(self.half_depth) << SCALE_BITS
            && right.abs() <= i64::from(self.half_width) << SCALE_BITS
    }
}

/// The overlap of the projections of two rectangles on the axis of least overlap, multiplied by [`SCALE`] squared;
/// negative if a line separates them.
#[inline]
fn least_overlap(a: &Rectangle, b: &Rectangle) -> i64 {
    let (ax, ay) = a.heading.direction();
    let (bx, by) = b.heading.direction();
    // The cosine and sine of the angle between them, as absolute values.
    let (parallel, across) = ((ax * bx + ay * by).abs(), (ax * by - ay * bx).abs());
    let square = 2 * SCALE_BITS;
    let on = |one: &Rectangle, other: &Rectangle| {
        let (forward, right) = one.centre.seen_scaled(one.heading, other.centre);
        let (deep, wide) = (i64::from(other.half_depth), i64::from(other.half_width));
        let ahead =
            (i64::from(one.half_depth) << square) + deep * parallel + wide * across - (forward.abs() << SCALE_BITS);
        let aside =
            (i64::from(one.half_width) << square) + deep * across + wide * parallel - (right.abs() << SCALE_BITS);
        ahead.min(aside)
    };
    on(a, b).min(on(b, a))
}

/// The depth of the overlap of two rectangles: the shortest displacement that would separate them, rounded down; 0 or
/// less if they do not overlap, and then at least minus the distance between them.
#[inline]
pub fn depth_of_overlap(a: &Rectangle, b: &Rectangle) -> Length {
    (least_overlap(a, b) >> (2 * SCALE_BITS)) as Length
}

/// Whether the inside of a rectangle that is shifted along a vector without turning meets the inside of another at any
/// moment; touching is not enough.
pub fn shifted_meets(moving: &Rectangle, way: Point, other: &Rectangle) -> bool {
    if other.half_depth <= 0 || other.half_width <= 0 {
        return false;
    }
    let (ax, ay) = moving.heading.direction();
    let (bx, by) = other.heading.direction();
    let (parallel, across) = ((ax * bx + ay * by).abs(), (ax * by - ay * bx).abs());
    let square = 2 * SCALE_BITS;
    // On the axes of either rectangle: the distance of the other's centre from the path of this one's, against half of
    // what both cover.
    let parted_on = |one: &Rectangle, two: &Rectangle| {
        let (x, y) = one.heading.direction();
        let (dx, dy) = (i64::from(other.centre.x - moving.centre.x), i64::from(other.centre.y - moving.centre.y));
        let (forward, right) = (dx * x + dy * y, dx * y - dy * x);
        let (way_x, way_y) = (i64::from(way.x), i64::from(way.y));
        let (ahead, aside) = (way_x * x + way_y * y, way_x * y - way_y * x);
        let (deep, wide) = (i64::from(two.half_depth), i64::from(two.half_width));
        let reach = |own: Length, cover: i64| (i64::from(own) << square) + cover;
        let beyond = |place: i64, way: i64, reach: i64| {
            let (low, high) = (0.min(way), 0.max(way));
            ((place - high) << SCALE_BITS) >= reach || ((low - place) << SCALE_BITS) >= reach
        };
        beyond(forward, ahead, reach(one.half_depth, deep * parallel + wide * across))
            || beyond(right, aside, reach(one.half_width, deep * across + wide * parallel))
    };
    if parted_on(moving, other) || parted_on(other, moving) {
        return false;
    }
    if way == Point::ORIGIN {
        return true;
    }
    // On the normal of the vector.
    let (way_x, way_y) = (i64::from(way.x), i64::from(way.y));
    let cover = |it: &Rectangle| {
        let (x, y) = it.heading.direction();
        i64::from(it.half_depth) * (way_x * y - way_y * x).abs()
            + i64::from(it.half_width) * (way_x * x + way_y * y).abs()
    };
    (way.cross(other.centre - moving.centre).abs() << SCALE_BITS) < cover(moving) + cover(other)
}

/// The square of the distance between two rectangles; 0 if they overlap or touch.
pub fn gap_between(a: &Rectangle, b: &Rectangle) -> i64 {
    if least_overlap(a, b) >= 0 { 0 } else { gap_of_parted(a, b) }
}

/// The square of the distance between two rectangles that a line parts.
fn gap_of_parted(a: &Rectangle, b: &Rectangle) -> i64 {
    // The shortest way between two convex shapes that do not meet begins or ends in a corner.
    let to = |one: &Rectangle, other: &Rectangle| {
        other.corners().iter().map(|corner| one.square_to(*corner)).min().expect("four corners")
    };
    to(a, b).min(to(b, a))
}

/// [`gap_between`] two rectangles, if it is less than the square of a distance.
#[inline]
pub fn gap_below(a: &Rectangle, b: &Rectangle, distance: i64) -> Option<i64> {
    // Corners are rounded, so that a line that separates the rectangles decides only with this to spare.
    const ROUNDING: i64 = 4;
    let overlap = least_overlap(a, b);
    if distance <= 0 || -overlap >> (2 * SCALE_BITS) >= distance + ROUNDING {
        return None;
    }
    let gap = if overlap >= 0 { 0 } else { gap_of_parted(a, b) };
    (gap < distance * distance).then_some(gap)
}

#[cfg(test)]
mod tests {
    use super::super::CIRCLE;
    use super::*;
    use proptest::prelude::*;

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

    fn turned(it: Rectangle) -> Rectangle {
        Rectangle { centre: -it.centre, heading: it.heading.opposite(), ..it }
    }

    /// Points inside a rectangle on a fine grid, in table coordinates, by floats: an independent method.
    fn raster(it: &Rectangle) -> Vec<(f64, f64)> {
        let angle = f64::from(it.heading.steps()).to_radians() / 4.0;
        let mut points = Vec::new();
        for i in -12..=12 {
            for j in -12..=12 {
                let (forward, right) =
                    (f64::from(it.half_depth) * f64::from(i) / 12.0, f64::from(it.half_width) * f64::from(j) / 12.0);
                let x = f64::from(it.centre.x) + forward * angle.sin() + right * angle.cos();
                let y = f64::from(it.centre.y) + forward * angle.cos() - right * angle.sin();
                points.push((x, y));
            }
        }
        points
    }

    fn inside(it: &Rectangle, (x, y): (f64, f64), slack: f64) -> bool {
        let angle = f64::from(it.heading.steps()).to_radians() / 4.0;
        let (dx, dy) = (x - f64::from(it.centre.x), y - f64::from(it.centre.y));
        (dx * angle.sin() + dy * angle.cos()).abs() <= f64::from(it.half_depth) + slack
            && (dx * angle.cos() - dy * angle.sin()).abs() <= f64::from(it.half_width) + slack
    }

    proptest! {
        #[test]
        fn a_radius_is_half_the_diagonal_or_a_little_more(it in rectangle()) {
            let half = f64::from(it.half_depth).hypot(f64::from(it.half_width));
            let radius = f64::from(it.radius());
            prop_assert!(radius >= half && radius <= 1.1 * half + 5.0, "{} for {}", radius, half);
        }

        #[test]
        fn rectangles_overlap_where_their_rasters_do(a in rectangle(), b in rectangle()) {
            let depth = depth_of_overlap(&a, &b);
            let meet = raster(&a).iter().any(|point| inside(&b, *point, -2.0))
                || raster(&b).iter().any(|point| inside(&a, *point, -2.0));
            if meet {
                prop_assert!(depth >= 0, "a common point, but a depth of {}", depth);
            }
            // A grid finds every overlap larger than its cells.
            if depth > 9_000 * 2 / 12 + 10 {
                prop_assert!(meet, "a depth of {} without a common point", depth);
            }
            let gap = gap_between(&a, &b);
            prop_assert!(gap == 0 || depth < 0, "a gap of {} and a depth of {}", gap, depth);
            // Corners are rounded: a gap of less than a hundredth of a millimetre may be found to be none.
            prop_assert!(gap > 0 || depth >= -3, "no gap, but a depth of {}", depth);
        }

        #[test]
        fn a_gap_is_compared_as_it_is_measured(a in rectangle(), b in rectangle(), more in -9i64..=9) {
            let gap = gap_between(&a, &b);
            for distance in [gap.isqrt() + more, more * 2_000] {
                let distance = distance.max(0);
                prop_assert_eq!(gap_below(&a, &b, distance), (gap < distance * distance).then_some(gap));
            }
        }

        #[test]
        fn the_gap_is_the_shortest_way_between_edges(a in rectangle(), b in rectangle()) {
            let gap = gap_between(&a, &b).isqrt() as f64;
            let mut sampled = f64::MAX;
            for (x, y) in raster(&a) {
                for (u, v) in raster(&b).into_iter().step_by(3) {
                    sampled = sampled.min(((x - u).powi(2) + (y - v).powi(2)).sqrt());
                }
            }
            prop_assert!(gap <= sampled + 3.0, "{} against {}", gap, sampled);
            if gap > 0.0 {
                prop_assert!(sampled - gap <= 2_500.0, "{} against {}", gap, sampled);
            }
        }

        #[test]
        fn a_shifted_rectangle_meets_what_its_hull_meets(
            a in rectangle(),
            b in rectangle(),
            x in -20_000..20_000,
            y in -20_000..20_000,
        ) {
            let way = Point::new(x, y);
            let hull = |grown: Length| {
                let a = a.shrunk(-grown);
                super::super::Convex::swept(&a, &Rectangle { centre: a.centre + way, ..a })
            };
            // The corners of a hull are rounded.
            if hull(-3).meets(&b) {
                prop_assert!(shifted_meets(&a, way, &b));
            }
            if shifted_meets(&a, way, &b) {
                prop_assert!(hull(3).meets(&b));
            }
        }

        #[test]
        fn turned_by_half_a_circle_all_stays_the_same(a in rectangle(), b in rectangle()) {
            prop_assert_eq!(depth_of_overlap(&a, &b), depth_of_overlap(&turned(a), &turned(b)));
            prop_assert_eq!(depth_of_overlap(&a, &b), depth_of_overlap(&b, &a));
            prop_assert_eq!(gap_between(&a, &b), gap_between(&turned(b), &turned(a)));
            prop_assert_eq!(turned(a).corners(), a.corners().map(|corner| -corner));
        }
    }

    #[test]
    fn bases_side_by_side_touch_without_overlap() {
        for steps in 0..CIRCLE {
            let heading = Heading::new(steps);
            let left = Rectangle { centre: Point::new(1_234, -777), heading, half_depth: 1_500, half_width: 3_000 };
            let right = Rectangle { centre: left.centre.moved(heading, 0, 6_000), ..left };
            assert!(depth_of_overlap(&left, &right).abs() <= 2 && gap_between(&left, &right) <= 4, "{steps}");
        }
    }
}
