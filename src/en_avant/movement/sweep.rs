//! What a unit sweeps over as it moves, and which friends let it through.
//!
//! Rules E7.11, E7.12, E7.13, E7.14 with EI-6, EI-16, EI-41, EI-42. The hulls are those of the bases made smaller by the contact tolerance, so that whatever they meet is met by more
//! than that.

use super::field::{Field, Neighbour};
use super::segment::{Leg, Legs};
use crate::en_avant::action::Path;
use crate::en_avant::engagement::Engagement;
use crate::en_avant::footprint::Footprint;
use crate::en_avant::geometry::{Convex, Length, Point, Rectangle};
use crate::en_avant::ground::Piece;
use crate::en_avant::rules::Movement;
use crate::en_avant::state::{State, Unit, UnitId, UnitSet};

/// What rounding may make of two edges that lie on each other.
const ROUNDING: Length = 5;

/// What the bases of a unit sweep over in one leg.
pub(in crate::en_avant) struct Swept {
    hulls: [Convex; 2],
    count: usize,
    low: Point,
    high: Point,
}

impl Swept {
    /// The hulls of the bases in two poses of the same shape, made smaller by a tolerance.
    pub fn between(from: &Footprint, to: &Footprint, touch: Length) -> Swept {
        let hull = |index: usize| Convex::swept(&from.rectangles()[index].shrunk(touch), &to.rectangles()[index].shrunk(touch));
        let count = from.rectangles().len().min(to.rectangles().len());
        let first = hull(0);
        Swept::around(if count > 1 { [first, hull(1)] } else { [first; 2] }, count)
    }

    /// What one rectangle sweeps over between two poses.
    pub fn of(from: &Rectangle, to: &Rectangle, touch: Length) -> Swept {
        Swept::around([Convex::swept(&from.shrunk(touch), &to.shrunk(touch)); 2], 1)
    }

    fn around(hulls: [Convex; 2], count: usize) -> Swept {
        let corners = || hulls[..count].iter().flat_map(|hull| hull.corners());
        let extreme = |pick: fn(i32, i32) -> i32| {
            corners().fold(hulls[0].corners()[0], |sum, corner| Point::new(pick(sum.x, corner.x), pick(sum.y, corner.y)))
        };
        Swept { hulls, count, low: extreme(i32::min), high: extreme(i32::max) }
    }

    /// The hulls.
    #[inline]
    fn hulls(&self) -> &[Convex] {
        &self.hulls[..self.count]
    }

    /// Whether what lies within some bounds may be met.
    #[inline]
    pub fn may_meet(&self, (low, high): (Point, Point)) -> bool {
        high.x >= self.low.x && low.x <= self.high.x && high.y >= self.low.y && low.y <= self.high.y
    }

    /// Whether the sweep meets the inside of a rectangle.
    #[inline]
    pub fn meets(&self, rectangle: &Rectangle) -> bool {
        let (x, y) = rectangle.reach();
        let centre = rectangle.centre;
        let near = centre.x + x >= self.low.x && centre.x - x <= self.high.x && centre.y + y >= self.low.y && centre.y - y <= self.high.y;
        near && self.hulls().iter().any(|hull| hull.meets(rectangle))
    }

    /// Whether it meets a footprint.
    #[inline]
    pub fn meets_footprint(&self, footprint: &Footprint) -> bool {
        footprint.rectangles().iter().any(|rectangle| self.meets(rectangle))
    }

    /// Whether it meets a piece of terrain.
    #[inline]
    pub fn meets_piece(&self, piece: &Piece) -> bool {
        self.may_meet(piece.bounds) && self.hulls().iter().any(|hull| piece.meets_convex(hull))
    }
}

impl Engagement {
    /// Whether a unit may pass through a friend, or the friend be passed through by it (E7.13, EI-41).
    #[inline]
    pub fn lets_through(&self, state: &State, unit: UnitId, friend: UnitId) -> bool {
        self.rules.light_interpenetration && self.any_light && (self.is_light(state, unit) || self.is_light(state, friend))
    }

    /// The slowing pieces that a sweep meets, one bit each; nothing if it meets ground that cannot be entered, or a line that stops it (E3.24, E7.12, EI-15, EI-16, EI-18).
    pub(super) fn ground_swept(&self, state: &State, swept: &Swept) -> Option<u64> {
        let mut slowing = 0;
        for (index, piece) in self.ground(state).pieces.iter().enumerate() {
            let stops = piece.is_line() && self.rules.linear_obstacle_stops;
            if (piece.movement == Movement::Free && !stops) || !swept.meets_piece(piece) {
                continue;
            }
            if stops || piece.movement == Movement::Impassable {
                return None;
            }
            slowing |= 1 << index;
        }
        Some(slowing)
    }
}

impl Field<'_> {
    /// Whether a unit whose bases would pass through these friends goes between two of them instead, through a gap of at least a base width: a strip so wide, centred on one of its files,
    /// meets no friend all along (E7.14, EI-42).
    pub(super) fn squeezes(&self, path: &Path, blocked: UnitSet) -> bool {
        let (game, state, start) = (self.game, self.state, self.start);
        let gap = game.rules.widths(game.rules.min_gap_between_friends);
        let depth = 2 * game.bounding_at(state, self.unit, &start).half_depth;
        (0..start.files).any(|file| {
            let right = (2 * Length::from(file) + 1 - Length::from(start.files)) * game.measures.width / 2;
            let strip = |at: &Unit| {
                let front = at.front.moved(at.heading, 0, right);
                Rectangle::behind(front, at.heading, gap, depth).shrunk(ROUNDING)
            };
            let mut end = start;
            let free = Legs::of(self, path).all(|leg: Leg| {
                end = leg.to;
                let swept = Swept::of(&strip(&leg.from), &strip(&leg.to), 0);
                !self.friends().iter().any(|friend| friend.solid && friend.is_met(&swept))
            });
            free && self.is_between(&strip(&start), &strip(&end), blocked)
        })
    }

    /// Whether the way of a strip leads between two friends, one of which the whole unit would have met, that are no farther apart than the unit is wide.
    fn is_between(&self, from: &Rectangle, to: &Rectangle, blocked: UnitSet) -> bool {
        let way = to.centre - from.centre;
        let side = |it: &Neighbour| way.cross(it.bounds.0.middle(it.bounds.1) - from.centre).signum();
        let width = i64::from(self.start.files) * i64::from(self.game.measures.width);
        let partner = |one: &Neighbour, other: &Neighbour| {
            other.unit != one.unit && side(other) == -side(one) && one.footprint.square_to(&other.footprint) < width * width
        };
        let mut met = self.friends().iter().filter(|friend| blocked.has(friend.unit));
        met.all(|one| self.friends().iter().any(|other| partner(one, other)))
    }
}
