//! Shelter and rough ground: the effect on a unit of the ground on which its bases stand, and of the obstacles that it
//! lines.
//!
//! Rules E3.17, E9.51, E9.52, E11.24, E11.25, E11.26 with EI-18, EI-20, EI-21. A base is in a piece if its centre is; a
//! line shelters a base in contact with it against the other side.

use crate::en_avant::rules::Shelter;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Unit, UnitId};
use crate::en_avant::table::geometry::{Point, Rectangle};
use crate::en_avant::table::ground::Piece;

impl Units<'_> {
    /// Whether enough of the given bases of a unit stand in a piece, against an enemy at a point (EI-18, EI-20); at a
    /// line, enough of their files, of which one base is in contact with it.
    fn is_in(self, state: &State, unit: UnitId, counts: &impl Fn(u8) -> bool, piece: &Piece, from: Point) -> bool {
        let near = 2 * self.measures.touch;
        let base = |index: u8| self.places().base(state, unit, index);
        let lines = |base: &Rectangle| piece.meets(&base.shrunk(-near)) && piece.meets_stretch(base.centre, from);
        let Unit { bases, files, .. } = *state.unit(unit);
        let (mut inside, mut all) = (0, 0);
        if piece.is_line() {
            let file = |first: u8| (first..bases).step_by(usize::from(files));
            for first in (0..files.min(bases)).filter(|first| file(*first).any(counts)) {
                all += 1;
                inside += u32::from(file(first).any(|index| lines(&base(index))));
            }
        } else {
            for index in (0..bases).filter(|index| counts(*index)) {
                all += 1;
                inside += u32::from(piece.contains(base(index).centre));
            }
        }
        inside > 0 && self.rules.cover_fraction.is_reached_by(inside, all)
    }
}

impl Engagement {
    /// The shelter that the given bases of a unit have against an enemy at a point (E3.17, EI-20): the better of two.
    pub(super) fn shelter(&self, state: &State, unit: UnitId, counts: impl Fn(u8) -> bool, from: Point) -> Shelter {
        let gives =
            |piece: &&Piece| piece.shelter != Shelter::None && self.units().is_in(state, unit, &counts, piece, from);
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
