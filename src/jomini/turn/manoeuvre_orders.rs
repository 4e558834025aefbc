//! Manoeuvre orders given in the Movement phase (J3.30 to J3.33, J3.36, J3.37); Mount or dismount is in `mounting.rs`.

use super::reach::Reach;
use crate::game::sink::Sink;
use crate::jomini::army::unit::{Rank, UnitLetters};
use crate::jomini::state::Benefits;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::{GroupKind, Mover, State, Status, UnitId, Woodsmen, side_of};

impl State {
    pub(in crate::jomini) fn march_bonus(&self, unit: UnitId) -> u8 {
        match self.unit(unit).group {
            0 => 0,
            group => self.turn.groups[usize::from(group) - 1].march_bonus,
        }
    }
}

impl Units<'_> {
    pub(super) fn pay_manoeuvre(self, state: &mut State, unit: UnitId, cost: u8, payment: Payment) {
        self.pay_for(state, unit, cost, payment);
        state.turn.manoeuvre_orders_given += 1;
    }
}

impl Battlefield {
    /// Woodsmen (J3.33): offered if at least one difficult hex lies next to the unit's reach and can be paid for.
    fn woodsmen_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let mover = |woodsmen| Mover { bonus: state.march_bonus(unit), woodsmen, ..Mover::plain(unit) };
        let helps = |woodsmen| {
            let mut reach = Reach::new();
            self.find_reach(state, &mover(woodsmen), &mut reach);
            reach.gains_by_woodsmen()
        };
        if state.side(side_of(unit)).tokens >= self.woodsmen_cost(state, unit, 1) && helps(Woodsmen::Paid) {
            sink.push(Action::Woodsmen(unit, Payment::Tokens));
        }
        if self.has_leader_for(state, unit, Benefits::ORDER) && helps(Woodsmen::Free) {
            for officer in self.leaders_for(state, unit, Benefits::ORDER) {
                sink.push(Action::Woodsmen(unit, Payment::Lead(officer)));
            }
        }
    }

    /// The cost of Woodsmen for this many difficult hexes: one discount on the total (JI-64).
    pub(in crate::jomini) fn woodsmen_cost(&self, state: &State, unit: UnitId, hexes: u8) -> u8 {
        self.manoeuvre_order_cost(state, unit, self.rules.woodsmen_cost_per_hex.saturating_mul(hexes))
    }

    /// Rally (J3.37, JI-70).
    #[inline]
    fn rally_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink<Action>) {
        let rules = &self.rules;
        let it = state.unit(unit);
        // JI-70: elephants do not rally.
        if !self.forces.has_lost_elements(state, unit)
            || self.forces.is_one_elephant(unit)
            || self.board.rows_to_edge(side_of(unit), it.hex) >= rules.rally_max_edge_distance
            || !self.has_general_for(state, unit)
            || self.positions().is_enemy_within(state, side_of(unit), it.hex, rules.rally_min_enemy_distance - 1)
        {
            return;
        }
        let lost = self.forces.profile(unit).elements - it.elements;
        for elements in 1..=lost {
            let cost = self.rally_cost(state, unit, elements);
            let mut affordable = false;
            self.payments(state, unit, cost, |payment| {
                // An officer who leads gives the whole order: fewer elements would have the same price.
                if payment == Payment::Tokens || elements == lost {
                    sink.push(Action::Rally(unit, elements, payment));
                }
                affordable |= payment == Payment::Tokens;
            });
            if !affordable && !self.has_leader_for(state, unit, Benefits::ORDER) {
                break;
            }
        }
    }

    /// Whether a general who can rally this unit is on the table: allied ones command their own troops only (JA2.9,
    /// JI-70).
    fn has_general_for(&self, state: &State, unit: UnitId) -> bool {
        self.forces.officers_on_table(state, side_of(unit)).any(|officer| {
            let profile = self.forces.officer_profile(officer);
            profile.rank != Rank::SeniorOfficer
                && profile.commands(self.forces.profile(unit).contingent)
                && (!self.rules.rally_range_required
                    || self.board.distance(state.officer(officer).hex, state.unit(unit).hex) <= profile.command_range)
        })
    }

    /// Full rally by an officer who leads (J3.61).
    #[inline]
    pub(super) fn lead_to_rally_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        for unit in self.forces.units_on_table(state, state.active) {
            if self.forces.has_lost_elements(state, unit)
                && self.has_leader_for(state, unit, Benefits::RALLY)
                && !self.forces.is_one_elephant(unit)
                && !self.positions().is_enemy_within(
                    state,
                    state.active,
                    state.unit(unit).hex,
                    self.rules.lead_rally_enemy_free_radius,
                )
            {
                for officer in self.leaders_for(state, unit, Benefits::RALLY) {
                    sink.push(Action::LeadToRally(officer, unit));
                }
            }
        }
    }
}

impl Battle {
    /// The orders of the Movement phase, to activated units (JI-62); `movers` has a bit for each unit that waits to
    /// move and can.
    pub(super) fn manoeuvre_order_actions(&self, state: &State, movers: u64, sink: &mut impl Sink<Action>) {
        let rules = &self.field.rules;
        let side = state.active;
        if state.turn.manoeuvre_orders_given >= rules.manoeuvre_orders_per_turn {
            return;
        }
        let group = &state.turn.groups[usize::from(state.turn.current) - 1];
        for unit in self.field.forces.units_on_table(state, side) {
            let it = state.unit(unit);
            let waits = movers >> unit.index() & 1 == 1;
            let march = Mover { bonus: rules.forced_march_bonus, ..Mover::plain(unit) };
            let unactivated = rules.forced_march_unactivated
                && it.group == 0
                && !self.field.forces.is_static(state, unit)
                && !it.has(Status::MOVED)
                && self.can_move_as(state, &march);
            // JI-68: no order gives combat to the units of a Strategic move; they may make the march itself. No order
            // helps a unit that cannot move farther under any circumstances.
            let marches = self.field.forces.profile(unit).move_cap == u8::MAX && it.pace() != Status::CONFINED;
            if (waits && marches) || unactivated {
                let cost = self.field.manoeuvre_order_cost(state, unit, rules.forced_march_cost);
                self.field.payments(state, unit, cost, |payment| sink.push(Action::ForcedMarch(unit, payment)));
            }
            if self.field.forces.profile(unit).has(UnitLetters::CARRIED) && self.field.forces.waits_to_move(state, unit)
            {
                self.field.mount_actions(state, unit, sink);
            }
            let most = || self.field.units().most_hexes_moved(state, unit).0;
            if waits && self.field.board.is_near_difficult(it.hex, most()) {
                self.field.woodsmen_actions(state, unit, sink);
            }
            self.field.rally_actions(state, unit, sink);
            if sink.is_full() {
                return;
            }
        }
        let tokens = state.side(side).tokens;
        // JI-105: it helps units that enter too.
        let any_moves = movers != 0 || self.units_to_enter(state).next().is_some();
        if any_moves
            && matches!(group.kind, GroupKind::Activation | GroupKind::StrategicMove)
            && group.march_bonus == 0
            && tokens >= self.field.rules.group_order_cost(rules.forward_march_cost)
        {
            sink.push(Action::ForwardMarch);
        }
    }
}
