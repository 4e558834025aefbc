//! The data of a battle on troops off the table: reserves with their rounds and entries (J4.25, J4.26), and exits
//! (J4.22).

use super::battle::Battle;
use super::{OfficerId, State, UnitId};
use crate::game::Side;
use crate::jomini::map::hex::{HexId, NO_HEX};

/// Troops that enter together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// Their side.
    pub side: Side,
    /// The first round in which they may enter.
    pub round: u16,
    /// The hexes at the edge by which they enter, in the order in which the side sees the map.
    pub entries: Vec<HexId>,
}

/// All troops held off the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserves {
    /// The reserves; none in most battles.
    pub all: Vec<Reserve>,
    /// The number of each unit's reserve, counted from 1; 0 for those that begin on the table.
    pub of_unit: Vec<u8>,
    /// The number of each officer's reserve.
    pub of_officer: Vec<u8>,
}

impl Reserves {
    /// Whether a unit begins off the table.
    pub fn has_unit(&self, unit: UnitId) -> bool {
        !self.all.is_empty() && self.of_unit[usize::from(unit)] > 0
    }

    /// Whether an officer begins off the table.
    pub fn has_officer(&self, officer: OfficerId) -> bool {
        !self.all.is_empty() && self.of_officer[usize::from(officer)] > 0
    }
}

/// Hexes from which a side may leave the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The side that may leave.
    pub side: Side,
    /// The hexes, at the edge of the table.
    pub hexes: Vec<HexId>,
    /// Objective points for each unit that leaves.
    pub points: u8,
    /// Whether each unit that leaves counts as lost.
    pub lost: bool,
}

impl Battle {
    /// The reserve of a unit that is still off the table.
    pub(in crate::jomini) fn reserve(&self, state: &State, unit: UnitId) -> Option<&Reserve> {
        let it = state.unit(unit);
        let waits = !self.reserves.all.is_empty() && it.hex == NO_HEX && it.elements > 0;
        let number = if waits { self.reserves.of_unit[usize::from(unit)] } else { 0 };
        (number > 0).then(|| &self.reserves.all[usize::from(number) - 1])
    }

    /// Whether a unit may enter the table now (J4.25).
    pub(in crate::jomini) fn may_come(&self, state: &State, unit: UnitId) -> bool {
        self.reserve(state, unit).is_some_and(|reserve| state.round() >= reserve.round)
    }

    /// The hexes by which a unit that is off the table may enter.
    pub(in crate::jomini) fn entries(&self, state: &State, unit: UnitId) -> &[HexId] {
        self.reserve(state, unit).map_or(&[], |reserve| &reserve.entries)
    }
}
