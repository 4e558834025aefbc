//! Shelter and rough ground: the effect on a unit of the ground on which its bases stand, and of the obstacles that it
//! lines.
//!
//! Rules E3.17, E9.51, E9.52, E11.24, E11.25, E11.26 with EI-18, EI-20, EI-21. A base is in a piece if its centre is; a
//! line shelters a base in contact with it against the other side.

use crate::en_avant::rules::Shelter;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::edge_shown;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Unit, UnitId};
use crate::en_avant::table::geometry::{Edge, Point, Rectangle};
use crate::en_avant::table::ground::Piece;

impl Unit {
    /// Whether a base lies along an edge of its unit.
    fn is_base_along(&self, edge: Edge, index: u8) -> bool {
        let files = self.files.max(1);
        match edge {
            Edge::Front => index < files,
            Edge::Left => index.is_multiple_of(files),
            Edge::Right => index % files + 1 == files || index + 1 == self.bases,
            Edge::Rear => index / files + 1 == self.ranks(),
        }
    }
}

impl Units<'_> {
    /// Whether enough of the given bases of a unit stand in a piece, against an enemy at a point (EI-18, EI-20).
    fn is_in(self, state: &State, unit: UnitId, counts: &impl Fn(u8) -> bool, piece: &Piece, from: Point) -> bool {
        let near = 2 * self.measures.touch;
        let covered = |base: &Rectangle| {
            if piece.is_line() {
                piece.meets(&base.shrunk(-near)) && piece.meets_stretch(base.centre, from)
            } else {
                piece.contains(base.centre)
            }
        };
        let (mut inside, mut all) = (0, 0);
        for index in (0..state.unit(unit).bases).filter(|index| counts(*index)) {
            all += 1;
            inside += u32::from(covered(&self.places().base(state, unit, index)));
        }
        inside > 0 && self.rules.cover_fraction.is_reached_by(inside, all)
    }

    /// Whether a piece shelters a unit against an enemy at a point: an obstacle if enough of the given bases along the
    /// edge that faces him are in contact with it, however deep the unit is (EI-18).
    fn is_sheltered(
        self,
        state: &State,
        unit: UnitId,
        counts: &impl Fn(u8) -> bool,
        piece: &Piece,
        from: Point,
    ) -> bool {
        if !piece.is_line() {
            return self.is_in(state, unit, counts, piece, from);
        }
        let it = state.unit(unit);
        let edge = edge_shown(&self.places().bounding(state, unit), from);
        let along = |index: u8| it.is_base_along(edge, index);
        let any = (0..it.bases).any(|index| along(index) && counts(index));
        self.is_in(state, unit, &|index| counts(index) && (along(index) || !any), piece, from)
    }
}

impl Engagement {
    /// The shelter that the given bases of a unit have against an enemy at a point (E3.17, EI-20): the better of two.
    pub(super) fn shelter(&self, state: &State, unit: UnitId, counts: impl Fn(u8) -> bool, from: Point) -> Shelter {
        let gives = |piece: &&Piece| {
            piece.shelter != Shelter::None && self.units().is_sheltered(state, unit, &counts, piece, from)
        };
        self.ground(state).pieces.iter().filter(gives).map(|piece| piece.shelter).max().unwrap_or_default()
    }

    /// Whether a unit stands in rough ground against an enemy at a point (E11.26, EI-21).
    pub(super) fn is_in_rough(&self, state: &State, unit: UnitId, from: Point) -> bool {
        self.ground(state)
            .pieces
            .iter()
            .any(|piece| piece.rough && self.units().is_in(state, unit, &|_| true, piece, from))
    }
}
