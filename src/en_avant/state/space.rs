//! Room on the table: whether a unit could stand in a pose, what blocks it, and which obstacles it touches.
//!
//! Rules E2.39, E7.12, E7.13, EI-18, EI-26, EI-28, EI-30, EI-41, EI-46: bases never overlap and stay on the table,
//! impassable terrain cannot be entered; camps and separate generals block no units.

use super::action::Placement;
use super::engagement::{Engagement, Measures};
use super::footprint::Footprint;
use super::places::Places;
use super::units::Units;
use super::{State, Unit, UnitId};
use crate::en_avant::rules::Movement;
use crate::en_avant::table::geometry::{
    Edge, Length, Point, Rectangle, depth_of_overlap, square_to_stretch, stretches_meet,
};

/// Whether a segment comes within a distance of a rectangle.
pub(in crate::en_avant) fn comes_near(rectangle: &Rectangle, (from, to): (Point, Point), reach: Length) -> bool {
    let reach = i64::from(reach) * i64::from(reach);
    rectangle.square_to(from) <= reach
        || rectangle.square_to(to) <= reach
        || Edge::ALL.iter().any(|edge| {
            let (a, b) = rectangle.ends_of(*edge);
            stretches_meet((a, b), (from, to)) || square_to_stretch(a, from, to) <= reach
        })
}

impl Measures {
    /// Whether two rectangles overlap by more than the tolerance.
    #[inline]
    pub fn collide(&self, a: &Rectangle, b: &Rectangle) -> bool {
        depth_of_overlap(a, b) > self.touch
    }

    /// The front edge of a unit as a rectangle without depth.
    #[inline]
    pub(in crate::en_avant) fn front_edge(&self, pose: &Unit) -> Rectangle {
        Rectangle {
            centre: pose.front,
            heading: pose.heading,
            half_depth: 0,
            half_width: Length::from(pose.files) * self.width / 2,
        }
    }
}

/// A circle around a unit: distant units need no footprints.
#[derive(Clone, Copy)]
pub(in crate::en_avant) struct Circle {
    /// The unit.
    pub unit: UnitId,
    /// The centre of its bounding rectangle.
    pub centre: Point,
    /// A distance from there that none of its bases exceeds.
    pub radius: Length,
}

impl Circle {
    /// The circle around a unit with this bounding rectangle.
    #[inline]
    pub fn around(unit: UnitId, whole: &Rectangle) -> Circle {
        Circle { unit, centre: whole.centre, radius: whole.radius() }
    }

    /// Whether the unit is certainly farther from some bases than a distance.
    #[inline]
    pub fn is_beyond(&self, footprint: &Footprint, distance: i64) -> bool {
        let first = &footprint.rectangles()[0];
        // The short last rank lies within the depth of a base behind the others.
        let own = if footprint.rectangles().len() == 1 { first.radius() } else { 3 * first.radius() };
        let reach = distance + i64::from(own) + i64::from(self.radius);
        (self.centre - first.centre).square() > reach * reach
    }
}

impl Places<'_> {
    /// The first unit, other than `unit` itself, that a footprint overlaps by more than the tolerance.
    pub fn overlapped(self, state: &State, unit: UnitId, footprint: &Footprint) -> Option<UnitId> {
        self.overlapped_among(state, footprint, |other| other != unit)
    }

    /// The first of some units that a footprint overlaps by more than the tolerance.
    pub fn overlapped_among(
        self,
        state: &State,
        footprint: &Footprint,
        counts: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        self.troops.all_on_table(state).find(|other| counts(*other) && self.overlaps(state, *other, footprint))
    }

    /// Whether a footprint overlaps a unit by more than the tolerance.
    #[inline]
    pub fn overlaps(self, state: &State, other: UnitId, footprint: &Footprint) -> bool {
        self.overlaps_known(state, Circle::around(other, &self.bounding(state, other)), footprint)
    }

    /// The same, of a unit whose circle is known.
    #[inline]
    pub(in crate::en_avant) fn overlaps_known(self, state: &State, other: Circle, footprint: &Footprint) -> bool {
        !other.is_beyond(footprint, 0) && footprint.overlap(&self.footprint(state, other.unit)) > self.measures.touch
    }

    /// The place directly behind a unit.
    pub fn behind_unit(self, state: &State, unit: UnitId) -> Placement {
        let whole = self.bounding(state, unit);
        Placement { front: whole.middle_of(Edge::Rear), heading: whole.heading, files: 1 }
    }

    /// The square of the distance from a footprint to the nearest of some units.
    pub(in crate::en_avant) fn nearest_square(
        self,
        state: &State,
        footprint: &Footprint,
        units: impl Iterator<Item = UnitId>,
    ) -> Option<i64> {
        self.nearest_among(state, footprint, units.map(|unit| Circle::around(unit, &self.bounding(state, unit))))
    }

    /// The same, of units whose circles are known.
    pub(in crate::en_avant) fn nearest_among(
        self,
        state: &State,
        footprint: &Footprint,
        units: impl Iterator<Item = Circle>,
    ) -> Option<i64> {
        let mut best: Option<(i64, i64)> = None;
        for it in units {
            // Units certainly farther away than the nearest so far are not measured.
            if best.is_some_and(|(_, least)| it.is_beyond(footprint, least)) {
                continue;
            }
            let square = footprint.square_to(&self.footprint(state, it.unit));
            if best.is_none_or(|(least, _)| square < least) {
                best = Some((square, square.isqrt() + 1));
            }
        }
        best.map(|(square, _)| square)
    }

    /// Whether any of some units is nearer to a footprint than a distance.
    pub(in crate::en_avant) fn is_any_within(
        self,
        state: &State,
        footprint: &Footprint,
        mut units: impl Iterator<Item = Circle>,
        distance: i64,
    ) -> bool {
        units.any(|it| {
            !it.is_beyond(footprint, distance) && footprint.comes_within(&self.footprint(state, it.unit), distance)
        })
    }
}

impl Units<'_> {
    /// Whether a unit may pass through a friend, in either role (E7.13, EI-41).
    #[inline]
    pub fn lets_through(self, state: &State, unit: UnitId, friend: UnitId) -> bool {
        self.rules.light_interpenetration
            && self.troops.any_light
            && (self.troops.is_light(state, unit) || self.troops.is_light(state, friend))
    }
}

impl Engagement {
    /// Whether a footprint lies on the table and touches nothing impassable, beyond the tolerance (E7.12, EI-46).
    pub fn ground_allows(&self, state: &State, footprint: &Footprint) -> bool {
        let ground = self.ground(state);
        footprint.rectangles().iter().all(|it| ground.holds(it) && !ground.bars(it, self.measures.touch))
    }

    /// Whether a unit could stand in a pose: on the table, on passable ground, without overlap (E7.12).
    pub fn stands_free(&self, state: &State, unit: UnitId, pose: &Unit) -> bool {
        let footprint = self.places().footprint_at(state, unit, pose);
        self.ground_allows(state, &footprint) && self.places().overlapped(state, unit, &footprint).is_none()
    }

    /// Whether a line of the table that cannot be crossed lies inside a rectangle (EI-18).
    pub fn is_cut_by_obstacle(&self, state: &State, rectangle: &Rectangle) -> bool {
        self.is_cut_by_another(state, rectangle, None)
    }

    /// Whether such a line lies inside a rectangle, except one that is being crossed.
    pub(in crate::en_avant) fn is_cut_by_another(
        &self,
        state: &State,
        rectangle: &Rectangle,
        crossed: Option<usize>,
    ) -> bool {
        let inner = rectangle.shrunk(self.measures.touch);
        let lines = self
            .ground(state)
            .pieces
            .iter()
            .enumerate()
            .filter(|(index, piece)| piece.is_line() && Some(*index) != crossed);
        lines.into_iter().any(|(_, piece)| piece.meets(&inner))
    }

    /// Whether a unit touches a linear obstacle (EI-18).
    pub fn touches_obstacle(&self, state: &State, unit: UnitId) -> bool {
        self.stretches_touched(state, self.places().footprint(state, unit).rectangles()).next().is_some()
    }

    /// The segments of passable obstacles that bases touch, each with the index of its piece.
    pub(in crate::en_avant) fn stretches_touched<'a>(
        &'a self,
        state: &'a State,
        bases: &'a [Rectangle],
    ) -> impl Iterator<Item = (usize, (Point, Point))> + use<'a> {
        let reach = 2 * self.measures.touch;
        let lines = self.ground(state).pieces.iter().enumerate();
        let lines = lines.filter(|(_, piece)| piece.is_line() && piece.movement != Movement::Impassable);
        let stretches = lines.flat_map(|(index, piece)| piece.stretches().map(move |stretch| (index, stretch)));
        stretches.filter(move |(_, stretch)| bases.iter().any(|it| comes_near(it, *stretch, reach)))
    }
}
