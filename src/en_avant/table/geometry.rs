//! The plane on which En Avant ! is played, in whole numbers only (EI-6): points, headings, rectangles, convex
//! polygons.
//!
//! Lengths are measured in hundredths of a millimetre. The origin is the centre of the table, x runs to the right of
//! red and y from red to blue, so that the table seen from the other side is the same with all coordinates negated.
//! Every rounding is odd-symmetric (halves away from zero): a battle turned by half a circle, with the sides swapped,
//! plays the same. There are no floats and no functions of the C library, so that results are the same on every
//! machine.

mod convex;
mod heading;
mod rectangle;

pub use convex::{Convex, MOST_CORNERS};
pub use heading::{CIRCLE, HALF, Heading, QUARTER, SCALE, SCALE_BITS};
pub use rectangle::{Edge, Rectangle, depth_of_overlap, gap_below, gap_between, shifted_meets};

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A length in hundredths of a millimetre.
pub type Length = i32;

/// Units of [`Length`] per centimetre.
pub const CENTIMETRE: Length = 1_000;
/// Units of [`Length`] per tenth of a millimetre, the resolution of moves and files.
pub const TENTH: Length = 10;

/// A point of the table, or the vector from one point to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// To the right of red.
    pub x: Length,
    /// From red to blue.
    pub y: Length,
}

impl Point {
    /// The centre of the table.
    pub const ORIGIN: Point = Point { x: 0, y: 0 };

    /// A point from its coordinates.
    #[inline]
    pub const fn new(x: Length, y: Length) -> Point {
        Point { x, y }
    }

    /// The scalar product of two vectors.
    #[inline]
    pub fn dot(self, other: Point) -> i64 {
        i64::from(self.x) * i64::from(other.x) + i64::from(self.y) * i64::from(other.y)
    }

    /// The cross product of two vectors: positive if the second points to the left of the first.
    #[inline]
    pub fn cross(self, other: Point) -> i64 {
        i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x)
    }

    /// The square of the length of a vector.
    #[inline]
    pub fn square(self) -> i64 {
        self.dot(self)
    }

    /// The length of a vector, rounded down.
    #[inline]
    pub fn length(self) -> Length {
        self.square().isqrt() as Length
    }

    /// The point reached from here by going forward along a heading and to the right of it; rounded once.
    #[inline]
    #[must_use]
    pub fn moved(self, heading: Heading, forward: Length, right: Length) -> Point {
        let (ahead_x, ahead_y) = heading.direction();
        let (forward, right) = (i64::from(forward), i64::from(right));
        // The right of a heading (x, y) is (y, −x).
        let x = forward * ahead_x + right * ahead_y;
        let y = forward * ahead_y - right * ahead_x;
        Point::new(self.x + unscaled(x), self.y + unscaled(y))
    }

    /// The position of another point relative to this one, ahead and to the right along a heading; rounded.
    #[inline]
    pub fn seen(self, heading: Heading, other: Point) -> (Length, Length) {
        let (forward, right) = self.seen_scaled(heading, other);
        (unscaled(forward), unscaled(right))
    }

    /// Like [`Point::seen`], exact, multiplied by [`SCALE`].
    #[inline]
    pub fn seen_scaled(self, heading: Heading, other: Point) -> (i64, i64) {
        let (ahead_x, ahead_y) = heading.direction();
        let (x, y) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        (x * ahead_x + y * ahead_y, x * ahead_y - y * ahead_x)
    }

    /// The point in the middle of two, rounded.
    #[inline]
    pub fn middle(self, other: Point) -> Point {
        let half = |sum: i32| if sum >= 0 { (sum + 1) / 2 } else { (sum - 1) / 2 };
        Point::new(half(self.x + other.x), half(self.y + other.y))
    }
}

/// A number divided by [`SCALE`], halves rounded away from zero.
#[inline]
pub fn unscaled(number: i64) -> Length {
    let half = SCALE / 2;
    (if number >= 0 { (number + half) >> SCALE_BITS } else { -((half - number) >> SCALE_BITS) }) as Length
}

impl Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Point {
    #[inline]
    fn add_assign(&mut self, other: Point) {
        *self = *self + other;
    }
}

impl Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl SubAssign for Point {
    #[inline]
    fn sub_assign(&mut self, other: Point) {
        *self = *self - other;
    }
}

impl Neg for Point {
    type Output = Point;
    #[inline]
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

/// The square of the distance from a point to the segment between two others.
pub fn square_to_stretch(point: Point, from: Point, to: Point) -> i64 {
    let (way, offset) = (to - from, point - from);
    let (along, whole) = (offset.dot(way), way.square());
    if along <= 0 || whole == 0 {
        return offset.square();
    }
    if along >= whole {
        return (point - to).square();
    }
    // The cross product is the distance times the length of the segment; its square needs more than 64 bits.
    let across = i128::from(offset.cross(way));
    (across * across / i128::from(whole)) as i64
}

/// Whether two segments have a point in common.
pub fn stretches_meet(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |from: Point, to: Point, point: Point| (to - from).cross(point - from).signum();
    let within = |from: Point, to: Point, point: Point| {
        point.x >= from.x.min(to.x)
            && point.x <= from.x.max(to.x)
            && point.y >= from.y.min(to.y)
            && point.y <= from.y.max(to.y)
    };
    let (a0, a1) = (side(a.0, a.1, b.0), side(a.0, a.1, b.1));
    let (b0, b1) = (side(b.0, b.1, a.0), side(b.0, b.1, a.1));
    if a0 != a1 && b0 != b1 && a0 * a1 <= 0 && b0 * b1 <= 0 {
        return true;
    }
    (a0 == 0 && within(a.0, a.1, b.0))
        || (a1 == 0 && within(a.0, a.1, b.1))
        || (b0 == 0 && within(b.0, b.1, a.0))
        || (b1 == 0 && within(b.0, b.1, a.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (-90_000..90_000, -60_000..60_000).prop_map(|(x, y)| Point::new(x, y))
    }

    proptest! {
        #[test]
        fn moving_and_seeing_are_inverse_to_within_rounding(
            from in point(),
            heading in 0..CIRCLE,
            forward in -40_000..40_000,
            right in -40_000..40_000,
        ) {
            let heading = Heading::new(heading);
            let (ahead, aside) = from.seen(heading, from.moved(heading, forward, right));
            prop_assert!((ahead - forward).abs() <= 2 && (aside - right).abs() <= 2);
        }

        #[test]
        fn half_a_circle_negates_exactly(heading in 0..CIRCLE, forward in -40_000..40_000, right in -40_000..40_000) {
            let heading = Heading::new(heading);
            let here = Point::ORIGIN.moved(heading, forward, right);
            prop_assert_eq!(Point::ORIGIN.moved(heading.turned(HALF), forward, right), -here);
            prop_assert_eq!(Point::ORIGIN.moved(heading.turned(QUARTER), forward, right), Point::new(here.y, -here.x));
        }

        #[test]
        fn the_distance_to_a_stretch_is_that_to_its_nearest_sample(point in point(), from in point(), to in point()) {
            let sampled = (0..=4_000i64).map(|step| {
                let at = |a: i32, b: i32| (i64::from(a) + (i64::from(b) - i64::from(a)) * step / 4_000) as i32;
                (Point::new(at(from.x, to.x), at(from.y, to.y)) - point).length()
            }).min().unwrap();
            let exact = square_to_stretch(point, from, to).isqrt() as i32;
            prop_assert!(exact <= sampled + 2 && sampled - exact <= 60, "{} against {}", exact, sampled);
        }
    }

    #[test]
    fn stretches_meet_where_they_cross_or_touch() {
        let p = Point::new;
        assert!(stretches_meet((p(0, 0), p(10, 10)), (p(0, 10), p(10, 0))));
        assert!(stretches_meet((p(0, 0), p(10, 0)), (p(5, 0), p(5, 9))));
        assert!(stretches_meet((p(0, 0), p(10, 0)), (p(8, 0), p(20, 0))));
        assert!(!stretches_meet((p(0, 0), p(10, 0)), (p(11, 0), p(20, 0))));
        assert!(!stretches_meet((p(0, 0), p(10, 0)), (p(5, 1), p(5, 9))));
    }
}
