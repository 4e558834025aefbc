//! Scores of decisions within a combat: the attack itself, orders of both sides, breaking off, leading, and the use of
//! hits and morale hits (J5.39 to J5.53, J3.38 to J3.53, J3.59, J3.60, JA3.12, JA3.16). Each choice scores the mean
//! effect of the rest of the combat.

use super::chances::Verdict;
use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Rank;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::{AttackKind, AttackOrder, CounterCharge, DefenceOrder, State, Status, Step, UnitId};

impl Scene<'_> {
    /// The score of an action within a combat that does not choose a hex.
    pub fn reaction(&self, action: &Action) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let mut numbers = Numbers::NONE;
        if state.step == Step::Combat {
            if let Action::Attack(attacker, target) = *action {
                let attack = AttackRoll::attack(&battle.field.board, state, attacker, state.unit(attacker).hex, target);
                self.exchange(state, &attack, 1.0, &mut numbers);
            }
            return numbers;
        }
        let running = AttackRoll::running(state);
        match (state.step, *action) {
            (Step::BreakOff, Action::BreakOff) => {
                let attack = AttackRoll { kind: AttackKind::AgainstBreakOff, ..running };
                let verdict = self.verdict(state, &attack);
                self.count(&mut numbers, &verdict, attack.target, 1.0);
                numbers.add(numbers::DRIVEN_OFF, 1.0 - verdict.destroyed);
            }
            (Step::BreakOff, _) => self.exchange(state, &running, 1.0, &mut numbers),
            (Step::AttackOrder, Action::OrderAttack(order, payment)) => self.attack_order(order, payment, &mut numbers),
            (Step::AttackOrder, _) => self.exchange(state, &running, 1.0, &mut numbers),
            (Step::DefenceOrder, Action::OrderDefence(order, payment)) => {
                self.defence_order(order, payment, &mut numbers)
            }
            (Step::DefenceOrder, _) => self.exchange(state, &running, 1.0, &mut numbers),
            (Step::LeadForDice, Action::LeadForDice(officer)) => {
                let attack = AttackRoll { leaders: running.leaders + 1, ..running };
                self.rest_of_combat(&attack, &mut numbers);
                self.give_up(&mut numbers, officer);
            }
            (Step::LeadForDice, _) => self.rest_of_combat(&running, &mut numbers),
            (Step::WindOfBall, Action::WindOfBall(count, payment)) => {
                self.turn_tactical(&running, count, &mut numbers);
                let cost = battle.field.attack_order_cost(state, running.roller, battle.field.rules.wind_of_ball_cost);
                self.pay(&mut numbers, cost, payment);
            }
            (Step::WindOfBall, _) => self.turn_tactical(&running, 0, &mut numbers),
            (Step::Riposte, Action::Riposte) => {
                let answer = running.answer(state, AttackKind::Riposte);
                let verdict = self.verdict(state, &answer);
                self.count(&mut numbers, &verdict, answer.target, 1.0);
            }
            _ => self.consequence(&running, action, &mut numbers),
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
                let target = super::chances::Target {
                    dodge: battle.field.rules.hits_convertible.then_some(battle.field.rules.dodge_morale_hits),
                    ..self.target(state, &attack)
                };
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
        self.fate(
            attack,
            combat.hits + hits,
            combat.morale_hits + combat.firm_morale_hits + turned + morale_hits,
            numbers,
        );
    }

    /// The effect of given hits and morale hits on the target.
    fn fate(&self, attack: &AttackRoll, hits: u8, morale_hits: u8, numbers: &mut Numbers) {
        let verdict: Verdict = self.target(self.state, attack).fate(hits, morale_hits);
        self.count(numbers, &verdict, attack.target, 1.0);
    }

    /// Scores choices of the side of the target between the roll and the retreat.
    fn consequence(&self, attack: &AttackRoll, action: &Action, numbers: &mut Numbers) {
        let (state, rules) = (self.state, &self.battle.field.rules);
        let combat = &state.combat;
        let hits = combat.hits;
        // In a counter-charge morale hits wait until the losses of both are applied.
        let morale_hits = if combat.counter_charge == CounterCharge::No {
            combat.morale_hits + combat.firm_morale_hits
        } else {
            {
                let index = usize::from(combat.attack_kind == AttackKind::CounterChargeDefence);
                (combat.kept_morale_hits[index] + combat.kept_firm_morale_hits[index])
                    .max(combat.morale_hits + combat.firm_morale_hits)
            }
        };
        match (state.step, *action) {
            (Step::Dodge, Action::DodgeByOrder) => {
                self.fate(attack, hits - 1, morale_hits + rules.dodge_morale_hits, numbers)
            }
            (Step::Dodge, Action::DodgeByTrait) => {
                self.fate(attack, hits - 1, morale_hits + rules.dodge_trait_morale_hits, numbers)
            }
            (Step::LeadAgainstLoss, Action::LeadAgainstLoss(officer)) => {
                self.fate(attack, self.battle.field.rules.hits_of_led(hits), morale_hits, numbers);
                self.give_up(numbers, officer);
            }
            (Step::Sharpshoot, Action::TakeOfficer(officer)) => {
                self.fate(attack, hits - 1, morale_hits, numbers);
                let commander = self.battle.field.forces.officer_profile(officer).rank == Rank::CommanderInChief;
                numbers.add(numbers::OFFICERS, if commander { -2.0 } else { -1.0 });
            }
            (Step::Dodge | Step::Sharpshoot | Step::LeadAgainstLoss, _) => {
                self.fate(attack, hits, morale_hits, numbers)
            }
            (Step::Ignore, Action::Ignore(count)) => {
                let target = super::chances::Target { ignored: 0, ..self.target(state, attack) };
                self.count(numbers, &target.fate(0, morale_hits - count), attack.target, 1.0);
            }
            (Step::Sacrifice, action) => {
                let count = if let Action::Sacrifice(count) = action { count } else { 0 };
                let target = super::chances::Target { ignored: 0, ..self.target(state, attack) };
                self.count(numbers, &target.fate(count, morale_hits - count), attack.target, 1.0);
            }
            _ => {}
        }
    }
}

/// The position with a status of one unit added.
fn with_status(state: &State, unit: UnitId, added: Status) -> State {
    let mut imagined = *state;
    imagined.unit_mut(unit).status |= added;
    imagined
}
