//! Losses by a strike: leading against a loss (J3.59), elements removed, units lost, and the immediate consequences.

use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::army::unit::Animals;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Flight, NO_UNIT, State, UnitId, officer_ids, side_of};

impl Forces {
    /// Counts a unit as lost (J6.4).
    pub(super) fn count_lost(&self, state: &mut State, unit: UnitId) {
        let points = self.profile(unit).points;
        let it = state.side_mut(side_of(unit));
        it.units_lost += 1;
        it.points_lost += points;
    }
}

impl Units<'_> {
    pub(in crate::jomini) fn apply_lead_against_loss(self, state: &mut State, action: Action) -> Stage {
        if let Action::LeadAgainstLoss(officer) = action {
            self.put_at_head(state, officer, AttackRoll::running(state).target, Benefits::LOSS);
            state.combat.hits = state.combat.hits.saturating_sub(self.rules.lead_ignored_losses);
            Stage::LeadAgainstLoss
        } else {
            Stage::Losses
        }
    }

    /// Step 9: elements are removed (J5.51). Returns how many.
    pub(super) fn apply_losses(self, state: &mut State) -> u8 {
        let attack = AttackRoll::running(state);
        let losses = state.combat.hits.min(state.unit(attack.target).elements);
        state.combat.hits = 0;
        let by_defender = usize::from(attack.roller == state.combat.defender);
        state.combat.inflicted[by_defender] += losses;
        self.lose_elements(state, attack.target, losses);
        losses
    }

    /// Takes elements off a unit; without any left it is destroyed and removed, and characters in its hex must flee
    /// (J5.51, J5.103). A loss of a unit with elephants releases them (J5.19, J5.94), one of an elephant in panic
    /// removes it (J5.98). Returns whether it survives.
    pub(super) fn lose_elements(self, state: &mut State, unit: UnitId, losses: u8) -> bool {
        let with_elephants =
            self.forces.animals.contains(Animals::ELEPHANTS) && losses > 0 && self.forces.has_elephants(state, unit);
        let it = state.unit_mut(unit);
        let hex = it.hex;
        let losses = losses.min(it.elements);
        it.elements -= losses;
        if it.elements > 0 {
            if with_elephants && self.forces.profile(unit).animals.intersects(Animals::PARTS_FROM_ELEPHANT) {
                self.forces.begin_panic(state, unit, hex, losses);
            }
            return true;
        }
        if with_elephants && self.forces.is_panicked(unit) {
            self.remove_elephant(state, unit);
            return false;
        }
        let it = state.unit_mut(unit);
        it.hex = NO_HEX;
        it.group = 0;
        state.occupant[usize::from(hex)] = NO_UNIT;
        if !self.is_counted_later(unit) {
            self.forces.count_lost(state, unit);
        }
        if with_elephants {
            self.forces.begin_panic(state, unit, hex, losses);
        }
        let side = side_of(unit);
        for officer in officer_ids(side) {
            if state.officer(officer).hex == hex {
                state.put_to_flight(Flight { officer, driver: NO_UNIT });
            }
        }
        false
    }
}

impl Battlefield {
    /// Whether an officer may be given up for a loss (J3.59, JI-87), after any Dodge.
    pub(super) fn may_lead_against_loss(&self, state: &State) -> bool {
        let target = AttackRoll::running(state).target;
        state.combat.hits > 0
            && self.rules.lead_ignored_losses > 0
            && self.has_leader_for(state, target, Benefits::LOSS)
    }

    pub(in crate::jomini) fn lead_against_loss_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        sink.push(Action::Pass);
        for officer in self.leaders_for(state, AttackRoll::running(state).target, Benefits::LOSS) {
            sink.push(Action::LeadAgainstLoss(officer));
        }
    }
}
