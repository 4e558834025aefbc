//! Scores of decisions within a combat: the attack itself, orders of both sides, breaking off, leading, and the use of
//! hits and morale hits (J5.39 to J5.53, J3.38 to J3.53, J3.59, J3.60, JA3.12, JA3.16). Each choice scores the mean
//! effect of the rest of the combat.

use super::chances::Verdict;
use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Rank;
use crate::jomini::combat::blow::Blow;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::{AttackOrder, CounterCharge, DefenceOrder, State, Status, Step, Strike, UnitId};

impl Scene<'_> {
    /// The score of an action within a combat that does not choose a hex.
    pub fn reaction(&self, action: &Action) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let mut numbers = Numbers::NONE;
        if state.step == Step::Combat {
            if let Action::Attack(attacker, target) = *action {
                let attack = Blow::attack(&battle.field.board, state, attacker, state.unit(attacker).hex, target);
                self.exchange(state, &attack, 1.0, &mut numbers);
            }
            return numbers;
        }
        let running = Blow::running(state);
        match (state.step, *action) {
            (Step::BreakOff, Action::BreakOff) => {
                let blow = Blow { strike: Strike::AgainstBreakOff, ..running };
                let verdict = self.verdict(state, &blow);
                self.count(&mut numbers, &verdict, blow.struck, 1.0);
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
                let blow = Blow { leaders: running.leaders + 1, ..running };
                self.rest_of_combat(&blow, &mut numbers);
                self.give_up(&mut numbers, officer);
            }
            (Step::LeadForDice, _) => self.rest_of_combat(&running, &mut numbers),
            (Step::WindOfBall, Action::WindOfBall(count, payment)) => {
                self.turn_tactical(&running, count, &mut numbers);
                let cost = battle.field.attack_order_cost(state, running.striker, battle.field.rules.wind_of_ball_cost);
                self.pay(&mut numbers, cost, payment);
            }
            (Step::WindOfBall, _) => self.turn_tactical(&running, 0, &mut numbers),
            (Step::Riposte, Action::Riposte) => {
                let answer = running.answer(state, Strike::Riposte);
                let verdict = self.verdict(state, &answer);
                self.count(&mut numbers, &verdict, answer.struck, 1.0);
            }
            _ => self.consequence(&running, action, &mut numbers),
        }
        numbers
    }

    /// Adds the rest of the current combat from this blow on.
    fn rest_of_combat(&self, blow: &Blow, numbers: &mut Numbers) {
        match blow.strike {
            Strike::Attack => self.exchange(self.state, blow, 1.0, numbers),
            Strike::AgainstBreakOff
            | Strike::Riposte
            | Strike::Ambush
            | Strike::CounterChargeAttack
            | Strike::CounterChargeDefence => {
                let verdict = self.verdict(self.state, blow);
                self.count(numbers, &verdict, blow.struck, 1.0);
            }
        }
    }

    fn attack_order(&self, order: AttackOrder, payment: Payment, numbers: &mut Numbers) {
        let (battle, state) = (self.battle, self.state);
        let attack = Blow { order: Some(order), ..Blow::running(state) };
        if order == AttackOrder::Charge {
            let imagined = with_status(state, attack.striker, Status::SUPPORTED_BY_ORDER);
            self.exchange(&imagined, &attack, 1.0, numbers);
        } else {
            self.exchange(state, &attack, 1.0, numbers);
        }
        self.pay(numbers, battle.field.cost_of_attack_order(state, attack.striker, order), payment);
    }

    fn defence_order(&self, order: DefenceOrder, payment: Payment, numbers: &mut Numbers) {
        let (battle, state) = (self.battle, self.state);
        let attack = Blow::running(state);
        let unit = attack.struck;
        match order {
            DefenceOrder::Sacrifice => self.exchange(state, &attack, 1.0, numbers),
            DefenceOrder::LikeARock => {
                self.exchange(&with_status(state, unit, Status::SUPPORTED_BY_ORDER), &attack, 1.0, numbers)
            }
            DefenceOrder::HoldPosition => {
                self.exchange(&with_status(state, unit, Status::HOLD_POSITION), &attack, 1.0, numbers)
            }
            DefenceOrder::Nuts => {
                self.exchange(
                    &with_status(state, unit, Status::SUPPORTED_BY_ORDER | Status::NUTS),
                    &attack,
                    1.0,
                    numbers,
                );
            }
            DefenceOrder::Dodge => {
                let struck = super::chances::Struck {
                    dodge: battle.field.rules.hits_convertible.then_some(battle.field.rules.dodge_morale_hits),
                    ..self.struck(state, &attack)
                };
                self.exchange_on(state, &attack, struck, 1.0, numbers);
            }
            DefenceOrder::CounterCharge => {
                let charge = Blow { strike: Strike::CounterChargeAttack, ..attack };
                let verdict = self.verdict(state, &charge);
                self.count(numbers, &verdict, unit, 1.0);
                let back = attack.answer(state, Strike::CounterChargeDefence);
                let verdict = self.verdict(state, &back);
                self.count(numbers, &verdict, back.struck, 1.0);
            }
            DefenceOrder::Withdrawal => numbers.add(numbers::DRIVEN_OFF, 1.0),
            DefenceOrder::Ambush => {
                let ambush = attack.answer(state, Strike::Ambush);
                let verdict = self.verdict(state, &ambush);
                self.count(numbers, &verdict, ambush.struck, 1.0);
                let attacked = self.verdict(state, &attack);
                self.count(numbers, &attacked, unit, verdict.attacks());
            }
        }
        self.pay(numbers, battle.field.cost_of_defence_order(state, unit, order), payment);
    }

    /// The effect of a roll of which this many tactical advantages become morale hits (J3.44).
    fn turn_tactical(&self, blow: &Blow, turned: u8, numbers: &mut Numbers) {
        let combat = &self.state.combat;
        let rest = combat.tactical - turned;
        let (hits, morale_hits) =
            self.battle.field.rules.tactical_hits(self.battle.field.meaning(self.state, blow), rest);
        self.fate(
            blow,
            combat.hits + hits,
            combat.morale_hits + combat.firm_morale_hits + turned + morale_hits,
            numbers,
        );
    }

    /// The effect of given hits and morale hits on the struck unit.
    fn fate(&self, blow: &Blow, hits: u8, morale_hits: u8, numbers: &mut Numbers) {
        let verdict: Verdict = self.struck(self.state, blow).fate(hits, morale_hits);
        self.count(numbers, &verdict, blow.struck, 1.0);
    }

    /// Scores choices of the struck side between the roll and the retreat.
    fn consequence(&self, blow: &Blow, action: &Action, numbers: &mut Numbers) {
        let (state, rules) = (self.state, &self.battle.field.rules);
        let combat = &state.combat;
        let hits = combat.hits;
        // In a counter-charge morale hits wait until the losses of both are applied.
        let morale_hits = if combat.counter_charge == CounterCharge::No {
            combat.morale_hits + combat.firm_morale_hits
        } else {
            {
                let index = usize::from(combat.strike == Strike::CounterChargeDefence);
                (combat.kept_morale_hits[index] + combat.kept_firm_morale_hits[index])
                    .max(combat.morale_hits + combat.firm_morale_hits)
            }
        };
        match (state.step, *action) {
            (Step::Dodge, Action::DodgeByOrder) => {
                self.fate(blow, hits - 1, morale_hits + rules.dodge_morale_hits, numbers)
            }
            (Step::Dodge, Action::DodgeByTrait) => {
                self.fate(blow, hits - 1, morale_hits + rules.dodge_trait_morale_hits, numbers)
            }
            (Step::LeadAgainstLoss, Action::LeadAgainstLoss(officer)) => {
                self.fate(blow, self.battle.field.rules.hits_of_led(hits), morale_hits, numbers);
                self.give_up(numbers, officer);
            }
            (Step::Sharpshoot, Action::TakeOfficer(officer)) => {
                self.fate(blow, hits - 1, morale_hits, numbers);
                let commander = self.battle.field.forces.officer_profile(officer).rank == Rank::CommanderInChief;
                numbers.add(numbers::OFFICERS, if commander { -2.0 } else { -1.0 });
            }
            (Step::Dodge | Step::Sharpshoot | Step::LeadAgainstLoss, _) => self.fate(blow, hits, morale_hits, numbers),
            (Step::Ignore, Action::Ignore(count)) => {
                let struck = super::chances::Struck { ignored: 0, ..self.struck(state, blow) };
                self.count(numbers, &struck.fate(0, morale_hits - count), blow.struck, 1.0);
            }
            (Step::Sacrifice, action) => {
                let count = if let Action::Sacrifice(count) = action { count } else { 0 };
                let struck = super::chances::Struck { ignored: 0, ..self.struck(state, blow) };
                self.count(numbers, &struck.fate(count, morale_hits - count), blow.struck, 1.0);
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
