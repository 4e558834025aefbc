//! The order that mounts or dismounts infantry (J3.31).
//!
//! Rules J3.31, J4.17, J4.18 with JI-26, JI-36. Mounted infantry is infantry in all other respects (JI-26). The hex
//! gained comes on top of every other allowance and a march along a road comes on top of that; it never gives combat. A
//! unit that mounts does so before it moves, one that dismounts does so after, which makes the best use of its animals.
//! The effects of being mounted on movement are in `state/riding.rs`, the panic of elephants (J4.20) in
//! `combat/stampede.rs`.

use crate::game::sink::Sink;
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::{Mounting, Mover, State, Status, UnitId};

impl Units<'_> {
    /// Completes the move of a unit that was ordered to mount or dismount. The unit cannot attack if it used more
    /// movement than it may before combat.
    pub(super) fn finish_mounting(self, state: &mut State, mover: &Mover) {
        let may_attack = self.may_attack_after_mounting(state, mover);
        let it = state.unit_mut(mover.unit);
        if mover.mounting == Mounting::Dismounts {
            it.status &= !Status::MOUNTED;
        }
        if !may_attack {
            it.status |= Status::NO_ATTACK;
        }
    }

    /// Whether a unit that mounts or dismounts without a move may still attack: the order costs no more movement than
    /// it may use before an attack (J3.31, J5.5).
    pub(in crate::jomini) fn may_attack_after_mounting(self, state: &State, mover: &Mover) -> bool {
        let (_, fight) = self.hexes_allowed(state, &Mover { mounting: Mounting::No, ..*mover });
        self.rules.mount_movement_cost <= fight
    }
}

impl Battlefield {
    /// The order Mount or dismount for a unit that waits to move (J3.31, JI-36): one that still has animals or wagons,
    /// enough movement and, to mount wagons, a hex open to them.
    pub(super) fn mount_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let rules = &self.rules;
        let (it, profile) = (state.unit(unit), self.forces.profile(unit));
        let riding = it.has(Status::MOUNTED);
        let (hexes, _) =
            self.units().hexes_allowed(state, &Mover { bonus: state.march_bonus(unit), ..Mover::plain(unit) });
        if !profile.has(UnitLetters::CARRIED)
            || !rules.mounted_infantry_state
            || it.has(Status::ELEPHANT_GONE)
            || hexes < rules.mount_movement_cost
            || (!riding && !self.board.can_stand(profile.mover_mounted, it.hex))
        {
            return;
        }
        let cost = self.manoeuvre_order_cost(state, unit, rules.mount_cost);
        self.payments(state, unit, cost, |payment| sink.push(Action::Mount(unit, payment)));
    }

    /// Mounts the unit at once, or dismounts it after its move (J3.31).
    pub(super) fn apply_mount(&self, state: &mut State, unit: UnitId, payment: Payment) -> Mounting {
        let cost = self.manoeuvre_order_cost(state, unit, self.rules.mount_cost);
        self.units().pay_manoeuvre(state, unit, cost, payment);
        if state.is_riding(unit) {
            return Mounting::Dismounts;
        }
        state.unit_mut(unit).status |= Status::MOUNTED;
        Mounting::Mounts
    }
}
