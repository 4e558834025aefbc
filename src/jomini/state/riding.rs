//! The present state of mounted infantry: mounted or on foot, and the effect on movement.
//!
//! Rules J4.4, J4.8, J4.17 with JI-36, JI-37, JI-92. The order that mounts or dismounts a unit is in
//! `turn/mounting.rs`, the shelter of camels and wagons in `combat/shelter.rs`.

use super::{State, Status, UnitId};
use crate::jomini::army::unit::{UnitLetters, family};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::Rules;
use crate::jomini::rules::VEHICLES;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;

impl State {
    /// Whether mounted infantry is on its animals or wagons (JI-36); never so for other troops.
    #[inline]
    pub fn is_riding(&self, unit: UnitId) -> bool {
        self.unit(unit).has(Status::MOUNTED)
    }
}

impl Rules {
    /// Hexes that a unit gains by the animals or wagons while mounted (J4.17, JI-36).
    #[inline]
    pub(in crate::jomini) fn mounted_bonus(&self, state: &State, unit: UnitId) -> u8 {
        if state.is_riding(unit) { self.mounted_infantry_bonus } else { 0 }
    }
}

impl Forces {
    /// Whether a unit is a vehicle: infantry in its wagons (JI-37).
    #[inline]
    pub fn is_vehicle(&self, state: &State, unit: UnitId) -> bool {
        state.is_riding(unit) && self.profile(unit).has(UnitLetters::WAGONS)
    }

    /// The present terrain class of a unit (JI-37).
    #[inline]
    pub fn mover(&self, state: &State, unit: UnitId) -> MoverClass {
        let profile = self.profile(unit);
        if state.is_riding(unit) { profile.mover_mounted } else { profile.mover }
    }

    /// The position of a unit's family in [`crate::jomini::rules::FAMILIES`] at present.
    pub fn family(&self, state: &State, unit: UnitId) -> usize {
        if self.is_vehicle(state, unit) { VEHICLES } else { family(self.profile(unit)) }
    }
}

impl Units<'_> {
    /// Whether a unit may pass through friendly artillery (J4.4): mounted infantry may, wagons may not (JI-92).
    #[inline]
    pub fn passes_guns(self, state: &State, unit: UnitId) -> bool {
        !self.rules.pass_artillery_exclusions.contains(self.forces.family(state, unit))
    }

    /// The maximum number of hexes that a unit moves without orders and roads (J4.8).
    #[inline]
    pub fn capacity(self, state: &State, unit: UnitId) -> u8 {
        let profile = self.forces.profile(unit);
        (profile.move_max + self.rules.mounted_bonus(state, unit)).min(profile.move_cap)
    }
}
