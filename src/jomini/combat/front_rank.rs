//! Officers in the front rank, in the wars in lace: the choice before a melee, the additional die (JA4.4), the wound,
//! and breaking off (JA4.5).
//!
//! Rules JA4.3, JA4.4, JA4.5 with JI-189. The attacker chooses first. Dice for a wound are rolled for the losses that
//! the dice of a strike inflict, once these are known, and at the end of a retreat for losses by hexes not made and by
//! panic.

use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::rules::Face;
use crate::jomini::rules::Rules;
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::faces::{Effect, FaceEffects};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackKind, NO_OFFICER, OfficerId, State, UnitId, side_of};

impl State {
    pub(in crate::jomini) fn front_rank_actions(&self, unit: UnitId, sink: &mut impl Sink<Action>) {
        sink.push(Action::Pass);
        for officer in self.officers_at(side_of(unit), self.unit(unit).hex) {
            sink.push(Action::FrontRank(officer));
        }
    }

    /// The officer fighting in the front rank of a unit in the current combat.
    pub fn front_officer(&self, unit: UnitId) -> Option<OfficerId> {
        let combat = &self.combat;
        let [of_attacker, of_defender] = combat.front_rank;
        let officer = match unit {
            _ if unit == combat.attacker => of_attacker,
            _ if unit == combat.defender => of_defender,
            _ => NO_OFFICER,
        };
        (officer != NO_OFFICER && self.officer(officer).in_play).then_some(officer)
    }
}

impl Rules {
    /// Whether dice are rolled for a wound after losses of this strike: not if the officer breaks off the combat
    /// (JA4.5).
    pub(in crate::jomini) fn is_officer_in_danger(&self, state: &State) -> bool {
        self.may_owe_wound(state) && state.front_officer(AttackRoll::running(state).target).is_some()
    }

    /// Whether dice for a wound may be due after this strike: an officer stood in the front rank, even if he has left
    /// the game since, for want of a refuge.
    pub(super) fn may_owe_wound(&self, state: &State) -> bool {
        let attack = AttackRoll::running(state);
        let stood = state.combat.front_rank[usize::from(attack.target != state.combat.attacker)] != NO_OFFICER;
        self.period_lace_wars && attack.kind != AttackKind::AgainstBreakOff && stood
    }

    /// A die for a wound: a tactical advantage wounds (JA4.4).
    pub(in crate::jomini) fn wound_face_effects(&self) -> FaceEffects {
        self.die_faces.map(|face| if face == Face::Tactical { Effect::Hit } else { Effect::Nothing })
    }
}

impl Forces {
    fn has_officer(&self, state: &State, unit: UnitId) -> bool {
        !self.is_panicked(unit) && state.officers_at(side_of(unit), state.unit(unit).hex).next().is_some()
    }
}

impl Units<'_> {
    /// The officer is removed on a wound (JA4.4); then the strike continues.
    pub(super) fn apply_wound(self, state: &mut State, roll: Roll) -> Stage {
        let target = AttackRoll::running(state).target;
        if let (true, Some(officer)) = (roll.wounds(), state.front_officer(target)) {
            self.remove_officer(state, officer);
        }
        // Only a strike that caused a retreat can still owe dice after its losses were handled.
        if state.combat.retreat_ordered { Stage::AfterRetreat } else { Stage::ElephantsLoosed }
    }
}

impl Battlefield {
    /// Whether an officer may step into the front rank of a unit before the present combat, by the published rules a
    /// melee (JA4.3, JI-189).
    pub(super) fn may_step_forward(&self, state: &State, unit: UnitId) -> bool {
        self.rules.period_lace_wars
            && (state.combat.melee || self.rules.front_rank_in_fire)
            && self.forces.has_officer(state, unit)
    }
}

impl State {
    pub(in crate::jomini) fn apply_front_rank(&mut self, unit: UnitId, action: Action) -> Stage {
        let is_attacker = unit == self.combat.attacker;
        if let Action::FrontRank(officer) = action {
            self.combat.front_rank[usize::from(!is_attacker)] = officer;
        }
        if is_attacker { Stage::FrontRankOfDefender } else { Stage::BreakOff }
    }
}
