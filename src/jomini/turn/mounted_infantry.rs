//! Mounted infantry: what being mounted changes for the mover, the order that mounts or dismounts a unit, and the
//! shelter of camels and wagons.
//!
//! Rules J3.31, J4.4, J4.17, J4.18, J4.19, J4.21, J5.44, J5.46, J5.47 with JI-36, JI-37, JI-92. It is infantry in all
//! else (JI-26). The hex gained comes on top of every other allowance and a march along a road comes on top of that; it
//! never gives combat. A unit that mounts does so before it moves, one that dismounts does so after: so it makes the
//! most of its animals. The panic of elephants (J4.20) is for `stampede.rs`.

use crate::game::sink::Sink;
use crate::jomini::army::unit::letter;
use crate::jomini::combat::blow::Blow;
use crate::jomini::combat::dice::family;
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{SappersScope, VEHICLES};
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Mounting, Mover, State, UnitId, status};

impl Battle {
    /// Whether mounted infantry is on its animals or wagons (JI-36); never so for other troops.
    #[inline]
    pub fn is_riding(&self, state: &State, unit: UnitId) -> bool {
        state.unit(unit).has(status::MOUNTED)
    }

    /// Whether a unit is a vehicle: infantry in its wagons (JI-37).
    #[inline]
    pub fn is_vehicle(&self, state: &State, unit: UnitId) -> bool {
        self.is_riding(state, unit) && self.profile(unit).has(letter::WAGONS)
    }

    /// What terrain is closed to a unit as it is now (JI-37).
    #[inline]
    pub fn mover(&self, state: &State, unit: UnitId) -> MoverClass {
        let profile = self.profile(unit);
        if self.is_riding(state, unit) { profile.mover_mounted } else { profile.mover }
    }

    /// The position of a unit's family in [`crate::jomini::rules::FAMILIES`] as it is now.
    pub fn family(&self, state: &State, unit: UnitId) -> usize {
        if self.is_vehicle(state, unit) { VEHICLES } else { family(self.profile(unit)) }
    }

    /// Whether a unit may pass through friendly artillery (J4.4): mounted infantry may, wagons may not (JI-92).
    #[inline]
    pub fn passes_guns(&self, state: &State, unit: UnitId) -> bool {
        !self.rules.pass_artillery_exclusions.contains(self.family(state, unit))
    }

    /// Hexes that a unit gains by the animals or wagons on which it is (J4.17, JI-36).
    #[inline]
    pub(super) fn mounted_bonus(&self, state: &State, unit: UnitId) -> u8 {
        if self.is_riding(state, unit) { self.rules.mounted_infantry_bonus } else { 0 }
    }

    /// Most hexes that a unit moves without orders and roads (J4.8).
    #[inline]
    pub fn capacity(&self, state: &State, unit: UnitId) -> u8 {
        let profile = self.profile(unit);
        (profile.move_max + self.mounted_bonus(state, unit)).min(profile.move_cap)
    }

    /// Whether the unit struck by a blow shelters in its wagons as behind a palisade (J4.21, J5.47, JI-37): in melee,
    /// from any side, if it made no move in its owner's last Movement phase.
    #[inline]
    pub fn shelters_in_wagons(&self, state: &State, blow: &Blow) -> bool {
        blow.melee && self.is_vehicle(state, blow.struck) && state.unit(blow.struck).hexes_moved == 0
    }

    /// Whether the unit struck by a blow is infantry that shelters behind its kneeling camels: in melee, while it is
    /// mounted (J4.19, J5.46).
    pub(in crate::jomini) fn shelters_behind_camels(&self, state: &State, blow: &Blow) -> bool {
        blow.melee && self.is_riding(state, blow.struck) && self.profile(blow.struck).has(letter::CAMELS)
    }

    /// Whether wagons protect the unit struck, unless Sappers cancel what the shelter does besides limiting dice
    /// (JI-73).
    pub(in crate::jomini) fn wagons_protect(&self, state: &State, blow: &Blow) -> bool {
        self.shelters_in_wagons(state, blow)
            && !(blow.has_sappers() && self.rules.sappers_scope == SappersScope::AllIntoEffects)
    }

    /// The order Mount or dismount for a unit that waits to move (J3.31, JI-36): one that has animals or wagons still,
    /// the movement for it and, to mount wagons, stands where they can.
    pub(super) fn mount_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let rules = &self.rules;
        let (it, profile) = (state.unit(unit), self.profile(unit));
        let riding = it.has(status::MOUNTED);
        let (hexes, _) =
            self.hexes_allowed(state, &Mover { bonus: self.march_bonus(state, unit), ..Mover::plain(unit) });
        if !profile.has(letter::CARRIED)
            || !rules.mounted_infantry_state
            || it.has(status::ELEPHANT_GONE)
            || hexes < rules.mount_movement_cost
            || (!riding && !self.board.can_stand(profile.mover_mounted, it.hex))
        {
            return;
        }
        let cost = self.manoeuvre_order_cost(state, unit, rules.mount_cost);
        self.payments(state, unit, cost, |payment| sink.push(Action::Mount(unit, payment)));
    }

    /// The unit mounts at once, or will dismount once it has moved (J3.31).
    pub(super) fn apply_mount(&self, state: &mut State, unit: UnitId, payment: Payment) -> Mounting {
        let cost = self.manoeuvre_order_cost(state, unit, self.rules.mount_cost);
        self.pay_manoeuvre(state, unit, cost, payment);
        if self.is_riding(state, unit) {
            return Mounting::Dismounts;
        }
        state.unit_mut(unit).status |= status::MOUNTED;
        Mounting::Mounts
    }

    /// A unit that was ordered to mount or dismount makes its move, or stays. It cannot attack if it used more of its
    /// movement for it than it may make before combat.
    pub(super) fn finish_mounting(&self, state: &mut State, mover: &Mover) {
        let (_, fight) = self.hexes_allowed(state, &Mover { mounting: Mounting::No, ..*mover });
        let it = state.unit_mut(mover.unit);
        if mover.mounting == Mounting::Dismounts {
            it.status &= !status::MOUNTED;
        }
        if self.rules.mount_movement_cost > fight {
            it.status |= status::NO_ATTACK;
        }
    }
}
