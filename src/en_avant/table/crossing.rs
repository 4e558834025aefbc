//! The way of bases over a linear obstacle: in the direction of one of their edges, as far as the parts of the line
//! that lie in their way require (E3.25, EI-18).

use super::geometry::{Edge, Heading, Length, Point, Rectangle, SCALE};
use super::ground::runs_through;

/// One segment of a linear obstacle.
type Stretch = (Point, Point);

/// Bases of one heading that are to cross an obstacle.
#[derive(Clone, Copy)]
pub struct Crossing<'a> {
    /// The bases.
    pub bases: &'a [Rectangle],
    /// The depth to which bases may overlap what they touch.
    pub touch: Length,
    /// The longest way that they may go.
    pub most: Length,
}

/// The way over a part of an obstacle.
#[derive(Clone, Copy)]
pub struct WayOver {
    /// The edge of the bases that is ahead.
    pub edge: Edge,
    /// The least distance after which they lie beyond the first segment.
    pub first: Length,
    /// That after which they lie beyond the obstacle, if they can.
    pub whole: Option<Length>,
}

impl Crossing<'_> {
    fn heading(&self) -> Heading {
        self.bases[0].heading
    }

    /// The sides of a segment that the bases may leave: the one on which their middle is. If the line of the segment
    /// runs through them, the side behind it first, then that ahead. 0 is no side.
    pub fn sides_left(&self, middle: Point, (from, to): Stretch) -> [i64; 2] {
        let (way, length) = (to - from, i64::from((to - from).length()).max(1));
        let aside = |point: Point| way.cross(point - from) / length;
        let corners = self.bases.iter().flat_map(Rectangle::corners).map(aside);
        let (low, high) = corners.fold((0, 0), |(low, high), aside| (low.min(aside), high.max(aside)));
        let touch = i64::from(self.touch);
        if low < -touch && high > touch {
            let (x, y) = self.heading().direction();
            let ahead = (i64::from(way.x) * y - i64::from(way.y) * x).signum();
            return [-ahead, ahead];
        }
        [way.cross(middle - from).signum(), 0]
    }

    /// How fast bases that move towards one of their edges leave a side of a segment, as a multiple of [`SCALE`]: the
    /// sine of the angle between their way and the segment.
    fn speed(&self, edge: Edge, (from, to): Stretch, near_side: i64) -> i64 {
        let (way, length) = (to - from, i64::from((to - from).length()).max(1));
        let (x, y) = self.heading().turned(edge.turn()).direction();
        -near_side * (i64::from(way.x) * y - i64::from(way.y) * x) / length
    }

    /// The way of the bases over the part of a segment that is in their way, one side of which they leave, and over
    /// what else of its obstacle would cut them there; none where they lie along no side of the segment.
    pub fn over<I: Iterator<Item = Stretch>>(
        &self,
        stretches: impl Fn() -> I,
        stretch: Stretch,
        near_side: i64,
    ) -> Option<WayOver> {
        let speed = |edge: &Edge| self.speed(*edge, stretch, near_side);
        let edges = Edge::ALL.into_iter().filter(|edge| speed(edge) >= SCALE / 2);
        let (edge, first) = edges
            .filter_map(|edge| Some((edge, self.past(edge, stretch)?)))
            .max_by_key(|(edge, _)| (speed(edge), *edge == Edge::Front))?;
        Some(WayOver { edge, first, whole: self.past_bends(stretches, edge, first) })
    }

    /// The distance after which the bases lie beyond one segment of an obstacle, and then beyond those that cut them
    /// there; none where one of these runs along their way, or where that is farther than they may go.
    fn past_bends<I: Iterator<Item = Stretch>>(
        &self,
        stretches: impl Fn() -> I,
        edge: Edge,
        first: Length,
    ) -> Option<Length> {
        let is_cut = |shift: Length, stretch: Stretch| {
            self.bases.iter().any(|base| {
                let centre = base.centre.moved(base.heading.turned(edge.turn()), shift, 0);
                runs_through(&Rectangle { centre, ..*base }.shrunk(self.touch), stretch)
            })
        };
        let mut shift = first;
        while shift <= self.most {
            let Some(cutting) = stretches().find(|stretch| is_cut(shift, *stretch)) else { return Some(shift) };
            let is_across = self.speed(edge, cutting, 1).abs() >= SCALE / 2;
            shift = self.past(edge, cutting).filter(|farther| is_across && *farther > shift)?;
        }
        None
    }

    /// The least distance by which the bases move towards one of their edges until no part of a segment lies within or
    /// before them; none if no part of it lies in their way. Bases that only touch its end pass it.
    fn past(&self, edge: Edge, (from, to): Stretch) -> Option<Length> {
        let of_base = |base: &Rectangle| {
            let seen = |point: Point| base.centre.seen(base.heading.turned(edge.turn()), point);
            let wide = base.length_of(edge) / 2;
            let (one, other) = (seen(from), seen(to));
            let (left, right) = if one.1 <= other.1 { (one, other) } else { (other, one) };
            let (low, high) = (left.1.max(self.touch - wide), right.1.min(wide - self.touch));
            if low > high {
                return None;
            }
            let breadth = i64::from(right.1 - left.1);
            let ahead_at = |aside: Length| {
                let climb = i64::from(right.0 - left.0) * i64::from(aside - left.1);
                left.0 + (climb / breadth) as Length
            };
            let farthest = if breadth == 0 { left.0.max(right.0) } else { ahead_at(low).max(ahead_at(high)) };
            Some(farthest + base.distance_of(edge))
        };
        // What is left of a crossing is not crossed again.
        self.bases.iter().filter_map(of_base).max().filter(|shift| *shift > self.touch)
    }
}
