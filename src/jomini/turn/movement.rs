//! The Movement phase: which units of the current group move (J4.1, J4.2), manoeuvre orders given here (J3.30 to J3.33,
//! Mount or dismount in `mounting.rs`, J3.36, J3.37), officers who go along or move alone (J3.15, J3.16,
//! J4.12). Where a unit can get to is for `reach.rs`.

use super::reach::Reach;
use crate::game::sink::Sink;
use crate::jomini::army::unit::{Class, Rank, letter};
use crate::jomini::command::leading::benefit;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::hex_set::{HexSet, each_in_order, rows_around};
use crate::jomini::state::action::{Action, Destination, Payment, Roll};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{
    Group, GroupKind, MAX_GROUPS, Mounting, Mover, NO_UNIT, OfficerId, State, Step, UnitId, Woodsmen, officer_ids,
    side_of, status,
};

impl Battle {
    /// Opens the Movement phase with the group that acts first (J3.12), or ends the player-turn if nobody was
    /// activated.
    pub(in crate::jomini) fn begin_movement(&self, state: &mut State) {
        self.order_groups(state);
        state.turn.current = 0;
        self.next_moving_group(state);
    }

    /// Puts the Courier's unit and led units behind the activations (JI-67); otherwise groups act in the order in which
    /// they were made (J3.11).
    fn order_groups(&self, state: &mut State) {
        let count = usize::from(state.turn.group_count);
        let made = state.turn.groups;
        let late = |group: &Group| matches!(group.kind, GroupKind::Courier | GroupKind::Led);
        let mut number_after = [0u8; MAX_GROUPS + 1];
        let mut next = 0;
        for wanted in [false, true] {
            for (index, group) in made[..count].iter().enumerate() {
                if late(group) == wanted {
                    state.turn.groups[next] = *group;
                    next += 1;
                    number_after[index + 1] = next as u8;
                }
            }
        }
        for unit in crate::jomini::state::unit_ids(state.active) {
            let unit = state.unit_mut(unit);
            unit.group = number_after[usize::from(unit.group)];
        }
        for officer in officer_ids(state.active) {
            let officer = state.officer_mut(officer);
            officer.group = number_after[usize::from(officer.group)];
        }
    }

    /// The next group moves; when all have, combats begin (J4.7).
    fn next_moving_group(&self, state: &mut State) {
        state.turn.current += 1;
        if state.turn.current <= state.turn.group_count {
            state.step = Step::Movement;
        } else {
            self.begin_combats(state);
        }
    }

    /// What can be done in the Movement phase with the current group.
    pub(super) fn movement_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        sink.push(Action::Done);
        let side = state.active;
        let turn = &state.turn;
        let mut movers = 0u64;
        for unit in self.units_on_table(state, side) {
            if self.waits_to_move(state, unit) && self.can_move(state, unit) {
                movers |= 1 << unit;
                sink.push(Action::Move(unit));
                if self.profile(unit).has(letter::IMPETUOUS)
                    && !state.unit(unit).has(status::IMPETUOUS_ROLLED | status::ONLY_BACK | status::MOVE_ONLY)
                    && state.unit(unit).pace() != status::CONFINED
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
        for officer in self.officers_on_table(state, side) {
            let it = state.officer(officer);
            if it.group == turn.current && !it.has_moved && self.can_officer_move(state, officer) {
                sink.push(Action::MoveOfficer(officer));
            }
        }
        if sink.is_full() {
            return;
        }
        self.manoeuvre_order_actions(state, movers, sink);
        self.lead_to_rally_actions(state, sink);
    }

    /// Whether a unit belongs to the current group and has not moved yet.
    pub(super) fn waits_to_move(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        it.group == state.turn.current
            && !it.has(status::MOVED)
            && it.pace() != status::HALTED
            && !self.is_static(state, unit)
    }

    /// Orders of the Movement phase, to activated units (JI-62); `movers` has a bit for each unit that waits to move
    /// and can.
    fn manoeuvre_order_actions(&self, state: &State, movers: u64, sink: &mut impl Sink<Action>) {
        let rules = &self.rules;
        let side = state.active;
        if state.turn.manoeuvre_orders_given >= rules.manoeuvre_orders_per_turn {
            return;
        }
        let group = &state.turn.groups[usize::from(state.turn.current) - 1];
        for unit in self.units_on_table(state, side) {
            let it = state.unit(unit);
            let waits = movers >> unit & 1 == 1;
            let march = Mover { bonus: rules.forced_march_bonus, ..Mover::plain(unit) };
            let unactivated = rules.forced_march_unactivated
                && it.group == 0
                && !self.is_static(state, unit)
                && !it.has(status::MOVED)
                && self.can_move_as(state, &march);
            // JI-68: no order gives combat to the units of a Strategic move; the march itself they may make.
            // No order helps a unit that cannot go further in any circumstances.
            let marches = self.profile(unit).move_cap == u8::MAX && it.pace() != status::CONFINED;
            if (waits && marches) || unactivated {
                let cost = self.manoeuvre_order_cost(state, unit, rules.forced_march_cost);
                self.payments(state, unit, cost, |payment| sink.push(Action::ForcedMarch(unit, payment)));
            }
            if self.profile(unit).has(letter::CARRIED) && self.waits_to_move(state, unit) {
                self.mount_actions(state, unit, sink);
            }
            if waits && self.board.is_near_difficult(it.hex) {
                self.woodsmen_actions(state, unit, sink);
            }
            self.rally_actions(state, unit, sink);
            if sink.is_full() {
                return;
            }
        }
        let tokens = state.side(side).tokens;
        if movers != 0
            && matches!(group.kind, GroupKind::Activation | GroupKind::StrategicMove)
            && group.march_bonus == 0
            && tokens >= self.group_order_cost(rules.forward_march_cost)
        {
            sink.push(Action::ForwardMarch);
        }
    }

    /// Woodsmen (J3.33): offered where at least one difficult hex lies next to the unit's reach and can be paid for.
    fn woodsmen_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let mover = |woodsmen| Mover { bonus: self.march_bonus(state, unit), woodsmen, ..Mover::plain(unit) };
        let helps = |woodsmen| {
            let mut reach = Reach::new();
            self.find_reach(state, &mover(woodsmen), &mut reach);
            reach.gains_by_woodsmen()
        };
        if state.side(side_of(unit)).tokens >= self.woodsmen_cost(state, unit, 1) && helps(Woodsmen::Paid) {
            sink.push(Action::Woodsmen(unit, Payment::Tokens));
        }
        if self.has_leader_for(state, unit, benefit::ORDER) && helps(Woodsmen::Free) {
            for officer in self.leaders_for(state, unit, benefit::ORDER) {
                sink.push(Action::Woodsmen(unit, Payment::Lead(officer)));
            }
        }
    }

    /// What Woodsmen cost for this many difficult hexes: one discount on the total (JI-64).
    pub(in crate::jomini) fn woodsmen_cost(&self, state: &State, unit: UnitId, hexes: u8) -> u8 {
        self.manoeuvre_order_cost(state, unit, self.rules.woodsmen_cost_per_hex.saturating_mul(hexes))
    }

    /// Rally (J3.37, JI-70).
    fn rally_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let rules = &self.rules;
        let it = state.unit(unit);
        // JI-70: elephants do not rally.
        if !self.has_lost_elements(state, unit)
            || self.is_one_elephant(unit)
            || self.board.rows_to_edge(side_of(unit), it.hex) >= rules.rally_max_edge_distance
            || !self.has_general_for(state, unit)
            || self.is_enemy_within(state, side_of(unit), it.hex, rules.rally_min_enemy_distance - 1)
        {
            return;
        }
        let lost = self.profile(unit).elements - it.elements;
        let each = if self.profile(unit).class == Class::Infantry {
            rules.rally_cost_infantry
        } else {
            rules.rally_cost_other
        };
        for elements in 1..=lost {
            let cost = self.manoeuvre_order_cost(state, unit, each.saturating_mul(elements));
            let mut affordable = false;
            self.payments(state, unit, cost, |payment| {
                // An officer who leads gives the whole order: fewer elements for him would be the same price.
                if payment == Payment::Tokens || elements == lost {
                    sink.push(Action::Rally(unit, elements, payment));
                }
                affordable |= payment == Payment::Tokens;
            });
            if !affordable && !self.has_leader_for(state, unit, benefit::ORDER) {
                break;
            }
        }
    }

    /// Whether a general who can rally this unit is on the table.
    fn has_general_for(&self, state: &State, unit: UnitId) -> bool {
        self.officers_on_table(state, side_of(unit)).any(|officer| {
            let profile = self.officer_profile(officer);
            profile.rank != Rank::SeniorOfficer
                && (!self.rules.rally_range_required
                    || self.board.distance(state.officer(officer).hex, state.unit(unit).hex) <= profile.command_range)
        })
    }

    /// Full rally by an officer who leads (J3.61).
    fn lead_to_rally_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        for unit in self.units_on_table(state, state.active) {
            if self.has_lost_elements(state, unit)
                && self.has_leader_for(state, unit, benefit::RALLY)
                && !self.is_one_elephant(unit)
                && !self.is_enemy_within(
                    state,
                    state.active,
                    state.unit(unit).hex,
                    self.rules.lead_rally_enemy_free_radius,
                )
            {
                for officer in self.leaders_for(state, unit, benefit::RALLY) {
                    sink.push(Action::LeadToRally(officer, unit));
                }
            }
        }
    }

    pub(in crate::jomini) fn march_bonus(&self, state: &State, unit: UnitId) -> u8 {
        match state.unit(unit).group {
            0 => 0,
            group => state.turn.groups[usize::from(group) - 1].march_bonus,
        }
    }

    /// Applies a choice of the Movement phase.
    pub(super) fn apply_movement(&self, state: &mut State, action: Action) {
        let rules = &self.rules;
        match action {
            Action::Move(unit) => self.set_out(state, unit, 0, Woodsmen::No),
            Action::MoveImpetuously(unit) => {
                state.unit_mut(unit).status |= status::IMPETUOUS_ROLLED;
                state.step = Step::ImpetuousRoll(unit);
            }
            Action::ForcedMarch(unit, payment) => {
                let cost = self.manoeuvre_order_cost(state, unit, rules.forced_march_cost);
                self.pay_manoeuvre(state, unit, cost, payment);
                self.set_out(state, unit, rules.forced_march_bonus, Woodsmen::No);
            }
            Action::Mount(unit, payment) => {
                let mounting = self.apply_mount(state, unit, payment);
                state.step =
                    Step::Destination(Mover { bonus: self.march_bonus(state, unit), mounting, ..Mover::plain(unit) });
            }
            Action::Woodsmen(unit, payment) => {
                state.turn.manoeuvre_orders_given += 1;
                let woodsmen = match payment {
                    // Paid when the way is known (JI-64).
                    Payment::Tokens => Woodsmen::Paid,
                    Payment::Lead(officer) => {
                        self.put_at_head(state, officer, unit, benefit::ORDER);
                        Woodsmen::Free
                    }
                };
                self.set_out(state, unit, 0, woodsmen);
            }
            Action::ForwardMarch => {
                self.pay(state, state.active, self.group_order_cost(rules.forward_march_cost));
                state.turn.manoeuvre_orders_given += 1;
                let current = usize::from(state.turn.current) - 1;
                state.turn.groups[current].march_bonus = rules.forward_march_bonus;
            }
            Action::Rally(unit, elements, payment) => {
                let each = if self.profile(unit).class == Class::Infantry {
                    rules.rally_cost_infantry
                } else {
                    rules.rally_cost_other
                };
                let cost = self.manoeuvre_order_cost(state, unit, each.saturating_mul(elements));
                self.pay_manoeuvre(state, unit, cost, payment);
                state.unit_mut(unit).elements += elements;
                // JI-70: if the unit is activated, the rally comes after its move.
                state.unit_mut(unit).status |= status::MOVED;
            }
            Action::LeadToRally(officer, unit) => {
                self.put_at_head(state, officer, unit, benefit::RALLY);
                state.unit_mut(unit).elements = self.profile(unit).elements;
            }
            Action::MoveOfficer(officer) => state.step = Step::OfficerDestination(officer),
            Action::Leave(unit) => self.apply_leave(state, unit),
            Action::LeaveAlone(officer) => self.apply_leave_alone(state, officer),
            _ => self.next_moving_group(state),
        }
    }

    pub(super) fn pay_manoeuvre(&self, state: &mut State, unit: UnitId, cost: u8, payment: Payment) {
        self.pay_for(state, unit, cost, payment);
        state.turn.manoeuvre_orders_given += 1;
    }

    fn set_out(&self, state: &mut State, unit: UnitId, bonus: u8, woodsmen: Woodsmen) {
        let bonus = bonus + self.march_bonus(state, unit);
        state.step = Step::Destination(Mover { bonus, woodsmen, ..Mover::plain(unit) });
    }

    /// The die of an Impetuous unit: a flag or a tactical advantage is a free forced march to come into contact (JA3.5,
    /// JI-103).
    pub(super) fn apply_impetuous(&self, state: &mut State, unit: UnitId, roll: Roll) {
        let mover = Mover { bonus: self.march_bonus(state, unit), impetuous: roll.hits > 0, ..Mover::plain(unit) };
        state.step = Step::Destination(mover);
    }

    /// The destinations of a unit that has set out; after a die or an order it may also stay.
    pub(super) fn destination_actions(&self, state: &State, mover: &Mover, sink: &mut impl Sink<Action>) {
        if state.unit(mover.unit).has(status::IMPETUOUS_ROLLED) || mover.mounting != Mounting::No {
            sink.push(Action::Pass);
        }
        self.each_destination(state, mover, |destination| {
            sink.push(Action::MoveTo(destination));
            !sink.is_full()
        });
    }

    /// A unit moves (or stays), with all its elements (J4.5) and into no other unit (J4.6), lone enemy officers on its
    /// way flee (J5.104), and then each officer of its hex may go along (J3.15).
    pub(super) fn apply_destination(&self, state: &mut State, mover: Mover, action: Action) {
        let unit = mover.unit;
        let from = state.unit(unit).hex;
        state.unit_mut(unit).status |= status::MOVED;
        if mover.mounting != Mounting::No {
            self.finish_mounting(state, &mover);
        }
        let Action::MoveTo(Destination { hex, hexes, may_attack, difficult, drives_out }) = action else {
            state.step = Step::Movement;
            return;
        };
        if mover.woodsmen == Woodsmen::Paid && difficult > 0 {
            let cost = self.woodsmen_cost(state, unit, difficult);
            self.pay(state, side_of(unit), cost);
        }
        if from == NO_HEX {
            state.place(unit, hex);
        } else {
            state.relocate(unit, hex);
        }
        let it = state.unit_mut(unit);
        it.hexes_moved = hexes;
        if !may_attack {
            it.status |= status::NO_ATTACK;
        }
        self.drive_out_officers(state, unit, drives_out);
        if from == NO_HEX {
            self.offer_to_enter(state, unit, 0);
        } else {
            self.offer_to_accompany(state, unit, from, 0);
        }
    }

    /// Asks the next officer who stood in the hex a unit has left whether he goes along (J3.15, JI-54).
    pub(super) fn offer_to_accompany(&self, state: &mut State, unit: UnitId, from: HexId, above: OfficerId) {
        let next = self.officers_on_table(state, side_of(unit)).find(|officer| {
            *officer >= above && state.officer(*officer).hex == from && !state.officer(*officer).has_moved
        });
        state.step = match next {
            Some(officer) => Step::Accompany(unit, officer),
            None => Step::Movement,
        };
    }

    pub(super) fn accompany_actions(sink: &mut impl Sink<Action>) {
        sink.push(Action::Accompany);
        sink.push(Action::StayBehind);
    }

    pub(super) fn apply_accompany(&self, state: &mut State, unit: UnitId, officer: OfficerId, action: Action) {
        let from = state.officer(officer).hex;
        if action == Action::Accompany {
            let hex = state.unit(unit).hex;
            if hex == NO_HEX {
                self.officer_leaves(state, officer);
                self.offer_to_accompany(state, unit, from, officer + 1);
                return;
            }
            let officer = state.officer_mut(officer);
            officer.hex = hex;
            officer.has_moved = true;
        }
        if from == NO_HEX {
            self.offer_to_enter(state, unit, officer + 1);
        } else {
            self.offer_to_accompany(state, unit, from, officer + 1);
        }
    }

    /// Whether an officer can make a step at all.
    fn can_officer_move(&self, state: &State, officer: OfficerId) -> bool {
        let side = crate::jomini::state::side_of_officer(officer);
        let from = state.officer(officer).hex;
        self.officer_profile(officer).movement > 0
            && self.board.neighbours(from).iter().enumerate().any(|(towards, next)| {
                *next != NO_HEX
                    && self.board.officer_step(from, towards).is_possible()
                    && (state.unit_at(*next) == NO_UNIT || side_of(state.unit_at(*next)) == side)
            })
    }

    /// Where an officer can move alone, never off the table (J4.23): difficult terrain does not matter (J4.13),
    /// impassable terrain and enemy units bar the way, friends do not (JI-52, JI-53).
    pub(super) fn officer_destination_actions(&self, state: &State, officer: OfficerId, sink: &mut impl Sink<Action>) {
        let side = crate::jomini::state::side_of_officer(officer);
        let movement = self.officer_profile(officer).movement;
        let start = self.board.row_and_column(state.officer(officer).hex);
        let mut closed = HexSet::EMPTY;
        for unit in self.pieces_on_table(state, side.other()) {
            closed.insert(self.board.row_and_column(state.unit(unit).hex));
        }
        let mut ends_here = HexSet::EMPTY;
        if !self.rules.officer_passes_friends {
            for unit in self.pieces_on_table(state, side) {
                ends_here.insert(self.board.row_and_column(state.unit(unit).hex));
            }
        }
        closed.insert(start);
        let rows = self.board.rows();
        let passage = self.board.officer_passage();
        let mut reached = HexSet::EMPTY;
        let mut front = HexSet::EMPTY;
        front.insert(start);
        for radius in 1..=movement {
            let mut next = HexSet::EMPTY;
            for row in rows_around(start.0, radius, rows) {
                let entered = passage.into_row(&front, row) & !closed.row(row);
                closed.set_row(row, closed.row(row) | entered);
                reached.set_row(row, reached.row(row) | entered);
                next.set_row(row, entered & !ends_here.row(row));
            }
            front = next;
        }
        each_in_order(
            side,
            (rows, self.board.columns()),
            rows_around(start.0, movement, rows),
            |row| reached.row(row),
            |hex, _, _| {
                sink.push(Action::OfficerTo(hex));
                !sink.is_full()
            },
        );
    }

    pub(super) fn apply_officer_destination(&self, state: &mut State, officer: OfficerId, hex: HexId) {
        let it = state.officer_mut(officer);
        it.hex = hex;
        it.has_moved = true;
        state.step = Step::Movement;
    }
}
