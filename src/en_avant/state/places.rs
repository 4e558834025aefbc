//! Where the bases of units are: outlines, distances and touch. They follow from the position, the profiles and the
//! measures alone.

use super::engagement::Measures;
use super::footprint::{self, Footprint};
use super::troops::Troops;
use super::{State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Rectangle, gap_between};
use crate::en_avant::table::ground::Piece;

/// What the places of bases depend on besides the position.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// The units of both sides.
    pub troops: &'a Troops,
    /// Lengths of the rules in units of the table.
    pub measures: &'a Measures,
}

impl Unit {
    /// The bases of a unit that do not fight and are not counted, behind its own: the limber of horse artillery that is
    /// limbered (EI-104).
    #[inline]
    fn limbers(&self) -> u8 {
        u8::from(self.has(Status::LIMBERED))
    }

    /// A unit with its limber as one more rank.
    #[inline]
    fn with_limber(&self) -> Unit {
        Unit { bases: self.bases + self.limbers() * self.files, ..*self }
    }

    /// The base of his unit that an embedded general is: the one in the middle of the first rank, the left of two. It
    /// is thus the last to be removed (EI-29).
    #[inline]
    pub fn base_of_general(&self) -> u8 {
        (self.files.max(1) - 1) / 2
    }
}

impl Places<'_> {
    /// The footprint of a unit (EI-6).
    #[inline]
    pub fn footprint(self, state: &State, unit: UnitId) -> Footprint {
        self.footprint_at(state, unit, state.unit(unit))
    }

    /// The footprint that a unit would have in another pose or shape.
    #[inline]
    pub fn footprint_at(self, state: &State, unit: UnitId, pose: &Unit) -> Footprint {
        Footprint::of(&pose.with_limber(), self.measures.width, self.troops.profile(state, unit).depth)
    }

    /// The bounding rectangle of a unit, whose edges are its front, flanks and rear (EI-6).
    #[inline]
    pub fn bounding(self, state: &State, unit: UnitId) -> Rectangle {
        self.bounding_at(state, unit, state.unit(unit))
    }

    /// The bounding rectangle that a unit would have in another pose or shape.
    #[inline]
    pub fn bounding_at(self, state: &State, unit: UnitId, pose: &Unit) -> Rectangle {
        footprint::bounding(&pose.with_limber(), self.measures.width, self.troops.profile(state, unit).depth)
    }

    /// A base of a unit, counted rank by rank from the front and from the left.
    #[inline]
    pub fn base(self, state: &State, unit: UnitId, index: u8) -> Rectangle {
        footprint::base(state.unit(unit), index, self.measures.width, self.troops.profile(state, unit).depth)
    }

    /// The bases of a unit that stand in a piece: those whose centres lie in it (EI-20).
    pub(in crate::en_avant) fn bases_in(self, state: &State, unit: UnitId, piece: &Piece) -> impl Iterator<Item = u8> {
        (0..state.unit(unit).bases).filter(move |index| piece.contains(self.base(state, unit, *index).centre))
    }

    /// The square of the distance between two units.
    #[inline]
    pub fn square_between(self, state: &State, a: UnitId, b: UnitId) -> i64 {
        self.footprint(state, a).square_to(&self.footprint(state, b))
    }

    /// Whether two units touch: they are no farther apart than the tolerance (EI-6).
    #[inline]
    pub fn touch(self, state: &State, a: UnitId, b: UnitId) -> bool {
        let touch = i64::from(self.measures.touch);
        // Distant units need no footprints.
        let (one, other) = (self.bounding(state, a), self.bounding(state, b));
        let near = i64::from(one.radius() + other.radius()) + touch;
        (one.centre - other.centre).square() <= near * near && self.square_between(state, a, b) <= touch * touch
    }

    /// Whether a unit touches a base or a marker that is no unit, or stands on it (EI-6).
    pub fn touches(self, state: &State, unit: UnitId, base: &Rectangle) -> bool {
        let touch = i64::from(self.measures.touch);
        self.footprint(state, unit).rectangles().iter().any(|it| gap_between(it, base) <= touch * touch)
    }

    /// Whether the general of its side touches a unit (E8.10, E9.50, E11.32, EI-28).
    pub fn general_touches(self, state: &State, unit: UnitId) -> bool {
        let side = state.side(side_of(unit));
        if side.general_lost {
            return false;
        }
        if side.general.present {
            return self.touches(state, unit, &self.measures.general_base(state, side_of(unit)));
        }
        match side.general_unit {
            super::NO_UNIT => false,
            with if with == unit => true,
            with if !state.unit(with).is_on_table() => false,
            with => self.touches(state, unit, &self.base(state, with, state.unit(with).base_of_general())),
        }
    }
}
