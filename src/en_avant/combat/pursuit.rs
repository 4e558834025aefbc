//! Pursuit: the unit that follows a recoiling unit, and how far; and the end of a round of melee.
//!
//! Rules E11.34, E11.41, E11.42, E11.46 with EI-30, EI-37, EI-82, EI-84, EI-85, EI-87, EI-94.

use super::displacement::shifted;
use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::Rules;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Clash, NO_UNIT, State, Status, UnitId, UnitSet, side_bit, side_of};
use crate::en_avant::table::geometry::{Edge, Length};
use crate::game::Side;

impl State {
    /// Ends a round of melee except for pursuit: attacks lose their impetus (E11.34).
    pub(super) fn end_round(&mut self) {
        self.clash.fought = true;
        for unit in self.clash.units.iter() {
            let it = self.unit_mut(unit);
            it.set(Status::CHARGED | Status::FRESH, false);
            if it.is_on_table() {
                it.set(Status::FOUGHT, true);
            }
        }
    }

    /// The unit that may pursue next (E11.41).
    pub(super) fn next_to_pursue(&mut self) -> Option<UnitId> {
        while let Some(unit) = self.clash.pursuers.iter().next() {
            self.clash.pursuers.remove(unit);
            if self.is_able_to_pursue(unit) {
                return Some(unit);
            }
        }
        None
    }

    /// Whether the state of a unit lets it pursue (E11.41).
    pub(in crate::en_avant) fn is_able_to_pursue(&self, unit: UnitId) -> bool {
        let it = self.unit(unit);
        it.is_on_table() && !it.has(Status::DISORDERED | Status::ROUTING | Status::RAMPANT)
    }

    /// Keeps the parts of attacker and defender of this melee when a pursuit brings the units together again (EI-82,
    /// EI-84).
    fn keep_parts(&mut self) {
        for unit in self.clash.units.iter() {
            let (attacker, defender) = (self.clash.attackers.has(unit), self.clash.defenders.has(unit));
            let it = self.unit_mut(unit);
            if it.is_on_table() && it.has(Status::ENGAGED) {
                it.set(Status::ATTACKER, attacker);
                it.set(Status::DEFENDER, defender);
            }
        }
    }
}

impl Clash {
    /// Whether a unit took the impacts of its side.
    fn has_suffered(&self, unit: UnitId) -> bool {
        let side = side_of(unit).index();
        self.struck[side] == unit && self.suffered[side] > 0
    }
}

impl Rules {
    /// Whether the unit of a side that has recoiled can be pursued: not if it has been destroyed or routs (EI-87).
    fn may_be_pursued(&self, state: &State, side: Side) -> bool {
        let unit = state.clash.struck[side.index()];
        unit != NO_UNIT
            && state.unit(unit).is_on_table()
            && (self.pursuit_vs_rout || !state.unit(unit).has(Status::ROUTING))
    }

    /// Removes the units that took impacts or have no enemy to pursue (E11.41, EI-87).
    pub(super) fn limit_pursuits(&self, state: &mut State) {
        // If both sides recoil, there is no pursuit.
        if state.clash.recoiled == 3 {
            state.clash.pursuers = UnitSet::default();
        }
        for unit in state.clash.pursuers.iter() {
            if state.clash.has_suffered(unit) || !self.may_be_pursued(state, side_of(unit).other()) {
                state.clash.pursuers.remove(unit);
            }
        }
    }
}

impl Troops {
    /// Whether a unit that was in contact with one that recoils may pursue it, unless it takes an impact itself, which
    /// its owner may have yet to choose (E11.41, EI-87): it is in order, and not artillery.
    pub(super) fn may_follow_up(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).has(Status::DISORDERED | Status::ROUTING | Status::RAMPANT)
            && self.arm(state, unit) != Arm::Artillery
    }
}

impl Units<'_> {
    /// Records the units that may pursue a unit that now leaves its contacts: those whose front it was on, since they
    /// advance straight towards it (E11.41, EI-87).
    pub(super) fn note_pursuers(self, state: &mut State, unit: UnitId) {
        let mut pursuers = state.clash.pursuers;
        for contact in self.contacts(state, unit).filter(|it| it.other == Edge::Front) {
            if self.troops.may_follow_up(state, contact.enemy) {
                pursuers.insert(contact.enemy);
            }
        }
        state.clash.pursuers = pursuers;
    }

    /// A unit that has recoiled and that its pursuers have caught: it fights another round at once (E11.42).
    pub(super) fn caught(self, state: &State) -> Option<UnitId> {
        let is_caught = |side: Side| {
            let unit = state.clash.struck[side.index()];
            let recoiled =
                state.clash.recoiled & side_bit(side) != 0 && unit != NO_UNIT && state.unit(unit).is_on_table();
            let caught = recoiled && self.contacts(state, unit).any(|it| state.clash.units.has(it.enemy));
            caught.then_some(unit)
        };
        Side::BOTH.into_iter().find_map(is_caught)
    }
}

impl Engagement {
    /// Pursues with a unit (E11.41). Returns whether it has advanced into contact.
    pub(super) fn pursue(&self, state: &mut State, unit: UnitId) -> bool {
        let length = self.pursuit_length(state, unit);
        let to = shifted(state.unit(unit), state.unit(unit).heading, length);
        self.units().displace(state, unit, to);
        state.keep_parts();
        // An enemy outside this melee that is met now has been contacted (EI-82).
        let mut met = UnitSet::default();
        for contact in self.units().contacts(state, unit).filter(|it| !state.clash.units.has(it.enemy)) {
            met.insert(contact.enemy);
        }
        for enemy in met.iter() {
            state.unit_mut(enemy).become_defender();
        }
        if self.rules.attack_bonus_on_pursuit && state.unit(unit).has(Status::ENGAGED) {
            state.unit_mut(unit).set(Status::CHARGED, true);
        }
        self.units().settle_captures(state, unit, false, false);
        length > 0 && state.unit(unit).has(Status::ENGAGED)
    }

    /// The length of a pursuit (E11.41, EI-87): straight ahead, at most one base, up to the first obstruction; infantry
    /// stops short of other cavalry that it may not attack (E11.2).
    fn pursuit_length(&self, state: &State, unit: UnitId) -> Length {
        let it = *state.unit(unit);
        let most = self.places().bases_long(state, unit, self.rules.pursuit_distance, self.rules.pursuit_axis);
        let pursued = state.clash.struck[side_of(unit).other().index()];
        let free = |distance: Length| {
            let to = shifted(&it, it.heading, distance);
            let sweep = self.places().sweep(state, unit, &it, &to);
            self.lies_on_table(state, unit, &to)
                && !self.units().engages_steady_cavalry(state, unit, &to, pursued)
                && !self.sweep_is_barred(state, &sweep)
                && self.places().first_in_sweep(state, unit, &sweep, |_| true).is_none()
        };
        // The longest free way, within the tolerance.
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = (low + high + 1) / 2;
            if free(middle) { low = middle } else { high = middle - 1 }
        }
        // The sweep ignores overlaps within the tolerance: back to where the edges just touch.
        let before = self.places().footprint(state, unit);
        let deeper = |distance: Length| {
            let there = self.places().footprint_at(state, unit, &shifted(&it, it.heading, distance));
            let pairs = |other: UnitId| {
                let theirs = self.places().footprint(state, other);
                let (now, then) = (theirs.overlap(&before), theirs.overlap(&there));
                if then > now { then } else { 0 }
            };
            self.troops.all_on_table(state).filter(|other| *other != unit).map(pairs).max().unwrap_or(0)
        };
        while low > 0 && deeper(low) > 2 {
            low = (low - deeper(low)).max(0);
        }
        low
    }
}
