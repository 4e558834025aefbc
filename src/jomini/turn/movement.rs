//! The Movement phase: which units of the current group move (J4.1, J4.2), and how a move is made. Orders given here
//! are in `manoeuvre_orders.rs`, officers in `officer_moves.rs`; the hexes that a unit can reach are in `reach.rs`.

use crate::game::sink::{FirstOfTwo, Sink};
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::Benefits;
use crate::jomini::state::action::{Action, Destination, Payment, Roll};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{
    Group, GroupKind, MAX_GROUPS, Mounting, Mover, NO_OFFICER, State, Status, Step, UnitId, Woodsmen, officer_ids,
    side_of, unit_ids,
};

impl State {
    /// Moves the Courier's unit after all others (JI-67); otherwise groups act in the order of activation (J3.11), led
    /// units too.
    fn order_groups(&mut self) {
        let count = usize::from(self.turn.group_count);
        let made = self.turn.groups;
        let late = |group: &Group| group.kind == GroupKind::Courier;
        let mut number_after = [0u8; MAX_GROUPS + 1];
        let mut next = 0;
        for wanted in [false, true] {
            for (index, group) in made[..count].iter().enumerate() {
                if late(group) == wanted {
                    self.turn.groups[next] = *group;
                    next += 1;
                    number_after[index + 1] = next as u8;
                }
            }
        }
        for unit in unit_ids(self.active) {
            let unit = self.unit_mut(unit);
            unit.group = number_after[usize::from(unit.group)];
        }
        for officer in officer_ids(self.active) {
            let officer = self.officer_mut(officer);
            officer.group = number_after[usize::from(officer.group)];
        }
    }

    fn set_out(&mut self, unit: UnitId, bonus: u8, woodsmen: Woodsmen) {
        let bonus = bonus + self.march_bonus(unit);
        self.step = Step::Destination(Mover { bonus, woodsmen, ..Mover::plain(unit) });
    }

    /// The die of an Impetuous unit: a flag or a tactical advantage is a free forced march to come into contact (JA3.5,
    /// JI-103).
    pub(super) fn apply_impetuous(&mut self, unit: UnitId, roll: Roll) {
        let mover = Mover { bonus: self.march_bonus(unit), impetuous: roll.carries_away(), ..Mover::plain(unit) };
        self.step = Step::Destination(mover);
    }
}

impl Forces {
    /// Whether a unit belongs to the current group and has not moved yet.
    pub(in crate::jomini) fn waits_to_move(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        it.group == state.turn.current
            && !it.has(Status::MOVED)
            && it.pace() != Status::HALTED
            && !self.is_static(state, unit)
    }
}

impl Battle {
    /// Opens the Movement phase with the group that acts first (J3.12), or ends the player-turn if no unit or officer
    /// was activated.
    pub(super) fn begin_movement(&self, state: &mut State) {
        state.order_groups();
        if state.turn.group_count == 0 {
            self.open_for_orders(state);
        }
        state.turn.current = 0;
        self.next_moving_group(state);
    }

    /// Opens the Movement phase of a side that has activated nobody by a group without members, if it may give an order
    /// to a unit that need not be activated: Rally (J3.37, JI-62).
    fn open_for_orders(&self, state: &mut State) {
        state.push_group(Group { kind: GroupKind::Courier, leader: NO_OFFICER, ..Group::default() });
        state.turn.current = 1;
        let mut orders = FirstOfTwo::default();
        self.manoeuvre_order_actions(state, 0, &mut orders);
        self.field.lead_to_rally_actions(state, &mut orders);
        if orders.first.is_none() {
            state.turn.group_count = 0;
            state.turn.groups[0] = Group::default();
        }
    }

    /// Proceeds to the next group, or to the combats when all have moved (J4.7).
    fn next_moving_group(&self, state: &mut State) {
        state.turn.current += 1;
        if state.turn.current <= state.turn.group_count {
            state.step = Step::Movement;
        } else {
            self.begin_combats(state);
        }
    }

    /// The actions of the current group in the Movement phase.
    pub(super) fn movement_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        sink.push(Action::Done);
        let side = state.active;
        let turn = &state.turn;
        let mut movers = 0u64;
        for unit in self.field.forces.units_on_table(state, side) {
            if self.field.forces.waits_to_move(state, unit) && self.can_move(state, unit) {
                movers |= 1 << unit.index();
                sink.push(Action::Move(unit));
                if self.field.forces.profile(unit).has(UnitLetters::IMPETUOUS)
                    && !state.unit(unit).has(Status::IMPETUOUS_ROLLED | Status::ONLY_BACK | Status::MOVE_ONLY)
                    && state.unit(unit).pace() != Status::CONFINED
                {
                    sink.push(Action::MoveImpetuously(unit));
                }
                if sink.is_full() {
                    return;
                }
            }
        }
        for unit in self.units_to_enter(state) {
            sink.push(Action::Move(unit));
        }
        if !self.exits.is_empty() {
            self.leave_actions(state, sink);
        }
        for officer in self.field.forces.officers_on_table(state, side) {
            let it = state.officer(officer);
            if it.group == turn.current && !it.has_moved && self.field.positions().can_officer_move(state, officer) {
                sink.push(Action::MoveOfficer(officer));
            }
        }
        if sink.is_full() {
            return;
        }
        self.manoeuvre_order_actions(state, movers, sink);
        self.field.lead_to_rally_actions(state, sink);
    }

    /// Applies a choice of the Movement phase.
    pub(super) fn apply_movement(&self, state: &mut State, action: Action) {
        let rules = &self.field.rules;
        match action {
            Action::Move(unit) => state.set_out(unit, 0, Woodsmen::No),
            Action::MoveImpetuously(unit) => {
                state.unit_mut(unit).status |= Status::IMPETUOUS_ROLLED;
                state.step = Step::ImpetuousRoll(unit);
            }
            Action::ForcedMarch(unit, payment) => {
                let cost = self.field.manoeuvre_order_cost(state, unit, rules.forced_march_cost);
                self.field.units().pay_manoeuvre(state, unit, cost, payment);
                state.set_out(unit, rules.forced_march_bonus, Woodsmen::No);
            }
            Action::Mount(unit, payment) => {
                let mounting = self.field.apply_mount(state, unit, payment);
                state.step =
                    Step::Destination(Mover { bonus: state.march_bonus(unit), mounting, ..Mover::plain(unit) });
            }
            Action::Woodsmen(unit, payment) => {
                state.turn.manoeuvre_orders_given += 1;
                let woodsmen = match payment {
                    // Paid when the path is known (JI-64).
                    Payment::Tokens => Woodsmen::Paid,
                    Payment::Lead(officer) => {
                        self.field.units().put_at_head(state, officer, unit, Benefits::ORDER);
                        Woodsmen::Free
                    }
                };
                state.set_out(unit, 0, woodsmen);
            }
            Action::ForwardMarch => {
                state.pay(state.active, self.field.rules.group_order_cost(rules.forward_march_cost));
                state.turn.manoeuvre_orders_given += 1;
                let current = usize::from(state.turn.current) - 1;
                state.turn.groups[current].march_bonus = rules.forward_march_bonus;
            }
            Action::Rally(unit, elements, payment) => {
                let cost = self.field.rally_cost(state, unit, elements);
                self.field.units().pay_manoeuvre(state, unit, cost, payment);
                state.unit_mut(unit).elements += elements;
                // JI-70: if the unit is activated, the rally comes after its move.
                state.unit_mut(unit).status |= Status::MOVED;
            }
            Action::LeadToRally(officer, unit) => {
                self.field.units().put_at_head(state, officer, unit, Benefits::RALLY);
                state.unit_mut(unit).elements = self.field.forces.profile(unit).elements;
            }
            Action::MoveOfficer(officer) => state.step = Step::OfficerDestination(officer),
            Action::Leave(unit) => self.apply_leave(state, unit),
            Action::LeaveAlone(officer) => state.apply_leave_alone(officer),
            Action::Done => self.next_moving_group(state),
            action => action.not_offered(),
        }
    }

    /// The destinations of a unit that is moving; after a die or an order it may also stay.
    pub(super) fn destination_actions(&self, state: &State, mover: &Mover, sink: &mut impl Sink<Action>) {
        if state.unit(mover.unit).has(Status::IMPETUOUS_ROLLED) || mover.mounting != Mounting::No {
            sink.push(Action::Pass);
        }
        self.each_destination(state, mover, |destination| {
            sink.push(Action::MoveTo(destination));
            !sink.is_full()
        });
    }

    /// Moves a unit (or leaves it in place), with all its elements (J4.5) and into no other unit (J4.6), lone enemy
    /// officers on its way flee (J5.104), and then each officer of its hex may go along (J3.15).
    pub(super) fn apply_destination(&self, state: &mut State, mover: Mover, action: Action) {
        let unit = mover.unit;
        let from = state.unit(unit).hex;
        state.unit_mut(unit).status |= Status::MOVED;
        if mover.mounting != Mounting::No {
            self.field.units().finish_mounting(state, &mover);
        }
        let Action::MoveTo(Destination { hex, hexes, may_attack, difficult, drives_out }) = action else {
            state.step = Step::Movement;
            return;
        };
        if mover.woodsmen == Woodsmen::Paid && difficult > 0 {
            let cost = self.field.woodsmen_cost(state, unit, difficult);
            state.pay(side_of(unit), cost);
        }
        if from == NO_HEX {
            state.place(unit, hex);
        } else {
            state.relocate(unit, hex);
        }
        let it = state.unit_mut(unit);
        it.hexes_moved = hexes;
        if !may_attack {
            it.status |= Status::NO_ATTACK;
        }
        state.drive_out_officers(unit, drives_out);
        if from == NO_HEX {
            self.offer_to_enter(state, unit, None);
        } else {
            self.field.forces.offer_to_accompany(state, unit, from, None);
        }
    }
}
