//! Reasons why an order cannot be given in a combat, or would have no effect. Play offers the orders without a fault;
//! the odds report the fault of an order.
//!
//! Rules J3.22, J3.38, J3.39, J3.40, J3.42, J3.45, J3.46, J3.47, J3.48, J3.49, J3.50, J3.51, J3.52, J3.53, J5.14,
//! JA3.10 with JI-71, JI-157, JI-165.

use crate::jomini::army::unit::UnitLetters;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::{AttackOrder, DefenceOrder, State, Status, side_of};

/// A fault of an order: the rules forbid it, or it would have no effect; with the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderFault {
    /// The rules forbid it.
    Forbidden(&'static str),
    /// It may be given, but changes nothing.
    Useless(&'static str),
}

use OrderFault::{Forbidden, Useless};

impl OrderFault {
    /// Why the order is not given.
    pub(super) fn reason(self) -> &'static str {
        let (Forbidden(reason) | Useless(reason)) = self;
        reason
    }
}

impl Units<'_> {
    /// The reason why the current combat has no attack orders (J3.38): in melee only, and in one's own Combat phase
    /// only, not where a counter-charge lets the original defender pursue (JI-82).
    pub(super) fn attack_orders_fault(self, state: &State) -> Option<OrderFault> {
        let attacker = state.combat.attacker;
        let class = self.forces.profile(attacker).class as usize;
        if !state.combat.melee {
            return Some(Forbidden("it is not for fire at range (J3.38)"));
        }
        if side_of(attacker) != state.active {
            return Some(Forbidden("it is given in one's own Combat phase only (J3.38)"));
        }
        if self.forces.is_panicked(attacker) {
            return Some(Forbidden("an elephant in panic gets no orders (JI-165)"));
        }
        if self.rules.attack_orders_per_combat == 0 {
            return Some(Forbidden("these rules have no attack orders (J3.22)"));
        }
        (!self.rules.attack_order_classes.contains(class))
            .then_some(Forbidden("troops of this class get no attack orders in melee (JI-71)"))
    }

    /// The reason why the current combat has no defence orders (J3.45): in melee only, and in the enemy's Combat phase
    /// only; none to elephants in panic, nor against them (JI-165).
    pub(super) fn defence_orders_fault(self, state: &State) -> Option<OrderFault> {
        let combat = &state.combat;
        if !combat.melee {
            return Some(Forbidden("it is not for fire at range (J3.45)"));
        }
        if side_of(combat.defender) == state.active {
            return Some(Forbidden("it is given in the enemy's Combat phase only (J3.45)"));
        }
        if self.forces.is_panicked(combat.attacker) || self.forces.is_panicked(combat.defender) {
            return Some(Forbidden("no orders are given to elephants in panic, nor against them (JI-165)"));
        }
        (self.rules.defence_orders_per_combat == 0).then_some(Forbidden("these rules have no defence orders (J3.22)"))
    }
}

impl Positions<'_> {
    /// The fault of an attack order in the current combat, if orders are possible there (J3.38 to J3.42).
    pub(in crate::jomini) fn attack_order_fault(self, state: &State, order: AttackOrder) -> Option<OrderFault> {
        let unit = state.combat.attacker;
        match order {
            AttackOrder::Elan => self
                .forces
                .profile(unit)
                .has(UnitLetters::BASIC)
                .then_some(Forbidden("the unit is Basic (J3.39, JA3.10)")),
            AttackOrder::Charge => {
                let supported = state.unit(unit).has(Status::SUPPORTED_BY_ORDER);
                supported.then_some(Useless("the unit counts as supported by an order already (J3.40)"))
            }
            AttackOrder::Berserk => None,
            AttackOrder::Sappers => {
                let ground = self.board.attack_terrain(state.combat.attacker_hex, state.combat.defender_hex);
                let open = ground.into_is_open() && !self.forces.shelters_in_wagons(state, &AttackRoll::running(state));
                open.then_some(Useless("the ground attacked has no effect to cancel (J3.42)"))
            }
        }
    }
}

impl Battlefield {
    /// The fault of a defence order in the current combat, if orders are possible there (J3.46 to J3.53).
    pub(super) fn defence_order_fault(&self, state: &State, order: DefenceOrder) -> Option<OrderFault> {
        let combat = &state.combat;
        let unit = combat.defender;
        let it = state.unit(unit);
        let attack = AttackRoll::running(state);
        match order {
            DefenceOrder::Sacrifice if it.has(Status::HOLD_POSITION) => {
                Some(Useless("the unit ignores all flags: it holds its position (J3.46, J3.49)"))
            }
            DefenceOrder::Sacrifice => it.has(Status::SACRIFICE).then_some(Useless("it holds already (J3.46)")),
            DefenceOrder::LikeARock => {
                let supported = it.has(Status::SUPPORTED_BY_ORDER);
                supported.then_some(Useless("the unit counts as supported by an order already (J3.47)"))
            }
            DefenceOrder::Dodge => {
                (!self.rules.hits_convertible).then_some(Useless("these rules let no hit be replaced (J3.48)"))
            }
            DefenceOrder::HoldPosition => it.has(Status::HOLD_POSITION).then_some(Useless("it holds already (J3.49)")),
            DefenceOrder::Nuts => it.has(Status::NUTS).then_some(Useless("it holds already (J3.50)")),
            DefenceOrder::CounterCharge => {
                let cavalry =
                    self.forces.profile(unit).is_cavalry() && self.forces.profile(combat.attacker).is_cavalry();
                let may = cavalry && self.is_target_supported(state, &attack);
                (!may).then_some(Forbidden("it is for supported cavalry attacked by cavalry (J3.51)"))
            }
            DefenceOrder::Withdrawal => {
                (!self.can_withdraw(state, unit)).then_some(Forbidden("the unit has nowhere to withdraw to (J3.52)"))
            }
            DefenceOrder::Ambush if self.fires_first(state, &attack) => {
                Some(Useless("the unit fires first without it (J5.14)"))
            }
            DefenceOrder::Ambush => (!self.may_riposte(state, &attack))
                .then_some(Forbidden("the unit has no right to riposte (J3.53, J5.87)")),
        }
    }
}
