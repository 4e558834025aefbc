//! The Command phase: activations by officers (J3.1, J3.6 to J3.16), command orders (J3.25 to J3.29), the two manoeuvre
//! orders given here (J3.34, J3.35, JI-61) and leading a unit to activate it (J3.57).

use crate::game::Side;
use crate::game::sink::Sink;
use crate::jomini::army::unit::Rank;
use crate::jomini::rules::Rules;
use crate::jomini::rules::{ActivationBasis, LeadEffects};
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{
    Group, GroupKind, MAX_GROUPS, NO_OFFICER, OFFICERS_A_SIDE, OfficerId, State, Step, UNITS_A_SIDE, side_of_officer,
};

impl State {
    /// The number of groups that an officer has activated in this player-turn (J3.13); the Courier's unit belongs to no
    /// officer.
    fn activations_by(&self, officer: OfficerId) -> usize {
        let groups = &self.turn.groups[..usize::from(self.turn.group_count)];
        groups.iter().filter(|group| group.leader == officer && group.kind != GroupKind::Courier).count()
    }

    /// Whether an officer has made an activation in this player-turn.
    pub(in crate::jomini) fn has_activated(&self, officer: OfficerId) -> bool {
        self.activations_by(officer) > 0
    }
}

impl Rules {
    /// Whether an officer has made his activations of the player-turn (J3.13, JI-47).
    pub(in crate::jomini) fn has_used_up_activations(
        &self,
        state: &State,
        officer: OfficerId,
        extra_activation: bool,
    ) -> bool {
        let made = state.activations_by(officer);
        made >= usize::from(self.activations_per_officer)
            && !(self.extra_activation_same_officer
                && made == usize::from(self.activations_per_officer)
                && extra_activation)
    }

    fn pay_command_order(&self, state: &mut State, printed: u8) {
        state.pay(state.active, self.command_order_cost(printed));
        if self.separate_command_orders {
            state.turn.command_orders_given += 1;
        } else {
            state.turn.manoeuvre_orders_given += 1;
        }
    }
}

impl Forces {
    /// The C-in-C of a side, if he is on the table.
    pub fn commander_in_chief(&self, state: &State, side: Side) -> Option<OfficerId> {
        self.officers_on_table(state, side)
            .find(|officer| self.officer_profile(*officer).rank == Rank::CommanderInChief)
    }
}

impl Units<'_> {
    /// Units that one activation of this officer covers now (J3.5, JI-43, JI-45).
    pub(super) fn activation_size(self, state: &State, officer: OfficerId) -> u8 {
        let side = side_of_officer(officer);
        match self.rules.activation_basis {
            ActivationBasis::Current if !self.forces.states_activation_size[side] => {
                let left = state.side(side).units_not_lost();
                let units = self.rules.activations_of(usize::from(left)).units;
                self.rules.changed_activation(units, self.forces.officer_profile(officer).activation_change)
            }
            _ => self.forces.officer_profile(officer).activation_size,
        }
    }
}

impl Battlefield {
    /// The units that the Courier can reach (J3.27, JI-67); the Courier of an officer's messengers may be declined
    /// (JA2.11).
    pub(in crate::jomini) fn courier_actions(&self, state: &State, above: u8, sink: &mut impl Sink<Action>) {
        let sender = state.turn.groups[usize::from(state.turn.group_count) - 1].leader;
        if above > 0 || sender != NO_OFFICER {
            sink.push(Action::Done);
        }
        let reaches = |unit| {
            if sender == NO_OFFICER {
                self.may_be_couriered(state, unit)
            } else {
                self.may_be_reached_by(state, unit, sender)
            }
        };
        for unit in self.forces.units_on_table(state, state.active) {
            if unit.place() + 1 > above && reaches(unit) {
                sink.push(Action::Pick(unit));
            }
        }
    }

    pub(in crate::jomini) fn apply_pick(&self, state: &mut State, action: Action) {
        match action {
            Action::Pick(unit) => {
                self.join(state, unit);
                let above = unit.place() + 1;
                state.step = match state.step {
                    Step::Courier(_) => Step::Courier(above),
                    // The only other step of picking.
                    _ => Step::Activation(above),
                };
            }
            Action::PickOfficer(officer) => {
                let number = state.turn.group_count;
                let group = &mut state.turn.groups[usize::from(number) - 1];
                group.left -= self.rules.officer_alone_activation_cost;
                state.officer_mut(officer).group = number;
                let above = officer.place() + 1 + UNITS_A_SIDE as u8;
                state.step = Step::Activation(above);
            }
            Action::Done => {
                // Declined messengers leave no group.
                let is_empty = state.step == Step::Courier(0);
                state.turn.group_count -= u8::from(is_empty);
                if is_empty {
                    state.step = Step::Command;
                } else {
                    self.after_activation(state);
                }
                return;
            }
            action => action.not_offered(),
        }
        if state.turn.groups[usize::from(state.turn.group_count) - 1].left == 0 {
            self.after_activation(state);
        }
    }
}

impl Battle {
    /// Activations of a side in a player-turn, by the size of its army (J3.5, JI-45).
    pub fn activations_now(&self, state: &State, side: Side) -> u8 {
        match self.field.rules.activation_basis {
            ActivationBasis::Current if !self.states_activations[side] => {
                self.field.rules.activations_of(usize::from(state.side(side).units_not_lost())).activations
            }
            _ => self.activations[side],
        }
    }

    /// The actions at the start of the Command phase (J1.16).
    pub(in crate::jomini) fn command_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        sink.push(Action::Done);
        let turn = &state.turn;
        let room = usize::from(turn.group_count) < MAX_GROUPS;
        if !room {
            return;
        }
        if turn.activations_left > 0 {
            for officer in self.officers_at_hand(state, state.active) {
                if self.may_activate(state, officer, GroupKind::Activation, false) {
                    sink.push(Action::Activate(officer));
                    if sink.is_full() {
                        return;
                    }
                }
            }
        }
        self.command_order_actions(state, sink);
        self.early_manoeuvre_actions(state, sink);
        if !turn.reconnaissance && !sink.is_full() {
            for officer in self.field.forces.officers_on_table(state, state.active) {
                self.field.each_unit_led_by(state, officer, |unit| {
                    if state.unit(unit).group == 0 {
                        sink.push(Action::LeadToActivate(officer, unit));
                    }
                });
            }
            let all = self.field.rules.lead_effects == LeadEffects::All;
            for unit in
                self.field.forces.units_on_table(state, state.active).filter(|unit| all && state.unit(*unit).group == 0)
            {
                for officer in self.field.units().leading_already(state, unit, Benefits::ACTIVATION) {
                    sink.push(Action::LeadToActivate(officer, unit));
                }
            }
        }
    }

    /// Command orders, some of which add activations (J3.14). J3.25: only with a C-in-C on the table (JI-57), and not
    /// more than the rules allow (J3.22).
    fn command_order_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let rules = &self.field.rules;
        let turn = &state.turn;
        let spent = if rules.separate_command_orders {
            turn.command_orders_given >= rules.command_orders_per_turn
        } else {
            // As in the first edition, a command order uses up the manoeuvre order.
            turn.manoeuvre_orders_given >= rules.manoeuvre_orders_per_turn
        };
        if spent || sink.is_full() || self.field.forces.commander_in_chief(state, state.active).is_none() {
            return;
        }
        let tokens = state.side(state.active).tokens;
        let affords = |cost| tokens >= self.field.rules.command_order_cost(cost);
        if affords(rules.reconnaissance_cost) && turn.group_count == 0 {
            sink.push(Action::Reconnaissance);
        }
        if affords(rules.courier_cost)
            && self
                .field
                .forces
                .units_on_table(state, state.active)
                .any(|unit| self.field.may_be_couriered(state, unit))
        {
            sink.push(Action::Courier);
        }
        if rules.strategic_move && affords(rules.strategic_move_cost) {
            for officer in self.field.forces.officers_on_table(state, state.active) {
                if self.may_activate(state, officer, GroupKind::StrategicMove, false) {
                    sink.push(Action::StrategicMove(officer));
                }
            }
        }
        if affords(rules.extra_activation_cost)
            && turn.group_count > 0
            && self.officers_at_hand(state, state.active).any(|officer| self.may_make_extra_activation(state, officer))
        {
            sink.push(Action::ExtraActivation);
        }
    }

    /// Combined order and Messengers, declared before activating (JI-61).
    fn early_manoeuvre_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let rules = &self.field.rules;
        let turn = &state.turn;
        if turn.manoeuvre_orders_given >= rules.manoeuvre_orders_per_turn
            || turn.activations_left == 0
            || sink.is_full()
        {
            return;
        }
        let tokens = state.side(state.active).tokens;
        let may_activate = |officer| self.may_activate(state, officer, GroupKind::Activation, false);
        if turn.group_count == 0
            && tokens >= self.field.rules.group_order_cost(rules.combined_order_cost)
            && self.officers_at_hand(state, state.active).any(may_activate)
        {
            sink.push(Action::CombinedOrder);
        }
        if tokens >= self.field.rules.group_order_cost(rules.messengers_cost) {
            for officer in self.field.forces.officers_on_table(state, state.active) {
                let general = self.field.forces.officer_profile(officer).rank != Rank::SeniorOfficer;
                if general && self.may_activate(state, officer, GroupKind::Activation, true) {
                    sink.push(Action::Messengers(officer));
                }
            }
        }
    }

    /// Whether an officer may begin an activation (J3.6, J3.13) with at least one unit or officer to take in.
    fn may_activate(&self, state: &State, officer: OfficerId, kind: GroupKind, anywhere: bool) -> bool {
        !self.field.rules.has_used_up_activations(state, officer, state.turn.extra_activation)
            && self.has_members(state, officer, kind, anywhere)
    }

    /// Whether an activation by this officer could include any unit or officer.
    fn has_members(&self, state: &State, officer: OfficerId, kind: GroupKind, anywhere: bool) -> bool {
        let group = self.field.units().new_group(state, officer, kind, anywhere);
        self.units_at_hand(state, state.active).any(|unit| self.may_join(state, &group, unit))
            || (kind == GroupKind::Activation && self.field.units().lone_officers(state, &group).next().is_some())
    }

    /// The activations that Extra activation gives (J3.29): one, or those of a second Command phase (JI-69).
    pub(in crate::jomini) fn activations_of_extra_order(&self, state: &State) -> u8 {
        if self.field.rules.extra_activation_is_phase { self.activations_now(state, state.active) } else { 1 }
    }

    /// J3.29, JI-69: another officer, or in a variant the same one.
    fn may_make_extra_activation(&self, state: &State, officer: OfficerId) -> bool {
        !self.field.rules.has_used_up_activations(state, officer, true)
            && self.has_members(state, officer, GroupKind::Activation, false)
    }

    /// The candidates for the group being activated: units above the last one picked, then officers; or the end of the
    /// picking, with fewer than possible (JI-49).
    pub(in crate::jomini) fn activation_actions(&self, state: &State, above: u8, sink: &mut impl Sink<Action>) {
        let group = &state.turn.groups[usize::from(state.turn.group_count) - 1];
        if above > 0 {
            sink.push(Action::Done);
        }
        for unit in self.units_at_hand(state, state.active) {
            if unit.place() + 1 > above && group.left > 0 && self.may_join(state, group, unit) {
                sink.push(Action::Pick(unit));
                if sink.is_full() {
                    return;
                }
            }
        }
        if group.kind == GroupKind::Activation {
            for officer in self.field.units().lone_officers(state, group) {
                if officer.place() + 1 + UNITS_A_SIDE as u8 > above {
                    sink.push(Action::PickOfficer(officer));
                }
            }
        }
    }

    pub(in crate::jomini) fn apply_command(&self, state: &mut State, action: Action) {
        match action {
            Action::Activate(officer) => {
                state.turn.activations_left -= 1;
                self.field.units().open_group(state, officer, GroupKind::Activation, false);
            }
            Action::Reconnaissance => {
                self.field.rules.pay_command_order(state, self.field.rules.reconnaissance_cost);
                let commander =
                    self.field.forces.commander_in_chief(state, state.active).expect("command orders are the C-in-C's");
                let level = self.field.forces.officer_profile(commander).command_level;
                self.field.rules.gain_tokens(state, state.active, level);
                state.turn.reconnaissance = true;
                state.turn.activations_left =
                    u8::from(self.field.rules.reconnaissance_units > 0).min(state.turn.activations_left);
            }
            Action::Courier => {
                self.field.rules.pay_command_order(state, self.field.rules.courier_cost);
                state.push_group(Group {
                    kind: GroupKind::Courier,
                    leader: NO_OFFICER,
                    left: self.field.rules.courier_units,
                    ..Group::default()
                });
                state.step = Step::Courier(0);
            }
            Action::StrategicMove(officer) => {
                self.field.rules.pay_command_order(state, self.field.rules.strategic_move_cost);
                self.field.units().open_group(state, officer, GroupKind::StrategicMove, false);
            }
            Action::ExtraActivation => {
                self.field.rules.pay_command_order(state, self.field.rules.extra_activation_cost);
                state.turn.activations_left += self.activations_of_extra_order(state);
                state.turn.extra_activation = true;
            }
            Action::CombinedOrder => {
                state.pay(state.active, self.field.rules.group_order_cost(self.field.rules.combined_order_cost));
                state.turn.manoeuvre_orders_given += 1;
                state.turn.mixed_arms = true;
            }
            Action::Messengers(officer) => {
                state.pay(state.active, self.field.rules.group_order_cost(self.field.rules.messengers_cost));
                state.turn.manoeuvre_orders_given += 1;
                state.turn.activations_left -= 1;
                self.field.units().open_group(state, officer, GroupKind::Activation, true);
            }
            Action::LeadToActivate(officer, unit) => {
                state.push_group(Group { kind: GroupKind::Led, leader: NO_OFFICER, ..Group::default() });
                // He leaves the table at its head: whether it is far from its sub-general is asked before (JI-55).
                self.field.join(state, unit);
                self.field.units().put_at_head(state, officer, unit, Benefits::ACTIVATION);
                self.field.after_activation(state);
            }
            action => action.not_offered(),
        }
    }
}

const _: () =
    assert!(UNITS_A_SIDE + OFFICERS_A_SIDE < u8::MAX as usize, "units and officers of a side are numbered in one byte");
