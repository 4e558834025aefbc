//! Lone enemy officers: a unit that enters the hex of one drives him out and continues as if the hex were empty
//! (J5.104, JI-104).

use crate::game::Side;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Flight, NO_UNIT, OFFICERS_A_SIDE, State, UnitId, officer_ids, side_of};

/// The officers of one side on hexes without a unit, one bit each in the order of their ids.
#[derive(Clone, Copy)]
pub struct LoneOfficers {
    places: [(HexId, u8); OFFICERS_A_SIDE],
    count: usize,
}

impl LoneOfficers {
    /// No officer.
    pub const NONE: LoneOfficers = LoneOfficers { places: [(NO_HEX, 0); OFFICERS_A_SIDE], count: 0 };

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those on a hex, as bits.
    #[inline]
    pub fn on(&self, hex: HexId) -> u8 {
        self.places().filter(|(at, _)| *at == hex).fold(0, |bits, (_, bit)| bits | bit)
    }

    /// Each officer with his hex and his bit.
    pub fn places(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.places[..self.count].iter().copied()
    }

    /// Those of them who are not among these bits.
    pub fn without(&self, bits: u8) -> LoneOfficers {
        let mut left = LoneOfficers::NONE;
        for (hex, bit) in self.places().filter(|(_, bit)| bits & bit == 0) {
            left.add(hex, bit);
        }
        left
    }

    fn add(&mut self, hex: HexId, bit: u8) {
        self.places[self.count] = (hex, bit);
        self.count += 1;
    }
}

impl State {
    /// The enemy officers with these bits flee before a unit that has entered their hexes.
    pub(in crate::jomini) fn drive_out_officers(&mut self, unit: UnitId, bits: u8) {
        for officer in officer_ids(side_of(unit).other()) {
            if bits & (1 << officer.place()) != 0 {
                self.put_to_flight(Flight { officer, driver: unit });
            }
        }
    }
}

impl Forces {
    /// The officers of a side on hexes without a unit.
    pub(in crate::jomini) fn officers_alone(&self, state: &State, side: Side) -> LoneOfficers {
        let mut lone = LoneOfficers::NONE;
        for officer in self.officers_on_table(state, side) {
            let hex = state.officer(officer).hex;
            if state.unit_at(hex) == NO_UNIT {
                lone.add(hex, 1 << officer.place());
            }
        }
        lone
    }
}
