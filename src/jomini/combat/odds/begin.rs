//! The position before the first dice of the requested combat: whether such a combat is possible, and the orders and
//! officers given beforehand.

use super::walk::Way;
use super::{OddsError, OddsOptions};
use crate::jomini::combat::observer::NoObserver;
use crate::jomini::combat::order_faults::OrderFault;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{DefenceOrder, State, Step, UnitId, side_of};

impl State {
    /// Whether the combat is the one in progress and waiting for dice: then it is continued as it is.
    ///
    /// # Errors
    /// If its dice have already been rolled.
    pub(super) fn stage_of(&self, attacker: UnitId, defender: UnitId) -> Result<bool, OddsError> {
        let owed = matches!(
            self.step,
            Step::FrontRank(_)
                | Step::BreakOff
                | Step::AttackOrder
                | Step::DefenceOrder
                | Step::LeadForDice
                | Step::StrikeRoll
        );
        let is_asked_about = (self.combat.attacker, self.combat.defender) == (attacker, defender);
        if !is_asked_about || !self.step.is_of_combat() {
            return Ok(false);
        }
        if owed { Ok(true) } else { Err(OddsError::UnderWay) }
    }
}

impl Battlefield {
    /// Checks that the requested number of officers can lead (J3.56, J3.60, JI-87).
    fn check_leaders(
        &self,
        state: &State,
        attacker: UnitId,
        defender: UnitId,
        options: &OddsOptions,
    ) -> Result<(), OddsError> {
        let can_lead = |unit| {
            if self.rules.lead_dice == 0 { 0 } else { self.leaders_for(state, unit, Benefits::DICE).count() as u8 }
        };
        if options.leaders > can_lead(attacker) {
            return Err(OddsError::FewerLeaders(can_lead(attacker), "attacker"));
        }
        if options.target_leaders > can_lead(defender) {
            return Err(OddsError::FewerLeaders(can_lead(defender), "target"));
        }
        let rolls_at_once = options.defence_order == Some(DefenceOrder::CounterCharge);
        if options.target_leaders > 0 && !self.rules.lead_dice_in_riposte && !rolls_at_once {
            return Err(OddsError::NoLeadingInRiposte);
        }
        Ok(())
    }
}

impl Battle {
    /// The position before the first dice of the combat, with all orders given.
    pub(super) fn position_before_dice(
        &self,
        state: &State,
        attacker: UnitId,
        defender: UnitId,
        options: &OddsOptions,
    ) -> Result<State, OddsError> {
        for (unit, name) in [(attacker, "attacker"), (defender, "target")] {
            if state.unit(unit).hex == NO_HEX {
                return Err(OddsError::NotOnTable(name));
            }
        }
        if side_of(attacker) == side_of(defender) {
            return Err(OddsError::SameSide);
        }
        let it = state.unit(attacker);
        if !self.field.can_fight_from(state, attacker, it.hex, it.hexes_moved) {
            return Err(OddsError::CannotFight);
        }
        match self.field.positions().reach_fault(state, attacker, defender) {
            Some(fault) if !options.even_if_illegal || !fault.can_be_computed() => {
                return Err(OddsError::OutOfReach(fault));
            }
            _ => {}
        }
        if options.defence_order == Some(DefenceOrder::Withdrawal) {
            return Err(OddsError::NothingRolled);
        }
        self.field.check_leaders(state, attacker, defender, options)?;
        if options.wind_of_ball > 0 {
            if !self.field.units().is_for_wind_of_ball(attacker) {
                return Err(OddsError::OrderForbidden("wind_of_ball", "it is for artillery that fires (J3.44)"));
            }
            if options.order.is_some() {
                return Err(OddsError::OrderForbidden("wind_of_ball", "one attack gets one attack order (J3.22)"));
            }
        }

        let goes_on = state.stage_of(attacker, defender)?;
        let mut state = *state;
        state.clear_flights();
        state.outcome = None;
        if !goes_on {
            state.active = side_of(attacker);
            let stage = self.field.start_combat(&mut state, attacker, defender);
            self.proceed(&mut state, Some(stage), &mut NoObserver);
        }
        self.fill_front_ranks(&mut state, options)?;
        if options.break_off && state.step != Step::BreakOff {
            return Err(OddsError::CannotBreakOff);
        }
        if let Some(order) = options.order {
            let fault = if options.break_off {
                Some(OrderFault::Forbidden("no orders are given where the target breaks off (JI-157)"))
            } else {
                let past = !matches!(state.step, Step::BreakOff | Step::AttackOrder);
                let past =
                    (goes_on && past).then_some(OrderFault::Forbidden("the combat is past its attack order (J3.22)"));
                past.or_else(|| self.field.units().attack_orders_fault(&state))
                    .or_else(|| self.field.positions().attack_order_fault(&state, order))
            };
            OddsError::check(super::report::order_names(options)[0], fault)?;
        }
        if options.defence_order.is_some() && options.break_off {
            let fault = OrderFault::Forbidden("no orders are given where the target breaks off (JI-157)");
            OddsError::check(super::report::order_names(options)[1], Some(fault))?;
        }
        // The attack order can change which defence orders are valid.
        while matches!(state.step, Step::BreakOff | Step::AttackOrder) {
            let action =
                self.field.stated_before_dice(&mut state, options).expect("orders are decisions before the dice");
            self.execute(&mut state, action, &mut NoObserver);
        }
        if let Some(order) = options.defence_order {
            let past = goes_on && state.step != Step::DefenceOrder;
            let past = past.then_some(OrderFault::Forbidden("the combat is past its defence order (J3.22)"));
            let fault = past
                .or_else(|| self.field.units().defence_orders_fault(&state))
                .or_else(|| self.field.defence_order_fault(&state, order));
            OddsError::check(super::report::order_names(options)[1], fault)?;
        }
        self.drive(&mut state, options, &mut { Way::NEW })?;
        Ok(state)
    }

    /// Puts the requested officers into the front rank (JA4.4): of several the one of highest rank, in the order of
    /// army lists.
    fn fill_front_ranks(&self, state: &mut State, options: &OddsOptions) -> Result<(), OddsError> {
        let [attacker, defender] = [state.combat.attacker, state.combat.defender];
        let mut asked = [options.front_rank.of_attacker(), options.front_rank.of_target()];
        while let Step::FrontRank(unit) = state.step {
            let wanted = std::mem::take(&mut asked[usize::from(unit == defender)]);
            let officer = state.officers_at(side_of(unit), state.unit(unit).hex).next().filter(|_| wanted);
            self.execute(state, officer.map_or(Action::Pass, Action::FrontRank), &mut NoObserver);
        }
        match asked {
            [true, _] => Err(OddsError::NoFrontRank(attacker, "attacker")),
            [_, true] => Err(OddsError::NoFrontRank(defender, "target")),
            _ => Ok(()),
        }
    }
}
