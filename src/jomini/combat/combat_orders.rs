//! The attack order and the defence order of a combat: who may be given which, what it costs, and what it does.
//!
//! Rules J3.38, J3.39, J3.42, J3.45, J3.53 with JI-59, JI-71, JI-72, JI-78, JI-84, JI-85. What forbids an order is in
//! `order_faults.rs`.

use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::army::unit::{Class, UnitLetters};
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{
    AttackKind, AttackOrder, Benefits, CounterCharge, DefenceOrder, State, Status, UnitId, side_of,
};
use strum::VariantArray;

impl DefenceOrder {
    /// The status that it gives the unit for the rest of the player-turn.
    pub fn status(self) -> Status {
        match self {
            DefenceOrder::Sacrifice => Status::SACRIFICE,
            DefenceOrder::LikeARock => Status::SUPPORTED_BY_ORDER,
            DefenceOrder::HoldPosition => Status::HOLD_POSITION,
            DefenceOrder::Nuts => Status::SUPPORTED_BY_ORDER | Status::NUTS,
            DefenceOrder::Dodge | DefenceOrder::CounterCharge | DefenceOrder::Withdrawal | DefenceOrder::Ambush => {
                Status::empty()
            }
        }
    }
}

impl Battlefield {
    /// The cost of an attack order to this unit (T7).
    pub fn discounted_order_cost(&self, state: &State, unit: UnitId, order: AttackOrder) -> u8 {
        let rules = &self.rules;
        let profile = self.forces.profile(unit);
        let printed = match order {
            AttackOrder::Elan => {
                // JI-72: elephants pay as mounted troops.
                let base =
                    if profile.class == Class::Infantry { rules.elan_cost_infantry } else { rules.elan_cost_mounted };
                // J3.39, JI-59: a unit both Hesitant and Fleeing pays the higher multiple.
                let hesitant = if profile.has(UnitLetters::HESITANT) { rules.elan_hesitant_multiplier } else { 1 };
                let fleeing = if profile.has(UnitLetters::FLEEING) { rules.elan_fleeing_multiplier } else { 1 };
                base.saturating_mul(hesitant.max(fleeing))
            }
            AttackOrder::Charge => rules.charge_cost,
            AttackOrder::Berserk => rules.berserk_cost,
            AttackOrder::Sappers => rules.sappers_cost,
        };
        self.attack_order_cost(state, unit, printed)
    }

    /// Attack orders (J3.38 to J3.42). An order without effect is not offered: Charge! to a unit that already counts as
    /// supported by order, Sappers against open ground.
    pub(in crate::jomini) fn attack_order_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let unit = state.combat.attacker;
        sink.push(Action::NoOrder);
        for order in [AttackOrder::Elan, AttackOrder::Charge, AttackOrder::Berserk, AttackOrder::Sappers] {
            if self.positions().attack_order_fault(state, order).is_none() {
                let cost = self.discounted_order_cost(state, unit, order);
                self.payments(state, unit, cost, |payment| sink.push(Action::OrderAttack(order, payment)));
            }
            if sink.is_full() {
                return;
            }
        }
    }

    pub(in crate::jomini) fn apply_attack_order(&self, state: &mut State, action: Action) -> Stage {
        if let Action::OrderAttack(order, payment) = action {
            let unit = state.combat.attacker;
            let cost = self.discounted_order_cost(state, unit, order);
            self.units().pay_for(state, unit, cost, payment);
            state.combat.attack_order = Some(order);
            state.combat.attack_order_given = true;
            if order == AttackOrder::Charge {
                state.unit_mut(unit).status |= Status::SUPPORTED_BY_ORDER;
            }
        }
        Stage::DefenceOrder
    }

    /// The cost of a defence order to this unit (T7).
    pub fn cost_of_defence_order(&self, state: &State, unit: UnitId, order: DefenceOrder) -> u8 {
        let rules = &self.rules;
        let printed = match order {
            DefenceOrder::Sacrifice => rules.sacrifice_cost,
            DefenceOrder::LikeARock => rules.like_a_rock_cost,
            DefenceOrder::Dodge => rules.dodge_cost,
            DefenceOrder::HoldPosition => rules.hold_position_cost,
            DefenceOrder::Nuts => rules.nuts_cost,
            DefenceOrder::CounterCharge => rules.counter_charge_cost,
            DefenceOrder::Withdrawal => rules.withdrawal_cost,
            DefenceOrder::Ambush => rules.ambush_cost,
        };
        self.defence_order_cost(state, unit, printed)
    }

    /// Defence orders (J3.45 to J3.53), without those that would have no effect.
    pub(in crate::jomini) fn defence_order_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let unit = state.combat.defender;
        sink.push(Action::NoOrder);
        let tokens = state.side(side_of(unit)).tokens;
        if tokens == 0 && self.rules.order_min_cost > 0 && !self.has_leader_for(state, unit, Benefits::ORDER) {
            return;
        }
        for &order in DefenceOrder::VARIANTS {
            let cost = self.cost_of_defence_order(state, unit, order);
            if (cost <= tokens || self.has_leader_for(state, unit, Benefits::ORDER))
                && self.defence_order_fault(state, order).is_none()
            {
                self.payments(state, unit, cost, |payment| sink.push(Action::OrderDefence(order, payment)));
            }
            if sink.is_full() {
                return;
            }
        }
    }

    pub(in crate::jomini) fn apply_defence_order(&self, state: &mut State, action: Action) -> Stage {
        let Action::OrderDefence(order, payment) = action else { return Stage::FirstStrike };
        let unit = state.combat.defender;
        let cost = self.cost_of_defence_order(state, unit, order);
        self.units().pay_for(state, unit, cost, payment);
        state.combat.defence_order = Some(order);
        state.unit_mut(unit).status |= order.status();
        match order {
            DefenceOrder::Withdrawal => Stage::Withdraw,
            // JI-84: it is the riposte of this combat.
            DefenceOrder::Ambush => {
                state.combat.riposte_used = true;
                Stage::Strike(AttackKind::Ambush)
            }
            DefenceOrder::CounterCharge => {
                state.combat.counter_charge = CounterCharge::Rolling;
                Stage::Strike(AttackKind::CounterChargeAttack)
            }
            DefenceOrder::Sacrifice
            | DefenceOrder::LikeARock
            | DefenceOrder::Dodge
            | DefenceOrder::HoldPosition
            | DefenceOrder::Nuts => Stage::FirstStrike,
        }
    }

    pub(super) fn pay_attack_order(&self, state: &mut State, printed: u8, payment: Payment) {
        let unit = state.combat.attacker;
        let cost = self.attack_order_cost(state, unit, printed);
        self.units().pay_for(state, unit, cost, payment);
        state.combat.attack_order_given = true;
    }
}
