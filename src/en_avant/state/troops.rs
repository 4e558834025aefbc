//! What is constant about the units of both sides: the profile of each, on horse and on foot, and how many there are.
//! Also the queries on a position that need nothing else: the arm and quality of a unit, the units on the table.

use super::{State, Status, UnitId, UnitIds, unit_ids};
use crate::en_avant::army::troop::{Arm, Profile, Weight};
use crate::en_avant::rules::Quality;
use crate::game::{BySide, Side};

/// The units of both sides, as they are prepared.
#[derive(Clone, Debug)]
pub struct Troops {
    /// The profile of each unit by its id; [`None`] where there is no unit.
    pub profiles: Vec<Option<Profile>>,
    /// The profile of each unit after dismounting (E14.29), where it can.
    pub dismounted: Vec<Option<Profile>>,
    /// The number of units of each side; their ids are the first of the side.
    pub unit_counts: BySide<u8>,
    /// Bases of each side at the start (E1.12).
    pub bases: BySide<u16>,
    /// Whether any unit is light: then units may pass through one another (E7.13).
    pub any_light: bool,
    /// Whether there are elephants.
    pub any_elephant: bool,
    /// Whether any cavalry can dismount.
    pub any_dismounts: bool,
}

impl Troops {
    /// The profile of a unit as it is now.
    #[inline]
    pub fn profile(&self, state: &State, unit: UnitId) -> &Profile {
        if state.unit(unit).has(Status::DISMOUNTED) {
            return self.dismounted[usize::from(unit)].as_ref().expect("a dismounted unit can dismount");
        }
        self.profiles[usize::from(unit)].as_ref().expect("a unit in play has a profile")
    }

    /// The arm of a unit as it is now.
    #[inline]
    pub fn arm(&self, state: &State, unit: UnitId) -> Arm {
        self.profile(state, unit).troop.arm
    }

    /// The quality of a unit as it is now.
    #[inline]
    pub fn quality(&self, state: &State, unit: UnitId) -> Quality {
        self.profile(state, unit).troop.quality
    }

    /// Whether a unit is light (E2.2).
    #[inline]
    pub fn is_light(&self, state: &State, unit: UnitId) -> bool {
        self.profile(state, unit).troop.weight == Weight::Light
    }

    /// The ids of all units that a side began with.
    #[inline]
    pub fn units_of(&self, side: Side) -> UnitIds {
        unit_ids(side).limited(self.unit_counts[side])
    }

    /// The units of a side on the table.
    #[inline]
    pub fn on_table<'a>(&self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        self.units_of(side).filter(|unit| state.unit(*unit).is_on_table())
    }

    /// The units of both sides on the table.
    #[inline]
    pub fn all_on_table<'a>(&self, state: &'a State) -> impl Iterator<Item = UnitId> + use<'a> {
        let both = self.units_of(Side::Red).chain(self.units_of(Side::Blue));
        both.filter(|unit| state.unit(*unit).is_on_table())
    }

    /// The points of a side's army at the start.
    pub fn points(&self, side: Side) -> u32 {
        self.units_of(side)
            .filter_map(|unit| self.profiles[usize::from(unit)])
            .map(|it| u32::from(it.points) * u32::from(it.bases))
            .sum()
    }
}
