//! Horse artillery: limbered it moves, unlimbered it shoots; unlimbering takes a turn (E14.13, E14.14, EI-104).
//!
//! The limber stands behind the gun as one more base that is never counted and moves with the gun. `turn/movement.rs`
//! limbers up in moves, `combat/shooting.rs` forbids shots of limbered guns.

use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId};

impl Units<'_> {
    /// Limbers the unit up, or unlimbers it.
    pub(in crate::en_avant) fn apply_limber(self, state: &mut State, unit: UnitId, on: bool) {
        state.unit_mut(unit).set(Status::LIMBERED, on);
        self.refresh_contacts(state);
        self.next_activation(state);
    }
}

impl Engagement {
    /// Whether a unit can be limbered up, or unlimbered, as a change of formation (E14.14, EI-104): unlimbering in a
    /// later turn than the move, where that takes a turn; limbering up where it is not part of the move, if there is
    /// room for the teams and no enemy comes nearer (E6.7).
    pub fn may_limber(&self, state: &State, unit: UnitId, on: bool) -> bool {
        let it = state.unit(unit);
        if !self.troops.profile(state, unit).troop.horse
            || it.has(Status::LIMBERED) == on
            || self.units().touches_enemy(state, unit)
        {
            return false;
        }
        if !on {
            return self.rules.horse_artillery_unlimber_turns == 0 || it.moved_in == 0 || it.moved_in < state.turn;
        }
        let limbered = Unit { status: it.status | Status::LIMBERED, ..*it };
        !self.rules.limber_is_free
            && self.rules.horse_artillery_unlimber_turns > 0
            && self.stands_free(state, unit, &limbered)
            && !self.advances_to(state, unit, &self.places().footprint_at(state, unit, &limbered))
    }

    /// The changes between limbered and unlimbered that are legal for a unit.
    pub(super) fn limber_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) -> bool {
        let mut found = false;
        for on in [true, false] {
            if self.may_limber(state, unit, on) {
                sink.push(Action::Limber(on));
                found = true;
            }
        }
        found
    }
}
