//! Scores of the decisions after a roll: retreat, falling back, withdrawal, flight, follow-up, pursuit, Breakthrough,
//! moving on (J5.69 to J5.86, J5.105, J3.43, J3.52, JA3.11, JA3.16). A move back scores the value of the hex it leads
//! to; a move forward the gain over the old hex, with the attack that it makes possible.

use super::numbers::Numbers;
use super::scene::Scene;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::UnitId;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;

impl Scene<'_> {
    /// The score of an action that leads a unit or an officer away from a combat or after a beaten enemy.
    pub fn aftermath(&self, action: &Action) -> Numbers {
        let state = self.state;
        let combat = &state.combat;
        match *action {
            Action::RetreatTo(hex) => self.post(AttackRoll::running(state).target, hex),
            Action::WithdrawTo(hex) | Action::FallBackTo(hex) => self.post(combat.defender, hex),
            Action::FleeTo(hex) => self.officer_post(state.flights[0].officer, hex),
            Action::FollowUp => {
                let unit = combat.attacker;
                let mut numbers = self.post(unit, combat.defender_hex).less(&self.post(unit, combat.attacker_hex));
                if self.battle.field.units().may_pursue(state, unit) {
                    numbers = numbers.and(&self.strike_from(unit, combat.defender_hex));
                }
                numbers
            }
            Action::Breakthrough(payment) => {
                let unit = combat.attacker;
                let mut numbers = self.post(unit, combat.defender_hex).less(&self.post(unit, combat.attacker_hex));
                if let Some((_, strike)) = self.best_strike(unit, combat.defender_hex, 0) {
                    numbers = numbers.and(&strike);
                }
                let cost = self.battle.field.attack_order_cost(state, unit, self.battle.field.rules.breakthrough_cost);
                self.pay(&mut numbers, cost, payment);
                numbers
            }
            Action::PursueTo(hex) => {
                let unit = combat.attacker;
                self.post(unit, hex).less(&self.post(unit, state.unit(unit).hex)).and(&self.strike_from(unit, hex))
            }
            Action::AttackAgain(target) => {
                let unit = combat.attacker;
                let attack = AttackRoll::attack(&self.battle.field.board, state, unit, state.unit(unit).hex, target);
                let mut numbers = Numbers::NONE;
                self.exchange(state, &attack, 1.0, &mut numbers);
                numbers
            }
            Action::MoveOn(hex) => {
                let unit = combat.attacker;
                self.post(unit, hex).less(&self.post(unit, state.unit(unit).hex))
            }
            Action::Pass => Numbers::NONE,
            action => action.not_offered(),
        }
    }

    /// The best attack from a hex, if it has a positive score.
    fn strike_from(&self, unit: UnitId, hex: HexId) -> Numbers {
        match self.best_strike(unit, hex, 0) {
            Some((value, strike)) if value > 0.0 => strike,
            _ => Numbers::NONE,
        }
    }
}
