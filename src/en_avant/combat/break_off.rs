//! Breaking off: a unit tries to step back out of a melee.
//!
//! Rules E8.5, E11.43, E11.44, E11.45 with EI-88. It is the unit's action; there is no pursuit.

use super::displacement::shifted;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::BaseAxis;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId};

impl Units<'_> {
    /// The unit after its step back (E11.44).
    fn stepped_back(self, state: &State, unit: UnitId) -> Unit {
        let distance = self.places().bases_long(state, unit, self.rules.break_off_distance, BaseAxis::Depth);
        shifted(state.unit(unit), state.unit(unit).heading.opposite(), distance)
    }

    /// Applies the die of breaking off (E11.43, E11.44): the unit steps back in good order, or is disordered in place.
    pub(in crate::en_avant) fn apply_break_off(self, state: &mut State, unit: UnitId, roll: Roll) {
        if roll.passes() {
            let to = self.stepped_back(state, unit);
            let it = state.unit_mut(unit);
            it.front = to.front;
        } else {
            self.disorder(state, unit);
        }
        self.refresh_contacts(state);
        self.next_activation(state);
    }
}

impl Engagement {
    /// Whether a unit may try to break off (E11.43, E11.45, EI-88): it is engaged and in order, can recoil, and has
    /// room. Artillery and elephants cannot recoil.
    pub fn may_break_off(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        if !it.has(Status::ENGAGED) || it.has(Status::DISORDERED | Status::ROUTING) {
            return false;
        }
        if matches!(self.troops.arm(state, unit), Arm::Artillery | Arm::Elephant)
            || self.units().sides_taken(state, unit) != 0
        {
            return false;
        }
        let to = self.units().stepped_back(state, unit);
        let sweep = self.places().sweep(state, unit, it, &to);
        self.lies_on_table(state, unit, &to)
            && !self.sweep_is_barred(state, &sweep)
            && self.places().first_in_sweep(state, unit, &sweep, |_| true).is_none()
    }
}
