//! Dice rolled immediately after an activation: whether an Unreliable unit moves at all (JA3.4, JI-102), whether orders
//! reach a unit under deficient command (JA2.10, JI-56), whether an officer's messengers bring a free Courier (JA2.11,
//! JI-66). The effect of the dice on a unit's move is stored as its pace; the resulting distance is computed in
//! `turn/reach.rs`.

use crate::jomini::army::unit::{OfficerLetters, UnitLetters};
use crate::jomini::rules::Face;
use crate::jomini::rules::Rules;
use crate::jomini::state::action::Roll;
use crate::jomini::state::faces::{Effect, FaceEffects};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::single_dice::Reliability;
use crate::jomini::state::{
    Group, GroupKind, MAX_GROUPS, NO_OFFICER, OfficerId, State, Status, Step, UnitId, unit_ids,
};

impl Rules {
    /// On these dice only a flag and a tactical advantage have an effect.
    pub(in crate::jomini) fn confirmation_face_effects(&self) -> FaceEffects {
        self.die_faces.map(|face| match face {
            Face::Flag => Effect::MoraleHit,
            Face::Tactical => Effect::Tactical,
            Face::Infantry | Face::Cavalry | Face::Artillery | Face::Letter => Effect::Nothing,
        })
    }

    /// JA2.11: on a tactical advantage a free Courier, which is not the command order of the player-turn.
    pub(in crate::jomini) fn apply_messengers(&self, state: &mut State, officer: OfficerId, roll: Roll) {
        state.step = Step::Command;
        if roll.sends_courier() {
            let left = self.courier_units;
            state.push_group(Group { kind: GroupKind::Courier, leader: officer, left, ..Group::default() });
            state.step = Step::Courier(0);
        }
    }
}

impl Forces {
    /// The units of the group with this number, in ascending order.
    pub(super) fn units_of_group<'a>(&'a self, state: &'a State, number: u8) -> impl Iterator<Item = UnitId> + 'a {
        unit_ids(state.active)
            .limited(self.unit_counts[state.active])
            .filter(move |unit| state.unit(*unit).group == number)
    }

    /// Whether a deficient officer has activated a unit: the C-in-C if it was by a Courier that he paid for (JI-56).
    fn is_under_deficient_command(&self, state: &State, unit: UnitId) -> bool {
        let Group { kind, leader, .. } = state.turn.groups[usize::from(state.unit(unit).group) - 1];
        let sender = match kind {
            GroupKind::Courier if leader == NO_OFFICER => self.commander_in_chief(state, state.active),
            _ => Some(leader).filter(|leader| *leader != NO_OFFICER),
        };
        sender.is_some_and(|sender| self.officer_profile(sender).has(OfficerLetters::DEFICIENT))
    }
}

impl Battlefield {
    /// The sequel of the picking of a group: a die for each Unreliable unit in it and for each unit of a deficient
    /// officer, in the order of the units, then one for his messengers; then the Command phase continues.
    pub(super) fn after_activation(&self, state: &mut State) {
        let Group { kind, leader, .. } = state.turn.groups[usize::from(state.turn.group_count) - 1];
        let led = leader != NO_OFFICER
            && self.forces.officer_profile(leader).has(OfficerLetters::DEFICIENT | OfficerLetters::MESSENGERS);
        state.step =
            if led || kind == GroupKind::Courier || self.forces.letters[state.active].contains(UnitLetters::UNRELIABLE)
            {
                self.next_confirmation(state, None)
            } else {
                Step::Command
            };
    }

    /// The next die to roll, for a unit of the group after this one.
    fn next_confirmation(&self, state: &State, above: Option<UnitId>) -> Step {
        let number = state.turn.group_count;
        for unit in self.forces.units_of_group(state, number).filter(|unit| Some(*unit) > above) {
            if self.forces.profile(unit).has(UnitLetters::UNRELIABLE) {
                return Step::UnreliableRoll(unit);
            }
            if self.forces.is_under_deficient_command(state, unit) {
                return Step::DeficientRoll(unit);
            }
        }
        self.messengers_or_command(state)
    }

    /// Rolls for an officer's messengers after his own activation, not after Reconnaissance (JI-66), and only if there
    /// is a unit that they can activate.
    fn messengers_or_command(&self, state: &State) -> Step {
        let turn = &state.turn;
        let Group { kind, leader, .. } = turn.groups[usize::from(turn.group_count) - 1];
        let ride = leader != NO_OFFICER
            && self.forces.officer_profile(leader).has(OfficerLetters::MESSENGERS)
            && kind == GroupKind::Activation
            && !turn.reconnaissance
            && !self.rules.period_lace_wars
            && usize::from(turn.group_count) < MAX_GROUPS
            && self.forces.units_on_table(state, state.active).any(|unit| self.may_be_reached_by(state, unit, leader));
        if ride { Step::MessengersRoll(leader) } else { Step::Command }
    }

    /// JA3.4: on a flag the unit stays where it is, and in a variant does not fight either (JI-102); on a tactical
    /// advantage it moves twice as far.
    pub(in crate::jomini) fn apply_unreliable(&self, state: &mut State, unit: UnitId, roll: Roll) {
        let blocked = if self.rules.unreliable_flag_blocks_combat { Status::NO_ATTACK } else { Status::empty() };
        state.unit_mut(unit).status |= match roll.reliability() {
            Reliability::Stays => Status::HALTED | blocked,
            Reliability::Hurries => Status::DOUBLED,
            Reliability::Obeys => Status::empty(),
        };
        state.step = if self.forces.is_under_deficient_command(state, unit) {
            Step::DeficientRoll(unit)
        } else {
            self.next_confirmation(state, Some(unit))
        };
    }

    /// JA2.10: on a flag the unit moves one hex at most and does not fight; the stricter of this and the result of its
    /// own die applies (JI-56).
    pub(in crate::jomini) fn apply_deficient(&self, state: &mut State, unit: UnitId, roll: Roll) {
        if roll.loses_order() {
            let it = state.unit_mut(unit);
            it.status |= Status::NO_ATTACK;
            if it.pace() != Status::HALTED {
                it.status |= Status::CONFINED;
            }
        }
        state.step = self.next_confirmation(state, Some(unit));
    }
}
