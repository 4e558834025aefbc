//! Queries for pieces on the table and nearby.

use super::{OfficerId, State, UnitId, officer_ids, unit_ids};
use crate::game::Side;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;

impl Forces {
    /// The officers of a side on the table, in ascending order.
    #[inline]
    pub fn officers_on_table<'a>(&self, state: &'a State, side: Side) -> impl Iterator<Item = OfficerId> + use<'a> {
        officer_ids(side)
            .limited(self.officer_counts[side])
            .filter(move |officer| state.officer(*officer).hex != NO_HEX)
    }

    /// The units of a side on the table, in ascending order.
    #[inline]
    pub fn units_on_table<'a>(&self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        unit_ids(side).limited(self.unit_counts[side]).filter(move |unit| state.unit(*unit).hex != NO_HEX)
    }

    /// Whether a unit still lacks elements it started with.
    #[inline]
    pub fn has_lost_elements(&self, state: &State, unit: UnitId) -> bool {
        state.unit(unit).elements < self.profile(unit).elements
    }

    /// The units of a side that the game began with, lost ones included.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        unit_ids(side).filter(|unit| matches!(self.profiles.get(usize::from(*unit)), Some(Some(_))))
    }

    /// The officers of a side that the game began with, lost ones included.
    pub fn officers_of(&self, side: Side) -> impl Iterator<Item = OfficerId> + '_ {
        officer_ids(side).filter(|officer| matches!(self.officers.get(usize::from(*officer)), Some(Some(_))))
    }
}

impl Positions<'_> {
    /// Whether an enemy of `side` stands within `distance` hexes of `hex` (JI-8).
    #[inline]
    pub fn is_enemy_within(self, state: &State, side: Side, hex: HexId, distance: u8) -> bool {
        self.forces
            .units_on_table(state, side.other())
            .any(|unit| self.board.distance(state.unit(unit).hex, hex) <= distance)
    }
}
