//! Dice that fall right after an activation: whether an Unreliable unit goes at all (JA3.4, JI-102), whether orders
//! reach a unit under deficient command (JA2.10, JI-56), whether an officer's messengers bring a free Courier (JA2.11,
//! JI-66). What the dice have said of a unit's move is its pace; how far it then goes is for `turn/reach.rs`.

use crate::jomini::army::unit::{letter, officer_letter};
use crate::jomini::rules::Face;
use crate::jomini::state::action::Roll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::faces::{Effect, FaceEffects};
use crate::jomini::state::{
    Group, GroupKind, MAX_GROUPS, NO_OFFICER, OfficerId, State, Step, UnitId, status, unit_ids,
};

impl Battle {
    /// What follows the picking of a group: a die for each Unreliable unit in it and for each unit of a deficient
    /// officer, in the order of the units, then that of his messengers; then the Command phase goes on.
    pub(super) fn after_activation(&self, state: &mut State) {
        let leader = state.turn.groups[usize::from(state.turn.group_count) - 1].leader;
        let led = leader != NO_OFFICER
            && self.officer_profile(leader).has(officer_letter::DEFICIENT | officer_letter::MESSENGERS);
        state.step = if led || self.letters[state.active] & letter::UNRELIABLE != 0 {
            self.next_confirmation(state, unit_ids(state.active).start)
        } else {
            Step::Command
        };
    }

    /// The die that falls next, for this unit of the group or one after it.
    fn next_confirmation(&self, state: &State, from: UnitId) -> Step {
        let number = state.turn.group_count;
        for unit in self.units_of_group(state, number).filter(|unit| *unit >= from) {
            if self.profile(unit).has(letter::UNRELIABLE) {
                return Step::UnreliableRoll(unit);
            }
            if self.is_under_deficient_command(state, unit) {
                return Step::DeficientRoll(unit);
            }
        }
        self.messengers_or_command(state)
    }

    /// The units of the group with this number, in rising order.
    pub(super) fn units_of_group<'a>(&'a self, state: &'a State, number: u8) -> impl Iterator<Item = UnitId> + 'a {
        let first = unit_ids(state.active).start;
        (first..first + self.unit_counts[state.active]).filter(move |unit| state.unit(*unit).group == number)
    }

    fn is_under_deficient_command(&self, state: &State, unit: UnitId) -> bool {
        let leader = state.turn.groups[usize::from(state.unit(unit).group) - 1].leader;
        leader != NO_OFFICER && self.officer_profile(leader).has(officer_letter::DEFICIENT)
    }

    /// An officer's messengers ride after his own activation, not after Reconnaissance (JI-66), and only if they find
    /// somebody to ride to.
    fn messengers_or_command(&self, state: &State) -> Step {
        let turn = &state.turn;
        let Group { kind, leader, .. } = turn.groups[usize::from(turn.group_count) - 1];
        let ride = leader != NO_OFFICER
            && self.officer_profile(leader).has(officer_letter::MESSENGERS)
            && kind == GroupKind::Activation
            && !turn.reconnaissance
            && !self.rules.period_lace_wars
            && usize::from(turn.group_count) < MAX_GROUPS
            && self.units_on_table(state, state.active).any(|unit| self.may_be_reached_by(state, unit, leader));
        if ride { Step::MessengersRoll(leader) } else { Step::Command }
    }

    /// A flag and a tactical advantage are what these dice are looked at for.
    pub(in crate::jomini) fn confirmation_sorting(&self) -> FaceEffects {
        self.rules.die_faces.map(|face| match face {
            Face::Flag => Effect::MoraleHit,
            Face::Tactical => Effect::Tactical,
            _ => Effect::Nothing,
        })
    }

    /// JA3.4: on a flag the unit stays where it is, and by a variant does not fight either (JI-102); on a tactical
    /// advantage it goes twice as far.
    pub(in crate::jomini) fn apply_unreliable(&self, state: &mut State, unit: UnitId, roll: Roll) {
        let blocked = if self.rules.unreliable_flag_blocks_combat { status::NO_ATTACK } else { 0 };
        state.unit_mut(unit).status |= match (roll.morale_hits, roll.tactical) {
            (1.., _) => status::HALTED | blocked,
            (0, 1..) => status::DOUBLED,
            (0, 0) => 0,
        };
        state.step = if self.is_under_deficient_command(state, unit) {
            Step::DeficientRoll(unit)
        } else {
            self.next_confirmation(state, unit + 1)
        };
    }

    /// JA2.10: on a flag the unit moves one hex at most and does not fight; of this and what its own die said the
    /// stricter holds (JI-56).
    pub(in crate::jomini) fn apply_deficient(&self, state: &mut State, unit: UnitId, roll: Roll) {
        if roll.morale_hits > 0 {
            let it = state.unit_mut(unit);
            it.status |= status::NO_ATTACK;
            if it.pace() != status::HALTED {
                it.status |= status::CONFINED;
            }
        }
        state.step = self.next_confirmation(state, unit + 1);
    }

    /// JA2.11: on a tactical advantage a free Courier, which is not the command order of the player-turn.
    pub(in crate::jomini) fn apply_messengers(&self, state: &mut State, officer: OfficerId, roll: Roll) {
        state.step = Step::Command;
        if roll.tactical > 0 {
            let left = self.rules.courier_units;
            self.push_group(state, Group { kind: GroupKind::Courier, leader: officer, left, ..Group::default() });
            state.step = Step::Courier(0);
        }
    }
}
