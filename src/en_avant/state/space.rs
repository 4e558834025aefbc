//! Room on the table: whether a unit could stand in a pose, and what is in its way.
//!
//! Rules E2.39, E7.12, EI-26, EI-28, EI-30, EI-46: bases never overlap and stay on the table, nobody enters impassable
//! terrain; camps and separate generals are in nobody's way.

use super::engagement::Engagement;
use super::footprint::Footprint;
use super::{State, Unit, UnitId};
use crate::en_avant::table::geometry::{Rectangle, depth_of_overlap};

impl Engagement {
    /// Whether a footprint lies on the table and touches nothing impassable, beyond the tolerance (E7.12, EI-46).
    pub fn ground_allows(&self, state: &State, footprint: &Footprint) -> bool {
        let ground = self.ground(state);
        footprint.rectangles().iter().all(|it| ground.holds(it) && !ground.bars(it, self.measures.touch))
    }

    /// The first unit, other than `unit` itself, that a footprint overlaps by more than the tolerance.
    pub fn overlapped(&self, state: &State, unit: UnitId, footprint: &Footprint) -> Option<UnitId> {
        self.overlapped_among(state, footprint, |other| other != unit)
    }

    /// The first of some units that a footprint overlaps by more than the tolerance.
    pub fn overlapped_among(
        &self,
        state: &State,
        footprint: &Footprint,
        counts: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        self.all_on_table(state).find(|other| counts(*other) && self.overlaps(state, *other, footprint))
    }

    /// Whether a footprint overlaps a unit by more than the tolerance.
    #[inline]
    pub fn overlaps(&self, state: &State, other: UnitId, footprint: &Footprint) -> bool {
        let whole = self.bounding(state, other);
        let first = &footprint.rectangles()[0];
        // The short last rank lies within the depth of a base behind the others.
        let own = if footprint.rectangles().len() == 1 { first.radius() } else { 3 * first.radius() };
        let near = i64::from(whole.radius()) + i64::from(own);
        let far = (whole.centre - first.centre).square() > near * near;
        !far && footprint.overlap(&self.footprint(state, other)) > self.measures.touch
    }

    /// Whether a unit could stand in a pose: on the table, on ground that can be entered, over nobody (E7.12).
    pub fn stands_free(&self, state: &State, unit: UnitId, pose: &Unit) -> bool {
        let footprint = self.footprint_at(state, unit, pose);
        self.ground_allows(state, &footprint) && self.overlapped(state, unit, &footprint).is_none()
    }

    /// Whether a line of the table that cannot be stepped over lies inside a rectangle (EI-18).
    pub fn is_cut_by_obstacle(&self, state: &State, rectangle: &Rectangle) -> bool {
        self.is_cut_by_another(state, rectangle, None)
    }

    /// Whether such a line lies inside a rectangle, apart from one that is just being crossed.
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

    /// Whether two rectangles overlap by more than the tolerance.
    #[inline]
    pub fn collide(&self, a: &Rectangle, b: &Rectangle) -> bool {
        depth_of_overlap(a, b) > self.measures.touch
    }
}
