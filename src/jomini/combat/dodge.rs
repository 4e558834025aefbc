//! Dodging: one hit becomes morale hits, by order (J3.48) or by trait (JA3.12), each once in a combat (J5.51, JI-81).

use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::rules::Rules;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Units;
use crate::jomini::state::{AttackKind, CounterCharge, DefenceOrder, State};

/// What lets a unit dodge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DodgeBy {
    /// The order Dodge (J3.48).
    Order,
    /// The letter of the unit (JA3.12).
    Trait,
}

/// What a dodged hit becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dodge {
    /// Morale hits.
    pub morale_hits: u8,
}

impl Dodge {
    /// Hits and morale hits once one of the hits, if there is any, has been dodged.
    #[inline]
    pub fn dodged(self, hits: u8, morale_hits: u8) -> (u8, u8) {
        if hits == 0 { (hits, morale_hits) } else { (hits - 1, morale_hits + self.morale_hits) }
    }
}

impl Rules {
    /// What a hit becomes that is dodged in this way; `None` if hits cannot be dodged (J5.51).
    pub fn dodge(&self, by: DodgeBy) -> Option<Dodge> {
        let morale_hits = match by {
            DodgeBy::Order => self.dodge_morale_hits,
            DodgeBy::Trait => self.dodge_trait_morale_hits,
        };
        self.hits_convertible.then_some(Dodge { morale_hits })
    }

    pub(in crate::jomini) fn apply_dodge(&self, state: &mut State, action: Action) -> Stage {
        let by = match action {
            Action::DodgeByOrder => {
                state.combat.dodge_order_used = true;
                DodgeBy::Order
            }
            Action::DodgeByTrait => {
                let is_defender = AttackRoll::running(state).target == state.combat.defender;
                state.combat.dodge_trait_used |= 1 << u8::from(is_defender);
                DodgeBy::Trait
            }
            Action::Pass => return Stage::Sharpshooters,
            action => action.not_offered(),
        };
        let dodge = self.dodge(by).expect("only hits that can be dodged are");
        let (hits, morale_hits) = dodge.dodged(state.combat.hits, 0);
        state.combat.hits = hits;
        if state.combat.counter_charge == CounterCharge::No {
            self.add_morale_hits(state, morale_hits);
        } else {
            let index = state.combat.part_of_counter_charge();
            let firm = !self.flags_equal_morale_hits;
            let kept = if firm { &mut state.combat.kept_firm_morale_hits } else { &mut state.combat.kept_morale_hits };
            kept[index] += morale_hits;
        }
        Stage::Dodge
    }
}

impl Units<'_> {
    /// Whether the target may dodge a hit (step 8), by order (J3.48) or trait (JA3.12), each once in a combat
    /// (JI-81).
    pub(in crate::jomini) fn may_dodge(self, state: &State) -> bool {
        self.dodges(state).contains(&true)
    }

    /// Whether the target may dodge by order, and by trait.
    fn dodges(self, state: &State) -> [bool; 2] {
        let combat = &state.combat;
        let attack = AttackRoll::running(state);
        if attack.kind == AttackKind::AgainstBreakOff {
            return [false; 2];
        }
        let is_defender = attack.target == combat.defender;
        let by_order = self.rules.dodge(DodgeBy::Order).is_some()
            && is_defender
            && combat.defence_order == Some(DefenceOrder::Dodge)
            && !combat.dodge_order_used;
        let bit = 1 << u8::from(is_defender);
        let by_trait = self.rules.dodge(DodgeBy::Trait).is_some()
            && self.forces.profile(attack.target).has(UnitLetters::DODGING)
            && combat.dodge_trait_used & bit == 0;
        [by_order, by_trait]
    }

    pub(in crate::jomini) fn dodge_actions(self, state: &State, sink: &mut impl Sink<Action>) {
        let [by_order, by_trait] = self.dodges(state);
        sink.push(Action::Pass);
        if by_order {
            sink.push(Action::DodgeByOrder);
        }
        if by_trait {
            sink.push(Action::DodgeByTrait);
        }
    }
}
