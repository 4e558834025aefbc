//! What a unit sweeps over as it moves, and which friends let it through.
//!
//! Rules E7.11, E7.12, E7.13, E7.14 with EI-6, EI-16, EI-41, EI-42. The hulls are those of the bases made smaller by the contact tolerance, so that whatever they meet is met by more
//! than that.

use super::segment::{Leg, Legs};
use crate::en_avant::action::Path;
use crate::en_avant::engagement::Engagement;
use crate::en_avant::footprint::Footprint;
use crate::en_avant::geometry::{Convex, Length, Point, Rectangle};
use crate::en_avant::ground::Piece;
use crate::en_avant::rules::Movement;
use crate::en_avant::state::{State, Unit, UnitId, UnitSet, side_of, status};

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
        let (low, high) = piece.bounds;
        let near = high.x >= self.low.x && low.x <= self.high.x && high.y >= self.low.y && low.y <= self.high.y;
        near && self.hulls().iter().any(|hull| piece.meets_convex(hull))
    }
}

/// The units that a moving unit may meet.
pub(in crate::en_avant) struct Near {
    ids: [UnitId; 192],
    friends: u8,
    count: u8,
}

impl Near {
    /// Those of its own side.
    #[inline]
    pub fn friends(&self) -> &[UnitId] {
        &self.ids[..usize::from(self.friends)]
    }

    /// Those of the enemy.
    #[inline]
    pub fn enemies(&self) -> &[UnitId] {
        &self.ids[usize::from(self.friends)..usize::from(self.count)]
    }
}

impl Engagement {
    /// The units that lie, with their zones of control, within reach of a unit whose front may go so far.
    pub(in crate::en_avant) fn near(&self, state: &State, unit: UnitId, pose: &Unit, reach: Length) -> Near {
        let whole = self.bounding_at(state, unit, pose);
        let own = Point::new(2 * whole.half_depth, whole.half_width).length() + 1 + reach + 4 * self.measures.touch;
        let mut near = Near { ids: [0; 192], friends: 0, count: 0 };
        let side = side_of(unit);
        for of_side in [side, side.other()] {
            for other in self.on_table(state, of_side).filter(|other| *other != unit) {
                let it = self.bounding(state, other);
                let zone = self.profile(state, other).depth * Length::from(self.rules.zoc_depth) / 100;
                let distance = i64::from(own + it.radius() + zone);
                if (it.centre - pose.front).square() <= distance * distance {
                    near.ids[usize::from(near.count)] = other;
                    near.count += 1;
                }
            }
            if of_side == side {
                near.friends = near.count;
            }
        }
        near
    }

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

    /// Whether a unit could be shifted straight from one pose to another without passing through bases or entering ground that cannot be entered, and end clear of all: friends are passed
    /// only as E7.13 allows, lines are crossed unless nobody can. Flights go so (E10.19, EI-18, EI-41, EI-69).
    pub fn way_is_clear(&self, state: &State, unit: UnitId, from: &Unit, to: &Unit) -> bool {
        let (start, end) = (self.footprint_at(state, unit, from), self.footprint_at(state, unit, to));
        let swept = Swept::between(&start, &end, self.measures.touch);
        let barred = self.ground(state).pieces.iter().any(|piece| piece.movement == Movement::Impassable && swept.meets_piece(piece));
        let blocked = |other: &UnitId| {
            let friend = side_of(*other) == side_of(unit);
            let footprint = self.footprint(state, *other);
            // Whoever is passed through must be left behind; whoever is not must not be met at all.
            if friend && self.lets_through(state, unit, *other) {
                end.overlap(&footprint) > self.measures.touch
            } else {
                swept.meets_footprint(&footprint)
            }
        };
        !barred && !self.all_on_table(state).filter(|other| *other != unit).any(|other| blocked(&other))
    }

    /// Whether a unit whose bases would pass through these friends goes between two of them instead, through a gap of at least a base width: a strip so wide, centred on one of its files,
    /// meets no friend all along (E7.14, EI-42).
    pub(super) fn squeezes(&self, state: &State, unit: UnitId, pose: Unit, path: &Path, near: &Near, blocked: UnitSet) -> bool {
        let gap = self.rules.widths(self.rules.min_gap_between_friends);
        (0..pose.files).any(|file| {
            let right = (2 * Length::from(file) + 1 - Length::from(pose.files)) * self.measures.width / 2;
            let depth = 2 * self.bounding_at(state, unit, &pose).half_depth;
            let strip = |at: &Unit| {
                let front = at.front.moved(at.heading, 0, right);
                Rectangle::behind(front, at.heading, gap, depth).shrunk(ROUNDING)
            };
            let solid = |friend: &UnitId| !self.lets_through(state, unit, *friend);
            let mut end = pose;
            let free = Legs::of(self, state, unit, pose, path).all(|leg: Leg| {
                end = leg.to;
                let hull = Convex::swept(&strip(&leg.from), &strip(&leg.to));
                let hits = |friend: UnitId| self.footprint(state, friend).rectangles().iter().any(|it| hull.meets(it));
                !near.friends().iter().filter(|friend| solid(friend)).any(|friend| hits(*friend))
            });
            free && self.is_between(
                state,
                &strip(&pose),
                &strip(&end),
                blocked,
                near.friends(),
                Length::from(pose.files) * self.measures.width,
            )
        })
    }

    /// Whether the way of a strip leads between two friends, one of which the whole unit would have met, that are no farther apart than the unit is wide.
    fn is_between(&self, state: &State, from: &Rectangle, to: &Rectangle, blocked: UnitSet, friends: &[UnitId], width: Length) -> bool {
        let way = to.centre - from.centre;
        let side = |friend: UnitId| way.cross(self.bounding(state, friend).centre - from.centre).signum();
        let apart = |a: UnitId, b: UnitId| self.square_between(state, a, b) < i64::from(width) * i64::from(width);
        blocked.iter().all(|one| friends.iter().any(|other| *other != one && side(*other) == -side(one) && apart(one, *other)))
    }

    /// A unit as it sets out: horse artillery limbers up as part of its move (EI-104).
    pub(in crate::en_avant) fn setting_out(&self, state: &State, unit: UnitId) -> Unit {
        let mut it = *state.unit(unit);
        if self.profile(state, unit).troop.horse && self.rules.limber_is_free {
            it.set(status::LIMBERED, true);
        }
        it
    }
}
