//! Order tokens and the cost of orders: discounts, surcharges, the minimum, and officers who give an order free of
//! charge by leading (J3.17 to J3.20, J3.21, J3.22 to J3.24, J3.55, J3.58).

use crate::game::Side;
use crate::jomini::army::unit::{Class, Rank};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::Rules;
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Payment;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::{NO_UNIT, OfficerId, State, UnitId, side_of, side_of_officer};

impl State {
    /// Pays with order tokens (J3.19).
    pub fn pay(&mut self, side: Side, cost: u8) {
        let tokens = &mut self.side_mut(side).tokens;
        *tokens = tokens.checked_sub(cost).expect("an order is paid from tokens already held (J3.19)");
    }
}

impl Rules {
    /// The cost of an order to several units: no discount except in a variant (JI-60).
    pub fn group_order_cost(&self, printed: u8) -> u8 {
        self.cost_with_switch(printed, self.group_order_discount)
    }

    /// The cost of a command order: no discount except in a variant (J3.25).
    pub fn command_order_cost(&self, printed: u8) -> u8 {
        self.cost_with_switch(printed, self.command_order_discountable)
    }

    fn cost_with_switch(&self, printed: u8, discounted: bool) -> u8 {
        if discounted { printed.saturating_sub(self.officer_order_discount).max(self.order_min_cost) } else { printed }
    }

    /// Gives a side order tokens (J3.18), up to the most it may hold (JI-58).
    pub fn gain_tokens(&self, state: &mut State, side: Side, tokens: u8) {
        let held = &mut state.side_mut(side).tokens;
        *held += self.tokens_gained(*held, tokens);
    }

    /// How many of these tokens a side that holds so many can still take (JI-58).
    pub(in crate::jomini) fn tokens_gained(&self, held: u8, tokens: u8) -> u8 {
        tokens.min(self.max_order_tokens.unwrap_or(u8::MAX).saturating_sub(held))
    }
}

impl Units<'_> {
    /// Pays for an order to a unit (J3.19); an officer who leads leaves the game (J3.56).
    pub fn pay_for(self, state: &mut State, unit: UnitId, cost: u8, payment: Payment) {
        match payment {
            Payment::Tokens => state.pay(side_of(unit), cost),
            Payment::Lead(officer) => self.put_at_head(state, officer, unit, Benefits::ORDER),
        }
    }
}

impl Positions<'_> {
    /// Whether a unit is within the influence of an officer of its side (J3.4, J3.54, J3.55).
    pub fn is_influenced(self, state: &State, unit: UnitId) -> bool {
        self.officers_in_influence(state, unit).next().is_some()
    }

    /// The officers with a unit within their influence (J3.4).
    #[inline]
    fn officers_in_influence(self, state: &State, unit: UnitId) -> impl Iterator<Item = OfficerId> {
        let hex = state.unit(unit).hex;
        // No officer leads an elephant in panic, which may not have a hex yet.
        let wild = self.forces.is_panicked(unit);
        self.forces.officers_on_table(state, side_of(unit)).filter(move |officer| {
            !wild
                && self.board.distance(state.officer(*officer).hex, hex)
                    <= self.forces.officer_profile(*officer).influence_range
        })
    }
}

impl Battlefield {
    /// The cost of an order to one unit: the printed cost (Élan's multiplier included), the unit's trait, one discount
    /// for any number of officers within whose influence it stands, and never less than the minimum (J3.24, J3.55,
    /// JI-59).
    fn order_cost(&self, state: &State, unit: UnitId, printed: u8, by_trait: i8) -> u8 {
        let rules = &self.rules;
        let discount =
            if self.positions().is_influenced(state, unit) { -i32::from(rules.officer_order_discount) } else { 0 };
        let by_trait = i32::from(by_trait);
        let change = if rules.discounts_stack || by_trait >= 0 { discount + by_trait } else { discount.min(by_trait) };
        (i32::from(printed) + change).max(i32::from(rules.order_min_cost)) as u8
    }

    /// The cost of a manoeuvre order to one unit (JA3.30, JA3.31).
    pub fn manoeuvre_order_cost(&self, state: &State, unit: UnitId, printed: u8) -> u8 {
        self.order_cost(state, unit, printed, self.forces.profile(unit).manoeuvre_cost)
    }

    /// The cost of rallying this many elements of a unit (J3.37).
    pub fn rally_cost(&self, state: &State, unit: UnitId, elements: u8) -> u8 {
        let each = match self.forces.profile(unit).class {
            Class::Infantry => self.rules.rally_cost_infantry,
            Class::Mounted | Class::Artillery => self.rules.rally_cost_other,
        };
        self.manoeuvre_order_cost(state, unit, each.saturating_mul(elements))
    }

    /// The cost of an attack order (JA3.32, JA3.33).
    pub fn attack_order_cost(&self, state: &State, unit: UnitId, printed: u8) -> u8 {
        self.order_cost(state, unit, printed, self.forces.profile(unit).attack_cost)
    }

    /// The cost of a defence order (JA3.34, JA3.35).
    pub fn defence_order_cost(&self, state: &State, unit: UnitId, printed: u8) -> u8 {
        self.order_cost(state, unit, printed, self.forces.profile(unit).defence_cost)
    }

    /// The officers who may put themselves at the head of a unit for this benefit (J3.56, J3.62): those whom it obeys
    /// (JA2.9, JI-55), or who have done so (JI-86).
    pub fn leaders_for<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
        benefit: Benefits,
    ) -> impl Iterator<Item = OfficerId> + 'a {
        let ready =
            self.positions().officers_in_influence(state, unit).filter(|_| !self.rules.period_lace_wars).filter(
                move |officer| {
                    (self.rules.cinc_may_lead || self.forces.officer_profile(*officer).rank != Rank::CommanderInChief)
                        && self.obeys(state, unit, *officer)
                },
            );
        self.units().leading_already(state, unit, benefit).chain(ready)
    }

    /// Passes each unit that an officer may lead (J3.56), since it obeys him (JA2.9, JI-55), to `take`, in the order of
    /// his side's view.
    pub fn each_unit_led_by(&self, state: &State, officer: OfficerId, mut take: impl FnMut(UnitId)) {
        let mut take = |unit| {
            if self.obeys(state, unit, officer) {
                take(unit);
            }
        };
        let profile = self.forces.officer_profile(officer);
        // JA4.3: in lace no officer leads a unit by giving himself up.
        if self.rules.period_lace_wars || (profile.rank == Rank::CommanderInChief && !self.rules.cinc_may_lead) {
            return;
        }
        let side = side_of_officer(officer);
        let hex = state.officer(officer).hex;
        if profile.influence_range > 1 {
            for unit in self.forces.units_on_table(state, side) {
                if self.board.distance(hex, state.unit(unit).hex) <= profile.influence_range {
                    take(unit);
                }
            }
            return;
        }
        let mut take_at = |hex: HexId| {
            let unit = state.unit_at(hex);
            if unit != NO_UNIT && side_of(unit) == side && !self.forces.is_panicked(unit) {
                take(unit);
            }
        };
        take_at(hex);
        if profile.influence_range == 1 {
            for towards in self.board.directions(side) {
                let next = self.board.neighbours(hex)[towards];
                if next != NO_HEX {
                    take_at(next);
                }
            }
        }
    }

    /// Whether any officer may lead this unit.
    pub fn has_leader_for(&self, state: &State, unit: UnitId, benefit: Benefits) -> bool {
        self.leaders_for(state, unit, benefit).next().is_some()
    }

    /// Passes each way to pay for an order to one unit to `take`; the unit need not be near an officer (J3.20): tokens
    /// if there are enough (J3.19), or any officer who may lead it (J3.58, JI-89).
    pub fn payments(&self, state: &State, unit: UnitId, cost: u8, mut take: impl FnMut(Payment)) {
        if state.side(side_of(unit)).tokens >= cost {
            take(Payment::Tokens);
        }
        for officer in self.leaders_for(state, unit, Benefits::ORDER) {
            take(Payment::Lead(officer));
        }
    }
}
