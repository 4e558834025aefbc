//! The choices within a combat as stated in a request for odds.

use super::walk::Way;
use super::{Dodge, OddsOptions};
use crate::game::sink::Search;
use crate::jomini::state::Benefits;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{State, Step, UnitId, side_of};

impl State {
    /// Gives a side the tokens for an order that it cannot pay for, so that any order can be evaluated. This is done at
    /// the time of payment, since the discount is lost with an officer who leads in between (J3.55, J3.56).
    pub(super) fn lend_tokens(&mut self, unit: UnitId, cost: u8) {
        let held = &mut self.side_mut(side_of(unit)).tokens;
        *held = (*held).max(cost);
    }

    /// The first officer that Sharpshooters may take: the one of highest rank in the order of army lists.
    pub(super) fn first_officer_shot(&self) -> Action {
        let attack = AttackRoll::running(self);
        let still = self.combat.apart & self.apart_bit() != 0;
        let officer = self.officers_at(side_of(attack.target), attack.to).next().filter(|_| still);
        officer.map_or(Action::Pass, Action::TakeOfficer)
    }
}

impl Battlefield {
    /// The stated choice at a decision before the dice; `None` if there is no such decision.
    pub(super) fn stated_before_dice(&self, state: &mut State, options: &OddsOptions) -> Option<Action> {
        let combat = &state.combat;
        let (attacker, defender) = (combat.attacker, combat.defender);
        Some(match state.step {
            Step::FrontRank(_) => Action::Pass,
            Step::BreakOff if options.break_off => Action::BreakOff,
            Step::BreakOff => Action::Stand,
            Step::AttackOrder => match options.order {
                Some(order) => {
                    let cost = self.discounted_order_cost(state, attacker, order);
                    state.lend_tokens(attacker, cost);
                    Action::OrderAttack(order, Payment::Tokens)
                }
                None => Action::NoOrder,
            },
            Step::DefenceOrder => match options.defence_order {
                Some(order) => {
                    let cost = self.cost_of_defence_order(state, defender, order);
                    state.lend_tokens(defender, cost);
                    Action::OrderDefence(order, Payment::Tokens)
                }
                None => Action::NoOrder,
            },
            Step::LeadForDice => self.lead(state, options),
            // The dice and what follows them are treated in `odds/walk.rs`.
            _ => return None,
        })
    }

    /// The officer whom the target gives up for a loss (J3.59): the first who is allowed to.
    pub(super) fn give_up(&self, state: &State, options: &OddsOptions, way: &mut Way) -> Action {
        let target = AttackRoll::running(state).target;
        let given_up = &mut way.given_up[side_of(target).index()];
        let officer =
            self.leaders_for(state, target, Benefits::LOSS).next().filter(|_| *given_up < options.loss_officers);
        let Some(officer) = officer else { return Action::Pass };
        *given_up += 1;
        // In a variant he may already lead the unit and have left the game.
        way.taken[side_of(target).index()] += u8::from(state.officer(officer).in_play);
        Action::LeadAgainstLoss(officer)
    }

    /// The officer who leads next (J3.60, JI-87).
    pub(super) fn lead(&self, state: &State, options: &OddsOptions) -> Action {
        let roller = AttackRoll::running(state).roller;
        let most = if roller == state.combat.attacker { options.leaders } else { options.target_leaders };
        if state.combat.leaders >= most {
            return Action::Pass;
        }
        self.leaders_for(state, roller, Benefits::DICE).next().map_or(Action::Pass, Action::LeadForDice)
    }
}

impl Battle {
    /// The dodge that is taken next (JI-81). If both are available, the one with fewer morale hits comes first, and the
    /// order if these are equal.
    pub(super) fn dodge(&self, state: &State, options: &OddsOptions) -> Action {
        let destroyed = state.combat.hits >= state.unit(AttackRoll::running(state).target).elements;
        let taken = |dodge: Dodge, action| {
            let wanted = dodge == Dodge::Yes || (dodge == Dodge::WhenNeeded && destroyed);
            (wanted && self.is_open(state, action)).then_some(action)
        };
        let by_order = taken(options.dodge_by_order, Action::DodgeByOrder);
        let by_trait = taken(options.dodge_by_trait, Action::DodgeByTrait);
        let order_first = self.field.rules.dodge_morale_hits <= self.field.rules.dodge_trait_morale_hits;
        let dodge = if order_first { by_order.or(by_trait) } else { by_trait.or(by_order) };
        dodge.unwrap_or(Action::Pass)
    }

    fn is_open(&self, state: &State, action: Action) -> bool {
        let mut search = Search { wanted: action, found: false };
        self.generate_actions(state, &mut search);
        search.found
    }
}
