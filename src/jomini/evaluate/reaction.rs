//! Scores of decisions within a combat: the attack itself, orders of both sides, breaking off, leading, and the use of
//! hits and morale hits (J5.39 to J5.53, J3.38 to J3.53, J3.59, J3.60, JA3.12, JA3.16). Each choice scores the mean
//! effect of the rest of the combat.

use super::chances::{Target, Verdict};
use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::combat::dodge::DodgeBy;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::{AttackKind, AttackOrder, DefenceOrder, State, Status, UnitId};

impl Scene<'_> {
    /// The score of an attack, or of the end of the attacks of a group.
    pub fn attack(&self, action: &Action) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let mut numbers = Numbers::NONE;
        match *action {
            Action::Attack(attacker, target) => {
                let attack = AttackRoll::attack(&battle.field.board, state, attacker, state.unit(attacker).hex, target);
                self.exchange(state, &attack, 1.0, &mut numbers);
            }
            Action::Done => {}
            action => action.not_offered(),
        }
        numbers
    }

    /// The score of breaking off, or of standing (JA3.16).
    pub fn break_off(&self, action: &Action) -> Numbers {
        let running = AttackRoll::running(self.state);
        let mut numbers = Numbers::NONE;
        match *action {
            Action::BreakOff => {
                let attack = AttackRoll { kind: AttackKind::AgainstBreakOff, ..running };
                let verdict = self.verdict(self.state, &attack);
                self.count(&mut numbers, &verdict, attack.target, 1.0);
                numbers.add(numbers::DRIVEN_OFF, 1.0 - verdict.destroyed);
            }
            Action::Stand => self.exchange(self.state, &running, 1.0, &mut numbers),
            action => action.not_offered(),
        }
        numbers
    }

    /// The score of an order of either side before the dice, or of none.
    pub fn combat_order(&self, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        match *action {
            Action::OrderAttack(order, payment) => self.attack_order(order, payment, &mut numbers),
            Action::OrderDefence(order, payment) => self.defence_order(order, payment, &mut numbers),
            Action::NoOrder => self.exchange(self.state, &AttackRoll::running(self.state), 1.0, &mut numbers),
            action => action.not_offered(),
        }
        numbers
    }

    /// The score of leading for dice (J3.60).
    pub fn leading_for_dice(&self, action: &Action) -> Numbers {
        let running = AttackRoll::running(self.state);
        let mut numbers = Numbers::NONE;
        match *action {
            Action::LeadForDice(officer) => {
                let attack = AttackRoll { leaders: running.leaders + 1, ..running };
                self.rest_of_combat(&attack, &mut numbers);
                self.give_up(&mut numbers, officer);
            }
            Action::Pass => self.rest_of_combat(&running, &mut numbers),
            action => action.not_offered(),
        }
        numbers
    }

    /// The score of turning tactical advantages into morale hits (J3.44).
    pub fn wind_of_ball(&self, action: &Action) -> Numbers {
        let field = &self.battle.field;
        let running = AttackRoll::running(self.state);
        let mut numbers = Numbers::NONE;
        match *action {
            Action::WindOfBall(count, payment) => {
                self.turn_tactical(&running, count, &mut numbers);
                let cost = field.attack_order_cost(self.state, running.roller, field.rules.wind_of_ball_cost);
                self.pay(&mut numbers, cost, payment);
            }
            Action::Pass => self.turn_tactical(&running, 0, &mut numbers),
            action => action.not_offered(),
        }
        numbers
    }

    /// The score of a riposte (J5.87).
    pub fn riposte(&self, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        match action {
            Action::Riposte => {
                let answer = AttackRoll::running(self.state).answer(self.state, AttackKind::Riposte);
                let verdict = self.verdict(self.state, &answer);
                self.count(&mut numbers, &verdict, answer.target, 1.0);
            }
            Action::Pass => {}
            action => action.not_offered(),
        }
        numbers
    }

    /// Adds the rest of the current combat from this attack on.
    fn rest_of_combat(&self, attack: &AttackRoll, numbers: &mut Numbers) {
        match attack.kind {
            AttackKind::Attack => self.exchange(self.state, attack, 1.0, numbers),
            AttackKind::AgainstBreakOff
            | AttackKind::Riposte
            | AttackKind::Ambush
            | AttackKind::CounterChargeAttack
            | AttackKind::CounterChargeDefence => {
                let verdict = self.verdict(self.state, attack);
                self.count(numbers, &verdict, attack.target, 1.0);
            }
        }
    }

    fn attack_order(&self, order: AttackOrder, payment: Payment, numbers: &mut Numbers) {
        let (battle, state) = (self.battle, self.state);
        let attack = AttackRoll { order: Some(order), ..AttackRoll::running(state) };
        if order == AttackOrder::Charge {
            let imagined = with_status(state, attack.roller, Status::SUPPORTED_BY_ORDER);
            self.exchange(&imagined, &attack, 1.0, numbers);
        } else {
            self.exchange(state, &attack, 1.0, numbers);
        }
        self.pay(numbers, battle.field.discounted_order_cost(state, attack.roller, order), payment);
    }

    fn defence_order(&self, order: DefenceOrder, payment: Payment, numbers: &mut Numbers) {
        let (battle, state) = (self.battle, self.state);
        let attack = AttackRoll::running(state);
        let unit = attack.target;
        match order {
            DefenceOrder::Sacrifice | DefenceOrder::LikeARock | DefenceOrder::HoldPosition | DefenceOrder::Nuts => {
                self.exchange(&with_status(state, unit, order.status()), &attack, 1.0, numbers);
            }
            DefenceOrder::Dodge => {
                let dodge = battle.field.rules.dodge(DodgeBy::Order);
                let target = Target { dodge, ..self.target(state, &attack) };
                self.exchange_on(state, &attack, target, 1.0, numbers);
            }
            DefenceOrder::CounterCharge => {
                let charge = AttackRoll { kind: AttackKind::CounterChargeAttack, ..attack };
                let verdict = self.verdict(state, &charge);
                self.count(numbers, &verdict, unit, 1.0);
                let back = attack.answer(state, AttackKind::CounterChargeDefence);
                let verdict = self.verdict(state, &back);
                self.count(numbers, &verdict, back.target, 1.0);
            }
            DefenceOrder::Withdrawal => numbers.add(numbers::DRIVEN_OFF, 1.0),
            DefenceOrder::Ambush => {
                let ambush = attack.answer(state, AttackKind::Ambush);
                let verdict = self.verdict(state, &ambush);
                self.count(numbers, &verdict, ambush.target, 1.0);
                let attacked = self.verdict(state, &attack);
                self.count(numbers, &attacked, unit, verdict.attacks());
            }
        }
        self.pay(numbers, battle.field.cost_of_defence_order(state, unit, order), payment);
    }

    /// The effect of a roll of which this many tactical advantages become morale hits (J3.44).
    fn turn_tactical(&self, attack: &AttackRoll, turned: u8, numbers: &mut Numbers) {
        let combat = &self.state.combat;
        let rest = combat.tactical - turned;
        let (hits, morale_hits) =
            self.battle.field.rules.tactical_hits(self.battle.field.advantage_effect(self.state, attack), rest);
        self.fate(self.state, attack, combat.hits + hits, combat.current_morale_hits() + turned + morale_hits, numbers);
    }

    /// The effect of given hits and morale hits on the target as it is in a state.
    fn fate(&self, state: &State, attack: &AttackRoll, hits: u8, morale_hits: u8, numbers: &mut Numbers) {
        let verdict: Verdict = self.target(state, attack).fate(hits, morale_hits);
        self.count(numbers, &verdict, attack.target, 1.0);
    }

    /// The score of what becomes of the hits of a strike: one is dodged (J3.48, JA3.12), an officer is taken (JA3.17),
    /// or an officer is given up (J3.59). The hits and morale hits that remain are those of the rule itself.
    pub fn choice_about_hits(&self, action: &Action) -> Numbers {
        let attack = AttackRoll::running(self.state);
        let mut state = *self.state;
        self.battle.field.execute_in_strike(&mut state, *action);
        let (before, after) = (&self.state.combat, &state.combat);
        let added = after.morale_hits_in_all_parts() - before.morale_hits_in_all_parts();
        let mut numbers = Numbers::NONE;
        // An officer who has left the hex ignores no morale hit there (J5.53).
        self.fate(&state, &attack, after.hits, before.all_morale_hits() + added, &mut numbers);
        match *action {
            Action::LeadAgainstLoss(officer) => self.give_up(&mut numbers, officer),
            Action::TakeOfficer(officer) => {
                numbers.add(numbers::OFFICERS, -self.battle.field.forces.officer_worth(officer));
            }
            // No other officer is concerned.
            _ => {}
        }
        numbers
    }

    /// The score of what becomes of the morale hits of a strike: they are ignored (J5.53) or become losses (J3.46).
    pub fn choice_about_morale(&self, action: &Action) -> Numbers {
        let attack = AttackRoll::running(self.state);
        let morale_hits = self.state.combat.all_morale_hits();
        let (losses, left) = match *action {
            Action::Ignore(count) => (0, morale_hits - count),
            Action::Sacrifice(count) => (count, morale_hits - count),
            Action::Pass => (0, morale_hits),
            action => action.not_offered(),
        };
        let target = Target { ignored: 0, ..self.target(self.state, &attack) };
        let mut numbers = Numbers::NONE;
        self.count(&mut numbers, &target.fate(losses, left), attack.target, 1.0);
        numbers
    }
}

/// The position with a status of one unit added.
fn with_status(state: &State, unit: UnitId, added: Status) -> State {
    let mut imagined = *state;
    imagined.unit_mut(unit).status |= added;
    imagined
}
