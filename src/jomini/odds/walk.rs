//! Drives a copy of the position through one combat: takes the stated choice at every decision, follows every roll with its weight, and sorts what came of it.

use super::{Dodge, Odds, OddsError, OddsOptions, Row, StrikeOdds};
use crate::game::sink::{FirstOfTwo, Search};
use crate::game::{Exact, Weighted};
use crate::jomini::action::{Action, Payment, Roll};
use crate::jomini::battle::Battle;
use crate::jomini::blow::Blow;
use crate::jomini::dice::MOST_DICE;
use crate::jomini::hex::NO_HEX;
use crate::jomini::leading::benefit;
use crate::jomini::order_faults::OrderFault;
use crate::jomini::state::{CounterCharge, DefenceOrder, MAX_STAMPEDES, NO_UNIT, Stampede, State, Step, Strike, UnitId, side_of, status};
use crate::jomini::unit::Class;
use std::collections::BTreeMap;

/// Where a combat that is driven on comes to a halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// The dice of a strike are owed.
    Strike,
    /// This many dice of the Panic letter are owed.
    Panic(u8),
    /// This many dice for a wound of the officer in the front rank are owed.
    Wound(u8),
    /// The defender may strike back.
    Riposte,
    /// The roll and all that it did to the unit struck are over.
    End,
}

/// What a way through the dice needs to remember beside the state.
#[derive(Clone, Copy)]
struct Way {
    /// With what probability it is taken.
    share: Exact,
    /// The dice of the strike have fallen.
    fallen: bool,
    /// Retreat hexes made, by side.
    made: [u8; 2],
    /// Order tokens paid for Wind of the ball.
    paid: u8,
    /// Officers lost, by side: taken by Sharpshooters, wounded in the front rank, given up for losses.
    taken: [u8; 2],
    /// Officers given up for losses, by side.
    given_up: [u8; 2],
}

impl Way {
    const NEW: Way = Way { share: Exact::ONE, fallen: false, made: [0; 2], paid: 0, taken: [0; 2], given_up: [0; 2] };
}

/// Counts of each row, by the power of six over which they stand.
type Tally = BTreeMap<(Row, u128), u128>;

/// A strike still to be weighed, and with what probability it comes to it.
struct Pending {
    state: State,
    share: Exact,
}

impl Battle {
    /// The position in which the first dice of the combat are owed, all orders given.
    pub(super) fn begin_weighing(
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
        let hex = state.unit(attacker).hex;
        if self.stands_by_road_on_closed(state, attacker, hex) || self.has_moved_out_of_dice(state, attacker) {
            return Err(OddsError::CannotFight);
        }
        match self.reach_fault(state, attacker, defender) {
            Some(fault) if !options.even_if_illegal || !fault.can_be_weighed() => return Err(OddsError::OutOfReach(fault)),
            _ => {}
        }
        if options.defence_order == Some(DefenceOrder::Withdrawal) {
            return Err(OddsError::NothingRolled);
        }
        self.check_leaders(state, attacker, defender, options)?;
        if options.wind_of_ball > 0 {
            if self.profile(attacker).class != Class::Artillery || self.rules.attack_orders_per_combat == 0 {
                return Err(OddsError::OrderForbidden("wind_of_ball", "it is for artillery that fires (J3.44)"));
            }
            if options.order.is_some() {
                return Err(OddsError::OrderForbidden("wind_of_ball", "one attack gets one attack order (J3.22)"));
            }
        }

        let mut state = *state;
        state.flight_count = 0;
        (state.stampedes, state.stampede_count) = ([Stampede::NONE; MAX_STAMPEDES], 0);
        state.outcome = None;
        state.active = side_of(attacker);
        self.start_combat(&mut state, attacker, defender);
        self.fill_front_ranks(&mut state, options)?;
        if options.break_off && state.step != Step::BreakOff {
            return Err(OddsError::CannotBreakOff);
        }
        if let Some(order) = options.order {
            let fault = if options.break_off {
                Some(OrderFault::Forbidden("no orders are given where the target breaks off (JI-157)"))
            } else {
                self.attack_orders_fault(&state).or_else(|| self.attack_order_fault(&state, order))
            };
            OddsError::check(super::report::order_names(options)[0], fault)?;
        }
        if options.defence_order.is_some() && options.break_off {
            let fault = OrderFault::Forbidden("no orders are given where the target breaks off (JI-157)");
            OddsError::check(super::report::order_names(options)[1], Some(fault))?;
        }
        // What an attack order has changed, the defence order is judged by.
        while matches!(state.step, Step::BreakOff | Step::AttackOrder) {
            let action = self.stated_before_dice(&mut state, options).expect("orders are decisions before the dice");
            self.perform(&mut state, action);
        }
        if let Some(order) = options.defence_order {
            let fault = self.defence_orders_fault(&state).or_else(|| self.defence_order_fault(&state, order));
            OddsError::check(super::report::order_names(options)[1], fault)?;
        }
        self.drive(&mut state, options, &mut { Way::NEW })?;
        Ok(state)
    }

    /// Whether as many officers can lead as are asked for (J3.56, J3.60, JI-87).
    fn check_leaders(&self, state: &State, attacker: UnitId, defender: UnitId, options: &OddsOptions) -> Result<(), OddsError> {
        let can_lead = |unit| if self.rules.lead_dice == 0 { 0 } else { self.leaders_for(state, unit, benefit::DICE).count() as u8 };
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

    /// Officers step into the front rank as it is asked (JA4.4): of several the one of highest rank, as army lists stand.
    fn fill_front_ranks(&self, state: &mut State, options: &OddsOptions) -> Result<(), OddsError> {
        let [attacker, defender] = [state.combat.attacker, state.combat.defender];
        let mut asked = [options.front_rank.of_attacker(), options.front_rank.of_target()];
        while let Step::FrontRank(unit) = state.step {
            let wanted = std::mem::take(&mut asked[usize::from(unit == defender)]);
            let officer = state.officers_at(side_of(unit), state.unit(unit).hex).next().filter(|_| wanted);
            self.perform(state, officer.map_or(Action::Pass, Action::FrontRank));
        }
        match asked {
            [true, _] => Err(OddsError::NoFrontRank(attacker, "attacker")),
            [_, true] => Err(OddsError::NoFrontRank(defender, "target")),
            _ => Ok(()),
        }
    }

    /// Lends a side the tokens that an order costs, if it holds fewer: what an order would do can be asked before it can be paid. They are lent when they are paid, since an
    /// officer who leads in between takes his discount with him (J3.55, J3.56).
    fn lend_tokens(state: &mut State, unit: UnitId, cost: u8) {
        let held = &mut state.side_mut(side_of(unit)).tokens;
        *held = (*held).max(cost);
    }

    /// The stated choice at a decision before the dice; nothing where none is to be made.
    fn stated_before_dice(&self, state: &mut State, options: &OddsOptions) -> Option<Action> {
        let combat = &state.combat;
        let (attacker, defender) = (combat.attacker, combat.defender);
        Some(match state.step {
            Step::FrontRank(_) => Action::Pass,
            Step::BreakOff if options.break_off => Action::BreakOff,
            Step::BreakOff => Action::Stand,
            Step::AttackOrder => match options.order {
                Some(order) => {
                    let cost = self.cost_of_attack_order(state, attacker, order);
                    Battle::lend_tokens(state, attacker, cost);
                    Action::OrderAttack(order, Payment::Tokens)
                }
                None => Action::NoOrder,
            },
            Step::DefenceOrder => match options.defence_order {
                Some(order) => {
                    let cost = self.cost_of_defence_order(state, defender, order);
                    Battle::lend_tokens(state, defender, cost);
                    Action::OrderDefence(order, Payment::Tokens)
                }
                None => Action::NoOrder,
            },
            Step::LeadForDice => self.lead(state, options),
            _ => return None,
        })
    }

    /// Weighs the strike that is owed, and those that follow it.
    pub(super) fn weigh(&self, start: State, options: &OddsOptions) -> Result<Odds, OddsError> {
        let mut odds = Odds { options: *options, may_riposte: Exact::NONE, no_riposte: None, strikes: Vec::new() };
        let mut stage = vec![Pending { state: start, share: Exact::ONE }];
        while !stage.is_empty() {
            let mut next: Vec<Pending> = Vec::new();
            for pending in &stage {
                let mut may_riposte = odds.may_riposte;
                self.weigh_strike(pending, options, &mut odds.strikes, &mut |state, halt, share| {
                    if halt == Halt::Riposte {
                        may_riposte = may_riposte.plus(share)?;
                    }
                    if halt == Halt::Strike || options.riposte { self.queue(state, share, &mut next) } else { Ok(()) }
                })?;
                odds.may_riposte = may_riposte;
            }
            for pending in &mut next {
                if pending.state.step == Step::Riposte {
                    self.perform(&mut pending.state, Action::Riposte);
                    self.drive(&mut pending.state, options, &mut { Way::NEW })?;
                }
            }
            // Guns with most elements left, and so with most dice, first.
            next.sort_by_key(|it| std::cmp::Reverse(it.state.unit(Blow::running(&it.state).striker).elements));
            stage = next;
        }
        odds.may_riposte = odds.may_riposte.reduced();
        for strike in &mut odds.strikes {
            strike.rolled = strike.rolled.reduced();
        }
        Ok(odds)
    }

    /// Keeps a strike that comes next, together with those that differ in nothing that it could feel.
    fn queue(&self, state: &State, share: Exact, next: &mut Vec<Pending>) -> Result<(), OddsError> {
        let felt = |state: &State| {
            let combat = &state.combat;
            let guns = |unit| if self.profile(unit).class == Class::Artillery { state.unit(unit).elements } else { 0 };
            let struck = if state.step == Step::Riposte { combat.attacker } else { combat.defender };
            // Officers: who is left to lead, to be given up, to be taken, to hold the unit that is struck.
            (state.unit(struck).elements, guns(combat.attacker), guns(combat.defender), combat.dodge_trait_used, state.officers)
        };
        match next.iter_mut().find(|it| felt(&it.state) == felt(state)) {
            Some(known) => known.share = known.share.plus(share)?,
            None => next.push(Pending { state: *state, share }),
        }
        Ok(())
    }

    /// Weighs one strike, or the two of a counter-charge. Hands every position in which another strike may follow to `then`, with the probability of getting there.
    fn weigh_strike(
        &self,
        pending: &Pending,
        options: &OddsOptions,
        strikes: &mut Vec<StrikeOdds>,
        then: &mut dyn FnMut(&State, Halt, Exact) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let start = &pending.state;
        let mut blows = vec![Blow::running(start)];
        if start.combat.counter_charge != CounterCharge::No {
            blows.push(blows[0].answer(start, Strike::CounterChargeDefence));
        }
        let mut tallies = vec![Tally::new(); blows.len()];
        self.follow(*start, Way::NEW, options, &mut |state, halt, way| {
            for (blow, tally) in blows.iter().zip(&mut tallies) {
                let tokens = |state: &State| state.side(side_of(blow.striker)).tokens;
                let paid = if blow.strike == Strike::Attack { way.paid } else { 0 };
                let row = Row {
                    losses: start.unit(blow.struck).elements - state.unit(blow.struck).elements,
                    retreat: way.made[side_of(blow.struck).index()],
                    tokens: (u16::from(tokens(state)) + u16::from(paid)).saturating_sub(u16::from(tokens(start))).min(255) as u8,
                    officers: way.taken[side_of(blow.struck).index()],
                };
                *tally.entry((row, way.share.total)).or_default() += way.share.count;
            }
            if halt == Halt::End { Ok(()) } else { then(state, halt, pending.share.times(way.share)?) }
        })?;
        for (blow, tally) in blows.iter().zip(&tallies) {
            let odds = self.strike_odds(start, blow, pending.share, tally);
            match strikes.iter_mut().find(|it| it.rolls_like(&odds)) {
                Some(known) => known.rolled = known.rolled.plus(odds.rolled)?,
                None => strikes.push(odds),
            }
        }
        Ok(())
    }

    fn strike_odds(&self, state: &State, blow: &Blow, rolled: Exact, tally: &Tally) -> StrikeOdds {
        let total = tally.keys().map(|(_, total)| *total).max().expect("every roll comes to an end");
        let mut counts: BTreeMap<Row, u128> = BTreeMap::new();
        for ((row, over), count) in tally {
            // Dice that were not thrown may show anything.
            *counts.entry(*row).or_default() += count * (total / over);
        }
        let rows: Vec<(Row, u128)> = counts.into_iter().collect();
        assert_eq!(rows.iter().map(|(_, count)| count).sum::<u128>(), total, "the counts of all rows sum to the total");
        let mut trail = Vec::new();
        let dice = self.dice(state, blow, &mut trail);
        let holds = state.unit(blow.struck).has(status::HOLD_POSITION);
        let ignored = if holds { u8::MAX } else { self.morale_hits_ignored(state, blow) };
        let tactical = self.meaning(state, blow);
        StrikeOdds { strike: blow.strike, striker: blow.striker, struck: blow.struck, rolled, dice, trail, tactical, ignored, rows, total }
    }

    /// Follows every result of the dice that are owed to the end of the strike, or to the next one.
    fn follow(
        &self,
        mut state: State,
        mut way: Way,
        options: &OddsOptions,
        take: &mut dyn FnMut(&State, Halt, Way) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let halt = self.drive(&mut state, options, &mut way)?;
        let mut rolls: Vec<Weighted<Roll>> = Vec::new();
        let thrown = match halt {
            // The second strike of a counter-charge belongs to the first.
            Halt::Strike if !way.fallen || state.combat.counter_charge != CounterCharge::No => {
                let blow = Blow::running(&state);
                let dice = self.dice(&state, &blow, &mut ());
                self.list_blow(&state, &blow, dice, &mut rolls);
                dice
            }
            Halt::Panic(dice) => {
                Battle::list_rolls(self.panic_sorting(&state), dice, &mut rolls);
                dice
            }
            Halt::Wound(dice) => {
                Battle::list_rolls(self.wound_sorting(), dice, &mut rolls);
                dice
            }
            _ => return take(&state, halt, way),
        };
        let total = 6u128.pow(u32::from(thrown.min(MOST_DICE)));
        for Weighted { roll, weight } in rolls {
            let mut next = state;
            let mut way = way;
            match halt {
                Halt::Panic(_) => self.apply_panic(&mut next, roll.hits),
                Halt::Wound(_) => {
                    let struck = Blow::running(&state).struck;
                    let officer = self.front_officer(&state, struck);
                    self.apply_wound(&mut next, roll);
                    let wounded = officer.is_some_and(|officer| !next.officer(officer).in_play);
                    way.taken[side_of(struck).index()] += u8::from(wounded);
                }
                _ => self.apply_strike_roll(&mut next, roll),
            }
            let share = way.share.times(Exact { count: u128::from(weight), total })?;
            self.follow(next, Way { share, fallen: true, ..way }, options, take)?;
        }
        Ok(())
    }

    /// Takes the stated choice at every decision until dice are owed or the strike is over.
    fn drive(&self, state: &mut State, options: &OddsOptions, way: &mut Way) -> Result<Halt, OddsError> {
        while state.outcome.is_none() {
            if state.flight_count > 0 {
                let mut refuge = FirstOfTwo::default();
                self.offer(state, &mut refuge);
                match refuge.first {
                    Some(flee) => self.perform(state, flee),
                    None => self.apply_flight(state, None),
                }
                continue;
            }
            if Battle::running_elephant(state).is_some() {
                self.leave_out_stampede(state, way);
                continue;
            }
            if let Some(action) = self.stated_before_dice(state, options) {
                self.perform(state, action);
                continue;
            }
            let action = match state.step {
                Step::StrikeRoll => {
                    if options.wind_of_ball > 0 && state.combat.strike == Strike::Attack {
                        let attacker = state.combat.attacker;
                        let cost = self.attack_order_cost(state, attacker, self.rules.wind_of_ball_cost);
                        Battle::lend_tokens(state, attacker, cost);
                    }
                    return Ok(Halt::Strike);
                }
                Step::PanicRoll(dice) => return Ok(Halt::Panic(dice)),
                Step::WoundRoll(dice) => return Ok(Halt::Wound(dice)),
                Step::Riposte => return Ok(Halt::Riposte),
                Step::WindOfBall if options.wind_of_ball > 0 => {
                    way.paid = self.attack_order_cost(state, state.combat.attacker, self.rules.wind_of_ball_cost);
                    Action::WindOfBall(state.combat.tactical.min(options.wind_of_ball), Payment::Tokens)
                }
                Step::Dodge => self.dodge(state, options),
                Step::Sharpshoot if options.sharpshoot => {
                    let action = self.first_officer_shot(state);
                    way.taken[side_of(Blow::running(state).struck).index()] += u8::from(action != Action::Pass);
                    action
                }
                Step::LeadAgainstLoss => self.give_up(state, options, way),
                Step::WindOfBall | Step::Sharpshoot => Action::Pass,
                Step::Ignore => Action::Ignore(self.ignorable(state)),
                Step::Sacrifice => {
                    let elements = state.unit(Blow::running(state).struck).elements;
                    match options.sacrifices.min(state.combat.morale_hits).min(elements) {
                        0 => Action::Pass,
                        count => Action::Sacrifice(count),
                    }
                }
                Step::Retreat => {
                    let unit = Blow::running(state).struck;
                    let (hex, made) =
                        self.longest_way(state, unit, state.combat.retreat_due).expect("a retreat that is asked for can be made");
                    way.made[side_of(unit).index()] = made;
                    Action::RetreatTo(hex)
                }
                _ => return Ok(Halt::End),
            };
            self.perform(state, action);
        }
        Ok(Halt::End)
    }

    /// The dodge that is taken next (JI-81). Where both are open, the one that brings fewer morale hits comes first, and of two that bring as many the order.
    fn dodge(&self, state: &State, options: &OddsOptions) -> Action {
        let destroyed = state.combat.hits >= state.unit(Blow::running(state).struck).elements;
        let taken = |dodge: Dodge, action| {
            let wanted = dodge == Dodge::Yes || (dodge == Dodge::WhenNeeded && destroyed);
            (wanted && self.is_open(state, action)).then_some(action)
        };
        let by_order = taken(options.dodge_by_order, Action::DodgeByOrder);
        let by_trait = taken(options.dodge_by_trait, Action::DodgeByTrait);
        let order_first = self.rules.dodge_morale_hits <= self.rules.dodge_trait_morale_hits;
        let dodge = if order_first { by_order.or(by_trait) } else { by_trait.or(by_order) };
        dodge.unwrap_or(Action::Pass)
    }

    /// The officer whom the unit struck gives up for a loss (J3.59): the first who may.
    fn give_up(&self, state: &State, options: &OddsOptions, way: &mut Way) -> Action {
        let struck = Blow::running(state).struck;
        let given_up = &mut way.given_up[side_of(struck).index()];
        let officer = self.leaders_for(state, struck, benefit::LOSS).next().filter(|_| *given_up < options.loss_officers);
        let Some(officer) = officer else { return Action::Pass };
        *given_up += 1;
        // By a variant he may lead the unit already, and is gone.
        way.taken[side_of(struck).index()] += u8::from(state.officer(officer).in_play);
        Action::LeadAgainstLoss(officer)
    }

    /// The first officer whom Sharpshooters may take: the one of highest rank as army lists stand.
    fn first_officer_shot(&self, state: &State) -> Action {
        let blow = Blow::running(state);
        let still = state.combat.apart & Battle::apart_bit(state) != 0;
        let officer = state.officers_at(side_of(blow.struck), blow.to).next().filter(|_| still);
        officer.map_or(Action::Pass, Action::TakeOfficer)
    }

    /// The flight of an elephant is no part of the odds: where it runs and whom it tramples is left out, and the combat goes on as if it were gone. Morale hits that drive
    /// an elephant in panic count as the hexes that they drive it.
    fn leave_out_stampede(&self, state: &mut State, way: &mut Way) {
        let stampede = state.stampedes[usize::from(state.stampede_count) - 1];
        let elephant = stampede.elephant;
        self.drop_stampede(state);
        if elephant == Blow::running(state).struck {
            way.made[side_of(elephant).index()] = stampede.left;
        } else {
            state.unit_mut(elephant).elements = 0;
        }
        let hex = std::mem::replace(&mut state.unit_mut(elephant).hex, NO_HEX);
        if hex != NO_HEX {
            state.occupant[usize::from(hex)] = NO_UNIT;
        }
        self.resume(state, stampede.resume);
    }

    /// The officer who leads next (J3.60, JI-87).
    fn lead(&self, state: &State, options: &OddsOptions) -> Action {
        let striker = Blow::running(state).striker;
        let most = if striker == state.combat.attacker { options.leaders } else { options.target_leaders };
        if state.combat.leaders >= most {
            return Action::Pass;
        }
        self.leaders_for(state, striker, benefit::DICE).next().map_or(Action::Pass, Action::LeadForDice)
    }

    fn is_open(&self, state: &State, action: Action) -> bool {
        let mut search = Search { wanted: action, found: false };
        self.offer(state, &mut search);
        search.found
    }
}

impl StrikeOdds {
    /// Whether this is the same roll as another, however likely each is.
    fn rolls_like(&self, other: &StrikeOdds) -> bool {
        *self == StrikeOdds { rolled: self.rolled, ..other.clone() }
    }
}

/// Arithmetic of exact probabilities over powers of six.
trait Powers: Sized {
    const NONE: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Result<Self, OddsError>;
    fn times(self, other: Self) -> Result<Self, OddsError>;
    /// Over the lowest power of six that holds it.
    fn reduced(self) -> Self;
}

impl Powers for Exact {
    const NONE: Exact = Exact { count: 0, total: 1 };
    const ONE: Exact = Exact { count: 1, total: 1 };

    fn plus(self, other: Exact) -> Result<Exact, OddsError> {
        // Totals are powers of six: the greater is a multiple of the other.
        let total = self.total.max(other.total);
        let scaled = |it: Exact| it.count.checked_mul(total / it.total);
        let count = scaled(self).zip(scaled(other)).and_then(|(a, b)| a.checked_add(b)).ok_or(OddsError::TooManyDice)?;
        Ok(Exact { count, total })
    }

    fn times(self, other: Exact) -> Result<Exact, OddsError> {
        let count = self.count.checked_mul(other.count);
        let (count, total) = count.zip(self.total.checked_mul(other.total)).ok_or(OddsError::TooManyDice)?;
        Ok(Exact { count, total })
    }

    fn reduced(mut self) -> Exact {
        while self.total > 1 && self.count.is_multiple_of(6) {
            self.count /= 6;
            self.total /= 6;
        }
        self
    }
}
