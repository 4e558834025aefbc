//! The shelter of mounted infantry in its wagons and behind its camels.
//!
//! Rules J4.19, J4.21, J5.46, J5.47 with JI-37, JI-73.

use crate::jomini::army::unit::UnitLetters;
use crate::jomini::rules::SappersScope;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{State, UnitId};

impl Forces {
    /// Whether the target of an attack shelters in its wagons as behind a palisade (J4.21, J5.47, JI-37): in melee,
    /// from any side, if it made no move in its owner's last Movement phase.
    #[inline]
    pub fn shelters_in_wagons(&self, state: &State, attack: &AttackRoll) -> bool {
        attack.melee && self.is_drawn_up(state, attack.target)
    }

    /// Whether a unit has wagons drawn up around it: it has not moved with them (J5.47, JI-37).
    #[inline]
    pub(in crate::jomini) fn is_drawn_up(&self, state: &State, unit: UnitId) -> bool {
        self.is_vehicle(state, unit) && state.unit(unit).hexes_moved == 0
    }

    /// Whether the target of an attack is infantry that shelters behind its kneeling camels: in melee, while it is
    /// mounted (J4.19, J5.46).
    pub(in crate::jomini) fn shelters_behind_camels(&self, state: &State, attack: &AttackRoll) -> bool {
        attack.melee && state.is_riding(attack.target) && self.profile(attack.target).has(UnitLetters::CAMELS)
    }
}

impl Units<'_> {
    /// Whether wagons protect the target; Sappers cancel the effects of the shelter other than the limit of dice
    /// (JI-73).
    pub(super) fn wagons_protect(self, state: &State, attack: &AttackRoll) -> bool {
        self.forces.shelters_in_wagons(state, attack)
            && !(attack.has_sappers() && self.rules.sappers_scope == SappersScope::AllIntoEffects)
    }
}
